// answerback list: open asks, or any others that match.
import { isOpen, PENDING, undeliveredReason } from '../../ask/lifecycle.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { ListQuery } from '../../client/client.ts';
import { headline, projectName, routeWords, shortId, span } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { filterFlags, states } from '../app/filters.ts';
import { examples, flag, json, optionalText } from '../app/parameters.ts';
import { type FilterFlags, filters, isFiltered, pages } from '../ask-query.ts';
import { type Context, UsageError } from '../context.ts';
import { saveNumbers } from '../find-ask.ts';
import { printNotices } from '../notices.ts';
import { type Cell, printTable } from '../table.ts';
import { STATE_STYLE, stateWord } from '../words.ts';

const listCommand = command(list, {
  parameters: {
    flags: {
      json,
      all: flag('Include asks that are over'),
      jsonl: flag('Print JSON, one ask per line'),
      format: optionalText('Print a line per ask: "{id}\\t{question}"', 'format'),
      state: states,
      ...filterFlags,
    },
    aliases: { a: 'all', n: 'limit' },
  },
  docs: {
    fullDescription: examples('Newest first. The numbers can be used instead of ids until the next list: answerback answer @1 2.', [
      'answerback list',
      'answerback list --all --project . -n 200',
      "answerback list --format '{id}\\t{question}'",
      'answerback list --jsonl | jq -r .id',
    ]),
  },
});
export const commands = { list: listCommand };

export type ListFlags = FilterFlags & {
  readonly json: boolean;
  readonly all: boolean;
  readonly state?: readonly string[];
  readonly limit: number;
  readonly jsonl: boolean;
  readonly format?: string;
};

async function list(this: Context, flags: ListFlags): Promise<void> {
  const client = this.client();
  const state = flags.state ?? (flags.all ? undefined : PENDING);
  const line = flags.format === undefined ? undefined : lineFormat(flags.format);
  const forPrograms = flags.json || flags.jsonl || line !== undefined;
  const { asks, more, notices } = await pages(
    (query) => client.call('GET /v1/asks', { query }),
    { ...filters(flags), state: state as ListQuery['state'], notices: !forPrograms },
    flags.limit,
  );
  if (flags.json) return this.out.json(asks);
  if (more) this.err.line(this.err.style(`… and more: --limit ${flags.limit * 4}`, 'dim'));
  if (flags.jsonl || line) {
    for (const view of asks) line ? this.out.line(line(view, this.now())) : this.out.json(view, false);
    return;
  }
  if (notices) printNotices(this, notices);
  if (asks.length === 0)
    return this.out.line(
      state || isFiltered(flags)
        ? `No ${flags.state ? `${flags.state.join(' or ')} ` : flags.all ? '' : 'open '}asks${isFiltered(flags) ? ' match' : ''}.${flags.all ? '' : ' (--all shows the others)'}`
        : 'No asks yet.',
    );
  printAsks(this, asks);
  saveNumbers(this.place, asks);
}

/** Columns that would be the same in every row are printed once, to standard error: the question needs the space. A state that is not open is news. */
const COLUMNS_THAT_MAY_BE_THE_SAME = [3, 4, 5, 6];

function printAsks({ out, err, now }: Context, asks: readonly AskView[]): void {
  const rows = asks.map((view, i): Cell[] => [
    { text: `@${i + 1}`, style: ['dim'] },
    { text: shortId(view.id), style: ['cyan'] },
    { text: span(now() - view.createdAt), style: ['dim'] },
    { text: stateWord(view), style: [STATE_STYLE[view.state]] },
    { text: projectName(view.project) },
    { text: printable(view.program), style: ['dim'] },
    { text: view.kind === 'question' ? printable(view.questions[0]?.header ?? '') : view.kind, style: ['magenta'] },
    { text: headline(view), style: ['bold'] },
    lastCell(view, now()),
  ]);
  const same = COLUMNS_THAT_MAY_BE_THE_SAME.filter((column) => rows.every((row) => row[column]?.text === rows[0]?.[column]?.text)).filter(
    (column) => column !== 3 || asks.every(isOpen),
  );
  const shared = same.map((column) => rows[0]?.[column]?.text ?? '').filter((text) => text !== '');
  if (shared.length > 0) err.line(err.style(`${asks.length > 1 ? 'all ' : ''}${shared.join(' · ')}`, 'dim'));
  const shown = rows.map((row) => row.map((cell, column) => (same.includes(column) ? { text: '' } : cell)));
  printTable(out, shown, { flexible: 7, most: [4, 8, 4, 11, 18, 14, 14, undefined, 40] });
}

function lastCell(view: AskView, now: number): Cell {
  const reason = undeliveredReason(view);
  if (reason !== undefined) return { text: printable(reason), style: ['red'] };
  const { route } = view;
  return { text: route?.waitingFor && route.waitingFor.kind !== 'people' ? routeWords(route, now) : '', style: ['blue'] };
}

/** Of `--format "{id}\\t{question}"`, which prints one line per ask. */
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
function lineFormat(format: string): (view: AskView, now: number) => string {
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
