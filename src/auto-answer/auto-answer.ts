// Auto-answer: takes every ask that has a route along its steps, from the moment it is stored until it is over.
//
// Invariant: an ask has at most one run along its route. Rules and agents decide through `decider.store`, like people, so they can neither overrule nor repeat an answer.

import { endsAsking, isOpen } from '../ask/lifecycle.ts';
import type { AskKind } from '../ask/schema/ask.ts';
import type { Answerer, Verdict } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { Consideration } from '../ask/schema/route.ts';
import type { Prompt } from '../ask/schema/session.ts';
import { appendIfAllowed } from '../inbox/amend.ts';
import type { Grounds } from '../inbox/grounds.ts';
import type { Pauses } from '../inbox/pauses.ts';
import { isOfAnswer, type PromptQueue } from '../inbox/prompt-queue.ts';
import type { Entry } from '../journal/journal.ts';
import { pages } from '../journal/pages.ts';
import { createSlots } from '../system/slots.ts';
import { type Judge, limitsOf, type ResolvedRoute } from './judge.ts';
import { createDriving, type Driven, type DrivingParts } from './run/driving.ts';
import { createFailedRuns } from './run/failed-runs.ts';
import { CHANGED, hasStepAt, resumed, type State } from './run/progress.ts';
import { type Run, type RunParts, startRun } from './run/run.ts';

export type AutoAnswerParts = Omit<RunParts, 'slots' | 'paused' | 'needsPerson'> &
  Pick<DrivingParts, 'tokens'> & {
    readonly pauses: Pauses;
    /** The further prompts of answers to idle asks. */
    readonly queue: PromptQueue;
    readonly onError: (error: unknown) => void;
  };

type StepPlace = { readonly route: string; readonly step: number };

/** `waiting`: how many more prompts came with its last answer. */
export type Prompting = Driven & ReturnType<Judge['promptLimits']> & { readonly waiting: number };

const PAGE = 100;
/** Per agent. */
const MOST_AT_ONCE = 4;

