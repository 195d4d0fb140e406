// Routes in YAML: in the user's own file, and in a project's `.answerback.yaml`. Error messages say how to fix the file.
import { z } from 'zod';
import type { Resolved } from '../../ask/answer.ts';
import {
  amount,
  duration,
  namedPattern,
  oneOrMore,
  type Pattern,
  pattern,
  plainPattern,
  shortForms,
  words,
} from '../../ask/match/fields.ts';
import { criteriaOf } from '../../ask/match/schema.ts';
import { problem } from '../../ask/problem.ts';
import type { Problem } from '../../ask/schema/problem.ts';
import { readShape } from '../../ask/shape.ts';
import type { AnswererKind } from '../answerers/answerer.ts';
import type { RuleKind } from '../rules/rule-kind.ts';
import { EVERYTHING_TO_PEOPLE, type Ignored, type ProjectFile, type Route, type Routing, type Step } from './route.ts';
import { steps, type WrittenStep } from './steps.ts';

const route = (rules: readonly RuleKind[], text: z.ZodType<Pattern>, ruleText = text) =>
  z.strictObject({
    name: words.max(100).optional().describe('shown in the log; each route has its own'),
    when: criteriaOf(text).default({}).describe('which asks: all of these must hold'),
    unless: criteriaOf(text)
      .refine((given) => Object.keys(given).length > 0, 'say which asks are not for this route, or leave unless out')
      .optional()
      .describe('but not these: if all of them hold'),
    decide: steps(rules, ruleText).describe('who decides, in order; people are always last'),
    irreversible: z.enum(['allow', 'people'], 'say allow or people; people is what holds without it').default('people'),
    notify: z
      .enum(['in-turn', 'at-once'], 'say in-turn or at-once; in-turn is what holds without it')
      .default('in-turn')
      .describe('when people are notified: in-turn, when it is their turn; at-once, already while an agent decides'),
  });
type WrittenRoute = z.output<ReturnType<typeof route>>;

/** A file inside the project, with no way out of it. */
const documentName = words.max(200).refine((name) => !/^[/~\\]|(?:^|[/\\])\.\.(?:[/\\]|$)|^[a-z]:/i.test(name), {
  error: 'name a file inside the project, without a leading / and without ..',
});
const LIMITS = { each: 20_000, together: 60_000 } as const;
export const DEFAULT_WITHIN = 5 * 60_000;
const MOST_PROMPTS = 20;

const documents = z
  .preprocess(
    (value) => (Array.isArray(value) ? { files: value } : value),
    z.strictObject({
      files: z.array(documentName).max(20).default([]),
      'most-each': z.int().min(100).max(200_000).default(LIMITS.each),
      'most-together': z.int().min(100).max(500_000).default(LIMITS.together),
    }),
  )
  .register(shortForms, { short: 'list' });

// ── the user's own file ────────────────────────────────────────────────────────────────────────────────────────────

/** Everything that can be named in a route. */
export type RoutingLists = { readonly rules: readonly RuleKind[]; readonly answerers: readonly AnswererKind[] };

/** The fields of the user's file that are about deciding. The schema of the whole file includes them and calls `contradictions`. */
export const routingShape = ({ rules, answerers: kinds }: RoutingLists) => ({
  answerers: z
    .record(
      z.string().regex(/^[\w-]{1,50}$/, 'name an answerer with letters, digits, - and _'),
      z.discriminatedUnion('kind', kinds.map(({ schema }) => schema) as [AnswererKind['schema']]),
    )
    .default({})
    .describe('agents that may answer; a route names them'),
  // A route has hundreds of schemas, which take time at every start, and most files have none.
  routes: z
    .array(z.lazy(() => route(rules, pattern)))
    .max(500)
    .default([])
    .describe('who decides which asks; the first that matches is used'),
  documents: documents.prefault([]).describe('files of a project that answering agents get to read'),
  templates: words.optional().describe('a folder with texts that replace parts of the brief'),
  policy: z
    .string()
    .max(20_000)
    .regex(/\S/, 'write what a reviewer should judge by, or leave it out')
    .optional()
    .describe('what reviewers judge by'),
  'policy-file': words.optional(),
  'most-prompts': z.int().min(1).max(1_000).default(MOST_PROMPTS).describe('in a row, without a person, to one idle session'),
  'most-time': duration.optional().describe('how long agents may prompt one session without a person: 8h'),
  'most-tokens': amount
    .optional()
    .describe('how many tokens one session may use while agents prompt it without a person, with what the agents use themselves: 500k, 2M'),
});
type WrittenRouting = z.output<z.ZodObject<ReturnType<typeof routingShape>>>;

