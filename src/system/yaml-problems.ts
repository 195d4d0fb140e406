// Reads YAML files, within limits, and says where their problems are: line and column.
import { setImmediate } from 'node:timers/promises';
import { Composer, type CST, type Document, isMap, LineCounter, YAMLParseError } from 'yaml';
import type { Problem } from '../ask/schema/problem.ts';
import { UNKNOWN_FIELD } from '../ask/shape.ts';
import { OWN_LIMITS, PROJECT_LIMITS, type YamlLimits, yamlTokens } from './yaml-tokens.ts';

export type FileProblem = { readonly file: string; readonly message: string } & Partial<Position>;
type Position = { readonly line: number; readonly column: number };
type Node = { readonly range?: readonly [number, number, number] | null } | undefined;

type ReadYaml =
  | { readonly kind: 'ok'; readonly value: unknown; locate(problems: readonly Problem[]): readonly FileProblem[] }
  | { readonly kind: 'broken'; readonly problems: readonly FileProblem[] };

/** Nobody reads more. */
const MOST_ERRORS = 20;
const MOST_VALUES = 200_000;

/** For the user's own file. */
export function readYaml(file: string, text: string): ReadYaml {
  const reading = yamlReading(file, text, OWN_LIMITS);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

/** For a file that may be anybody's. Lets others have a turn between the parts of the work. */
export async function readProjectYaml(file: string, text: string): Promise<ReadYaml> {
  const reading = yamlReading(file, text, PROJECT_LIMITS);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}

function* yamlReading(file: string, text: string, limits: YamlLimits): Generator<void, ReadYaml> {
  const lines = new LineCounter();
  const broken = (message: string, offset?: number): ReadYaml => ({
    kind: 'broken',
    problems: [{ file, ...(offset === undefined ? {} : at(offset)), message }],
  });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  try {
    const read = yield* yamlTokens(text, limits, lines);
    if (read.kind === 'refused') return broken(read.why, read.offset);
    yield;
    const document = composed(read.tokens, text.length);
    if (document.errors.length > 0)
      return {
        kind: 'broken',
        problems: document.errors.slice(0, MOST_ERRORS).map((error) => ({ file, ...at(error.pos[0]), message: worded(error) })),
      };
    yield;
    const value: unknown = document.toJS() ?? {};
    const excess = tooMuch(value, limits);
    if (excess !== undefined) return broken(excess);
    yield;
    return {
      kind: 'ok',
      value,
      locate: (problems) => problems.map((each) => ({ file, ...placed(document, each, at), message: each.message })),
    };
  } catch (error) {
    return broken(`cannot be read: ${(error as Error).message}`);
  }
}

function composed(tokens: readonly CST.Token[], length: number): Document {
  const { stackTraceLimit } = Error;
  // A broken file has thousands of errors, and most of their time would go into stack traces.
  Error.stackTraceLimit = 0;
  try {
    // Only what JSON has, too: with tags such as !!omap a file would have values without fields, in which nobody sees what it forbids.
    const composer = new Composer({ prettyErrors: false, logLevel: 'error', stringKeys: true, schema: 'core', resolveKnownTags: false });
    const [document, another] = composer.compose(tokens, true, length);
    if (document === undefined) throw new Error('it has no document');
    if (another) document.errors.push(new YAMLParseError(rangeOf(another), 'MULTIPLE_DOCS', 'a second document begins here; keep one'));
    return document;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const rangeOf = ({ range: [start, , end] }: Document.Parsed): [number, number] => [start, end];

const worded = ({ code, message }: YAMLParseError): string =>
  code === 'NON_STRING_KEY' ? 'the name of a field must be text; put it in quotes' : message;

/** Aliases can make a small text large or endless. */
function tooMuch(value: unknown, { depth }: YamlLimits): string | undefined {
  let level: readonly unknown[] = [value];
  let seen = 0;
  for (let deep = 0; level.length > 0; deep += 1) {
    seen += level.length;
    if (deep > 2 * depth)
      return 'is nested too deeply, or repeats itself inside itself: an alias (*) must not be in what its anchor (&) marks';
    if (seen > MOST_VALUES) return 'is too large once its aliases (*) are written out';
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return undefined;
}

export function problemText({ file, line, column, message }: FileProblem): string {
  return `${file}${line === undefined ? '' : `:${line}:${column}`}: ${message}`;
}

/** The place of `routes[0].decide[1].agent`, or of its nearest parent that exists. */
function placed(document: Document, { rule, where }: Problem, at: (offset: number) => Position): Partial<Position> {
  const path = [...where.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name as string) : Number(index),
  );
  const name = rule === UNKNOWN_FIELD ? nameNode(document, path) : undefined;
  const nodes = path.map((_, i) => document.getIn(path.slice(0, path.length - i), true) as Node);
  const range = [name, ...nodes].find((node) => node?.range)?.range;
  return range ? at(range[0]) : {};
}

function nameNode(document: Document, path: readonly (string | number)[]): Node {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return undefined;
  return parent.items.map(({ key }) => key as { value?: unknown } & NonNullable<Node>).find(({ value }) => String(value) === path.at(-1));
}
