// The problems of a YAML file, with line and column.
import { type Document, isMap, LineCounter, parseDocument } from 'yaml';
import { UNKNOWN_FIELD } from '../question/shape.ts';
import type { Problem } from '../question/words.generated.ts';

export type FileProblem = { readonly file: string; readonly message: string } & Partial<Position>;
type Position = { readonly line: number; readonly column: number };
type Node = { readonly range?: readonly [number, number, number] | null } | undefined;

type ReadYaml =
  | { readonly kind: 'ok'; readonly value: unknown; locate(problems: readonly Problem[]): readonly FileProblem[] }
  | { readonly kind: 'broken'; readonly problems: readonly FileProblem[] };

export function readYaml(file: string, text: string): ReadYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  if (document.errors.length > 0)
    return { kind: 'broken', problems: document.errors.map((error) => ({ file, ...at(error.pos[0]), message: error.message })) };
  let value: unknown;
  try {
    value = document.toJS() ?? {};
  } catch (error) {
    return { kind: 'broken', problems: [{ file, message: (error as Error).message }] };
  }
  return {
    kind: 'ok',
    value,
    locate: (problems) => problems.map((each) => ({ file, ...placed(document, each, at), message: each.message })),
  };
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
