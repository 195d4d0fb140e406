// What a chat agent is told, and when: the events of the journal that concern it, in order, each once.
//
// Invariant: an event has the number of the journal's event that it comes from. Whoever has dealt with a number never gets it, or one before it, again.

import { isOpen } from '../../ask/lifecycle.ts';
import type { ChatEvent } from '../../ask/schema/chat.ts';
import type { AskView, JournalEvent } from '../../ask/schema/history.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Clock } from '../../system/clock.ts';
import { nextSlice } from '../../system/slices.ts';
import type { Judge } from '../judge.ts';
import { newsText } from '../news/news.ts';
import { finishedText, overText, questionText } from './chat.ts';

type ChatParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly judge: Pick<Judge, 'explain'>;
  readonly newNonce: () => string;
};

/** `after`: everything up to this number was looked at. */
export type ChatPage = { readonly events: readonly ChatEvent[]; readonly after: number };

const PAGE = 500;
const MOST_OPEN = 500;

export function createChats({ journal, clock, judge, newNonce }: ChatParts) {
  return {
    /** The asks that wait for this agent, oldest first. */
    pending,

    /** The ids of those asks that the agent whose turn it is may not pass. */
    async mustAnswer(asks: readonly AskView[]): Promise<ReadonlySet<string>> {
      const steps = await Promise.all(asks.map(currentStep));
      return new Set(asks.flatMap(({ id }, i) => (steps[i]?.alwaysAnswers ? [id] : [])));
    },

    /** It is, or was, this agent's turn to decide the ask. */
    knows: async (view: AskView, name: string): Promise<boolean> => waitsFor(view, name) || knows(view, name, Number.MAX_SAFE_INTEGER),

    /** Waits until there is something new. Without `after`: what waits for the agent now. */
    async next(name: string, after: number | undefined, waitMs: number, signal: AbortSignal): Promise<ChatPage> {
      const until = clock.now() + waitMs;
      let page = await (after === undefined || after > (await journal.head()) ? waitingNow(name) : since(name, after));
      while (page.events.length === 0 && clock.now() < until && !signal.aborted) {
        await somethingNew(page.after, until, signal);
        page = await since(name, page.after);
      }
      return page;
    },
  };

  async function pending(name: string): Promise<readonly AskView[]> {
    const { items } = await journal.list({ states: ['open'] }, { limit: MOST_OPEN });
    return items.filter((view) => waitsFor(view, name)).reverse();
  }

  async function waitingNow(name: string): Promise<ChatPage> {
    const after = await journal.head();
    const found: JournalEvent[] = [];
    for (const { id } of await pending(name)) {
      found.push(...(await journal.history(id)).filter((event) => isTurn(event, name)).slice(-1));
      await nextSlice();
    }
    found.sort((a, b) => a.seq - b.seq);
    return { events: await told(name, 0, found), after };
  }

  async function since(name: string, after: number): Promise<ChatPage> {
    const events = await journal.since(after, PAGE);
    const page = { events: await told(name, after, events), after: events.at(-1)?.seq ?? after };
    if (page.events.length > 0 || events.length === 0) return page;
    await nextSlice();
    return since(name, page.after);
  }

  async function told(name: string, after: number, events: readonly JournalEvent[]): Promise<readonly ChatEvent[]> {
    const all: ChatEvent[] = [];
    for (const event of events) {
      const found = await eventFor(name, after, event);
      if (found) all.push(found);
    }
    return all;
  }

  async function eventFor(name: string, after: number, event: JournalEvent): Promise<ChatEvent | undefined> {
    if (!('ask' in event) || !CONCERNS.has(event.happening.kind)) return undefined;
    const view = await journal.get(event.ask);
    const said = view && (await saidOf(name, after, event, view));
    return view && said && { seq: event.seq, ask: view.id, project: view.project, state: view.state, ...said };
  }

  async function saidOf(
    name: string,
    after: number,
    event: JournalEvent,
    view: AskView,
  ): Promise<Pick<ChatEvent, 'kind' | 'text'> | undefined> {
    const { happening } = event;
    switch (happening.kind) {
      case 'asked':
        return isOpen(view) && (await isToldOfEnd(view, name))
          ? { kind: 'finished', text: finishedText(view, newNonce(), await nameOf(view)) }
          : undefined;
      case 'considered': {
        if (!isAgent(happening.answerer, name)) return undefined;
        if (isTurn(event, name)) {
          if (!waitsFor(view, name)) return undefined;
          return { kind: view.kind === 'idle' ? 'finished' : 'question', text: await asked(view) };
        }
        const why = TURN_ENDS[happening.outcome];
        return why !== undefined && !waitsFor(view, name) && (await knows(view, name, after))
          ? over(view, happening.reason ?? why)
          : undefined;
      }
      case 'settled':
        return !isAgent(happening.decision.by, name) && (await knows(view, name, after)) ? over(view) : undefined;
      case 'withdrawn':
      case 'expired':
        return (await knows(view, name, after)) ? over(view) : undefined;
      case 'told': {
        // That somebody else decided, or that it expired, was told already.
        if (happening.to !== name || !view.decision || !isAgent(view.decision.by, name)) return undefined;
        return { kind: 'news', text: newsText(view, { to: name, about: happening.about ?? 'mismatched' }, newNonce()) };
      }
      default:
        return undefined;
    }
  }

  function over(view: AskView, why?: string): Pick<ChatEvent, 'kind' | 'text'> {
    return { kind: 'over', text: overText(view, newNonce(), why) };
  }

  /** Whether it was told of the ask by then. A question that was over before the agent heard of it is not mentioned. */
  async function knows({ id }: AskView, name: string, after: number): Promise<boolean> {
    return (await journal.history(id)).some((event) => event.seq <= after && isTurn(event, name));
  }

  /** Its routes give it the questions of that session, or name it for idle asks, but do not let it give prompts. */
  async function isToldOfEnd(view: AskView, name: string): Promise<boolean> {
    if (view.kind !== 'idle') return false;
    const mine = await stepsOf(view, name);
    if (mine.length > 0) return mine.every(({ prompts }) => prompts === undefined);
    return (await stepsOf({ ...view, kind: 'question' }, name)).length > 0;
  }

  async function stepsOf(ask: AskView, name: string) {
    return (await judge.explain(ask)).steps.filter((step) => step.kind === 'agent').filter(({ agent }) => agent === name);
  }

  /** Undefined if it is no agent's turn, or if the route has changed since. */
  async function currentStep(view: AskView) {
    const { waitingFor, step: index } = view.route ?? {};
    if (!isOpen(view) || waitingFor?.kind !== 'agent' || index === undefined) return undefined;
    const step = (await judge.explain(view)).steps[index];
    return step?.kind === 'agent' && step.agent === waitingFor.name ? step : undefined;
  }

  async function asked(view: AskView): Promise<string> {
    const { alwaysAnswers, prompts } = (await currentStep(view)) ?? {};
    return questionText(view, newNonce(), { sessionName: await nameOf(view), alwaysAnswers, prompts });
  }

  async function nameOf({ session }: AskView): Promise<string | undefined> {
    return (await journal.session(session))?.name;
  }

  /** Until the journal has an event after this one, the time is over, or the signal fires. */
  async function somethingNew(after: number, until: number, signal: AbortSignal): Promise<void> {
    let wake = () => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const stops = [journal.onCommit(wake), clock.at(until, wake)];
    signal.addEventListener('abort', wake);
    if (!signal.aborted && (await journal.head()) <= after) await woken;
    signal.removeEventListener('abort', wake);
    for (const stop of stops) stop();
  }
}

const CONCERNS: ReadonlySet<string> = new Set(['asked', 'considered', 'settled', 'withdrawn', 'expired', 'told']);
/** Why its turn ended without an answer of its own. A held answer was reported to it at once. */
const TURN_ENDS: Readonly<Record<string, string>> = {
  'timed-out': 'the time for your answer is over; others decide now',
  skipped: 'it was taken from you; others decide now',
  failed: 'others decide now',
};

const isAgent = (who: { readonly kind: string; readonly name: string } | undefined, name: string): boolean =>
  who?.kind === 'agent' && who.name === name;
const waitsFor = (view: AskView, name: string): boolean => isOpen(view) && isAgent(view.route?.waitingFor, name);
const isTurn = ({ happening }: JournalEvent, name: string): boolean =>
  happening.kind === 'considered' && happening.outcome === 'asked' && isAgent(happening.answerer, name);
