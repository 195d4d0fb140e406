// The data of question/ on the wire. Unknown fields are kept, so that data from older and newer versions stays readable.
// views.test.ts proves that these schemas and the types of question/ are the same.
import { z } from 'zod';
import { askKind, risk, answer as storedAnswer, answerer as storedAnswerer, detail as storedDetail } from '../question/schema.ts';

/** Gives the schema its own name in the OpenAPI document and in the generated types. */
export const named = <S extends z.ZodType>(id: string, schema: S): S => schema.meta({ id });

const answer = named('Answer', storedAnswer);
export const answerer = named('Answerer', storedAnswerer);
const detail = named('Detail', storedDetail);

export const time = z.number().describe('milliseconds since 1970');

export const state = named(
  'State',
  z.enum([
    'open',
    'answered',
    'declined',
    'delivering',
    'undelivered',
    'delivered',
    'verified',
    'mismatched',
    'unconfirmed',
    'withdrawn',
    'expired',
  ]),
);

const option = z.looseObject({ label: z.string(), description: z.string().optional(), preview: z.string().optional() });
const question = named(
  'Question',
  z.looseObject({ text: z.string(), header: z.string().optional(), options: z.array(option), multiSelect: z.boolean() }),
);

export const ask = named(
  'Ask',
  z.looseObject({
    id: z.string(),
    kind: askKind,
    session: z.string(),
    toolUseId: z.string(),
    program: z.string(),
    project: z.string(),
    agent: z.string().optional(),
    source: z.enum(['hook', 'screen', 'plugin', 'tool', 'server']),
    questions: z.array(question),
    detail: detail.optional(),
    prefilled: z.array(answer.nullable()).optional(),
    createdAt: time,
    deadline: time.optional(),
  }),
);

/** A verdict with answers of this form, and these fields beside it. */
export const verdictOf = <Form extends z.ZodType, Shape extends z.ZodRawShape>(form: Form, more: Shape) =>
  z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('answers'), answers: z.array(form), nextPrompts: z.array(z.string()).optional(), ...more }),
    z.looseObject({ kind: z.literal('redirect'), message: z.string(), ...more }),
    z.looseObject({ kind: z.literal('decline'), message: z.string().optional(), ...more }),
  ]);
export const decision = named('Decision', verdictOf(answer, { key: z.string(), by: answerer, at: time, reason: z.string().optional() }));

const difference = z.looseObject({ question: z.int().optional(), what: z.string(), intended: z.string(), recorded: z.string() });
export const receipt = named(
  'Receipt',
  z.looseObject({
    verdict: z.enum(['verified', 'mismatched', 'unconfirmed']),
    evidence: z.string(),
    at: time,
    differences: z.array(difference),
    recorded: z.unknown().optional(),
  }),
);

const failure = z.looseObject({ way: z.string(), at: time, reason: z.string() });
const delivery = z.looseObject({ way: z.string(), at: time, done: z.boolean(), failures: z.array(failure) });

const stepName = z.looseObject({ kind: z.enum(['rule', 'agent', 'people']), name: z.string() });
export const routeView = named(
  'RouteView',
  z.looseObject({
    name: z.string(),
    step: z.int(),
    waitingFor: stepName.optional(),
    until: time.optional(),
    warning: z.string().optional(),
  }),
);

const report = {
  to: z.string(),
  about: z.enum(['undelivered', 'overruled', 'decided', 'expired']).optional(),
  outcome: z.enum(['told', 'failed']),
  reason: z.string().optional(),
  attempts: z.int(),
};

const notified = {
  by: z.string().describe('the name of the notifier'),
  about: z.enum(['ask', 'undelivered', 'mismatched', 'died']),
  step: z.enum(['planned', 'sent', 'failed', 'withdrawn']),
  message: z.string(),
  reference: z.string().optional(),
  reason: z.string().optional(),
  attempts: z.int().optional(),
};

const overruling = { by: answerer, message: z.string(), key: z.string() };

export const askView = named(
  'AskView',
  ask.extend({
    state,
    version: z.int(),
    updatedAt: time,
    decision: decision.optional(),
    delivery: delivery.optional(),
    receipt: receipt.optional(),
    route: routeView.optional(),
    overruled: z.looseObject({ ...overruling, at: time }).optional(),
    told: z.looseObject(report).optional(),
    notified: z.array(z.looseObject({ ...notified, at: time })).optional(),
    ending: z.string().optional(),
  }),
);

// ── results and precedents ─────────────────────────────────────────────────────────────────────────────────────────

const answerSummary = z.looseObject({
  question: z.string(),
  header: z.string().optional(),
  chosen: z.array(z.string()),
  numbers: z.array(z.int()),
  words: z.string().optional(),
  note: z.string().optional(),
  skipped: z.boolean(),
});

export const toolResult = named(
  'ToolResult',
  z.looseObject({
    id: z.string(),
    outcome: z.enum(['answers', 'redirect', 'decline', 'expired', 'withdrawn']),
    answers: z.array(answerSummary),
    message: z.string().optional(),
    text: z.string(),
    by: answerer.optional(),
    reason: z.string().optional(),
    at: time,
  }),
);

