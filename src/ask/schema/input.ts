// Parses what comes from outside: tolerant for captured asks, strict for our own tool's.

import { z } from 'zod';
import { wellFormed } from '../../text/well-formed.ts';
import type { Option, Question } from './ask.ts';
import { askKind, detail, text } from './ask.ts';
import { verdictOf } from './decision.ts';
import { named, type Word } from './named.ts';
import { recordedAnswer } from './result.ts';

// ── questions as agents send them ──────────────────────────────────────────────────────────────────────────────────

const capturedOption = z.union([
  text.transform((label): Option => ({ label })),
  z
    .looseObject({ label: text, description: text.nullish(), preview: text.nullish() })
    .transform(({ description, preview, ...rest }): Option => ({ ...rest, ...present({ description, preview }) })),
]);

/** Claude Code says `question`, we say `text`; header, description, options and multiSelect may be missing. */
const capturedQuestion = z
  .looseObject({
    text: text.optional(),
    question: text.optional(),
    header: text.nullish(),
    options: z.array(capturedOption).max(200).nullish(),
    multiSelect: z.boolean().nullish(),
  })
  .refine((q) => (q.text ?? q.question) !== undefined, { error: 'a question needs its text in "text" (or "question")', path: ['text'] })
  .transform(
    ({ text: own, question, header, options, multiSelect, ...rest }): Question => ({
      ...rest,
      text: own ?? question ?? '',
      ...present({ header }),
      options: options ?? [],
      multiSelect: multiSelect ?? false,
    }),
  );

export const capturedQuestions = z.array(capturedQuestion).min(1).max(50);

// ── questions of our own tool: the shape here, the rules in strict.ts ──────────────────────────────────────────────

/** Missing fields are reported by the strict rules, which name the header or label. */
const toolOption = z.strictObject({ label: text, description: text.default(''), preview: text.optional() });
const toolQuestion = z
  .strictObject({
    text: text.optional(),
    question: text.optional(),
    header: text.default(''),
    options: z.array(toolOption).default([]),
    multiSelect: z.boolean().default(false),
  })
  .refine((q) => (q.text ?? q.question) !== undefined, { error: 'a question needs its text in "text" (or "question")', path: ['text'] })
  .transform(({ text: own, question, ...rest }): Question => ({ text: own ?? question ?? '', ...rest }));

export const toolQuestions = z.array(toolQuestion);

// ── answers ────────────────────────────────────────────────────────────────────────────────────────────────────────

const choice = z.union([z.int().describe('an option by its number, counted from 1'), text.describe('an option by its label')]);

/** Without this, TypeScript would take a stored answer, which has a `kind`, for one as it is sent. */
const notStored = z.never('is a field of stored answers, not of answers as they are sent').optional();

export const answerInput = named(
  'AnswerInput',
  z.union([
    choice,
    z.array(choice),
    z.strictObject({ skip: z.literal(true), note: text.optional() }),
    z.strictObject({ choose: z.array(choice).optional(), words: text.optional(), note: text.optional(), kind: notStored }),
  ]),
  'The answer to one question as somebody sends it. A number is always a position, counted from 1; a string is always a label.',
);
export type AnswerInput = Word<typeof answerInput>;
export const answersInput = z.array(answerInput).min(1).max(50).describe('one entry per question, in order');
const prefilledInput = z.record(z.string(), answerInput);

export const verdictInput = named(
  'VerdictInput',
  verdictOf(answersInput, {}),
  'A verdict as somebody sends it; `verdict.ts` checks it against the ask.',
);
export type VerdictInput = Word<typeof verdictInput>;

// ── who asks ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** In a database column of its own. */
const column = z.string().min(1).overwrite(wellFormed);
const id = column.max(200);

/** What the asker says about itself; the broker adds when it was first and last seen. */
export const sessionInput = z.looseObject({
  id,
  program: column.max(100).describe('which program it is'),
  project: column.max(4096).describe('the folder it works in'),
  machine: z.string().max(255).optional().describe('the name of its machine'),
  pane: z.string().max(255).optional().describe('the tmux pane it runs in'),
  name: z.string().max(255).optional().describe('the name of the tmux session that its pane is in'),
  terminal: z.string().max(255).optional().describe('its terminal device'),
  pid: z.int().positive().optional().describe('its process'),
  pidNamespace: z.string().max(255).optional().describe('the PID namespace in which `pid` is its process: what /proc/self/ns/pid links to'),
  version: z.string().max(100).optional().describe('the version of the program'),
});
export type SessionInput = z.output<typeof sessionInput>;

// ── a whole call of our own tool, and what its caller says it received ─────────────────────────────────────────────

const LONGEST_TIMEOUT = 366 * 24 * 3_600_000;

export const toolCall = z.object({
  session: sessionInput.describe(
    'who asks: `id`, `program` (≤ 100 characters), `project` (a folder); optional `machine`, `pane`, `terminal`, `pid`, `pidNamespace`, `version`. Other fields are kept. This registers the session.',
  ),
  toolUseId: id.describe('a repeated call with the same `session.id` and `toolUseId` is the same ask'),
  questions: z.unknown().describe('the questions, as below'),
  rules: z
    .enum(['strict', 'tolerant'])
    .default('strict')
    .describe('`"strict"` for questions of your own, `"tolerant"` for questions captured elsewhere'),
  kind: askKind.default('question'),
  answers: prefilledInput
    .optional()
    .describe(
      'suggested answers by header, each in a form of [answer](#post-v1asksiddecision). Shown as selected; never sent by themselves.',
    ),
  detail: detail
    .optional()
    .describe(
      '`{"kind":"permission","tool","input","suggestions"?}`, `{"kind":"plan","plan","file"?}`, `{"kind":"file","name","text"}` or `{"kind":"idle","lastMessage"?}`',
    ),
  timeoutMs: z
    .int()
    .positive('the time must be longer than nothing')
    .max(LONGEST_TIMEOUT, 'the time may be 366 days at most')
    .optional()
    .describe('the ask expires after this many milliseconds'),
  idMayRepeat: z
    .boolean()
    .optional()
    .describe(
      '`true` if `toolUseId` comes from a model, which may give it to a later call too. Then only a call with the same content, while nobody has collected the answer, is the same ask; any other is a new ask, whose `toolUseId` the broker chooses if this one is taken.',
    ),
  continues: z
    .strictObject({
      caller: id.describe('a name of its own for the program that calls, the same in every call and wait'),
      except: z.array(id).max(1_000).describe('the ids of the asks that its calls wait for now'),
    })
    .optional()
    .describe(
      'a call that ended without its answer may be continued: if the same questions of this session are still open, or were decided in the last ten minutes and nobody collected the answer, and no call waits for them, this is that ask. Its `earlierCalls` says so. A call waits until a [request for the result](#get-v1asksidresult) with `last`, or until the connection of its latest request closes.',
    ),
  raw: z.unknown().optional().describe('anything; stored with the ask and shown only in its [events](#get-v1asksidevents)'),
});

export type ToolCall = z.output<typeof toolCall>;

/** The caller sends back the `outcome`, `answers` and `message` it got; other fields of the result are ignored. */
export const toolEcho = z.object({
  outcome: z.enum(['answers', 'redirect', 'decline']),
  answers: z
    .array(recordedAnswer.extend({ skipped: z.boolean().default(false) }))
    .default([])
    .describe('the `answers` of the result'),
  message: z.string().optional().describe('the `message` of the result'),
});
export type ToolEcho = z.output<typeof toolEcho>;

/** The keys that have a value. Agents do not distinguish absent and null. */
function present<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
