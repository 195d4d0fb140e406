// Who was asked to decide an ask, in which order, and with what result.
import { z } from 'zod';
import { named, type Word } from './named.ts';

export const risk = named(
  'Risk',
  z.enum(['reversible', 'irreversible', 'unsure']),
  'How risky an answer is, according to its answerer. Anything but reversible is for people, unless the route allows it.',
);
export type Risk = Word<typeof risk>;

export const category = named(
  'Category',
  z.enum(['confirmation', 'style', 'scope', 'architecture', 'open-floor', 'delegation']),
  'What a question is about, as an answering agent saw it. Nothing is allowed or held because of it.',
);
export type Category = Word<typeof category>;

export const stepName = named(
  'StepName',
  z.object({ kind: z.enum(['rule', 'agent', 'people']), name: z.string() }),
  'A step of a route: a rule, an agent, or people.',
);
export type StepName = Word<typeof stepName>;

export const routeView = named(
  'RouteView',
  z.object({
    name: z.string(),
    step: z.int(),
    waitingFor: stepName.optional(),
    until: z.number().optional(),
    category: category.optional().describe('What the agent that answered said the question is about.'),
    warning: z.string().optional().describe('What people should know about the answer that was taken.'),
  }),
  "An ask's position on its route, small enough for every list. `waitingFor` is set during somebody's turn.",
);
export type RouteView = Word<typeof routeView>;

const effort = named(
  'Effort',
  z.object({
    via: z.string(),
    model: z.string().optional(),
    inputTokens: z.number().optional(),
    outputTokens: z.number().optional(),
    said: z.string().optional().describe('The output, cut to a few kilobytes, never with a secret in it.'),
    note: z.string().optional().describe('What was unusual, such as a conversation that had to begin anew.'),
  }),
  'What a step took, for the record. `via` is the transport: "command", "model", "websocket", "chat".',
);
export type Effort = Word<typeof effort>;

const reviewRecord = named(
  'ReviewRecord',
  z.object({
    by: z.string(),
    outcome: z.enum(['pass', 'hold', 'failed', 'timed-out']),
    reason: z.string(),
    brief: z.string().optional(),
    effort: effort.optional(),
  }),
  'A review of an answer before it was accepted. A review that failed or timed out holds the answer.',
);
export type ReviewRecord = Word<typeof reviewRecord>;

export const consideration = named(
  'Consideration',
  z.object({
    route: z.string().describe('The name of the route.'),
    step: z.int().describe('Which step of it, counted from 0.'),
    answerer: stepName.describe('Who decides at this step.'),
    outcome: z
      .enum(['asked', 'sent-back', 'woken', 'passed', 'failed', 'timed-out', 'skipped', 'held', 'answered'])
      .describe(
        'asked: its turn has begun. sent-back: its reply could not be taken, and it was told so. woken: it was notified and answers with its own command. skipped: it was not asked, or was removed. held: it had an answer, which is for people to give.',
      ),
    reason: z.string().optional().describe("Why, in the answerer's words, or what went wrong."),
    proposed: z.string().optional().describe('Its proposed answer in one line, if that was held or reviewed.'),
    risk: risk.optional(),
    review: reviewRecord.optional(),
    confidence: z.number().optional().describe('0 to 1, according to the answerer.'),
    category: category.optional().describe('What the question is about, according to the answerer.'),
    effort: effort.optional(),
    durationMs: z.number().optional().describe('How long it took.'),
    until: z.number().optional().describe('Until when it may answer; without one, as long as the ask is open.'),
    brief: z
      .string()
      .optional()
      .describe('What an agent was sent: the brief, or what was wrong with its reply. Left out of the event stream.'),
    warning: z.string().optional().describe('What people should know about this answer, although it was taken.'),
  }),
  "The result of one step of an ask's route: the record behind `answerback log --why`.",
);
export type Consideration = Word<typeof consideration>;

// ── how the routes of the configuration apply to an ask ────────────────────────────────────────────────────────────

const criterion = named(
  'Criterion',
  z.object({ name: z.string(), wanted: z.string(), found: z.string(), holds: z.boolean() }),
  'One criterion of a route, compared with an ask.',
);
export type Criterion = Word<typeof criterion>;

export const trial = named(
  'Trial',
  z.object({ route: z.string(), matched: z.boolean(), when: z.array(criterion), unless: z.array(criterion) }),
  '`unless` is empty if the route has none. The route matches if every `when` holds and not every `unless` does.',
);
export type Trial = Word<typeof trial>;

export const replayed = named(
  'Replayed',
  z.object({
    id: z.string(),
    project: z.string(),
    question: z.string(),
    route: z.string().optional().describe('Absent if no route matched.'),
    passed: z.array(z.string()).describe('Rules that passed, with their reasons.'),
    would: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('rule'), by: z.string(), answer: z.string(), reason: z.string(), agrees: z.boolean() }),
        z.object({ kind: z.literal('agent'), by: z.string() }),
        z.object({ kind: z.literal('people') }),
      ])
      .describe('Agents are only named: a replay does not start them.'),
    people: z.string(),
  }),
  "A past ask, and what today's routes would have done with it.",
);
export type Replayed = Word<typeof replayed>;
