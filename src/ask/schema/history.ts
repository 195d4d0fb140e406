// What happens to an ask, to an agent session and to the inbox, and the state of an ask that follows from it.
import { z } from 'zod';
import { ask } from './ask.ts';
import { decision, decisionNews, delivery, notified, overruling, receipt } from './decision.ts';
import { named, time, type Word } from './named.ts';
import { consideration, routeView } from './route.ts';
import { agentSession, pause, prompt } from './session.ts';

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
export type State = Word<typeof state>;

export const askView = named(
  'AskView',
  ask.extend({
    state,
    version: z.int(),
    updatedAt: time,
    decision: decision.optional(),
    delivery: delivery.optional(),
    receipt: receipt.optional(),
    reported: receipt
      .optional()
      .describe('What the agent reported. Its own record, which may still say otherwise, decides about the receipt.'),
    route: routeView.optional().describe('Its position on its route, if it has one.'),
    overruled: overruling.extend({ at: time }).optional().describe('A person said that the decision was wrong.'),
    told: decisionNews
      .optional()
      .describe('Whether the answerer was told that its decision did not arrive, not as intended, or was overruled.'),
    notified: z
      .array(notified.extend({ at: time }))
      .optional()
      .describe('Messages to people about it: the latest of each notifier and subject.'),
    ending: z.string().optional().describe('Why it was withdrawn.'),
    earlierCalls: z
      .array(z.string())
      .optional()
      .describe('The calls before `toolUseId` that asked this, each of which ended without its answer.'),
  }),
  'The current state of an ask. `version` counts its events and is used for compare-and-set.',
);
export type AskView = Word<typeof askView>;

export const reread = named(
  'Reread',
  ask.pick({ questions: true, detail: true }).extend({ toolUseId: ask.shape.toolUseId.optional() }),
  "What was read more completely later: a screen may have shown only a part of the ask, and not the agent's id for the call.",
);
export type Reread = Word<typeof reread>;

const happening = named(
  'Happening',
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('asked'), ask, raw: z.unknown().optional() }),
    z.object({ kind: z.literal('reread'), ...reread.shape }),
    z.object({ kind: z.literal('continued'), toolUseId: ask.shape.toolUseId }),
    z.object({ kind: z.literal('considered'), ...consideration.shape }),
    z.object({ kind: z.literal('settled'), decision }),
    z.object({ kind: z.literal('delivering'), way: z.string() }),
    z.object({ kind: z.literal('delivery-failed'), way: z.string(), reason: z.string() }),
    z.object({ kind: z.literal('delivered'), way: z.string() }),
    z.object({ kind: z.literal('reported'), receipt }),
    z.object({ kind: z.literal('receipt'), receipt }),
    z.object({ kind: z.literal('overruled'), ...overruling.shape }),
    z.object({ kind: z.literal('told'), ...decisionNews.shape }),
    z.object({ kind: z.literal('notified'), ...notified.shape }),
    z.object({ kind: z.literal('withdrawn'), reason: z.string() }),
    z.object({ kind: z.literal('expired') }),
  ]),
  'What happened to an ask. `asked` is always first and carries the raw payload beside the ask.',
);
export type Happening = Word<typeof happening>;
/** What happens to an ask once it was asked. */
export type LaterHappening = Exclude<Happening, { kind: 'asked' }>;

const sessionHappening = named(
  'SessionHappening',
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('session-seen'), session: agentSession }),
    z.object({ kind: z.literal('session-ended'), reason: z.string(), died: agentSession.shape.died }),
    z.object({ kind: z.literal('notified'), ...notified.shape }),
    z.object({ kind: z.literal('prompt'), prompt }),
  ]),
  'What happened to an agent session itself, as opposed to its asks.',
);
export type SessionHappening = Word<typeof sessionHappening>;

const inboxHappening = named(
  'InboxHappening',
  z.object({ kind: z.literal('paused'), pauses: z.array(pause) }),
  'What happened to the inbox as a whole. `pauses` are all that are in effect from now on, so the last event is the state.',
);
export type InboxHappening = Word<typeof inboxHappening>;

const row = { seq: z.int(), at: time, actor: z.string() };
const askEvent = z.object({ ...row, ask: z.string(), happening });
const sessionEvent = z.object({ ...row, session: z.string(), happening: sessionHappening });
const inboxEvent = z.object({ ...row, happening: inboxHappening });

export const journalEvent = named(
  'JournalEvent',
  z.union([askEvent, sessionEvent, inboxEvent]),
  'One event of the journal, as it is stored. `seq` increases, possibly with gaps; `actor` says who caused it ("agent", "person:ada", "clock" …).',
);
export type JournalEvent = Word<typeof journalEvent>;

export const streamedEvent = named(
  'StreamedEvent',
  z.union([askEvent.extend({ view: askView }), sessionEvent.extend({ view: agentSession.optional() }), inboxEvent]),
  'An event with the ask or session that it led to: as it was after the event, or later. Prompts and pauses are in `happening` as a whole.',
);
export type StreamedEvent = Word<typeof streamedEvent>;
