// Who can answer, as the user's file says it: a command, a model API, OpenClaw, or a chat agent that looks by itself. Secrets are never in the file, only where they are.
import { z } from 'zod';
import { duration } from './fields.ts';

const limits = {
  /** The longest one decision may take, where the route does not say less. */
  within: duration.optional(),
};
const where = z.string().min(1, 'name a file or an environment variable');

export const commandSettings = z.strictObject({
  kind: z.literal('command'),
  /** The program and its arguments; no shell reads them. */
  run: z.array(z.string().min(1)).min(1, 'give the program and its arguments as a list, e.g. [claude, -p]'),
  /** What it reads: the brief as text, ask and brief as JSON, or nothing, because an argument is {brief} or {ask}. */
  stdin: z.enum(['brief', 'json', 'none']).default('brief'),
  /** Where it runs: in the project it decides about, in an empty folder, or in a folder of its own. */
  folder: z
    .union([z.enum(['project', 'neutral']), z.string().regex(/^[~/]/)], { error: 'say project, neutral, or the full path of a folder' })
    .default('project'),
  ...limits,
});

export const modelSettings = z.strictObject({
  kind: z.literal('model'),
  api: z.enum(['anthropic', 'openai']).describe('which protocol the endpoint speaks'),
  model: z.string().min(1),
  url: z.url().optional(),
  'key-env': where.optional(),
  'key-file': where.optional(),
  ...limits,
});

export const openclawSettings = z.strictObject({
  kind: z.literal('openclaw'),
  /** Of its gateway. */
  url: z.url().default('ws://127.0.0.1:18789'),
  'token-file': where.optional(),
  'token-env': where.optional(),
  /** Narrower than the gateway's token: it wakes the agent and nothing else, and the agent answers with `answerback answer`. */
  'hook-token-file': where.optional(),
  'hook-token-env': where.optional(),
  agent: z.string().min(1).optional(),
  ...limits,
});

/** Reads `answerback roster` when it likes, and answers through `answerback reply` or `answerback answer`. */
export const chatSettings = z.strictObject({ kind: z.literal('chat'), ...limits });

export const answererSettings = z.discriminatedUnion('kind', [commandSettings, modelSettings, openclawSettings, chatSettings]);
export type AnswererSettings = z.output<typeof answererSettings>;
export type CommandSettings = z.output<typeof commandSettings>;
export type ModelSettings = z.output<typeof modelSettings>;
export type OpenClawSettings = z.output<typeof openclawSettings>;
