// Where an ask is on its route, as a pure function: from a state and an event to the next state, and to what is recorded before that state begins.
//
//   state       what is done in it                    event → recorded → next state
//   looking     files and limits are read again       ready → asked → people, or deciding (rule), or preparing (agent)
//                                                     changed, person-needed → skipped → looking (people)
//   paused      nothing                               pause (its end) → looking (the same step)
//   preparing   waits for the agent's conversation,   prepared → asked → deciding;  time → timed-out → looking (next step)
//               writes its brief
//   deciding    the rule or the agent works           judged → passed, failed → looking (next step);  held → held → looking (people)
//                                                     judged (decided) → reviewing or settling;  sent-back → sent-back → deciding;  woken → woken → woken
//   woken       nothing: the agent answers by itself  time → timed-out → looking (next step)
//   reviewing   the reviewer works                    reviewed → settling, or held → looking (people)
//   settling    the decision is stored                refused → looking;  undeliverable → passed, failed → looking (next step)
//   people      nothing                               time → timed-out → looking (next step), or expired → over
//   over        nothing
//
//   In all of them: ended → over. Before people and until it is settled: pause → skipped → paused. While an agent works: changed → looking;
//   own (by its own command) → passed, held → looking (next step, people).
//   Any other event belongs to an earlier state and changes nothing.
//
// Invariants: a record is in the journal before its state begins, so that `resumed` finds the same step after a restart. Steps are taken in order, and
// the last is people. A rule or a reply decides only in `settling`, which only an answer that was judged, and reviewed if the step says so, leads to.
import { isPermission } from '../../ask/permission-marks.ts';
import type { Verdict } from '../../ask/schema/decision.ts';
import type { AskView, JournalEvent } from '../../ask/schema/history.ts';
import type { Consideration, Effort, ReviewRecord, StepName } from '../../ask/schema/route.ts';
import { decisionLine } from '../../ask/summary.ts';
import type { Grounds } from '../../inbox/grounds.ts';
import type { Conversation } from '../answerers/conversation.ts';
import type { Judged, ResolvedRoute } from '../judge.ts';
import type { Step } from '../route/route.ts';
import { ruleName } from '../route/step-name.ts';

/** What the journal says about an agent or people whose turn has begun. `sentBack`: what is wrong with the reply, as the agent was told. */
export type Begun = Pick<Consideration, 'outcome' | 'until' | 'brief'> & {
  readonly sentBack?: Pick<Consideration, 'reason' | 'brief'> | undefined;
};

/** `route`: as it was when the answer was judged. */
export type Answer = { readonly verdict: Verdict; readonly grounds: Grounds; readonly effort: Effort; readonly route: ResolvedRoute };

/** `begun` of a state that decides is set for agents. */
export type State = { readonly step: number } & (
  | { readonly kind: 'paused' | 'over' }
  | { readonly kind: 'looking'; readonly begun?: Begun | undefined }
  | ({ readonly kind: 'preparing' } & AgentCall)
  | ({ readonly kind: 'deciding'; readonly since: number } & AgentCall)
  | { readonly kind: 'woken' | 'people'; readonly since: number; readonly begun: Begun }
  | { readonly kind: 'reviewing'; readonly since: number; readonly answer: Answer }
  | { readonly kind: 'settling'; readonly since: number; readonly answer: Answer; readonly review?: ReviewRecord | undefined }
);
type AgentCall = { readonly begun?: Begun | undefined; readonly conversation?: Conversation | undefined };

export type Progress = { readonly route: ResolvedRoute; readonly state: State };

