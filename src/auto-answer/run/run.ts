// Takes one ask along its route: carries out what each state of progress.ts asks for, and feeds what comes of it back.
//
// Invariant: one event at a time. What it leads to is recorded before the next state begins, and what an earlier state still brings is ignored.
import { isOpen } from '../../ask/lifecycle.ts';
import type { Answerer, Verdict } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { ReviewRecord, StepName } from '../../ask/schema/route.ts';
import { appendIfAllowed } from '../../inbox/amend.ts';
import type { Decider } from '../../inbox/decide.ts';
import type { Grounds } from '../../inbox/grounds.ts';
import { actorName } from '../../inbox/settle.ts';
import type { Entry, Journal } from '../../journal/journal.ts';
import type { Clock } from '../../system/clock.ts';
import type { Slots } from '../../system/slots.ts';
import { createTurn, type Turn } from '../../system/turn.ts';
import type { AnsweringAgent } from '../answerers/answering-agent.ts';
import type { Proposal } from '../brief/review.ts';
import type { Judge, ResolvedRoute } from '../judge.ts';
import { askAgent, askReviewer, busy, OUT_OF_TIME, type WorkDone } from './ask-agent.ts';
import { createOwnAnswers } from './own-answers.ts';
import {
  answeredFacts,
  answererOf,
  CHANGED,
  considered,
  deadlineOf,
  hasStepAt,
  type Progress,
  type RunEvent,
  react,
  reasoned,
  type State,
  type StateOf,
  undeliverable,
  workingAgent,
} from './progress.ts';

export type RunParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly judge: Judge;
  readonly agent: (name: string) => AnsweringAgent | undefined;
  /** A few asks at a time for each agent. */
  readonly slots: Slots;
  /** One message at a time in each conversation. */
  readonly conversations: Slots;
  /** Why auto-answer is paused for this ask. */
  readonly paused: (view: AskView) => string | undefined;
  readonly decider: Decider;
  /** Why a person should look before auto-answer continues with this ask. */
  readonly needsPerson: (view: AskView) => Promise<string | undefined>;
  readonly debug: (about: object, what: string) => void;
};

/** Where it is. `last`: the people at the end of the route. */
export type RunPlace = { readonly route: string; readonly step: number; readonly answerer: StepName; readonly last: number };

export type Run = {
  /** The agent whose turn it is. */
  current(): string | undefined;
  place(): RunPlace;
  /** Whether the files still have the current step. If not, the answerer working on it is stopped. */
  isCurrent(view: AskView): Promise<boolean>;
  /** Why an answer that the current agent sent with its own command is not accepted; undefined if it may be. Includes the review, if the step has one. */
  consider(view: AskView, verdict: Verdict, grounds: Grounds): Promise<string | undefined>;
  /** Whether that was asked of this answer, and the step still has the same limits. */
  wasJudged(verdict: Verdict, grounds: Grounds): boolean;
  /** The record of an answer that the current agent sent with its own command. */
  answeredBy(by: Answerer, verdict: Verdict, grounds: Grounds): readonly Entry[];
  /** The current agent leaves the ask to the next step. Why that is not accepted; undefined if it is. */
  pass(reason: string): Promise<string | undefined>;
  pauseChanged(): void;
  /** The ask is over, or the broker stops. */
  end(): void;
  /** Rejects if something of ours failed. */
  readonly done: Promise<void>;
};

/** The states in which nobody else may speak to the agent. Once it was woken, it answers by itself. */
const KEEPS_CONVERSATION: ReadonlySet<State['kind']> = new Set(['preparing', 'deciding', 'reviewing', 'settling']);

