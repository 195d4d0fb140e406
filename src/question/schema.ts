// What comes from outside, parsed once: tolerant for captured asks, exact in shape for our own tool's.
import { z } from 'zod';
import { LONGEST_TEXT } from './limits.ts';
import type { Answer, Answerer, Detail, Option, Question } from './words.ts';

const text = z.string().max(LONGEST_TEXT);

// ── questions as agents really send them ───────────────────────────────────────────────────────────────────────────

const capturedOption = z.union([
  text.transform((label): Option => ({ label })),
  z
    .looseObject({ label: text, description: text.nullish(), preview: text.nullish() })
    .transform(({ description, preview, ...rest }): Option => ({ ...rest, ...present({ description, preview }) })),
]);

/** Claude Code says `question`, our own words say `text`; header, description, options and multiSelect may be missing. */
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

/** What is missing here is named by the strict rules, with its header or label. */
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

/** 2 · "Postgres" · [1, 3] · {choose, words, note} · {skip: true}. A number is always a position, a string always a label. */
const answerInput = z.union([
  choice,
  z.array(choice),
  z.strictObject({ skip: z.literal(true), note: text.optional() }),
  z.strictObject({ choose: z.array(choice).optional(), words: text.optional(), note: text.optional() }),
]);
export type AnswerInput = z.output<typeof answerInput>;
export const answersInput = z.array(answerInput).min(1).max(50);
export const prefilledInput = z.record(z.string(), answerInput);

export const answerer: z.ZodType<Answerer> = z.object({
  kind: z.enum(['person', 'rule', 'agent']),
  name: z.string().min(1).max(200),
  surface: z.string().min(1).max(100),
});

/** An answer as it was journaled. */
export const answer: z.ZodType<Answer> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chosen'), chosen: z.array(z.int().positive()).min(1), words: text.optional(), note: text.optional() }),
  z.object({ kind: z.literal('words'), words: text, note: text.optional() }),
  z.object({ kind: z.literal('skipped'), note: text.optional() }),
]);

// ── what an ask is about, and who asks ─────────────────────────────────────────────────────────────────────────────

export const askKind = z.enum(['question', 'permission', 'plan', 'idle']);

export const detail: z.ZodType<Detail> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('permission'), tool: text, input: z.unknown(), suggestions: z.array(z.unknown()).optional() }),
  z.object({ kind: z.literal('plan'), plan: text, file: text.optional() }),
  z.object({ kind: z.literal('idle'), lastMessage: text.optional() }),
]);

const id = z.string().min(1).max(200);

/** Whoever asks says who it is; the broker adds when it was first and last seen. */
export const sessionInput = z.looseObject({
  id,
  program: z.string().min(1).max(100),
  project: z.string().min(1).max(4096),
  machine: z.string().max(255).optional(),
  pane: z.string().max(255).optional(),
  terminal: z.string().max(255).optional(),
  pid: z.int().positive().optional(),
  version: z.string().max(100).optional(),
});
export type SessionInput = z.output<typeof sessionInput>;

/** Keys whose value is there; absent and null are the same thing to an agent. */
function present<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
