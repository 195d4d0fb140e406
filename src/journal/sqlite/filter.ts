// Filters of asks as SQL conditions.

import { nextSlice } from '../../system/slices.ts';
import type { AskFilter } from '../journal.ts';
import { asText, type Bindable } from './engine.ts';
import type { Rows } from './rows.ts';

/** `index`: the one that finds exactly these rows; `isOne`: and in their order, because they all have the same value. */
export type Condition = {
  readonly sql: string;
  readonly values: readonly Bindable[];
  readonly index?: string;
  readonly isOne?: boolean;
  /** A column that it reads and that may be long. */
  readonly reads?: 'search' | 'view';
};

/** In one turn. */
const NAMES = 1_000;

/** Names of folders and tmux sessions are looked up first, so that the conditions compare columns only. */
export async function conditions(filter: AskFilter, rows: Rows, signal: AbortSignal | undefined): Promise<readonly Condition[]> {
  const { ids, session, sessionNamed, project, states, kinds, program, by, text } = filter;
  return [
    ...among('id', ids, 'sqlite_autoindex_asks_1'),
    ...among('session', session === undefined ? undefined : [session], 'asks_identity'),
    ...among('session', sessionNamed === undefined ? undefined : await sessionsNamed(sessionNamed, rows, signal), 'asks_identity'),
    ...among('project', project === undefined ? undefined : await projectsNamed(project, rows, signal), 'asks_by_project'),
    ...among('state', noneIsAny(states), 'asks_by_state'),
    ...among('kind', noneIsAny(kinds)),
    ...among('program', program === undefined ? undefined : [program]),
    ...(by === undefined ? [] : [{ sql: `${inJson('view', '$.decision.by.name')} = ?`, values: [by], reads: 'view' as const }]),
    ...(text === undefined ? [] : [{ sql: 'instr(search, ?) > 0', values: [text.toLowerCase()], reads: 'search' as const }]),
  ];
}

/** NULL if the column is damaged. */
export const inJson = (column: string, path: string): string => `iif(json_valid(${column}), json_extract(${column}, '${path}'), NULL)`;

export function among(column: string, values: readonly string[] | undefined, index?: string): Condition[] {
  if (values === undefined) return [];
  const named = index === undefined ? {} : { index };
  if (values.length === 1) return [{ sql: `${column} = ?`, values, isOne: true, ...named }];
  return [{ sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)], ...named }];
}

const noneIsAny = <T>(values: readonly T[] | undefined): readonly T[] | undefined => (values?.length === 0 ? undefined : values);

/** Itself, and if it is the name of a folder, every project in such a folder. From project to project in the index: there are far fewer than asks. */
async function projectsNamed(name: string, rows: Rows, signal: AbortSignal | undefined): Promise<readonly string[]> {
  if (name.includes('/')) return [name];
  const next = (after: string) => `(SELECT min(project) FROM asks WHERE project > ${after})`;
  const sql = `WITH RECURSIVE each (project, n) AS (SELECT ${next('?')}, 1
                 UNION ALL SELECT ${next('each.project')}, n + 1 FROM each WHERE each.project IS NOT NULL AND n < ${NAMES})
               SELECT ${asText('project')} FROM each WHERE project IS NOT NULL`;
  const found = [name];
  for (let last = ''; ; await nextSlice(signal)) {
    const projects = rows
      .sql(sql)
      .all(last)
      .map((row) => String(row.project));
    found.push(...projects.filter((project) => project.endsWith(`/${name}`)));
    const end = projects.at(-1);
    // A damaged name may sort before itself once it was read.
    if (projects.length < NAMES || end === undefined || end === last) return found;
    last = end;
  }
}

/** Itself, because it may be an id, and every session that ran in a tmux session of this name. */
async function sessionsNamed(name: string, rows: Rows, signal: AbortSignal | undefined): Promise<readonly string[]> {
  const sql = `SELECT ${asText('id')}, ${inJson('body', '$.name')} = ? AS fits FROM sessions WHERE id > ? ORDER BY sessions.id LIMIT ${NAMES}`;
  const found = [name];
  for (let last = ''; ; await nextSlice(signal)) {
    const page = rows.sql(sql).all(name, last);
    found.push(...page.flatMap(({ id, fits }) => (fits === 1 ? [String(id)] : [])));
    const end = page.at(-1)?.id;
    if (page.length < NAMES || end === undefined || String(end) === last) return found;
    last = String(end);
  }
}
