// An ask and its parts: questions, options, answers, what it is about.
import { z } from 'zod';
import { LONGEST_TEXT } from '../limits.ts';
import { named, time, type Word } from './named.ts';

export const text = z.string().max(LONGEST_TEXT);

export const askKind = named('AskKind', z.enum(['question', 'permission', 'plan', 'idle']));
export type AskKind = Word<typeof askKind>;

const option = named(
  'Option',
  z.looseObject({ label: z.string(), description: z.string().optional(), preview: z.string().optional() }),
  'One choice offered by a question. Additional fields from an agent are kept as they are.',
);
export type Option = Word<typeof option>;

export const question = named(
  'Question',
  z.looseObject({ text: z.string(), header: z.string().optional(), options: z.array(option), multiSelect: z.boolean() }),
  'Own words are always possible, so `options` may be empty (an open question, an idle agent).',
);
export type Question = Word<typeof question>;

export const answer = named(
  'Answer',
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('chosen'), chosen: z.array(z.int().positive()).min(1), words: text.optional(), note: text.optional() }),
    z.object({ kind: z.literal('words'), words: text, note: text.optional() }),
    z.object({ kind: z.literal('skipped'), note: text.optional() }),
  ]),
  'The answer to one question. `chosen` holds 1-based option numbers, in the order they were chosen.',
);
export type Answer = Word<typeof answer>;

const source = named(
  'Source',
  z.enum(['hook', 'screen', 'plugin', 'tool', 'server']),
  "How an ask reached us: a hook call, the agent's screen, our plugin in the agent, or a tool call (CLI, API, MCP). `server`, the agent's own server, is only in older journals.",
);
export type Source = Word<typeof source>;

export const detail = named(
  'Detail',
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('permission'), tool: text, input: z.unknown(), suggestions: z.array(z.unknown()).optional() }),
    z.object({ kind: z.literal('plan'), plan: text, file: text.optional() }),
    z.object({ kind: z.literal('file'), name: text, text }),
    z.object({ kind: z.literal('idle'), lastMessage: text.optional() }),
  ]),
  "What an ask is about, besides its questions: the call, the plan, a file that the asker shows, the agent's last message.",
);
export type Detail = Word<typeof detail>;

export const ask = named(
  'Ask',
  z.object({
    id: z.string(),
    kind: askKind,
    session: z.string(),
    toolUseId: z.string(),
    program: z.string(),
    project: z.string(),
    agent: z.string().optional().describe('The subagent that asks, if it is one.'),
    source,
    questions: z.array(question),
    detail: detail.optional(),
    prefilled: z
      .array(answer.nullable())
      .optional()
      .describe('Answers the asker suggests: shown selected, never accepted without a person. One entry per question, null for none.'),
    createdAt: time,
    deadline: z.number().optional().describe('When the ask expires, in milliseconds since 1970. Silence is never an answer.'),
  }),
  'One request an agent makes of its user. Identity: (session, toolUseId); `id` is our own short name for it.',
);
export type Ask = Word<typeof ask>;