export type RunEvent =
  /** The ask was decided or is gone, or the broker stops. */
  | { readonly kind: 'ended' }
  /** `reason`: why auto-answer is paused now; undefined if it is not. */
  | { readonly kind: 'pause'; readonly reason: string | undefined }
  /** The files were read again. They still have this step, or (`changed`) they do not have the current one. */
  | { readonly kind: 'refreshed'; readonly step: number; readonly route: ResolvedRoute }
  | { readonly kind: 'changed'; readonly route?: ResolvedRoute | undefined }
  | { readonly kind: 'person-needed'; readonly reason: string; readonly route: ResolvedRoute }
  | {
      readonly kind: 'ready';
      readonly route: ResolvedRoute;
      readonly answererExists: boolean;
      readonly conversation?: Conversation | undefined;
    }
  | { readonly kind: 'prepared'; readonly brief: string }
  /** `reason`: what took so long, if that is known. */
  | { readonly kind: 'time'; readonly reason?: string | undefined }
  | { readonly kind: 'judged'; readonly judged: Judged; readonly effort: Effort; readonly route: ResolvedRoute }
  /** `suspicious`: a person should look. */
  | { readonly kind: 'failed'; readonly reason: string; readonly effort: Effort; readonly suspicious?: boolean | undefined }
  | { readonly kind: 'sent-back'; readonly reason: string; readonly effort: Effort; readonly brief: string }
  | { readonly kind: 'woken'; readonly effort: Effort }
  | { readonly kind: 'reviewed'; readonly review: ReviewRecord }
  /** A pause or a change of the files in the last moment. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'undeliverable'; readonly problem: string }
  /** The agent leaves the ask to the next step, or its own answer is for people to give. */
  | { readonly kind: 'own'; readonly step: number; readonly facts: Facts & { readonly outcome: 'passed' | 'held' } };

/** What is recorded of a step, besides where it is. */
export type Facts = Omit<Consideration, 'route' | 'step' | 'answerer'>;

/** `record`: is stored before the state begins. `expires`: with it, the ask expires. */
export type Reaction = Progress & { readonly record?: Consideration; readonly expires?: true };

/** The reason recorded when a step was removed while the ask was on its way. */
export const CHANGED = 'the configuration changed: this step is not on the route any more';

export function react(ask: AskView, before: Progress, event: RunEvent, now: number): Reaction {
  const { state } = before;
  if (event.kind === 'ended' || state.kind === 'over') return { route: before.route, state: over(state.step) };
  const route = event.kind === 'ready' || event.kind === 'person-needed' || event.kind === 'refreshed' ? event.route : before.route;
  const unchanged: Progress = { route: before.route, state };
  const moves = movesFrom({ route, state }, now);
  const agent = workingAgent({ route, state });
  switch (event.kind) {
    case 'refreshed':
      return state.step === event.step ? { route, state } : unchanged;
    case 'pause':
      if (state.kind === 'paused') return event.reason === undefined ? moves.again() : unchanged;
      if (event.reason === undefined || state.kind === 'settling' || moves.current?.kind === 'people') return unchanged;
      return { ...moves.to({ kind: 'paused', step: moves.at }), record: moves.record({ outcome: 'skipped', reason: event.reason }) };
    case 'time':
      return deadlineOf(state) === undefined ? unchanged : outOfTime(state, event.reason, moves);
    case 'own':
      if (!agent || state.kind === 'settling' || state.step !== event.step) return unchanged;
      return event.facts.outcome === 'passed' ? moves.toNextStep(event.facts) : moves.toPeople(event.facts);
  }
  switch (state.kind) {
    case 'looking':
      return looked(ask, state, event, moves, now) ?? unchanged;
    case 'preparing':
      return event.kind === 'prepared' ? prepared(state, event.brief, moves, now) : unchanged;
    case 'deciding':
      if (event.kind === 'changed') return agent ? moves.again() : unchanged;
      return decided(ask, state, event, moves) ?? unchanged;
    case 'woken':
      return event.kind === 'changed' ? moves.again() : unchanged;
    case 'reviewing':
      if (event.kind === 'changed') return moves.again();
      return event.kind === 'reviewed' ? reviewed(ask, state, event.review, moves) : unchanged;
    case 'settling':
      if (event.kind === 'refused') return moves.again();
      if (event.kind !== 'undeliverable') return unchanged;
      return moves.toNextStep({ ...answeredFacts(ask, state), ...outcomeOf(undeliverable(event.problem, moves.answerer.kind)) });
    default:
      return unchanged;
  }
}

