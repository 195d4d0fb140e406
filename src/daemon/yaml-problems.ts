// The problems of a YAML file, with line numbers.
import { type Document, LineCounter, parseDocument } from 'yaml';
import type { Problem } from '../question/problem.ts';

export type FileProblem = { readonly file: string; readonly line?: number | undefined; readonly message: string };

export type ReadYaml =
  | { readonly kind: 'ok'; readonly value: unknown; locate(problems: readonly Problem[]): readonly FileProblem[] }
  | { readonly kind: 'broken'; readonly problems: readonly FileProblem[] };

export function readYaml(file: string, text: string): ReadYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineOf = (offset: number): number => lines.linePos(offset).line;
  if (document.errors.length > 0)
    return { kind: 'broken', problems: document.errors.map((error) => ({ file, line: lineOf(error.pos[0]), message: error.message })) };
  return {
    kind: 'ok',
    value: document.toJS() ?? {},
    locate: (problems) => problems.map(({ where, message }) => ({ file, ...placed(document, where, lineOf), message })),
  };
}

export function problemText({ file, line, message }: FileProblem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${message}`;
}

/** The line of `routes[0].decide[1].agent`, or of its nearest parent that exists. */
function placed(document: Document, where: string, lineOf: (offset: number) => number): { line?: number } {
  const path = [...where.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name as string) : Number(index),
  );
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as { range?: readonly [number, number, number] } | undefined;
    if (node?.range) return { line: lineOf(node.range[0]) };
  }
  return {};
}