export function createAutoAnswer(parts: AutoAnswerParts) {
  const { journal, clock, judge, pauses, decider, queue } = parts;
  const runs = new Map<string, Run>();
  const running = new Set<Promise<void>>();
  const slots = createSlots(MOST_AT_ONCE);
  const driving = createDriving(parts);
  const failed = createFailedRuns(parts);
  const { needsPerson } = driving;
  const paused = pauses.reason;
  let stopped = false;
  const unsubscribe = [
    journal.onCommit((event) => {
      if (!('ask' in event)) return;
      if (event.happening.kind === 'asked') void begin(event.ask);
      else if (endsAsking(event.happening)) {
        runs.get(event.ask)?.end();
        failed.forget(event.ask);
      }
    }),
    pauses.onChange(() => {
      for (const run of runs.values()) run.pauseChanged();
      resumeAll(['idle']).catch(parts.onError);
    }),
  ];

  return {
    /** After a start: every open ask continues where it was. */
    resume: (): Promise<void> => resumeAll(),

    /** Why this answerer may not decide this ask; undefined if it may. People always may. Checked right before the decision is stored, so it must be quick. */
    async refuses(
      view: AskView,
      by: Answerer,
      answer?: { readonly verdict: Verdict; readonly grounds: Grounds },
    ): Promise<string | undefined> {
      if (by.kind === 'person') return undefined;
      const run = runs.get(view.id);
      if (run && run.current() === by.name && !(await run.isCurrent(view))) return CHANGED;
      if (answer && run?.current() === by.name && !run.wasJudged(answer.verdict, answer.grounds)) return CHANGED;
      // No await from here on, so a pause that starts now is seen.
      return refusalOf(by, view, run, paused(view));
    },

    /** Why this answer is not accepted from the agent whose turn it is: its risk or reason, the guard, or a reviewer. */
    async considers(view: AskView, by: Answerer, verdict: Verdict, grounds: Grounds): Promise<string | undefined> {
      if (by.kind === 'person') return undefined;
      return (await this.refuses(view, by)) ?? runs.get(view.id)?.consider(view, verdict, grounds);
    },

    /** The agent whose turn it is leaves the ask to the next step. Why that is not accepted; undefined if it is, also when it is repeated. */
    async passes(view: AskView, by: Answerer, reason: string): Promise<string | undefined> {
      if (by.kind === 'person') return undefined;
      const refused = await this.refuses(view, by);
      if (refused === undefined) return runs.get(view.id)?.pass(reason);
      return (await hasPassed(view.id, by)) ? undefined : refused;
    },

    /** What is stored with a decision that an agent sent with its own command. */
    recordOf(view: AskView, by: Answerer, verdict: Verdict, grounds: Grounds): readonly Entry[] {
      return by.kind === 'agent' ? (runs.get(view.id)?.answeredBy(by, verdict, grounds) ?? []) : [];
    },

    async stop(): Promise<void> {
      stopped = true;
      for (const undo of unsubscribe) undo();
      failed.stop();
      for (const run of runs.values()) run.end();
      await Promise.all(running);
    },

    /** What auto-answer gave a session since a person was last involved, and how much it may give. */
    async prompting(session: string): Promise<Prompting> {
      const [driven, waiting] = await Promise.all([driving.driven(session), queue.waiting(session)]);
      return { ...driven, ...judge.promptLimits(), waiting: waiting.length };
    },

    /** The asks that the limits of driving are counted from. */
    counted: driving.counted,

    /** How many asks are on their route now. */
    size: (): number => runs.size,

    /** The open asks that were handed to people because their run failed, and why. */
    failures: failed.all,
  };

  /** One after the other, the oldest first, because those of one conversation wait for each other. Nobody waits for this. */
  async function resumeAll(kinds?: readonly AskKind[]): Promise<void> {
    const open: string[] = [];
    for await (const items of pages((page) => journal.list({ states: ['open'], kinds }, page), PAGE))
      open.push(...items.map(({ id }) => id));
    track(open.reduceRight((before, id) => before.then(() => begin(id)), Promise.resolve()));
  }

  /** Resolves when its run has started. Whatever goes wrong, people get the ask and are told. */
  async function begin(id: string): Promise<void> {
    const started = startAt(id);
    track(
      started.then(
        (run) => run?.done.catch((error) => fail(id, run, error)).finally(() => runs.delete(id)),
        (error) => fail(id, undefined, error),
      ),
    );
    await started.catch(() => {});
  }

  async function fail(id: string, run: Run | undefined, error: unknown): Promise<void> {
    const at = run?.place();
    run?.end();
    if (stopped) parts.onError(error);
    else await failed.handOver(id, at, error);
  }

  function track(promise: Promise<unknown>): void {
    const work = promise.then(() => {}, parts.onError);
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  async function startAt(id: string): Promise<Run | undefined> {
    const view = await journal.get(id);
    if (!view || !isOpen(view) || runs.has(id) || stopped) return undefined;
    if (view.kind === 'idle' && (await isForQueue(view))) return undefined;
    const route = await judge.resolve(view);
    const state = await position(view, route);
    if (!route || !state || runs.has(id) || stopped) return undefined;
    const run = startRun({ ...parts, slots, paused, needsPerson }, view, { route, state });
    runs.set(id, run);
    return run;
  }

  /** Where it was, if its route is unchanged; else the first step. Undefined if there is nothing to do. */
  async function position(view: AskView, route: ResolvedRoute | undefined): Promise<State | undefined> {
    const history = view.route === undefined ? [] : await journal.history(view.id);
    const recorded = resumed(history, (route?.steps.length ?? 1) - 1);
    const { last } = recorded ?? {};
    if (route && last && route.name === last.route && hasStepAt(route.steps, last.step, last.answerer)) {
      failed.remember(view.id, history);
      return recorded?.state;
    }
    if (last && view.route?.waitingFor) await recordChange(view, last);
    if (!route) return undefined;
    return { kind: 'looking', step: 0 };
  }

  async function recordChange(view: AskView, { route, step, answerer }: Consideration): Promise<void> {
    const happening = { kind: 'considered', route, step, answerer, outcome: 'skipped', reason: CHANGED } as const;
    await appendIfAllowed(journal, view.id, { at: clock.now(), actor: `route:${route}` }, happening);
  }

  /** A prompt waits for this session, so no answerer is asked for another. If it came with an earlier answer, it answers this ask. */
  async function isForQueue(view: AskView): Promise<boolean> {
    const waiting = await journal.prompts({ session: view.session, states: ['queued', 'sending'], limit: PAGE });
    const [prompt] = waiting;
    if (!prompt) return false;
    parts.debug({ ask: view.id }, 'a prompt already waits for this session; no answerer is asked for another');
    const isNext = waiting.every(isOfAnswer) && prompt.state === 'queued';
    if (!isNext || stopped || (prompt.by.kind !== 'person' && paused(view) !== undefined)) return true;
    const verdict: Verdict = { kind: 'answers', answers: [{ kind: 'words', words: prompt.text }] };
    const place = (await queue.gap(view)) ?? (await decider.cannotDeliver(view, verdict)) ?? (await placeOf(view, prompt, verdict));
    if (typeof place === 'string') {
      await queue.cancel(view.session, place);
      return false;
    }
    return queue.give(prompt, view, place ? [givenBy(prompt, place)] : []);
  }

  /** The step that still allows this prompt, or why none does. People need none. */
  async function placeOf(view: AskView, { by }: Prompt, verdict: Verdict): Promise<StepPlace | string | undefined> {
    if (by.kind === 'person') return undefined;
    const route = await judge.resolve(view);
    const step = route?.steps.findIndex((each) => each.kind === 'agent' && each.agent === by.name) ?? -1;
    const at = route?.steps[step];
    if (!route || at?.kind !== 'agent') return CHANGED;
    const held = judge.held(view, verdict, limitsOf(route, at));
    return held ?? (await needsPerson(view)) ?? { route: route.name, step };
  }

  function givenBy({ by, ask }: Prompt, place: StepPlace): Entry {
    const answerer = { kind: 'agent', name: by.name } as const;
    const happening = { kind: 'considered', ...place, answerer, outcome: 'answered', reason: `given with its answer to ${ask}` } as const;
    return { at: clock.now(), actor: `route:${place.route}`, happening };
  }

  async function hasPassed(id: string, { kind, name }: Answerer): Promise<boolean> {
    const history = await journal.history(id);
    const theirs = history.flatMap(({ happening }) => (happening.kind === 'considered' ? [happening] : []));
    return theirs.findLast(({ answerer }) => answerer.kind === kind && answerer.name === name)?.outcome === 'passed';
  }
}

/** Only the agent whose turn it is may decide, and only while auto-answer is not paused. */
function refusalOf(by: Answerer, view: AskView, run: Run | undefined, paused: string | undefined): string | undefined {
  if (by.kind === 'rule') return 'rules answer inside the broker alone; answer as the person you are';
  if (paused !== undefined) return paused;
  const current = run?.current();
  if (current === by.name) return undefined;
  if (current !== undefined) return `it is the turn of ${current} now, not of ${by.name}`;
  const route = run?.place().route ?? view.route?.name;
  if (route !== undefined) return `people decide this ask now: the time of ${by.name} on the route "${route}" has not come, or is over`;
  return `no route lets ${by.name} decide this ask`;
}