/** Where the journal's record leads to. Undefined if nothing was considered yet. A held answer is for people, who are the last step. */
export function resumed(
  history: readonly JournalEvent[],
  lastStep: number,
): { readonly last: Consideration; readonly state: StateOf<'looking'> } | undefined {
  const all = history.flatMap(({ happening }) => (happening.kind === 'considered' ? [happening] : []));
  const last = all.at(-1);
  if (!last) return undefined;
  switch (last.outcome) {
    case 'asked':
    case 'sent-back':
    case 'woken': {
      const sentBack = last.outcome === 'sent-back' ? last : undefined;
      const brief = all.findLast(({ step, outcome }) => step === last.step && outcome === 'asked')?.brief;
      return { last, state: { kind: 'looking', step: last.step, begun: { outcome: last.outcome, until: last.until, brief, sentBack } } };
    }
    case 'held':
      return { last, state: { kind: 'looking', step: lastStep } };
    case 'skipped':
      return { last, state: { kind: 'looking', step: last.step } };
    default:
      return { last, state: { kind: 'looking', step: last.step + 1 } };
  }
}

/** The agent whose turn it is, and since when. */
export function workingAgent({ route, state }: Progress): { readonly name: string; readonly since: number } | undefined {
  const step = route.steps[state.step];
  if (step?.kind !== 'agent') return undefined;
  const works = state.kind === 'deciding' || state.kind === 'woken' || state.kind === 'reviewing' || state.kind === 'settling';
  return works ? { name: step.agent, since: state.since } : undefined;
}

/** Until when a state may last; undefined if there is no limit. */
export const deadlineOf = (state: State): number | undefined =>
  state.kind !== 'looking' && 'begun' in state ? state.begun?.until : undefined;

// ── the states ─────────────────────────────────────────────────────────────────────────────────────────────────────

function looked(ask: AskView, { begun }: StateOf<'looking'>, event: RunEvent, moves: Moves, now: number): Reaction | undefined {
  switch (event.kind) {
    case 'changed': {
      const { route } = event;
      const next = route ? movesFrom({ route, state: over(moves.at) }, now).people() : moves.to(over(moves.at));
      return { ...next, record: moves.record({ outcome: 'skipped', reason: CHANGED }) };
    }
    case 'person-needed':
      return moves.toPeople({ outcome: 'skipped', reason: event.reason });
    case 'ready':
      return begin(ask, event, begun, moves, now);
    default:
      return undefined;
  }
}

function begin(
  ask: AskView,
  { answererExists, conversation }: EventOf<'ready'>,
  begun: Begun | undefined,
  moves: Moves,
  now: number,
): Reaction {
  const { at: step, current } = moves;
  switch (current?.kind) {
    case 'rule':
      return moves.to({ kind: 'deciding', step, since: now });
    case 'agent': {
      const { agent } = current;
      const skip = (why: string) => moves.toNextStep({ outcome: 'skipped', reason: `${agent} may not ${why}` });
      if (isPermission(ask) && !current.permissions) return skip('decide permissions: its step does not say permissions: true');
      if (ask.kind === 'idle' && current.prompts === undefined) return skip('give prompts: its step does not say prompts:');
      if (!answererExists) return moves.toNextStep({ outcome: 'failed', reason: `no answerer is called "${agent}"` });
      return moves.to({ kind: 'preparing', step, begun, conversation });
    }
    default: {
      // At the end of a route, a limit that does not let the ask expire would hand it on to nobody.
      const isForNobody = step === moves.last && current?.silence === 'open';
      const limit = current?.withinMs === undefined || isForNobody ? undefined : now + current.withinMs;
      // Their time began with the first question, but the files may have another limit for it now, or none.
      if (begun) return moves.to({ kind: 'people', step, since: now, begun: { ...begun, until: limit && (begun.until ?? limit) } });
      const asked: Begun = { outcome: 'asked', until: limit };
      return { ...moves.to({ kind: 'people', step, since: now, begun: asked }), record: moves.record(asked) };
    }
  }
}

