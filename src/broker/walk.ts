// Takes one ask along its route: each step has its time, the first answer wins, and any failure moves on to the next step.
//
// Invariant: the result of a step is in the journal before the next one begins, so that a walk can be resumed.
import { amend, note } from '../decide/amend.ts';
import type { AnsweringAgent, Briefing, Effort, Grounds } from '../decide/answering-agent.ts';
import type { Proposal } from '../decide/brief/review.ts';
import type { Clock } from '../decide/clock.ts';
import type { Entry, Journal } from '../decide/journal.ts';
import type { Step } from '../decide/route/route.ts';
import { isPermission } from '../decide/rules/guard.ts';
import { actorName, settle } from '../decide/settle.ts';
import { type AskView, isOpen } from '../question/lifecycle.ts';
import { decisionLine } from '../question/summary.ts';
import type { Answerer, Consideration, ReviewRecord, Verdict } from '../question/words.ts';
import { consult } from './consult.ts';
import type { Judge, Judged, ResolvedRoute } from './judge.ts';
import { hasStepAt, type Position, stepName } from './position.ts';
import { holdReason, type Reviewed, review } from './review.ts';
import type { Slots } from './slots.ts';
import { createTurn, type Turn, type TurnEnd } from './turn.ts';

export type WalkParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly judge: Judge;
  readonly agent: (name: string) => AnsweringAgent | undefined;
  readonly slots: Slots;
  /** Why auto-answer is paused for this ask. */
  readonly paused: (view: AskView) => string | undefined;
  /** Why a person should look before auto-answer continues with this ask. */
  readonly needsPerson: (view: AskView) => Promise<string | undefined>;
  readonly debug: (about: object, what: string) => void;
};

export type Walk = {
  readonly route: ResolvedRoute;
  /** The agent whose turn it is. */
  current(): string | undefined;
  /** Whether the files still have the current step. If not, the answerer working on it is stopped. */
  isCurrent(view: AskView): Promise<boolean>;
  /** Why an answer that the current agent sent with its own command is not accepted; undefined if it may be. Includes the review, if the step has one. */
  consider(view: AskView, verdict: Verdict, grounds: Grounds): Promise<string | undefined>;
  /** The record of an answer that the current agent sent with its own command. */
  answeredBy(by: Answerer, verdict: Verdict, grounds: Grounds): readonly Entry[];
  pauseChanged(): void;
  end(how: 'over' | 'stopping'): void;
  readonly done: Promise<void>;
};

/** Whose turn it is. A pause does not affect people; during a pause, only its end matters. */
type TurnOf = 'people' | 'answerer' | 'pause';

type Facts = Omit<Consideration, 'route' | 'step' | 'answerer'>;
type Considered = { readonly refused?: string | undefined; readonly review?: ReviewRecord | undefined };
/** Undefined: the walk is over. */
type Next = Position | undefined;

/** The reason recorded when a step was removed while the ask was on its way. */
export const CHANGED = 'the configuration changed: this step is not on the route any more';

