// Routes as they stand in YAML: in the user's own file, and in a project's `.answerback.yaml`. What is wrong is said so that it can be mended.
import { z } from 'zod';
import { type Problem, problem } from '../../question/problem.ts';
import { askKind } from '../../question/schema.ts';
import { shapeProblems } from '../../question/shape.ts';
import { answererSettings } from './answerers.ts';
import { duration, hours, namedPattern, oneOrMore, type Pattern, pattern, plainPattern, range, words } from './fields.ts';
import { EVERYTHING_TO_PEOPLE, type Ignored, type ProjectFile, type Route, type Routing, type Step } from './route.ts';
import { steps, type WrittenStep } from './steps.ts';

const categories = z.enum(['confirmation', 'style', 'scope', 'architecture', 'open floor', 'delegation']);

const criteria = (text: z.ZodType<Pattern>) =>
  z.strictObject({
    project: oneOrMore(words).optional(),
    program: oneOrMore(words).optional(),
    kind: oneOrMore(askKind).optional(),
    category: oneOrMore(categories).optional(),
    header: oneOrMore(text).optional(),
    text: oneOrMore(text).optional(),
    irreversible: z.boolean('say true or false: whether an option looks as if it could not be undone').optional(),
    options: oneOrMore(range).optional(),
    tool: oneOrMore(words).optional(),
    command: oneOrMore(words).optional(),
    hours: oneOrMore(hours).optional(),
  });

const route = (text: z.ZodType<Pattern>, ruleText = text) =>
  z.strictObject({
    name: words.max(100).optional(),
    when: criteria(text).default({}),
    unless: criteria(text)
      .refine((given) => Object.keys(given).length > 0, 'say which asks are not for this route, or leave unless out')
      .optional(),
    decide: steps(ruleText),
    irreversible: z.enum(['allow', 'people'], 'say allow or people; people is what holds without it').default('people'),
  });
type WrittenRoute = z.output<ReturnType<typeof route>>;

/** A file inside the project: no way out of it. */
const documentName = words.max(200).refine((name) => !/^[/~\\]|(?:^|[/\\])\.\.(?:[/\\]|$)|^[a-z]:/i.test(name), {
  error: 'name a file inside the project, without a leading / and without ..',
});
const LIMITS = { each: 20_000, together: 60_000 } as const;
const DEFAULT_WITHIN = 5 * 60_000;
const MOST_PROMPTS = 20;

const documents = z.preprocess(
  (value) => (Array.isArray(value) ? { files: value } : value),
  z.strictObject({
    files: z.array(documentName).max(20).default([]),
    'most-each': z.int().min(100).max(200_000).default(LIMITS.each),
    'most-together': z.int().min(100).max(500_000).default(LIMITS.together),
  }),
);

// ── the user's own file ────────────────────────────────────────────────────────────────────────────────────────────

/** The fields of the user's file that are about deciding; the file's schema takes them in beside its own, and calls `contradictions`. */
export const routingShape = {
  answerers: z.record(z.string().regex(/^[\w-]{1,50}$/, 'name an answerer with letters, digits, - and _'), answererSettings).default({}),
  routes: z.array(route(pattern)).max(500).default([]),
  documents: documents.prefault([]),
  templates: words.optional(),
  /** In a row, without a person, to one session that asks what next. */
  'most-prompts': z.int().min(1).max(1_000).default(MOST_PROMPTS),
};
const routing = z.strictObject(routingShape);
export type WrittenRouting = z.output<typeof routing>;

/** What no field alone can show: agents that are not appointed, and two routes with one name. */
export function contradictions(written: WrittenRouting): Problem[] {
  return [...agentsExist(written), ...sameNames(written.routes)];
}

/** The record of an ask names its route, and so does whoever reads it: a name must mean one. */
function sameNames(routes: readonly WrittenRoute[]): Problem[] {
  const names = routes.map(nameOf);
  return names.flatMap((name, i) => {
    const first = names.indexOf(name);
    const where = `routes[${i}].name`;
    return first === i
      ? []
      : [problem('route-name', where, name, `${where}: routes[${first}] is called "${name}" already; give each its own`)];
  });
}

