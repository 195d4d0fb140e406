// Settings of answerers in the user's file: a command, a model API, OpenClaw, or a chat agent. Secrets are never in the file, only the paths to them.
import { z } from 'zod';
import { duration } from './fields.ts';

const limits = {
  /** The longest one decision may take, unless the route says less. */
  within: duration.optional(),
};
const where = z.string().min(1, 'name a file or an environment variable');

export const commandSettings = z.strictObject({
  kind: z.literal('command'),
  /** The program and its arguments; no shell reads them. */
  run: z.array(z.string().min(1)).min(1, 'give the program and its arguments as a list, e.g. [claude, -p]'),
  /** Standard input: the brief as text, ask and brief as JSON, or nothing if an argument is {brief} or {ask}. */
  stdin: z.enum(['brief', 'json', 'none']).default('brief'),
  /** Where it runs: in the project it decides about, in an empty folder, or in the given folder. */
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
  /** Address of its gateway. */
  url: z.url().default('ws://127.0.0.1:18789'),
  'token-file': where.optional(),
  'token-env': where.optional(),
  /** Less powerful than the gateway's token: it can only wake the agent, which then answers with `answerback answer`. */
  'hook-token-file': where.optional(),
  'hook-token-env': where.optional(),
  agent: z.string().min(1).optional(),
  ...limits,
});

/** Nobody can wake it: it reads `answerback roster` on its own schedule, and answers through `answerback reply` or `answerback answer`. */
export const chatSettings = z.strictObject({ kind: z.literal('chat'), ...limits });

export const answererSettings = z.discriminatedUnion('kind', [commandSettings, modelSettings, openclawSettings, chatSettings]);
export type AnswererSettings = z.output<typeof answererSettings>;
export type CommandSettings = z.output<typeof commandSettings>;
export type ModelSettings = z.output<typeof modelSettings>;
export type OpenClawSettings = z.output<typeof openclawSettings>;