export const precedent = named(
  'Precedent',
  z.looseObject({
    question: z.int(),
    ask: z.string(),
    outcome: z.enum(['answers', 'redirect', 'decline']),
    answer: answerSummary.optional(),
    message: z.string().optional(),
    by: answerer,
    reason: z.string().optional(),
    at: time,
    state,
  }),
);

// ── sessions, prompts, pauses ──────────────────────────────────────────────────────────────────────────────────────

export const agentSession = named(
  'AgentSession',
  z.looseObject({
    id: z.string(),
    program: z.string(),
    project: z.string(),
    machine: z.string().optional(),
    pane: z.string().optional(),
    name: z.string().optional().describe('the name of the tmux session that its pane is in'),
    terminal: z.string().optional(),
    pid: z.int().optional(),
    version: z.string().optional(),
    continues: z.string().optional().describe('the session that its process had before, under another id'),
    startedAt: time,
    seenAt: time,
    endedAt: time.optional(),
    died: z.literal(true).optional().describe('its process ended without saying so: it crashed or was killed'),
    notified: z
      .array(z.looseObject({ ...notified, at: time }))
      .optional()
      .describe('messages to people about this'),
  }),
);

export const prompt = named(
  'Prompt',
  z.looseObject({
    id: z.string(),
    session: z.string(),
    text: z.string(),
    by: answerer,
    queuedAt: time,
    state: z.enum(['queued', 'sending', 'sent', 'failed', 'cancelled']),
    ask: z.string().optional().describe('the idle ask whose answer brought it'),
    answers: z.string().optional().describe('the idle ask that it answered itself, if it was not the first of that answer'),
    reason: z.string().optional(),
  }),
);

export const pause = named(
  'Pause',
  z.looseObject({
    mutes: z.literal(true).optional().describe('notifications are muted there, and auto-answer goes on'),
    scope: z.discriminatedUnion('kind', [
      z.looseObject({ kind: z.literal('all') }),
      z.looseObject({ kind: z.literal('project'), project: z.string() }),
      z.looseObject({ kind: z.literal('session'), session: z.string() }),
    ]),
    by: answerer,
    at: time,
    until: time.optional(),
  }),
);

/** What people should know before they look at asks. */
export const noticed = {
  damage: z.array(z.string()).describe('what was found damaged in the last week and could not be restored'),
  configProblems: z.array(z.string()),
  pauses: z.array(pause).describe('where auto-answer is paused'),
  mismatched: z.int().describe('decisions of the last 24 hours that agents recorded differently'),
};

// ── events ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const effort = z.looseObject({
  via: z.string(),
  model: z.string().optional(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  said: z.string().optional(),
  note: z.string().optional(),
});

const consideration = {
  route: z.string(),
  step: z.int(),
  answerer: stepName,
  outcome: z.enum(['asked', 'sent-back', 'woken', 'passed', 'failed', 'timed-out', 'skipped', 'held', 'answered']),
  reason: z.string().optional(),
  proposed: z.string().optional(),
  risk: risk.optional(),
  review: z
    .looseObject({
      by: z.string(),
      outcome: z.enum(['pass', 'hold', 'failed', 'timed-out']),
      reason: z.string(),
      brief: z.string().optional(),
      effort: effort.optional(),
    })
    .optional(),
  confidence: z.number().optional(),
  effort: effort.optional(),
  durationMs: z.number().optional(),
  until: time.optional(),
  brief: z.string().optional(),
  warning: z.string().optional(),
};

export const happening = named(
  'Happening',
  z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('asked'), ask, raw: z.unknown().optional() }),
    z.looseObject({ kind: z.literal('reread'), toolUseId: z.string().optional(), questions: z.array(question), detail: detail.optional() }),
    z.looseObject({ kind: z.literal('considered'), ...consideration }),
    z.looseObject({ kind: z.literal('settled'), decision }),
    z.looseObject({ kind: z.literal('delivering'), way: z.string() }),
    z.looseObject({ kind: z.literal('delivery-failed'), way: z.string(), reason: z.string() }),
    z.looseObject({ kind: z.literal('delivered'), way: z.string() }),
    z.looseObject({ kind: z.literal('receipt'), receipt }),
    z.looseObject({ kind: z.literal('overruled'), ...overruling }),
    z.looseObject({ kind: z.literal('told'), ...report }),
    z.looseObject({ kind: z.literal('notified'), ...notified }),
    z.looseObject({ kind: z.literal('withdrawn'), reason: z.string() }),
    z.looseObject({ kind: z.literal('expired') }),
  ]),
);
const sessionHappening = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('session-seen'), session: agentSession }),
  z.looseObject({ kind: z.literal('session-ended'), reason: z.string(), died: z.literal(true).optional() }),
  z.looseObject({ kind: z.literal('notified'), ...notified }),
  z.looseObject({ kind: z.literal('prompt'), prompt }),
]);
const inboxHappening = z.looseObject({ kind: z.literal('paused'), pauses: z.array(pause) });

const row = { seq: z.int(), at: time, actor: z.string() };
/** An event as it is streamed: something happened to an ask, to an agent session, or to the inbox as a whole. */
export const wireEvent = named(
  'WireEvent',
  z.union([
    z.looseObject({ ...row, ask: z.string(), happening }),
    z.looseObject({ ...row, session: z.string(), happening: sessionHappening }),
    z.looseObject({ ...row, happening: inboxHappening }),
  ]),
);
