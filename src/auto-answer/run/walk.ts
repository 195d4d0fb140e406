// Takes one ask along its route: each step has its time, the first answer wins, and any failure moves on to the next step.
//
// Invariant: the result of a step is in the journal before the next one begins, so that a walk can be resumed.

import { isOpen } from '../../ask/lifecycle.ts';
import { isPermission } from '../../ask/permission-marks.ts';
import type { Answerer, Verdict } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { Effort } from '../../ask/schema/route.ts';
import { decisionLine } from '../../ask/summary.ts';
import { amend } from '../../inbox/amend.ts';
import type { Grounds } from '../../inbox/grounds.ts';
import { actorName, settle } from '../../inbox/settle.ts';
import type { Entry, Journal } from '../../journal/journal.ts';
import type { Clock } from '../../system/clock.ts';
import type { Slots } from '../../system/slots.ts';
import type { TurnEnd } from '../../system/turn.ts';
import type { AnsweringAgent, Briefing } from '../answerers/answering-agent.ts';
import type { Conversation } from '../answerers/conversation.ts';
import type { Proposal } from '../brief/review.ts';
import type { Judge, Judged, ResolvedRoute } from '../judge.ts';
import type { Step } from '../route/route.ts';
import { type AgentTurn, askAgent, sentBack, undeliverable } from './ask-agent.ts';
import type { FailedAt } from './failed-walks.ts';
import { type Current, createOwnAnswers } from './own-answers.ts';
import { hasStepAt, type Position, stepName } from './position.ts';
import { holdReason, type Reviewed, review } from './review.ts';
import { createStepRecord, type Facts, grounded, reasoned } from './step-record.ts';
import { createTurns } from './turns.ts';

type WalkParts = {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly judge: Judge;
  readonly agent: (name: string) => AnsweringAgent | undefined;
  readonly slots: Slots;
  readonly conversations: Slots;
  /** Why auto-answer is paused for this ask. */
  readonly paused: (view: AskView) => string | undefined;
  /** Why this verdict cannot be delivered; undefined if it may work. */
  readonly cannotDeliver: (view: AskView, verdict: Verdict) => Promise<string | undefined>;
  /** Why a person should look before auto-answer continues with this ask. */
  readonly needsPerson: (view: AskView) => Promise<string | undefined>;
  readonly debug: (about: object, what: string) => void;
};

export type Walk = {
  readonly route: ResolvedRoute;
  /** The agent whose turn it is. */
  current(): string | undefined;
  /** The step it is at. */
  place(): FailedAt;
  /** Whether the files still have the current step. If not, the answerer working on it is stopped. */
  isCurrent(view: AskView): Promise<boolean>;
  /** Why an answer that the current agent sent with its own command is not accepted; undefined if it may be. Includes the review, if the step has one. */
  consider(view: AskView, verdict: Verdict, grounds: Grounds): Promise<string | undefined>;
  /** The record of an answer that the current agent sent with its own command. */
  answeredBy(by: Answerer, verdict: Verdict, grounds: Grounds): readonly Entry[];
  /** The current agent leaves the ask to the next step. Why that is not accepted; undefined if it is. */
  pass(reason: string): Promise<string | undefined>;
  pauseChanged(): void;
  end(how: 'over' | 'stopping'): void;
  readonly done: Promise<void>;
};

/** Undefined: the walk is over. */
type Next = Position | undefined;

/** The reason recorded when a step was removed while the ask was on its way. */
export const CHANGED = 'the configuration changed: this step is not on the route any more';