/** What no single field can show: answerers that are not configured, impossible reviews, and routes with the same name. */
export function contradictions(written: WrittenRouting): Problem[] {
  const both = written.policy !== undefined && written['policy-file'] !== undefined;
  return [
    ...answerersExist(written),
    ...permissionsMatched(written.routes),
    ...sameNames(written.routes),
    ...(both ? [problem('policy', 'policy-file', null, 'policy-file: there is a policy already; keep one of the two')] : []),
  ];
}

/** The record of an ask names its route, so a name must be unique. */
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

/** Routes may only name answerers of the same file. A reviewer must differ from the answerer it reviews, and must be one that can be asked at any time. */
function answerersExist({ answerers, routes }: WrittenRouting): Problem[] {
  const known = Object.keys(answerers);
  const list = known.length === 0 ? 'none is' : `there are ${known.join(', ')}`;
  const unknown = (where: string, name: string) =>
    known.includes(name) ? [] : [problem('agent-known', where, name, `${where}: no answerer is called "${name}"; ${list} under answerers`)];
  return routes.flatMap((each, r) =>
    each.decide.flatMap((step, s) => {
      const where = `routes[${r}].decide[${s}]`;
      const review = step.kind === 'people' ? undefined : step.review;
      const { cannotReview } = answerers[review ?? ''] ?? {};
      const wrong = (why: string) => [problem('review', `${where}.review`, review, `${where}.review: ${why}`)];
      return [
        ...(step.kind === 'agent' ? unknown(`${where}.agent`, step.agent) : []),
        ...(review === undefined ? [] : unknown(`${where}.review`, review)),
        ...(step.kind === 'agent' && step.agent === review ? wrong('nobody reviews its own answers; name another answerer') : []),
        ...(cannotReview === undefined ? [] : wrong(cannotReview)),
      ];
    }),
  );
}

/** Without a kind, a route matches only questions, and an `allow` on it would never be used. */
function permissionsMatched(routes: readonly WrittenRoute[]): Problem[] {
  return routes.flatMap(({ when, decide }, r) => {
    const s = decide.findIndex((step) => step.kind === 'rule' && step.rule.kind.permissions);
    if (s < 0 || when.kind?.includes('permission')) return [];
    const where = `routes[${r}].decide[${s}]`;
    return [problem('allow-kind', where, null, `${where}: allow is for permissions; add kind: permission to the route's when`)];
  });
}

export function routingOf(written: WrittenRouting): Routing {
  const { documents: attached } = written;
  const own = (name: string) => written.answerers[name]?.within ?? DEFAULT_WITHIN;
  return {
    answerers: written.answerers,
    routes: written.routes.map((each, i) => routeOf(each, i, own, each.irreversible === 'allow')),
    documents: { names: attached.files, mostEach: attached['most-each'], mostTogether: attached['most-together'] },
    ...(written.templates === undefined ? {} : { templates: written.templates }),
    ...(written.policy === undefined ? {} : { policy: { text: written.policy } }),
    ...(written['policy-file'] === undefined ? {} : { policy: { file: written['policy-file'] } }),
    mostPrompts: written['most-prompts'],
    ...(written['most-time'] === undefined ? {} : { mostTimeMs: written['most-time'] }),
    ...(written['most-tokens'] === undefined ? {} : { mostTokens: written['most-tokens'] }),
  };
}

