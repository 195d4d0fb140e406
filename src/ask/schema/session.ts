// One running agent, the prompts for it, and where auto-answer is paused.
import { z } from 'zod';
import { answerer, notified } from './decision.ts';
import { named, time, type Word } from './named.ts';

export const agentSession = named(
  'AgentSession',
  z.looseObject({
    id: z.string(),
    program: z.string(),
    project: z.string(),
    machine: z.string().optional(),
    pane: z.string().optional(),
    name: z.string().optional().describe('The name of the tmux session that its pane is in.'),
    terminal: z.string().optional(),
    pid: z.int().optional(),
    pidNamespace: z.string().optional().describe('Where `pid` is its process. In another PID namespace, the number says nothing.'),
    version: z.string().optional(),
    channel: z
      .string()
      .optional()
      .describe("The agent's own channel, which has seen it; only that ends it. Absent if it asks through our tool alone."),
    continues: z.string().optional().describe('The session that its process had before, under another id.'),
    startedAt: time,
    seenAt: time,
    endedAt: z.number().optional(),
    died: z.literal(true).optional().describe('Its process ended without saying so: it crashed or was killed.'),
    notified: z
      .array(notified.extend({ at: time }))
      .optional()
      .describe('Messages to people about this: the latest of each notifier.'),
  }),
  'One running agent: which program, where.',
);
export type AgentSession = Word<typeof agentSession>;

export const prompt = named(
  'Prompt',
  z.object({
    id: z.string(),
    session: z.string(),
    text: z.string(),
    by: answerer,
    queuedAt: time,
    state: z.enum(['queued', 'sending', 'sent', 'failed', 'cancelled']),
    ask: z.string().optional().describe('The idle ask whose answer brought it.'),
    answers: z.string().optional().describe('The idle ask that it answered itself, if it was not the first of that answer.'),
    reason: z.string().optional().describe('Why it failed or was cancelled.'),
  }),
  'Text to be typed into an idle agent: one per turn, in order.',
);
export type Prompt = Word<typeof prompt>;

export const pauseScope = named(
  'PauseScope',
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('all') }),
    z.strictObject({ kind: z.literal('project'), project: z.string().min(1).max(4096) }),
    z.strictObject({ kind: z.literal('session'), session: z.string().min(1).max(200) }),
  ]),
);
export type PauseScope = Word<typeof pauseScope>;

export const pause = named(
  'Pause',
  z.object({
    mutes: z.literal(true).optional().describe('Notifications are muted there, and auto-answer goes on.'),
    scope: pauseScope,
    by: answerer,
    at: time,
    until: z.number().optional(),
  }),
  'Where auto-answer is paused: everywhere, in one project, or for one agent session. With `mutes`, notifications are muted there instead.',
);
export type Pause = Word<typeof pause>;