/** The agent's time begins now: it did not while other asks of its conversation came first. */
function prepared({ step, begun, conversation }: StateOf<'preparing'>, brief: string, moves: Moves, now: number): Reaction {
  if (begun?.outcome === 'woken') return moves.to({ kind: 'woken', step, since: now, begun });
  if (begun) return moves.to({ kind: 'deciding', step, since: now, begun, conversation });
  const within = moves.current?.kind === 'agent' ? moves.current.withinMs : 0;
  const asked: Begun = { outcome: 'asked', until: now + within, brief };
  return { ...moves.to({ kind: 'deciding', step, since: now, begun: asked, conversation }), record: moves.record(asked) };
}

function decided(ask: AskView, state: StateOf<'deciding'>, event: RunEvent, moves: Moves): Reaction | undefined {
  const { step, since, begun } = state;
  switch (event.kind) {
    case 'judged':
      return judged(ask, state, event, moves);
    case 'failed': {
      const facts: Facts = { outcome: event.suspicious ? 'held' : 'failed', reason: event.reason, effort: event.effort };
      return event.suspicious ? moves.toPeople(facts) : moves.toNextStep(facts);
    }
    case 'sent-back': {
      if (!begun || begun.sentBack) return undefined;
      const { reason, brief, effort } = event;
      const record = moves.record({ outcome: 'sent-back', reason, effort, brief, until: begun.until, ...moves.lasted });
      return { ...moves.to({ ...state, begun: { ...begun, outcome: 'sent-back', sentBack: { reason, brief } } }), record };
    }
    case 'woken': {
      if (!begun) return undefined;
      const record = moves.record({ outcome: 'woken', effort: event.effort, until: begun.until });
      return { ...moves.to({ kind: 'woken', step, since, begun: { ...begun, outcome: 'woken', sentBack: undefined } }), record };
    }
    default:
      return undefined;
  }
}

function judged(
  ask: AskView,
  { step, since }: StateOf<'deciding'>,
  { judged: result, effort, route }: EventOf<'judged'>,
  moves: Moves,
): Reaction {
  if (result.kind === 'passed' || result.kind === 'refused') return moves.toNextStep({ ...outcomeOf(result), effort });
  const { verdict, grounds } = result;
  if (result.kind === 'held')
    return moves.toPeople({ outcome: 'held', ...grounded(grounds), effort, proposed: decisionLine(ask, verdict), reason: result.reason });
  const answer = { verdict, grounds, effort, route };
  const review = moves.current?.kind === 'people' ? undefined : moves.current?.review;
  return moves.to(review === undefined ? { kind: 'settling', step, since, answer } : { kind: 'reviewing', step, since, answer });
}

function reviewed(ask: AskView, { step, since, answer }: StateOf<'reviewing'>, review: ReviewRecord, moves: Moves): Reaction {
  const held = holdReason(review);
  if (held === undefined) return moves.to({ kind: 'settling', step, since, answer, review });
  return moves.toPeople({ ...answeredFacts(ask, { answer, review }), outcome: 'held', reason: held });
}

function outOfTime({ kind, step }: State, reason: string | undefined, moves: Moves): Reaction {
  const facts: Facts = { outcome: 'timed-out', ...reasoned(reason) };
  const { current } = moves;
  if (kind !== 'people' || current?.kind !== 'people' || current.silence === 'open') return moves.toNextStep(facts);
  return { ...moves.to(over(step)), record: moves.record({ ...facts, ...moves.lasted }), expires: true };
}

