// Filters of asks as SQL conditions.
import type { AskFilter } from '../../decide/journal.ts';
import type { Bindable } from './engine.ts';

type Condition = { readonly sql: string; readonly values: readonly Bindable[] };

export function conditions(filter: AskFilter): Condition[] {
  const equals: readonly (readonly [string, string | undefined])[] = [
    ['program', filter.program],
    ['session', filter.session],
  ];
  return [
    ...oneOf('state', filter.states),
    ...oneOf('kind', filter.kinds),
    ...projectIs(filter.project),
    ...equals.flatMap(([column, value]) => (value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }])),
    ...sessionIs(filter.sessionNamed),
    ...(filter.by === undefined ? [] : [{ sql: "json_extract(view, '$.decision.by.name') = ?", values: [filter.by] }]),
    ...(filter.text === undefined ? [] : [{ sql: 'instr(search, ?) > 0', values: [filter.text.toLowerCase()] }]),
  ];
}

/** By path, or by the name of the folder. */
function projectIs(project: string | undefined): Condition[] {
  if (project === undefined) return [];
  if (project.includes('/')) return [{ sql: 'project = ?', values: [project] }];
  return [{ sql: '(project = ? OR substr(project, -length(?)) = ?)', values: [project, `/${project}`, `/${project}`] }];
}

function sessionIs(name: string | undefined): Condition[] {
  if (name === undefined) return [];
  const named = "SELECT id FROM sessions WHERE json_extract(body, '$.name') = ?";
  return [{ sql: `(session = ? OR session IN (${named}))`, values: [name, name] }];
}

export function oneOf(column: string, values: readonly string[] | undefined): Condition[] {
  if (values === undefined || values.length === 0) return [];
  return [{ sql: `${column} IN (${values.map(() => '?').join(', ')})`, values }];
}
