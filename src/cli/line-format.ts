// `--format "{id}\\t{question}"`: one line per ask, made of its fields.
import type { AskView } from '../ask/schema/history.ts';
import { headline, projectName, shortId, span } from '../dialog/words/words.ts';
import { printable } from '../text/printable.ts';
import { UsageError } from './context.ts';

const FIELDS: Readonly<Record<string, (view: AskView, now: number) => string>> = {
  id: ({ id }) => id,
  short: ({ id }) => shortId(id),
  question: headline,
  header: ({ questions }) => questions[0]?.header ?? '',
  options: ({ questions }) => (questions[0]?.options ?? []).map(({ label }, i) => `${i + 1} ${label}`).join(', '),
  project: ({ project }) => projectName(project),
  folder: ({ project }) => project,
  program: ({ program }) => program,
  session: ({ session }) => session,
  kind: ({ kind }) => kind,
  state: ({ state }) => state,
  age: ({ createdAt }, now) => span(now - createdAt),
  time: ({ createdAt }) => new Date(createdAt).toISOString(),
};

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', '\\': '\\' };

/** Text from agents never contains a tab or a newline of its own. */
export function lineFormat(format: string): (view: AskView, now: number) => string {
  const unknown = [...format.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !(name in FIELDS));
  if (unknown.length > 0)
    throw new UsageError(
      `--format has no field {${unknown.join('}, {')}}`,
      `The fields are ${Object.keys(FIELDS)
        .map((name) => `{${name}}`)
        .join(' ')}.`,
    );
  const parts = format.replaceAll(/\\([tn\\])/g, (_, letter: string) => ESCAPES[letter] ?? '');
  return (view, now) => parts.replaceAll(/\{(\w+)\}/g, (_, name: string) => printable(FIELDS[name]?.(view, now) ?? ''));
}