export function startWalk(parts: WalkParts, first: AskView, before: ResolvedRoute, from: Position): Walk {
  const { journal, clock, judge } = parts;
  const { id } = first;
  let route = before;
  let ended: 'over' | 'stopping' | undefined;
  let turn: { readonly of: TurnOf; readonly turn: Turn } | undefined;
  let current: { readonly name: string; readonly step: number; readonly since: number } | undefined;
  /** Reviews in progress. */
  const reviewing = new Set<Turn>();
  /** Answers that the current agent sent with its own command, so that a repeated one is reviewed only once. */
  const considered = new Map<string, Promise<Considered>>();
  const reviews = new Map<string, ReviewRecord>();

  return {
    get route() {
      return route;
    },
    async isCurrent(view) {
      if (!current) return true;
      const same = await refreshRoute(view, current);
      if (!same) turn?.turn.end('changed');
      return same;
    },
    current: () => current?.name,
    async consider(view, verdict, grounds) {
      const key = ownKey(verdict, grounds, termsAt(current?.step ?? 0));
      const known = considered.get(key) ?? considerOwn(view, verdict, grounds);
      considered.set(key, known);
      const { refused, review: record } = await known;
      if (refused !== undefined) considered.delete(key);
      else if (record) reviews.set(key, record);
      return refused;
    },
    answeredBy(by, verdict, grounds) {
      if (!current) return [];
      const facts: Facts = { outcome: 'answered', ...grounded(grounds), effort: { via: by.surface }, ...lasted(current.since) };
      const reviewed = reviews.get(ownKey(verdict, grounds, termsAt(current.step)));
      return [entry(actorName(by), current.step, { ...facts, ...(reviewed ? { review: reviewed } : {}) })];
    },
    pauseChanged: applyPause,
    end(how) {
      ended ??= how;
      turn?.turn.end(how);
      for (const each of reviewing) each.end(how);
    },
    done: run(),
  };

  async function run(): Promise<void> {
    let position: Next = from;
    while (position && ended === undefined) {
      const step: Step | undefined = route.steps[position.step];
      if (!step) return;
      position = await runStep(step, position);
      current = undefined;
    }
  }

  async function runStep(step: Step, position: Position): Promise<Next> {
    const view = await journal.get(id);
    if (!view || !isOpen(view)) return undefined;
    if (step.kind === 'people') return people(step, position);
    if (!(await allowed(view, position))) return undefined;
    if (!(await refreshRoute(view, position))) return skipToPeople(view, position);
    const reason = await parts.needsPerson(view);
    if (reason !== undefined) return toPeople(position, { outcome: 'skipped', reason });
    const now = route.steps[position.step] ?? step;
    return now.kind === 'rule' ? rule(now, position, view) : agent(now as Step & { kind: 'agent' }, position, view);
  }

  /** Reads the files again and checks that the route still has this step, so that an answerer that was removed decides nothing more. */
  async function refreshRoute(view: AskView, { step }: Position): Promise<boolean> {
    const now = await judge.resolve(view);
    if (!now || now.name !== route.name || !hasStepAt(now.steps, step, stepName(route.steps[step]))) return false;
    route = now;
    return true;
  }

  async function skipToPeople(view: AskView, position: Position): Promise<Next> {
    if (!(await record(position.step, { outcome: 'skipped', reason: CHANGED }))) return undefined;
    const now = await judge.resolve(view);
    if (!now) return undefined;
    route = now;
    return lastStep();
  }

  async function toPeople({ step }: Position, facts: Facts): Promise<Next> {
    return (await record(step, facts)) ? lastStep() : undefined;
  }

  /** Always people. */
  function lastStep(): Position {
    return { step: route.steps.length - 1 };
  }

  // ── the steps ────────────────────────────────────────────────────────────────────────────────────────────────────

  async function rule(step: Step & { kind: 'rule' }, position: Position, view: AskView): Promise<Next> {
    const since = clock.now();
    return conclude(await judge.byRule(step.rule, view, route), position, view, since, { via: 'rule' });
  }

  async function agent(step: Step & { kind: 'agent' }, position: Position, view: AskView): Promise<Next> {
    if (isPermission(view) && !step.permissions)
      return toNextStep(position, {
        outcome: 'skipped',
        reason: `${step.agent} may not decide permissions: its step does not say permissions: true`,
      });
    const driver = parts.agent(step.agent);
    if (!driver) return toNextStep(position, { outcome: 'failed', reason: `no answerer is called "${step.agent}"` });
    const since = clock.now();
    const begun = position.begun ?? { outcome: 'asked', until: since + step.withinMs, brief: await judge.brief(view, route) };
    if (!position.begun && !(await record(position.step, begun))) return undefined;
    current = { name: step.agent, step: position.step, since };
    const mine = take('answerer', begun.until);
    if (begun.outcome === 'asked') {
      const release = await parts.slots.take(step.agent, mine.signal);
      if (!release) return whenEnded(await mine.ended, position, since, `${step.agent} was busy with other asks`);
      const briefing: Briefing = { ask: view, wants: 'decision', brief: begun.brief ?? '', key: `${keyOf(position)}:${begun.until}` };
      const outcome = await consult(driver, briefing, clock, mine).finally(release);
      if (outcome.kind === 'replied') {
        const judged: Judged =
          outcome.reply.kind === 'review'
            ? { kind: 'refused', reason: 'it reviewed instead of answering' }
            : judge.reply(outcome.reply, view, route);
        return conclude(judged, position, view, since, outcome.effort);
      }
      if (outcome.kind === 'late')
        return whenEnded(await mine.ended, position, since, outcome.failed && `${outcome.failed}, then its time was over`);
      if (outcome.kind === 'failed') {
        const facts: Facts = { outcome: 'failed', reason: outcome.reason, effort: outcome.effort, ...lasted(since) };
        return outcome.suspicious ? toPeople(position, { ...facts, outcome: 'held' }) : toNextStep(position, facts);
      }
      if (!(await record(position.step, { outcome: 'woken', effort: outcome.effort, until: begun.until }))) return undefined;
    }
    return whenEnded(await mine.ended, position, since);
  }

  async function people({ withinMs, silence }: Step & { kind: 'people' }, position: Position): Promise<Next> {
    const since = clock.now();
    const until = position.begun ? position.begun.until : withinMs === undefined ? undefined : since + withinMs;
    if (!position.begun && !(await record(position.step, { outcome: 'asked', until }))) return undefined;
    const how = await take('people', until).ended;
    if (how !== 'time' || silence === 'open') return whenEnded(how, position, since);
    const over: readonly Entry[] = [
      entry(actor(), position.step, { outcome: 'timed-out', ...lasted(since) }),
      { at: clock.now(), actor: actor(), happening: { kind: 'expired' } },
    ];
    await amend(journal, id, (view) => (isOpen(view) ? over : []));
    return undefined;
  }

  // ── their results ────────────────────────────────────────────────────────────────────────────────────────────────────

  async function conclude(judged: Judged, position: Position, view: AskView, since: number, effort: Effort): Promise<Next> {
    if (judged.kind === 'passed' || judged.kind === 'refused')
      return toNextStep(position, {
        outcome: judged.kind === 'passed' ? 'passed' : 'failed',
        reason: judged.reason,
        effort,
        ...lasted(since),
      });
    const { verdict, grounds } = judged;
    const facts = (outcome: 'held' | 'answered', more: Partial<Facts> = {}): Facts => ({
      outcome,
      ...grounded(grounds),
      effort,
      ...lasted(since),
      ...more,
    });
    const proposed = decisionLine(view, verdict);
    if (judged.kind === 'held') return toPeople(position, facts('held', { proposed, reason: judged.reason }));
    const terms = termsAt(position.step);
    const { kind, name } = stepName(route.steps[position.step]);
    const reviewed = await reviewAt(position.step, view, { verdict, by: { kind, name }, grounds });
    if (reviewed?.kind === 'ended') return whenEnded(reviewed.how, position, since);
    const held = reviewed && holdReason(reviewed.record);
    const seen = reviewed ? { proposed, review: reviewed.record } : {};
    if (held !== undefined) return toPeople(position, facts('held', { ...seen, reason: held }));
    const by: Answerer = kind === 'rule' ? { kind, name, surface: 'route' } : { kind: 'agent', name, surface: effort.via };
    const decision = { ...verdict, key: keyOf(position), by, at: clock.now(), ...reasoned(grounds.reason) };
    const settled = await settle(journal, view.id, decision, {
      // A change of the files or a pause in the last moment still prevents the decision.
      refuses: async (now) => ((await refreshRoute(now, position)) && termsAt(position.step) === terms ? parts.paused(now) : CHANGED),
      before: () => [entry(actorName(by), position.step, facts('answered', seen))],
    });
    if (settled.kind === 'refused') return { step: position.step };
    if (settled.kind === 'taken') parts.debug({ ask: id, by: actorName(by) }, 'an answer came too late');
    return undefined;
  }

  /** What an answer was judged by. If this changes, the answer is judged again. */
  function termsAt(step: number): string {
    return JSON.stringify([route.irreversible, route.steps[step]]);
  }

  /** Undefined if the step has no reviewer. */
  async function reviewAt(step: number, view: AskView, proposal: Proposal): Promise<Reviewed | undefined> {
    const at = route.steps[step];
    if (at === undefined || at.kind === 'people' || at.review === undefined) return undefined;
    let taken: Turn | undefined;
    const key = `${keyOf({ step })}:${clock.now()}`;
    const reviewed = await review(parts, at.review, view, proposal, key, (each) => {
      taken = each;
      reviewing.add(each);
      if (ended) each.end(ended);
      applyPause();
    });
    if (taken) reviewing.delete(taken);
    return reviewed;
  }

  /** If risk or reason is missing, the agent may send it again. If the answer is for people, that is recorded and the agent's turn ends. */
  async function considerOwn(view: AskView, verdict: Verdict, grounds: Grounds): Promise<Considered> {
    if (!current) return {};
    const { step, name, since } = current;
    const judged = judge.weigh(verdict, grounds, view, route);
    if (judged.kind === 'held' && judged.missing) return { refused: `${judged.reason}; say both and send it again` };
    const reviewed = judged.kind === 'decided' ? await reviewAt(step, view, { verdict, by: { kind: 'agent', name }, grounds }) : undefined;
    if (reviewed?.kind === 'ended') return { refused: 'the review was interrupted; people decide it, or send it again' };
    const held = judged.kind === 'held' ? judged.reason : reviewed && holdReason(reviewed.record);
    if (held === undefined) return reviewed ? { review: reviewed.record } : {};
    const seen = { proposed: decisionLine(view, verdict), ...(reviewed ? { review: reviewed.record } : {}) };
    if (current?.step === step) {
      await record(step, { outcome: 'held', ...grounded(grounds), ...seen, reason: held, ...lasted(since) });
      turn?.turn.end('held');
    }
    return { refused: `people decide this now: ${held}` };
  }

  async function whenEnded(how: TurnEnd, position: Position, since: number, reason?: string): Promise<Next> {
    if (how === 'paused' || how === 'changed') return { step: position.step };
    if (how === 'held') return lastStep();
    return how === 'time' ? toNextStep(position, { outcome: 'timed-out', ...reasoned(reason), ...lasted(since) }) : undefined;
  }

  /** Waits while auto-answer is paused. False if the ask was over first. */
  async function allowed(view: AskView, { step }: Position): Promise<boolean> {
    for (let reason = parts.paused(view); reason !== undefined; reason = parts.paused(view)) {
      const waiting = take('pause');
      if (!(await record(step, { outcome: 'skipped', reason }))) return false;
      const how = await waiting.ended;
      if (how === 'over' || how === 'stopping') return false;
    }
    return true;
  }

  // ── the record ───────────────────────────────────────────────────────────────────────────────────────────────────

  async function toNextStep(position: Position, facts: Facts): Promise<Next> {
    return (await record(position.step, facts)) ? { step: position.step + 1 } : undefined;
  }

  /** False if the ask is already over. */
  async function record(step: number, facts: Facts): Promise<boolean> {
    return note(journal, id, { at: clock.now(), actor: actor() }, { kind: 'considered', ...consideration(step, facts) });
  }

  function entry(by: string, step: number, facts: Facts): Entry {
    return { at: clock.now(), actor: by, happening: { kind: 'considered', ...consideration(step, facts) } };
  }

  function consideration(step: number, facts: Facts): Consideration {
    return { route: route.name, step, answerer: stepName(route.steps[step]), ...facts };
  }

  function take(of: TurnOf, until?: number): Turn {
    const taken = createTurn(clock, until);
    turn = { of, turn: taken };
    if (ended) taken.end(ended);
    // It may have changed while the turn was being prepared.
    applyPause();
    return taken;
  }

  function applyPause(): void {
    const paused = parts.paused(first) !== undefined;
    if (paused && turn?.of === 'answerer') turn.turn.end('paused');
    if (paused) for (const each of reviewing) each.end('paused');
    if (!paused && turn?.of === 'pause') turn.turn.end('resumed');
  }

  function actor(): string {
    return `route:${route.name}`;
  }

  /** The same after a restart, so that a decision stored twice is recognised. An agent that was stopped and asked again gets a new one. */
  function keyOf({ step }: Position): string {
    return `${id}:${step}`;
  }

  function lasted(since: number): { durationMs: number } {
    return { durationMs: clock.now() - since };
  }
}

const reasoned = (reason: string | undefined): { reason?: string } => (reason === undefined ? {} : { reason });

function grounded({ risk, reason, confidence }: Grounds): Pick<Facts, 'risk' | 'reason' | 'confidence'> {
  return {
    ...reasoned(reason),
    ...(confidence === undefined ? {} : { confidence }),
    ...(risk === undefined || risk === 'several' ? {} : { risk }),
  };
}

const ownKey = (verdict: Verdict, { risk, reason }: Grounds, terms: string): string => JSON.stringify([verdict, risk, reason, terms]);