/** Routes may name only agents that are appointed in the same file. */
function agentsExist(written: WrittenRouting): Problem[] {
  const known = Object.keys(written.answerers);
  return written.routes.flatMap((each, r) =>
    each.decide.flatMap((step, s) => {
      if (step.kind !== 'agent' || known.includes(step.agent)) return [];
      const where = `routes[${r}].decide[${s}].agent`;
      const list = known.length === 0 ? 'none is' : `there are ${known.join(', ')}`;
      return [problem('agent-known', where, step.agent, `${where}: no answerer is called "${step.agent}"; ${list} under answerers`)];
    }),
  );
}

export function routingOf(written: WrittenRouting): Routing {
  const { documents: attached } = written;
  const own = (name: string) => written.answerers[name]?.within ?? DEFAULT_WITHIN;
  return {
    answerers: written.answerers,
    routes: written.routes.map((each, i) => routeOf(each, i, own, each.irreversible === 'allow')),
    documents: { names: attached.files, mostEach: attached['most-each'], mostTogether: attached['most-together'] },
    ...(written.templates === undefined ? {} : { templates: written.templates }),
    mostPrompts: written['most-prompts'],
  };
}

export type Parsed<T> = { readonly kind: 'ok'; readonly value: T } | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/** The routing part alone, for files that hold nothing else, and for tests. */
export function parseRouting(value: unknown): Parsed<Routing> {
  const result = routing.safeParse(value ?? {});
  if (!result.success) return { kind: 'invalid', problems: shapeProblems(result.error, value) };
  const problems = contradictions(result.data);
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'ok', value: routingOf(result.data) };
}

/** A new user's routing: everything to people, no machine ever. */
export const NO_MACHINES: Routing = routingOf(routing.parse({}));

// ── a project's file ───────────────────────────────────────────────────────────────────────────────────────────────

const forbidden = z.enum(['machines', 'rules', 'agents'], 'say machines, rules or agents');

const projectFile = z.strictObject({
  forbid: oneOrMore(forbidden).default([]),
  within: duration.optional(),
  routes: z.array(route(plainPattern, namedPattern)).max(100).default([]),
  documents: z.array(documentName).max(20).optional(),
  answerers: z.unknown().optional(),
  templates: z.unknown().optional(),
});

/** Where a project's file cannot be understood: in doubt, people decide. */
export const PEOPLE_ONLY: ProjectFile = { forbid: ['rules', 'agents'], routes: [], ignored: [] };

/** Shape only; what it may do is `narrow`'s business. Use PEOPLE_ONLY where it is invalid. */
export function parseProjectFile(value: unknown): Parsed<ProjectFile> {
  const result = projectFile.safeParse(value ?? {});
  if (!result.success) return { kind: 'invalid', problems: shapeProblems(result.error, value) };
  const { forbid, within, routes, documents: attached } = result.data;
  const problems = sameNames(routes);
  if (problems.length > 0) return { kind: 'invalid', problems };
  return {
    kind: 'ok',
    value: {
      forbid: forbid.includes('machines') ? ['rules', 'agents'] : forbid.filter((each) => each !== 'machines'),
      ...(within === undefined ? {} : { withinMs: within }),
      routes: routes.map((each, i) => routeOf(each, i, () => Infinity, false)),
      ...(attached === undefined ? {} : { documents: attached }),
      ignored: ignoredIn(result.data),
    },
  };
}

function ignoredIn(file: z.output<typeof projectFile>): Ignored[] {
  const own = (['answerers', 'templates'] as const).filter((key) => file[key] !== undefined);
  return [
    ...own.map((key) => ({ where: key, why: `a project cannot set ${key}; put them into your own file` })),
    ...file.routes.flatMap((each, i) =>
      each.irreversible === 'allow'
        ? [{ where: `routes[${i}].irreversible`, why: 'only your own file can allow machines to decide what cannot be undone' }]
        : [],
    ),
  ];
}

function routeOf(written: WrittenRoute, index: number, own: (agent: string) => number, irreversible: boolean): Route {
  const decide = written.decide.map(
    (step: WrittenStep): Step => (step.kind === 'agent' ? { ...step, withinMs: step.withinMs ?? own(step.agent) } : step),
  );
  const last = decide.at(-1);
  return {
    name: nameOf(written, index),
    when: written.when,
    ...(written.unless === undefined ? {} : { unless: written.unless }),
    decide: last?.kind === 'people' ? decide : [...decide, EVERYTHING_TO_PEOPLE],
    irreversible,
  };
}

const nameOf = ({ name }: WrittenRoute, index: number): string => name ?? `route ${index + 1}`;
