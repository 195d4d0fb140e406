// Computes the route of an ask from all files: the user's file says what is allowed, the project's files may only restrict it.
//
// Invariants, whatever the project says: the rules and agents of the result are a subset of the user's route, in the same order, none before people
// had the time the user gives them, none with more time; irreversible answers are allowed only if the user allows them; the last step is the user's.

import { type Circumstances, factsOf } from '../../ask/match/criteria.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import type { Trial } from '../../ask/schema/route.ts';
import { type Matched, matchingSteps } from './match.ts';
import { namesQuestion } from './named-text.ts';
import { fewerPrompts } from './prompt-permission.ts';
import { EVERYTHING_TO_PEOPLE, type Ignored, type PeopleStep, type ProjectFile, type Route, type Routing, type Step } from './route.ts';
import { sameStep, stepName } from './step-name.ts';

/** Who decides this ask, in order. The last step is always people. */
export type Routed = {
  /** The user's route that matched; undefined if none did and people decide. */
  readonly route?: string | undefined;
  /** The project's routes that restricted it. */
  readonly narrowedBy?: string | undefined;
  readonly steps: readonly Step[];
  readonly irreversible: boolean;
  /** Whether the user's route names the question by its text. */
  readonly named: boolean;
  readonly notify: Route['notify'];
  /** Names of the documents that may be attached to a brief. */
  readonly documents: readonly string[];
  readonly trials: readonly Trial[];
  readonly projectTrials: readonly Trial[];
  /** What the project's file asked for but may not have. */
  readonly ignored: readonly Ignored[];
};

/** `projects`: outermost first. Each restricts what those before it left. */
export function routeAsk(ask: Ask, user: Routing, projects: readonly ProjectFile[], circumstances: Circumstances): Routed {
  const routing = routingSteps(ask, user, projects, circumstances);
  for (;;) {
    const step = routing.next();
    if (step.done) return step.value;
  }
}

/** The same, with a pause after each route and before each of the project's files, so that others can have a turn. */
export function* routingSteps(
  ask: Ask,
  user: Routing,
  projects: readonly ProjectFile[],
  circumstances: Circumstances,
): Generator<void, Routed> {
  const facts = factsOf(ask);
  const { route, trials } = yield* matchingSteps(user.routes, facts, circumstances);
  let routed: Routed = {
    ...(route === undefined ? {} : { route: route.name }),
    trials,
    steps: route?.decide ?? [EVERYTHING_TO_PEOPLE],
    irreversible: route?.irreversible ?? false,
    named: route !== undefined && namesQuestion(route),
    notify: route?.notify ?? 'in-turn',
    documents: user.documents.names,
    projectTrials: [],
    ignored: [],
  };
  for (const project of projects) {
    yield;
    routed = narrowed(routed, project, yield* matchingSteps(project.routes, facts, circumstances), user);
  }
  return routed;
}

function narrowed(before: Routed, project: ProjectFile, theirs: Matched, user: Routing): Routed {
  const { steps, ignored } = theirs.route === undefined ? { steps: before.steps, ignored: [] } : narrow(before.steps, theirs.route);
  const extra = project.documents?.filter((name) => !user.documents.names.includes(name)) ?? [];
  const names = [before.narrowedBy, theirs.route?.name].filter((name) => name !== undefined);
  return {
    ...before,
    ...(names.length === 0 ? {} : { narrowedBy: names.join(', ') }),
    steps: forbidden(steps, project),
    documents: before.documents.filter((name) => project.documents?.includes(name) ?? true),
    projectTrials: [...before.projectTrials, ...theirs.trials],
    ignored: [
      ...before.ignored,
      ...project.ignored,
      ...extra.map((name) => ({ where: 'documents', why: `${name} is not among the documents of your own file` })),
      ...ignored,
    ],
  };
}