export function startWalk(parts: WalkParts, first: AskView, before: ResolvedRoute, from: Position): Walk {
  const { journal, clock, judge } = parts;
  const { id } = first;
  let route = before;
  let current: Current | undefined;
  let position: Next = from;
  const turns = createTurns(clock, () => parts.paused(first) !== undefined);
  const record = createStepRecord(journal, clock, id, () => route);
  const own = createOwnAnswers({
    judge,
    record,
    current: () => current,
    route: () => route,
    termsAt,
    reviewAt,
    endTurn: turns.endCurrent,
  });

  return {
    get route() {
      return route;
    },
    async isCurrent(view) {
      if (!current) return true;
      const same = await refreshRoute(view, current);
      if (!same) turns.endCurrent('changed');
      return same;
    },
    current: () => current?.name,
    place() {
      const step = position?.step ?? 0;
      return { route: route.name, step, answerer: stepName(route.steps[step]), last: lastStep().step };
    },
    consider: own.consider,
    answeredBy: own.answeredBy,
    pass: own.pass,
    pauseChanged: turns.pauseChanged,
    end: turns.end,
    done: run(),
  };

  async function run(): Promise<void> {
    while (position && !turns.ended()) {
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
    if (!(await record.add(position.step, { outcome: 'skipped', reason: CHANGED }))) return undefined;
    const now = await judge.resolve(view);
    if (!now) return undefined;
    route = now;
    return lastStep();
  }

  async function toPeople({ step }: Position, facts: Facts): Promise<Next> {
    return (await record.add(step, facts)) ? lastStep() : undefined;
  }

  /** Always people. */
  function lastStep(): Position {
    return { step: route.steps.length - 1 };
  }

  // ── the steps ────────────────────────────────────────────────────────────────────────────────────────────────────

  async function rule(step: Step & { kind: 'rule' }, position: Position, view: AskView): Promise<Next> {
    const since = clock.now();
    const judged = await judge.byRule(step.rule, view, route);
    const problem = judged.kind === 'decided' ? await parts.cannotDeliver(view, judged.verdict) : undefined;
    // The channels stop before we do, and then nothing can be delivered.
    if (problem !== undefined && turns.ended()) return undefined;
    return conclude(problem === undefined ? judged : undeliverable(problem, 'rule'), position, view, since, { via: 'rule' });
  }

  async function agent(step: Step & { kind: 'agent' }, position: Position, view: AskView): Promise<Next> {
    if (isPermission(view) && !step.permissions)
      return toNextStep(position, {
        outcome: 'skipped',
        reason: `${step.agent} may not decide permissions: its step does not say permissions: true`,
      });
    if (view.kind === 'idle' && step.prompts === undefined)
      return toNextStep(position, { outcome: 'skipped', reason: `${step.agent} may not give prompts: its step does not say prompts:` });
    const driver = parts.agent(step.agent);
    if (!driver) return toNextStep(position, { outcome: 'failed', reason: `no answerer is called "${step.agent}"` });
    const conversation = await judge.conversation(view, step.agent);
    if (!conversation) return agentTurn(step, position, view, driver);
    // One message at a time in a conversation. The agent's time begins when its turn does.
    const waiting = turns.take('answerer', position.begun?.until);
    const leave = await parts.conversations.take(conversation.key, waiting.signal);
    if (!leave) return whenEnded(await waiting.ended, position, clock.now(), `${step.agent} was busy with other asks`);
    waiting.end('over');
    return agentTurn(step, position, view, driver, { conversation, leave }).finally(leave);
  }

  async function agentTurn(
    step: Step & { kind: 'agent' },
    position: Position,
    view: AskView,
    driver: AnsweringAgent,
    { conversation, leave }: { readonly conversation?: Conversation; readonly leave?: () => void } = {},
  ): Promise<Next> {
    const since = clock.now();
    const begun: NonNullable<Position['begun']> = position.begun ?? {
      outcome: 'asked',
      until: since + step.withinMs,
      brief: await judge.brief(view, route, step),
    };
    if (!position.begun && !(await record.add(position.step, begun))) return undefined;
    current = { name: step.agent, step: position.step, since };
    const mine = turns.take('answerer', begun.until);
    if (begun.outcome !== 'woken') {
      const release = await parts.slots.take(step.agent, mine.signal);
      if (!release) return whenEnded(await mine.ended, position, since, `${step.agent} was busy with other asks`);
      const wasSentBack = begun.sentBack !== undefined;
      const first: Briefing = {
        ask: view,
        wants: 'decision',
        alwaysAnswers: step.alwaysAnswers,
        brief: begun.brief ?? '',
        key: `${keyOf(position)}:${begun.until}`,
        conversation,
      };
      const briefing = begun.sentBack ? await sentBack(judge, first, begun.sentBack) : first;
      const onSentBack: AgentTurn['onSentBack'] = (facts) =>
        record.add(position.step, { outcome: 'sent-back', ...facts, until: begun.until, ...record.lasted(since) });
      const { cannotDeliver } = parts;
      const turn: AgentTurn = { clock, judge, cannotDeliver, driver, view, route, step, turn: mine, wasSentBack, onSentBack };
      const asked = await askAgent(turn, briefing).finally(release);
      switch (asked.kind) {
        case 'judged':
          return conclude(asked.judged, position, view, since, asked.effort);
        case 'late':
          return whenEnded(await mine.ended, position, since, asked.failed && `${asked.failed}, then its time was over`);
        case 'failed': {
          const facts: Facts = { outcome: 'failed', reason: asked.reason, effort: asked.effort, ...record.lasted(since) };
          return asked.suspicious ? toPeople(position, { ...facts, outcome: 'held' }) : toNextStep(position, facts);
        }
        case 'over':
          return undefined;
        case 'woken':
          if (!(await record.add(position.step, { outcome: 'woken', effort: asked.effort, until: begun.until }))) return undefined;
      }
    }
    // It answers by itself, and is not spoken to meanwhile.
    leave?.();
    return whenEnded(await mine.ended, position, since);
  }

  async function people({ withinMs, silence }: Step & { kind: 'people' }, position: Position): Promise<Next> {
    const since = clock.now();
    const until = position.begun ? position.begun.until : withinMs === undefined ? undefined : since + withinMs;
    if (!position.begun && !(await record.add(position.step, { outcome: 'asked', until }))) return undefined;
    const how = await turns.take('people', until).ended;
    if (how !== 'time' || silence === 'open') return whenEnded(how, position, since);
    const over: readonly Entry[] = [
      record.entry(record.actor(), position.step, { outcome: 'timed-out', ...record.lasted(since) }),
      { at: clock.now(), actor: record.actor(), happening: { kind: 'expired' } },
    ];
    await amend(journal, id, (view) => (isOpen(view) ? over : []));
    return undefined;
  }

  // ── their results ────────────────────────────────────────────────────────────────────────────────────────────────────

  async function conclude(judged: Judged, position: Position, view: AskView, since: number, effort: Effort): Promise<Next> {
    if (judged.kind === 'passed' || judged.kind === 'refused')
      return toNextStep(position, { ...outcomeOf(judged), effort, ...record.lasted(since) });
    const { verdict, grounds } = judged;
    const facts = (outcome: 'held' | 'answered', more: Partial<Facts> = {}): Facts => ({
      outcome,
      ...grounded(grounds),
      effort,
      ...record.lasted(since),
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
    // A review takes its time, and the dialog may be gone since.
    const problem = reviewed && (await parts.cannotDeliver(view, verdict));
    if (problem !== undefined && turns.ended()) return undefined;
    if (problem !== undefined) return toNextStep(position, { ...facts('answered', seen), ...outcomeOf(undeliverable(problem, kind)) });
    const by: Answerer = kind === 'rule' ? { kind, name, surface: 'route' } : { kind: 'agent', name, surface: effort.via };
    const decision = { ...verdict, key: keyOf(position), by, at: clock.now(), ...reasoned(grounds.reason) };
    const warning = await judge.warning(view, grounds.category);
    const settled = await settle(journal, view.id, decision, {
      // A change of the files or a pause in the last moment still prevents the decision.
      refuses: async (now) => ((await refreshRoute(now, position)) && termsAt(position.step) === terms ? parts.paused(now) : CHANGED),
      before: () => [record.entry(actorName(by), position.step, facts('answered', { ...seen, ...(warning ? { warning } : {}) }))],
    });
    if (settled.kind === 'refused') return { step: position.step };
    if (settled.kind === 'taken') parts.debug({ ask: id, by: actorName(by) }, 'an answer came too late');
    return undefined;
  }

  /** What an answer was judged by. If this changes, the answer is judged again. */
  function termsAt(step: number): string {
    return JSON.stringify([route.irreversible, route.named, route.steps[step]]);
  }

  /** Undefined if the step has no reviewer. */
  async function reviewAt(step: number, view: AskView, proposal: Proposal): Promise<Reviewed | undefined> {
    const at = route.steps[step];
    if (at === undefined || at.kind === 'people' || at.review === undefined) return undefined;
    const key = `${keyOf({ step })}:${clock.now()}`;
    const { review: by } = at;
    return turns.review((onTurn) => review(parts, by, view, proposal, key, onTurn));
  }

  async function whenEnded(how: TurnEnd, position: Position, since: number, reason?: string): Promise<Next> {
    if (how === 'paused' || how === 'changed') return { step: position.step };
    if (how === 'held') return lastStep();
    if (how === 'passed') return { step: position.step + 1 };
    return how === 'time' ? toNextStep(position, { outcome: 'timed-out', ...reasoned(reason), ...record.lasted(since) }) : undefined;
  }

  /** Waits while auto-answer is paused. False if the ask was over first. */
  async function allowed(view: AskView, { step }: Position): Promise<boolean> {
    for (let reason = parts.paused(view); reason !== undefined; reason = parts.paused(view)) {
      const waiting = turns.take('pause');
      if (!(await record.add(step, { outcome: 'skipped', reason }))) return false;
      const how = await waiting.ended;
      if (how === 'over' || how === 'stopping') return false;
    }
    return true;
  }

  // ── the record ───────────────────────────────────────────────────────────────────────────────────────────────────

  async function toNextStep(position: Position, facts: Facts): Promise<Next> {
    return (await record.add(position.step, facts)) ? { step: position.step + 1 } : undefined;
  }

  /** The same after a restart, so that a decision stored twice is recognised. An agent that was stopped and asked again gets a new one. */
  function keyOf({ step }: Position): string {
    return `${id}:${step}`;
  }
}

const outcomeOf = ({ kind, reason }: Extract<Judged, { kind: 'passed' | 'refused' }>) =>
  ({ outcome: kind === 'passed' ? 'passed' : 'failed', reason }) as const;