// ── a project's file ───────────────────────────────────────────────────────────────────────────────────────────────

const forbidden = z.enum(['auto-answers', 'rules', 'agents'], 'say auto-answers, rules or agents');

export const projectFile = (rules: readonly RuleKind[]) =>
  z.strictObject({
    forbid: oneOrMore(forbidden).default([]).describe('what may not answer in this project'),
    within: duration.optional(),
    routes: z
      .array(z.lazy(() => route(rules, plainPattern, namedPattern)))
      .max(100)
      .default([]),
    documents: z.array(documentName).max(20).optional(),
    answerers: z.unknown().optional(),
    templates: z.unknown().optional(),
    policy: z.unknown().optional(),
    'policy-file': z.unknown().optional(),
  });

type ProjectFileSchema = ReturnType<typeof projectFile>;

/** Used if a project's file is invalid: in doubt, people decide. */
export const PEOPLE_ONLY: ProjectFile = { forbid: ['rules', 'agents'], routes: [], ignored: [] };

/** Checks the shape only; `narrow` decides what it may do. Use PEOPLE_ONLY if it is invalid. */
export function parseProjectFile(schema: ProjectFileSchema, value: unknown): Resolved<ProjectFile> {
  const read = readShape(schema, value ?? {});
  if (read.kind === 'invalid') return read;
  const { forbid, within, routes, documents: attached } = read.value;
  const problems = [...sameNames(routes), ...tooManyPatterns(routes)];
  if (problems.length > 0) return { kind: 'invalid', problems };
  return {
    kind: 'ok',
    value: {
      forbid: forbid.includes('auto-answers') ? ['rules', 'agents'] : forbid.filter((each) => each !== 'auto-answers'),
      ...(within === undefined ? {} : { withinMs: within }),
      routes: routes.map((each, i) => routeOf(each, i, () => Infinity, false)),
      ...(attached === undefined ? {} : { documents: attached }),
      ignored: ignoredIn(read.value),
    },
  };
}

/** They are compared with every ask of the project, which may be long. The user's own file may have any number. */
function tooManyPatterns(routes: readonly WrittenRoute[]): Problem[] {
  const lengths = routes
    .flatMap(({ when, unless = {} }) => [...Object.values(when), ...Object.values(unless)])
    .flat()
    .flatMap((each) => (typeof each === 'string' ? each.length : typeof each === 'object' && 'source' in each ? each.source.length : []));
  if (lengths.length > MOST_PATTERNS) {
    const message = `routes: their when and unless have ${lengths.length} texts together; a project's file may have ${MOST_PATTERNS}`;
    return [problem('patterns', 'routes', lengths.length, message)];
  }
  const length = lengths.reduce((sum, each) => sum + each, 0);
  if (length <= MOST_PATTERN_TEXT) return [];
  const message = `routes: their when and unless have ${length} characters together; a project's file may have ${MOST_PATTERN_TEXT}`;
  return [problem('pattern-text', 'routes', length, message)];
}
const MOST_PATTERN_TEXT = 10_000;
const MOST_PATTERNS = 300;

function ignoredIn(file: z.output<ProjectFileSchema>): Ignored[] {
  const own = (['answerers', 'templates', 'policy', 'policy-file'] as const).filter((key) => file[key] !== undefined);
  return [
    ...own.map((key) => ({ where: key, why: `a project cannot set ${key}; put it into your own file` })),
    ...file.routes.flatMap((each, i) =>
      each.irreversible === 'allow'
        ? [{ where: `routes[${i}].irreversible`, why: 'only your own file can allow irreversible answers' }]
        : [],
    ),
    ...file.routes.flatMap((each, i) =>
      each.notify === 'at-once' ? [{ where: `routes[${i}].notify`, why: 'only your own file says when you are notified' }] : [],
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
    notify: written.notify,
  };
}

const nameOf = ({ name }: WrittenRoute, index: number): string => name ?? `route ${index + 1}`;