export function startRun(parts: RunParts, ask: AskView, start: Progress): Run {
  const { journal, clock, judge } = parts;
  const { id } = ask;
  let progress = start;
  /** As it was when its step began. */
  let view = ask;
  /** The time of the current state, and its work. */
  let turn = createTurn(clock);
  let work: Promise<unknown> = Promise.resolve();
  let leaveConversation: (() => void) | undefined;
  let leaveSlot: (() => void) | undefined;
  const reviews = new Set<Turn>();
  let isEnding = false;
  let isOver = false;
  let events: Promise<void> = Promise.resolve();
  let finished = () => {};
  let failed = (_: unknown) => {};
  const done = new Promise<void>((resolve, reject) => {
    finished = resolve;
    failed = reject;
  });
  enter();

  return {
    current: () => workingAgent(progress)?.name,
    place() {
      const { step } = progress.state;
      return { route: progress.route.name, step, answerer: answererOf(current()), last: progress.route.steps.length - 1 };
    },
    async isCurrent(now) {
      if (workingAgent(progress) === undefined) return true;
      const { step } = progress.state;
      const route = await refreshed(now);
      await tell(route ? { kind: 'refreshed', step, route } : { kind: 'changed' });
      return route !== undefined;
    },
    ...createOwnAnswers({ judge, clock, progress: () => progress, terms, tell, review: reviewed }),
    pauseChanged() {
      const reason = parts.paused(ask);
      if (reason !== undefined) for (const each of reviews) each.end('paused');
      void tell({ kind: 'pause', reason });
    },
    end() {
      isEnding = true;
      turn.end('over');
      void tell({ kind: 'ended' });
    },
    done,
  };

  /** `of`: the turn that it comes from. Resolves when it was dealt with. */
  function tell(event: RunEvent, of?: Turn): Promise<void> {
    events = events.then(() => deal(event, of)).catch(fail);
    return events;
  }

  async function deal(event: RunEvent, of: Turn | undefined): Promise<void> {
    if (isOver || (of !== undefined && of !== turn)) return;
    const { record, expires, ...next } = react(ask, progress, event, clock.now());
    const by = { at: clock.now(), actor: actor() };
    if (record && !(await appendIfAllowed(journal, id, by, { kind: 'considered', ...record }, ...(expires ? [EXPIRED] : []))))
      return finish();
    const isNew = next.state !== progress.state;
    progress = next;
    if (isEnding || progress.state.kind === 'over') await finish();
    else if (isNew) enter();
  }

  /** The turn of the state before ends, and with it whatever was still going on. */
  function enter(): void {
    const { state } = progress;
    turn.end('over');
    if (state.kind !== 'deciding') freeSlot();
    if (!KEEPS_CONVERSATION.has(state.kind)) freeConversation();
    const mine = createTurn(clock, deadlineOf(state));
    turn = mine;
    const outcome = workOf(state, mine);
    work = Promise.allSettled([outcome]);
    outcome
      .then(async (came) => {
        if (came.kind !== 'out-of-time') await tell(came, mine);
        else if ((await mine.ended) === 'time') await tell({ kind: 'time', reason: came.reason }, mine);
      })
      .catch((error) => mine === turn && fail(error));
  }

  async function finish(): Promise<void> {
    isOver = true;
    turn.end('over');
    for (const each of reviews) each.end('over');
    freeSlot();
    freeConversation();
    await work;
    finished();
  }

  function freeSlot(): void {
    leaveSlot?.();
    leaveSlot = undefined;
  }

  function freeConversation(): void {
    leaveConversation?.();
    leaveConversation = undefined;
  }

  function fail(error: unknown): void {
    void finish();
    failed(error);
  }

  // ── the work of each state ───────────────────────────────────────────────────────────────────────────────────────

  async function workOf(state: State, mine: Turn): Promise<WorkDone> {
    switch (state.kind) {
      case 'looking':
        return look();
      case 'paused':
        // It may have ended while it was recorded.
        return parts.paused(ask) === undefined ? { kind: 'pause', reason: undefined } : OUT_OF_TIME;
      case 'preparing':
        return prepare(state, mine);
      case 'deciding':
        return decide(state, mine);
      case 'reviewing': {
        const { verdict, grounds } = state.answer;
        const review = await reviewed(view, verdict, grounds, mine);
        return review ? { kind: 'reviewed', review } : OUT_OF_TIME;
      }
      case 'settling':
        return store(state);
      default:
        return OUT_OF_TIME;
    }
  }

  async function look(): Promise<WorkDone> {
    const now = await journal.get(id);
    if (!now || !isOpen(now)) return { kind: 'ended' };
    view = now;
    if (current()?.kind === 'people') return { kind: 'ready', route: progress.route, answererExists: true };
    const pause = parts.paused(view);
    if (pause !== undefined) return { kind: 'pause', reason: pause };
    const route = await refreshed(view);
    if (!route) return { kind: 'changed', route: await judge.resolve(view) };
    const reason = await parts.needsPerson(view);
    if (reason !== undefined) return { kind: 'person-needed', reason, route };
    const step = current();
    if (step?.kind !== 'agent') return { kind: 'ready', route, answererExists: true };
    const answererExists = parts.agent(step.agent) !== undefined;
    return { kind: 'ready', route, answererExists, conversation: await judge.conversation(view, step.agent) };
  }

  async function prepare({ begun, conversation }: StateOf<'preparing'>, mine: Turn): Promise<WorkDone> {
    const step = current();
    if (step?.kind !== 'agent') return OUT_OF_TIME;
    if (conversation) {
      const leave = await parts.conversations.take(conversation.key, mine.signal);
      if (!leave) return busy(step.agent);
      if (mine !== turn || isOver) leave();
      else leaveConversation = leave;
    }
    return { kind: 'prepared', brief: begun ? (begun.brief ?? '') : await judge.brief(view, progress.route, step) };
  }

  async function decide(state: StateOf<'deciding'>, mine: Turn): Promise<WorkDone> {
    const { route } = progress;
    const step = current();
    if (step?.kind === 'rule') {
      const judged = await judge.byRule(step.rule, view, route);
      const problem = judged.kind === 'decided' ? await parts.decider.cannotDeliver(view, judged.verdict) : undefined;
      return { kind: 'judged', judged: problem === undefined ? judged : undeliverable(problem, 'rule'), effort: { via: 'rule' }, route };
    }
    if (step?.kind !== 'agent' || !state.begun) return OUT_OF_TIME;
    const driver = parts.agent(step.agent);
    if (!driver) return { kind: 'changed' };
    if (!leaveSlot) {
      const leave = await parts.slots.take(step.agent, mine.signal);
      if (!leave) return busy(step.agent);
      if (mine !== turn || isOver) leave();
      else leaveSlot = leave;
    }
    return askAgent({ ...parts, driver, view, route, step, begun: state.begun, conversation: state.conversation, key: key(), turn: mine });
  }

  async function store({ step, since, answer, review }: StateOf<'settling'>): Promise<WorkDone> {
    const { verdict, grounds, effort } = answer;
    const { kind, name } = answererOf(current());
    const by: Answerer = kind === 'rule' ? { kind, name, surface: 'route' } : { kind: 'agent', name, surface: effort.via };
    const decision = { ...verdict, key: key(), by, at: clock.now(), ...reasoned(grounds.reason) };
    const warning = await judge.warning(view, grounds.category);
    const facts = { ...answeredFacts(view, { answer, review }), durationMs: clock.now() - since, ...(warning ? { warning } : {}) };
    const terms = termsOf(answer.route, step);
    const stored = await parts.decider.store(view, decision, {
      // A change of the files in the last moment still prevents the decision.
      async refuses(now) {
        const route = await refreshed(now);
        return route && termsOf(route, step) === terms ? undefined : CHANGED;
      },
      before: () => [
        { at: clock.now(), actor: actorName(by), happening: { kind: 'considered', ...considered(progress.route, step, facts) } },
      ],
    });
    // A review takes its time, and the dialog may be gone since.
    if (stored.kind === 'undeliverable') return { kind: 'undeliverable', problem: stored.reason };
    if (stored.kind === 'refused') return { kind: 'refused' };
    if (stored.kind === 'taken') parts.debug({ ask: id, by: actorName(by) }, 'an answer came too late');
    return { kind: 'ended' };
  }

  /** Undefined if it was interrupted: by a pause, the end of the ask, or the end of the turn that it belongs to. */
  async function reviewed(now: AskView, verdict: Verdict, grounds: Grounds, of?: Turn): Promise<ReviewRecord | undefined> {
    const step = current();
    const by = step?.kind === 'people' ? undefined : step?.review;
    if (by === undefined) return undefined;
    const proposal: Proposal = { verdict, by: answererOf(step), grounds };
    return askReviewer(parts, by, now, proposal, `${key()}:${clock.now()}`, (mine) => {
      reviews.add(mine);
      void mine.ended.then(() => reviews.delete(mine));
      void of?.ended.then((how) => mine.end(how));
      if (isOver || parts.paused(now) !== undefined) mine.end('over');
    });
  }

  // ── where it is ──────────────────────────────────────────────────────────────────────────────────────────────────

  function current() {
    return progress.route.steps[progress.state.step];
  }

  /** The route as the files have it now; undefined if this step is not on it any more. So an answerer that was removed decides nothing more. */
  async function refreshed(now: AskView): Promise<ResolvedRoute | undefined> {
    const { route, state } = progress;
    const found = await judge.resolve(now);
    return found?.name === route.name && hasStepAt(found.steps, state.step, answererOf(route.steps[state.step])) ? found : undefined;
  }

  function terms(): string {
    return termsOf(progress.route, progress.state.step);
  }

  /** The same after a restart, so that a decision stored twice is recognised. An agent that was stopped and asked again gets a new one. */
  function key(): string {
    return `${id}:${progress.state.step}`;
  }

  function actor(): string {
    return `route:${progress.route.name}`;
  }
}

/** What an answer is judged by. If this changes, the answer is judged again. */
const termsOf = ({ irreversible, named, steps }: ResolvedRoute, step: number): string => JSON.stringify([irreversible, named, steps[step]]);

const EXPIRED = { kind: 'expired' } as const;
