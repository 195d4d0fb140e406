// What a channel can do with the inbox. Its events are stored under the name of its program.
import type { Inbox } from '../channels/channel.ts';
import { amend } from '../decide/amend.ts';
import type { Clock } from '../decide/clock.ts';
import type { AskFilter, Journal } from '../decide/journal.ts';
import type { Waiting } from '../decide/waiting.ts';
import { happeningsFrom } from '../question/ending.ts';
import { allows, isOpen, PENDING } from '../question/lifecycle.ts';
import { newAsk } from '../question/new-ask.ts';
import { withoutSecret } from '../question/sealed.ts';
import type { AgentSession, AskView } from '../question/words.generated.ts';
import type { Broker } from './broker.ts';
import type { PromptQueue } from './prompt-queue.ts';

export type InboxParts = {
  readonly program: string;
  readonly journal: Journal;
  readonly broker: Pick<Broker, 'see' | 'endSession' | 'withdraw'>;
  readonly clock: Clock;
  readonly waiting: Waiting;
  readonly newId: () => string;
  readonly deliver: (id: string) => void;
  /** Moves what waits for a session, such as its prompts, to the session that continues it. */
  readonly follow?: ((from: string, to: string) => Promise<void>) | undefined;
  readonly queue?: Pick<PromptQueue, 'prompted' | 'interrupted'> | undefined;
};

const MOST_SESSIONS = 5_000;

export function createInbox({ program, journal, broker, clock, waiting, newId, deliver, follow, queue }: InboxParts): Inbox {
  const actor = `agent:${program}`;
  return {
    async open(asked, raw) {
      if (await foreign(asked.session)) throw new Error(`the session ${asked.session} belongs to another program`);
      return journal.open(newAsk({ ...asked, program }, newId(), clock.now()), raw, actor);
    },
    async reread(id, { toolUseId, ...read }) {
      const session = (await journal.get(id))?.session ?? '';
      const free = toolUseId !== undefined && !(await journal.byIdentity(session, toolUseId));
      const happening = { kind: 'reread', ...read, questions: read.questions.map(withoutSecret), ...(free ? { toolUseId } : {}) } as const;
      return amend(journal, id, (current) =>
        allows(current.state, 'reread') && current.toolUseId !== toolUseId ? [{ at: clock.now(), actor, happening }] : [],
      );
    },
    get: (id) => journal.get(id),
    byIdentity: (session, toolUseId) => journal.byIdentity(session, toolUseId),
    asks: (filter) => allAsks(journal, { program, ...filter }),

    recorded: (id, ending, source, deliveredBy) =>
      amend(journal, id, (current) => {
        const at = clock.now();
        const found = typeof ending === 'function' ? ending(current) : ending;
        const happenings = found ? happeningsFrom(current, found, source, at) : [];
        const arrives = deliveredBy !== undefined && happenings.length > 0 && allows(current.state, 'delivered');
        const all = arrives ? [{ kind: 'delivered', way: deliveredBy } as const, ...happenings] : happenings;
        return all.map((happening) => ({ at, actor, happening }));
      }),
    async withdraw(id, reason) {
      await broker.withdraw(id, reason, actor);
    },
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
      const known = await foreign(session.id);
      return known ?? broker.see({ ...session, program });
    },
    session: (id) => journal.session(id),
    async sessions() {
      const running = await journal.sessions({ ended: false, limit: MOST_SESSIONS });
      return running.filter((session) => session.program === program);
    },
    endSession,
    async continueSession(from, to) {
      const [before, next] = [await journal.session(from), await journal.session(to)];
      if (from === to || before?.program !== program || next?.program !== program) return;
      const name = before.name === undefined ? {} : { name: before.name };
      await broker.see({ id: to, program, project: next.project, continues: from, ...name });
      await follow?.(from, to);
      await endSession(from, `it continues as session ${to}`);
    },
    onSessionEnd: (ended) =>
      journal.onCommit((event) => {
        if ('session' in event && event.happening.kind === 'session-ended') ended(event.session);
      }),
  };

  /** A session of another program, which this one must not touch, whatever its agent says. */
  async function foreign(id: string): Promise<AgentSession | undefined> {
    const known = await journal.session(id);
    return known && known.program !== program ? known : undefined;
  }

  async function endSession(id: string, reason: string, died?: 'died'): Promise<void> {
    if (await foreign(id)) return;
    await moveOn(id, reason);
    await broker.endSession(id, reason, died);
  }

  async function moveOn(session: string, reason: string, concerns: (view: AskView) => boolean = () => true): Promise<void> {
    if (await foreign(session)) return;
    for (const view of await allAsks(journal, { session, states: [...PENDING, 'answered', 'declined'] }))
      if (concerns(view)) await broker.withdraw(view.id, reason, actor);
  }
}

export async function allAsks(journal: Journal, filter: AskFilter): Promise<readonly AskView[]> {
  const views: AskView[] = [];
  let cursor: number | undefined;
  do {
    const page = await journal.list(filter, { limit: 200, cursor });
    views.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return views;
}
