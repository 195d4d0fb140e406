// Auto-answer: takes every ask that has a route along its steps, from the moment it is stored until it is over.
//
// Invariant: an ask has at most one walk. Rules and agents decide through `settle` like people, so they can neither overrule nor repeat an answer.
import { note } from '../decide/amend.ts';
import type { AnsweringAgent, Grounds } from '../decide/answering-agent.ts';
import type { Clock } from '../decide/clock.ts';
import type { Entry, Journal } from '../decide/journal.ts';
import { type AskView, endsAsking, isOpen } from '../question/lifecycle.ts';
import type { Answerer, Ask, Verdict } from '../question/words.ts';
import type { Judge, ResolvedRoute } from './judge.ts';
import type { Pauses } from './pauses.ts';
import { hasStepAt, type Position, recordedPosition } from './position.ts';
import { promptsInARow } from './prompts-in-a-row.ts';
import { createSlots } from './slots.ts';
import { CHANGED, startWalk, type Walk } from './walk.ts';
import { refusalOf } from './whose-turn.ts';

export type AutoAnswerParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly judge: Judge;
  readonly pauses: Pauses;
  readonly agent: (name: string) => AnsweringAgent | undefined;
  readonly debug: (about: object, what: string) => void;
  readonly onError: (error: unknown) => void;
};

export type AutoAnswer = ReturnType<typeof createAutoAnswer>;

const PAGE = 200;
/** Per agent. */
const MOST_AT_ONCE = 4;

export function createAutoAnswer(parts: AutoAnswerParts) {
  const { journal, clock, judge, pauses } = parts;
  const walks = new Map<string, Walk>();
  const running = new Set<Promise<void>>();
  const slots = createSlots(MOST_AT_ONCE);
  let stopped = false;
  const unsubscribe = [
    journal.onCommit((event) => {
      if (!('ask' in event)) return;
      if (event.happening.kind === 'asked') begin(event.ask);
      else if (endsAsking(event.happening)) walks.get(event.ask)?.end('over');
    }),
    pauses.onChange(() => {
      for (const walk of walks.values()) walk.pauseChanged();
    }),
  ];

  return {
    /** After a start: every open ask continues where it was. */
    async resume(): Promise<void> {
      let cursor: number | undefined;
      do {
        const page = await journal.list({ states: ['open'] }, { limit: PAGE, cursor });
        for (const { id } of page.items) begin(id);
        cursor = page.next;
      } while (cursor !== undefined);
    },

    /** Why this answerer may not decide this ask; undefined if it may. People always may. Checked right before the decision is stored, so it must be quick. */
    async refuses(view: AskView, by: Answerer): Promise<string | undefined> {
      if (by.kind === 'person') return undefined;
      const walk = walks.get(view.id);
      if (walk && walk.current() === by.name && !(await walk.isCurrent(view))) return CHANGED;
      // No await from here on, so a pause that starts now is seen.
      return refusalOf(by, { view, current: walk?.current(), route: walk?.route.name, paused: paused(view) });
    },

    /** Why this answer is not accepted from the agent whose turn it is: its risk or reason, the guard, or a reviewer. */
    async considers(view: AskView, by: Answerer, verdict: Verdict, grounds: Grounds): Promise<string | undefined> {
      if (by.kind === 'person') return undefined;
      return (await this.refuses(view, by)) ?? walks.get(view.id)?.consider(view, verdict, grounds);
    },

    /** What is stored with a decision that an agent sent with its own command. */
    recordOf(view: AskView, by: Answerer, verdict: Verdict, grounds: Grounds): readonly Entry[] {
      return by.kind === 'agent' ? (walks.get(view.id)?.answeredBy(by, verdict, grounds) ?? []) : [];
    },

    async stop(): Promise<void> {
      stopped = true;
      for (const undo of unsubscribe) undo();
      for (const walk of walks.values()) walk.end('stopping');
      await Promise.all(running);
    },

    /** Why auto-answer is paused for this ask. */
    paused,

    /** How many asks are being walked now. */
    size: (): number => walks.size,
  };

  function begin(id: string): void {
    const work = walkAlong(id).catch(parts.onError);
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  async function walkAlong(id: string): Promise<void> {
    const view = await journal.get(id);
    if (!view || !isOpen(view) || walks.has(id) || stopped) return;
    const route = await judge.resolve(view);
    const from = await position(view, route);
    if (!route || !from || walks.has(id) || stopped) return;
    const walk = startWalk({ ...parts, slots, paused, needsPerson }, view, route, from);
    walks.set(id, walk);
    try {
      await walk.done;
    } finally {
      walks.delete(id);
    }
  }

  /** Where it was, if its route is unchanged; else the first step. Undefined if there is nothing to do. */
  async function position(view: AskView, route: ResolvedRoute | undefined): Promise<Position | undefined> {
    const recorded =
      view.route === undefined ? undefined : recordedPosition(await journal.history(view.id), (route?.steps.length ?? 1) - 1);
    const { last } = recorded ?? {};
    if (route && last && route.name === last.route && hasStepAt(route.steps, last.step, last.answerer)) return recorded?.position;
    if (last && view.route?.waitingFor) await recordChange(view, last);
    if (!route) return undefined;
    if (view.kind !== 'idle' || !(await hasPromptWaiting(view.session))) return { step: 0 };
    parts.debug({ ask: view.id }, 'a prompt already waits for this session; no answerer is asked for another');
    return undefined;
  }

  async function recordChange(
    view: AskView,
    { route, step, answerer }: NonNullable<ReturnType<typeof recordedPosition>>['last'],
  ): Promise<void> {
    const happening = { kind: 'considered', route, step, answerer, outcome: 'skipped', reason: CHANGED } as const;
    await note(journal, view.id, { at: clock.now(), actor: `route:${route}` }, happening);
  }

  async function hasPromptWaiting(session: string): Promise<boolean> {
    return (await journal.prompts({ session, states: ['queued', 'sending'], limit: 1 })).length > 0;
  }

  /** Limits prompts in a row: without it, an answerer could keep an idle agent working forever. */
  async function needsPerson({ id, kind, session }: AskView): Promise<string | undefined> {
    if (kind !== 'idle') return undefined;
    const most = judge.mostPrompts();
    let prompts = 0;
    let cursor: number | undefined;
    do {
      const page = await journal.list({ session }, { limit: PAGE, cursor });
      const inARow = promptsInARow(page.items.filter((other) => other.id !== id));
      prompts += inARow.prompts;
      if (prompts >= most) return `machines have given this session ${most} prompts in a row; a person should look before the next`;
      if (inARow.broken) return undefined;
      cursor = page.next;
    } while (cursor !== undefined);
    return undefined;
  }

  function paused(ask: Pick<Ask, 'project' | 'session'>): string | undefined {
    const pause = pauses.over(ask);
    return pause && `automatic answers were paused by ${pause.by.name}`;
  }
}