// ── what is recorded, and where it leads ───────────────────────────────────────────────────────────────────────────

export type StateOf<Kind extends State['kind']> = Extract<State, { readonly kind: Kind }>;
type EventOf<Kind extends RunEvent['kind']> = Extract<RunEvent, { readonly kind: Kind }>;
type Moves = ReturnType<typeof movesFrom>;

function movesFrom({ route, state }: Progress, now: number) {
  const { step: at } = state;
  const last = route.steps.length - 1;
  const current: Step | undefined = route.steps[at];
  const lasted = { durationMs: 'since' in state ? now - state.since : 0 };
  const timed = state.kind === 'looking' ? {} : lasted;
  const to = (next: State): Progress => ({ route, state: next });
  const look = (step: number): Progress => to(step < route.steps.length ? { kind: 'looking', step } : over(step));
  const record = (facts: Facts) => considered(route, at, facts);
  return {
    at,
    last,
    current,
    answerer: answererOf(current),
    lasted,
    to,
    record,
    again: () => look(at),
    people: () => look(last),
    toNextStep: (facts: Facts): Reaction => ({ ...look(at + 1), record: record({ ...facts, ...timed }) }),
    toPeople: (facts: Facts): Reaction => ({ ...look(last), record: record({ ...facts, ...timed }) }),
  };
}

export const considered = (route: ResolvedRoute, step: number, facts: Facts): Consideration => ({
  route: route.name,
  step,
  answerer: answererOf(route.steps[step]),
  ...facts,
});

const over = (step: number): State => ({ kind: 'over', step });

/** What is recorded of an answer that is given, or was held after its review. */
export function answeredFacts(ask: AskView, { answer, review }: Pick<StateOf<'settling'>, 'answer' | 'review'>): Facts {
  const { verdict, grounds, effort } = answer;
  return { outcome: 'answered', ...grounded(grounds), effort, ...(review ? { proposed: decisionLine(ask, verdict), review } : {}) };
}

const outcomeOf = ({ kind, reason }: Extract<Judged, { kind: 'passed' | 'refused' }>) =>
  ({ outcome: kind === 'passed' ? 'passed' : 'failed', reason }) as const;

/** A rule does nothing wrong, so it passes. An agent can answer otherwise. */
export const undeliverable = (problem: string, by: StepName['kind']): Extract<Judged, { kind: 'passed' | 'refused' }> => ({
  kind: by === 'rule' ? 'passed' : 'refused',
  reason: `what it decided cannot be delivered: ${problem}`,
});

/** Why the answer is held for people. */
export function holdReason({ by, outcome, reason }: ReviewRecord): string | undefined {
  if (outcome === 'pass') return undefined;
  return outcome === 'hold'
    ? `${by} reviewed the answer and holds it: ${reason}`
    : `the review by ${by} ${outcome === 'failed' ? 'failed' : 'took too long'}: ${reason}`;
}

export const reasoned = (reason: string | undefined): { reason?: string } => (reason === undefined ? {} : { reason });

export function grounded({ risk, reason, confidence, category }: Grounds): Pick<Facts, 'risk' | 'reason' | 'confidence' | 'category'> {
  return {
    ...reasoned(reason),
    ...(confidence === undefined ? {} : { confidence }),
    ...(category === undefined ? {} : { category }),
    ...(risk === undefined || risk === 'several' ? {} : { risk }),
  };
}

export function answererOf(step: Step | undefined): StepName {
  switch (step?.kind) {
    case 'rule':
      return { kind: 'rule', name: ruleName(step.rule) };
    case 'agent':
      return { kind: 'agent', name: step.agent };
    default:
      return { kind: 'people', name: 'people' };
  }
}

/** Whether the route still has this step here. The files may have changed. */
export function hasStepAt(steps: readonly Step[], at: number, { kind, name }: StepName): boolean {
  const now = answererOf(steps[at]);
  return steps[at] !== undefined && now.kind === kind && now.name === name;
}