/** The user's rules and agents that the project also names, each after the people the project puts before it. */
function narrow(steps: readonly Step[], theirs: Route): { steps: readonly Step[]; ignored: readonly Ignored[] } {
  const place = `routes "${theirs.name}"`;
  const kept: Step[] = [];
  const ignored: Ignored[] = [];
  const taken = new Set<Step>();
  for (const step of steps) {
    if (step.kind === 'people') {
      kept.push(step);
      continue;
    }
    const at = theirs.decide.findIndex((other) => !taken.has(other) && sameStep(step, other));
    const other = theirs.decide[at];
    if (other === undefined) continue;
    taken.add(other);
    for (const people of peopleBefore(theirs.decide, at)) {
      if (!taken.has(people)) kept.push(people);
      taken.add(people);
    }
    kept.push(stricter(step, other));
    for (const why of surplus(step, other)) ignored.push({ where: place, why });
  }
  return { steps: kept, ignored: [...ignored, ...theirs.decide.flatMap((step) => (taken.has(step) ? [] : lost(step, steps, place)))] };
}

type AgentStep = Step & { kind: 'agent' };

/** The same agent with the shorter time and fewer permissions, or the same rule with the stricter settings. */
function stricter(step: Step, other: Step): Step {
  if (step.kind === 'agent' && other.kind === 'agent') return stricterAgent(step, other);
  if (step.kind !== 'rule' || other.kind !== 'rule') return step;
  const { kind, settings } = step.rule;
  return { ...step, rule: { kind, settings: kind.narrowed?.(settings, other.rule.settings) ?? settings } };
}

function stricterAgent(step: AgentStep, other: AgentStep): AgentStep {
  return {
    ...step,
    withinMs: Math.min(step.withinMs, other.withinMs),
    ...(other.permissions === false ? { permissions: false } : {}),
    ...(step.prompts === undefined ? {} : { prompts: fewerPrompts(step.prompts, other.prompts) }),
  };
}

/** What the project's step has that the user's has not. */
function surplus(step: Step, other: Step): readonly string[] {
  if (step.kind === 'rule' && other.kind === 'rule')
    return (step.rule.kind.surplus?.(step.rule.settings, other.rule.settings) ?? []).map((extra) => `your own rule does not have ${extra}`);
  if (step.kind !== 'agent' || other.kind !== 'agent') return [];
  const { permissions, prompts, alwaysAnswers, review } = other;
  return [
    ...(permissions && !step.permissions ? ['permissions'] : []),
    ...(prompts && !step.prompts ? ['prompts'] : []),
    ...(alwaysAnswers && !step.alwaysAnswers ? ['always-answers'] : []),
    ...(review !== undefined && review !== step.review ? [`review: ${review}`] : []),
  ].map((extra) => `your own step for ${step.agent} does not say ${extra}`);
}

function lost(step: Step, steps: readonly Step[], place: string): Ignored[] {
  if (step.kind === 'people') {
    if (step.withinMs === undefined) return [];
    return [
      { where: place, why: `how long people have at the end, and what comes of silence, is said by your own file (${stepName(step)})` },
    ];
  }
  const why = steps.some((each) => each.kind !== 'people')
    ? `your own route does not name ${stepName(step)} for this ask, or not so often`
    : `your own file leaves this ask to people, so ${stepName(step)} cannot decide it`;
  return [{ where: place, why }];
}

function peopleBefore(decide: readonly Step[], at: number): PeopleStep[] {
  return decide.slice(0, at).filter((step) => step.kind === 'people');
}

function forbidden(steps: readonly Step[], { forbid, withinMs = Infinity }: ProjectFile): readonly Step[] {
  return steps
    .filter((step) => !(step.kind === 'rule' && forbid.includes('rules')) && !(step.kind === 'agent' && forbid.includes('agents')))
    .map((step) => (step.kind === 'agent' ? { ...step, withinMs: Math.min(step.withinMs, withinMs) } : step));
}
