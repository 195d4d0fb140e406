// The route of an ask from all files: the user's says what is allowed, those of the project may only take away from it.
//
// Invariants, whatever the project says: the machines of the result are some of those of the user's route, in their order, none before people
// had the time the user gives them, none with more time; what cannot be undone is allowed only if the user allows it; the last stop is the user's.
import type { Ask } from '../../question/words.ts';
import { kindOf } from '../rules/kinds.ts';
import type { Circumstances } from './criteria.ts';
import { factsOf } from './facts.ts';
import { type Matched, matchRoute, type Trial } from './match.ts';
import { EVERYTHING_TO_PEOPLE, type Ignored, type PeopleStop, type ProjectFile, type Route, type Routing, type Stop } from './route.ts';
import { sameStop, stopName } from './stop-name.ts';

/** Who decides this ask, in order. The last stop is always people. */
export type Routed = {
  /** The user's route that matched; undefined where none did and people decide. */
  readonly route?: string | undefined;
  /** The project's routes that narrowed it. */
  readonly narrowedBy?: string | undefined;
  readonly stops: readonly Stop[];
  readonly irreversible: boolean;
  /** Which of the user's own criteria name the permission itself: what they name, machines may allow. A project's file names nothing. */
  readonly named: { readonly command: boolean; readonly tool: boolean };
  /** Names of the documents that may be attached to a brief. */
  readonly documents: readonly string[];
  readonly trials: readonly Trial[];
  readonly projectTrials: readonly Trial[];
  /** What the project's file asked for and did not get. */
  readonly ignored: readonly Ignored[];
};

/** `projects`: the outermost first. Each narrows what those before it left. */
export function routeAsk(ask: Ask, user: Routing, projects: readonly ProjectFile[], circumstances: Circumstances): Routed {
  const facts = factsOf(ask);
  const { route, trials } = matchRoute(user.routes, facts, circumstances);
  const allowed: Routed = {
    ...(route === undefined ? {} : { route: route.name }),
    trials,
    stops: route?.decide ?? [EVERYTHING_TO_PEOPLE],
    irreversible: route?.irreversible ?? false,
    named: namedBy(route),
    documents: user.documents.names,
    projectTrials: [],
    ignored: [],
  };
  return projects.reduce((routed, project) => narrowed(routed, project, matchRoute(project.routes, facts, circumstances), user), allowed);
}

function narrowed(before: Routed, project: ProjectFile, theirs: Matched, user: Routing): Routed {
  const { stops, ignored } = theirs.route === undefined ? { stops: before.stops, ignored: [] } : narrow(before.stops, theirs.route);
  const extra = project.documents?.filter((name) => !user.documents.names.includes(name)) ?? [];
  const names = [before.narrowedBy, theirs.route?.name].filter((name) => name !== undefined);
  return {
    ...before,
    ...(names.length === 0 ? {} : { narrowedBy: names.join(', ') }),
    stops: forbidden(stops, project),
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

const namedBy = (route: Route | undefined): Routed['named'] => ({
  command: route?.when.command !== undefined,
  tool: route?.when.tool !== undefined,
});

/** The user's machines that the project names too, each after the people the project puts before it. */
function narrow(stops: readonly Stop[], theirs: Route): { stops: readonly Stop[]; ignored: readonly Ignored[] } {
  const place = `routes "${theirs.name}"`;
  const kept: Stop[] = [];
  const taken = new Set<Stop>();
  for (const stop of stops) {
    if (stop.kind === 'people') {
      kept.push(stop);
      continue;
    }
    const at = theirs.decide.findIndex((other) => !taken.has(other) && sameStop(stop, other));
    const other = theirs.decide[at];
    if (other === undefined) continue;
    taken.add(other);
    for (const people of peopleBefore(theirs.decide, at)) {
      if (!taken.has(people)) kept.push(people);
      taken.add(people);
    }
    kept.push(stricter(stop, other));
  }
  return { stops: kept, ignored: theirs.decide.flatMap((stop) => (taken.has(stop) ? [] : lost(stop, stops, place))) };
}

/** The same agent with the shorter time, the same rule with the stricter settings. */
function stricter(stop: Stop, other: Stop): Stop {
  if (stop.kind === 'agent' && other.kind === 'agent') return { ...stop, withinMs: Math.min(stop.withinMs, other.withinMs) };
  if (stop.kind !== 'rule' || other.kind !== 'rule') return stop;
  return { ...stop, rule: kindOf(stop.rule).narrowed?.(stop.rule, other.rule) ?? stop.rule };
}

function lost(stop: Stop, stops: readonly Stop[], place: string): Ignored[] {
  if (stop.kind === 'people') {
    if (stop.withinMs === undefined) return [];
    return [
      { where: place, why: `how long people have at the end, and what comes of silence, is said by your own file (${stopName(stop)})` },
    ];
  }
  const why = stops.some((each) => each.kind !== 'people')
    ? `your own route does not name ${stopName(stop)} for this ask, or not so often`
    : `your own file leaves this ask to people, so ${stopName(stop)} cannot decide it`;
  return [{ where: place, why }];
}

function peopleBefore(decide: readonly Stop[], at: number): PeopleStop[] {
  return decide.slice(0, at).filter((stop) => stop.kind === 'people');
}

function forbidden(stops: readonly Stop[], { forbid, withinMs = Infinity }: ProjectFile): readonly Stop[] {
  return stops
    .filter((stop) => !(stop.kind === 'rule' && forbid.includes('rules')) && !(stop.kind === 'agent' && forbid.includes('agents')))
    .map((stop) => (stop.kind === 'agent' ? { ...stop, withinMs: Math.min(stop.withinMs, withinMs) } : stop));
}
