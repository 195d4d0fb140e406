// The inbox as one channel may use it. Its events are stored under the name of its program.
//
// Invariant: a channel changes only asks and sessions of its own. Our tool can ask under the name of any program, also in the session of an
// agent, so the name says nothing: an ask says in `source` how it came, and a session in `channel` that the agent's own channel has seen it.

import { allows, isOpen } from '../ask/lifecycle.ts';
import { newAsk } from '../ask/new-ask.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import { withoutSecret } from '../ask/sealed.ts';
import type { Journal } from '../journal/journal.ts';
import { allAsks } from '../journal/pages.ts';
import type { Clock } from '../system/clock.ts';
import { type Amended, amend, withdraw } from './amend.ts';
import type { Inbox } from './channel.ts';
import type { PromptQueue } from './prompt-queue.ts';
import { type EvidenceOfAsk, takeEvidence } from './receipts.ts';
import type { Sessions } from './sessions.ts';
import type { Waiting } from './waiting.ts';

type ChannelInboxParts = {
  readonly program: string;
  /** For callers of our own tool, which may have the name of any program. */
  readonly forTool?: boolean | undefined;
  readonly journal: Journal;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly waiting: Waiting;
  readonly newId: () => string;
  readonly deliver: (id: string) => void;
  /** Moves what waits for a session, such as its prompts, to the session that continues it. */
  readonly follow?: ((from: string, to: string) => Promise<void>) | undefined;
  readonly queue?: Pick<PromptQueue, 'prompted' | 'interrupted'> | undefined;
};

const MOST_SESSIONS = 5_000;

/** Enough asks of a session to tell whose it is. This is read with every ask of our tool, so it is few. */
const TELLING = 5;

export function createChannelInbox({
  program,
  forTool = false,
  journal,
  sessions,
  clock,
  waiting,
  newId,
  deliver,
  follow,
  queue,
}: ChannelInboxParts): Inbox {
  const actor = `agent:${program}`;
  const isOurs = ({ source }: Pick<AskView, 'source'>): boolean => (source === 'tool') === forTool;
  return {
    async open(asked, raw) {
      if (await ofOtherProgram(asked.session)) throw new Error(`the session ${asked.session} belongs to another program`);
      return journal.open(newAsk({ ...asked, program }, newId(), clock.now()), raw, actor);
    },
    async reread(id, { toolUseId, ...read }) {
      const session = (await journal.get(id))?.session ?? '';
      const free = toolUseId !== undefined && !(await journal.byIdentity(session, toolUseId));
      const happening = { kind: 'reread', ...read, questions: read.questions.map(withoutSecret), ...(free ? { toolUseId } : {}) } as const;
      return amend(journal, id, (current) =>
        isOurs(current) && allows(current.state, 'reread') && current.toolUseId !== toolUseId
          ? [{ at: clock.now(), actor, happening }]
          : [],
      );
    },
    async continued(id, toolUseId) {
      const session = (await journal.get(id))?.session ?? '';
      const free = !(await journal.byIdentity(session, toolUseId));
      return amend(journal, id, (current) =>
        free && isOurs(current) && allows(current.state, 'continued')
          ? [{ at: clock.now(), actor, happening: { kind: 'continued', toolUseId } }]
          : [],
      );
    },
    get: (id) => journal.get(id),
    byIdentity: async (session, toolUseId) => ours(await journal.byIdentity(session, toolUseId)),
    asks: async (filter) => (await allAsks(journal, { program, ...filter })).filter(isOurs),

    recorded: (id, ending, source, deliveredBy) => learn(id, { kind: 'recorded', ending, source, deliveredBy }),
    reported: async (id, ending, source) => void (await learn(id, { kind: 'reported', ending, source })),
    confirmed: async (id) => void (await learn(id, { kind: 'confirmed' })),
    withdraw: async (id, reason) => void (await withdraw(journal, id, reason, { at: clock.now(), actor }, isOurs)),
    async prompted(session, text, at) {
      if (!(await foreign(session))) await queue?.prompted(session, text, at);
    },
    async interrupted(session, at) {
      if (!(await foreign(session))) await queue?.interrupted(session, at);
    },
    moveOn,
    async untilDecided(id, signal) {
      const waiter = waiting.until(id, Number.POSITIVE_INFINITY, signal);
      const view = await journal.get(id);
      if (!view || !isOpen(view)) waiter.cancel();
      await waiter.over;
    },
    deliver,

    async see(session) {
      const known = await (forTool ? foreign : ofOtherProgram)(session.id);
      return known ?? sessions.see({ ...session, program, ...(forTool ? {} : { channel: program }) });
    },
    session: (id) => journal.session(id),
    async sessions() {
      const running = (await journal.sessions({ ended: false, limit: MOST_SESSIONS })).filter((session) => session.program === program);
      const whose = await Promise.all(running.map(isOthers));
      return running.filter((_, i) => !whose[i]);
    },
    endSession,
    async continueSession(from, to) {
      const [before, next] = [await journal.session(from), await journal.session(to)];
      if (from === to || before?.program !== program || next?.program !== program || (await isOthers(before))) return;
      const name = before.name === undefined ? {} : { name: before.name };
      await sessions.see({ id: to, program, project: next.project, continues: from, ...name });
      await follow?.(from, to);
      await endSession(from, `it continues as session ${to}`);
    },
    onSessionEnd: (ended) =>
      journal.onCommit((event) => {
        if ('session' in event && event.happening.kind === 'session-ended') ended(event.session);
      }),
  };

  function learn(id: string, evidence: EvidenceOfAsk): Promise<Amended> {
    return takeEvidence(journal, id, { at: clock.now(), actor }, evidence, isOurs);
  }

  function ours(view: AskView | undefined): AskView | undefined {
    return view && isOurs(view) ? view : undefined;
  }

  /** A session that this channel must not touch, whatever its agent says. */
  async function foreign(id: string): Promise<AgentSession | undefined> {
    const known = await journal.session(id);
    return known && (known.program !== program || (await isOthers(known))) ? known : undefined;
  }

  async function ofOtherProgram(id: string): Promise<AgentSession | undefined> {
    const known = await journal.session(id);
    return known && known.program !== program ? known : undefined;
  }

  /** One without a mark, of our tool or from before there were marks, is whose asks it has. */
  async function isOthers({ id, channel }: AgentSession): Promise<boolean> {
    if (channel !== undefined) return forTool;
    const { items } = await journal.list({ session: id }, { limit: TELLING });
    return items.length > 0 && (forTool ? items.some((view) => !isOurs(view)) : !items.some(isOurs));
  }

  async function endSession(id: string, reason: string, died?: 'died'): Promise<void> {
    if (!(await foreign(id))) await sessions.end(id, reason, { actor, concerns: isOurs, died });
  }

  async function moveOn(session: string, reason: string, concerns: (view: AskView) => boolean = () => true): Promise<void> {
    if (await foreign(session)) return;
    await sessions.withdrawAsks(session, reason, { actor, concerns: (view) => isOurs(view) && concerns(view) });
  }
}
