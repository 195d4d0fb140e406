// Rows as they are stored: which columns are read, and whether they still hold what was written.
//
// Each row has a checksum of its contents. Rows from before there were checksums have none; of them, the shape is checked.
import { crc32 } from 'node:zlib';
import { asObject, parsedJson } from '../../question/json.ts';
import { fold } from '../../question/lifecycle.ts';
import type { AgentSession, AskView, Happening, JournalEvent, Prompt } from '../../question/words.generated.ts';
import type { Bindable, Row } from './engine.ts';

/** Whether a value looks like what it should be. */
export type Shapes = Readonly<Record<'view' | 'event' | 'session' | 'prompt', (value: unknown) => boolean>>;
export const ANY_SHAPE: Shapes = { view: () => true, event: () => true, session: () => true, prompt: () => true };

type Table = { readonly short: readonly string[]; readonly long: string };

/** What is read of each table. The last column is JSON, and much longer than the others. */
const TABLES = {
  events: { short: ['seq', 'ask', 'session', 'kind', 'at', 'actor', 'sum'], long: 'body' },
  asks: {
    short: [
      'created_seq',
      'decided_seq',
      'id',
      'session',
      'tool_use_id',
      'kind',
      'state',
      'program',
      'project',
      'deadline',
      'version',
      'sum',
    ],
    long: 'view',
  },
  sessions: { short: ['id', 'seen_at', 'ended_at', 'sum'], long: 'body' },
  prompts: { short: ['id', 'session', 'state', 'sum'], long: 'body' },
} as const satisfies Readonly<Record<string, Table>>;
export type TableName = keyof typeof TABLES;

// JSON has neither of them in it.
const END_OF_ROW = '\x1e';
const END_OF_SHORT = '\n';

/**
 * All rows as one value of bytes. As bytes, because libsql ends the whole process when a text is not valid UTF-8, which one flipped bit is
 * enough for. As one value, because each value of bytes takes longer to hand over than its row takes to find.
 */
export function allAtOnce(table: TableName, where: string): string {
  const { short, long }: Table = TABLES[table];
  const row = `json_array(${short.map((name) => `CAST(${name} AS TEXT)`).join(', ')}) || char(10) || coalesce(CAST(${long} AS TEXT), '')`;
  return `SELECT CAST(group_concat(${row}, char(30)) AS BLOB) AS rows FROM (SELECT ${[...short, long].join(', ')} FROM ${table} ${where})`;
}

/** The rows in that value; undefined if damage makes it unclear where they begin and end. */
export function takenApart(table: TableName, rows: string): Row[] | undefined {
  const { short, long }: Table = TABLES[table];
  const found: Row[] = [];
  for (const text of rows.split(END_OF_ROW)) {
    const end = text.indexOf(END_OF_SHORT);
    const values = parsedJson(text.slice(0, end));
    if (!Array.isArray(values) || values.length !== short.length) return undefined;
    const row: Record<string, Bindable> = {};
    for (let i = 0; i < short.length; i += 1) row[short[i] as string] = values[i];
    row[long] = text.slice(end + 1);
    found.push(row);
  }
  return found;
}

/** The same rows, each column as a value of its own. */
export function oneByOne(table: TableName, where: string): string {
  const { short, long }: Table = TABLES[table];
  return `SELECT ${[...short, long].map((name) => `CAST(${name} AS BLOB) AS ${name}`).join(', ')} FROM ${table} ${where}`;
}

export const sumOf = (...values: readonly Bindable[]): number => crc32(values.join('\0'));

// ── reading: undefined if the row is damaged ───────────────────────────────────────────────────────────────────────

export function eventIn(row: Row, shapes: Shapes): JournalEvent | undefined {
  const { ask = null, session = null, kind = null, at = null, actor = null, body = null } = row;
  const rest = contents(row, ask, session, kind, at, actor, body);
  if (!rest) return undefined;
  const subject = ask !== null ? { ask } : session !== null ? { session } : {};
  const event = { seq: Number(row.seq), at: Number(at), actor: String(actor), ...subject, happening: { kind, ...rest } };
  return isShaped(row, event, shapes.event) ? (event as JournalEvent) : undefined;
}

export function viewIn(row: Row, shapes: Shapes): AskView | undefined {
  const view = parsed(row.view ?? null) as AskView | undefined;
  if (!view || !isShaped(row, view, shapes.view)) return undefined;
  const { id, session, tool_use_id, kind, state, program, project, deadline, version } = row;
  const stored = [id, session, tool_use_id, kind, state, program, project, deadline, version];
  if (columnsOf(view).some((value, i) => String(value) !== String(stored[i]))) return undefined;
  return row.sum === null || Number(row.sum) === sumOf(row.view ?? null) ? view : undefined;
}

/** What the columns of an ask's row repeat of its view. */
export const columnsOf = (view: AskView) =>
  [view.id, view.session, view.toolUseId, view.kind, view.state, view.program, view.project, view.deadline ?? null, view.version] as const;

/** If a session was merely seen again, the column is newer than the body. */
export function sessionIn(row: Row, shapes: Shapes): AgentSession | undefined {
  const { id = null, ended_at = null, body = null } = row;
  const session = contents(row, id, ended_at, body) as AgentSession | undefined;
  return session && isShaped(row, session, shapes.session) ? { ...session, seenAt: Number(row.seen_at) } : undefined;
}

export function promptIn(row: Row, shapes: Shapes): Prompt | undefined {
  const { id = null, session = null, state = null, body = null } = row;
  const prompt = contents(row, id, session, state, body) as Prompt | undefined;
  return prompt && isShaped(row, prompt, shapes.prompt) ? prompt : undefined;
}

/** The object in the last column, if the row is as it was written. */
function contents(row: Row, ...values: readonly Bindable[]): Readonly<Record<string, unknown>> | undefined {
  if (row.sum !== null && row.sum !== undefined && Number(row.sum) !== sumOf(...values)) return undefined;
  return parsed(values.at(-1) ?? null);
}

const parsed = (text: Bindable) => asObject(parsedJson(String(text)));

const isShaped = ({ sum }: Row, value: unknown, shape: (value: unknown) => boolean): boolean => sum !== null || shape(value);

// ── rebuilding from events: undefined if those are damaged too ─────────────────────────────────────────────────────

/** `rows` are all events of the ask, oldest first. */
export function viewFrom(rows: readonly Row[], shapes: Shapes): { view: AskView; decidedSeq: number | null } | undefined {
  const history = rows.flatMap((row) => eventIn(row, shapes) ?? []);
  if (history.length < rows.length) return undefined;
  try {
    const view = fold(history as readonly { happening: Happening; at: number }[]);
    return view && { view, decidedSeq: history.find(({ happening }) => happening.kind === 'settled')?.seq ?? null };
  } catch {
    return undefined;
  }
}

/** `rows` are the events of the session, newest first. */
export function sessionFrom(rows: readonly Row[], shapes: Shapes): AgentSession | undefined {
  const later: JournalEvent[] = [];
  for (const row of rows) {
    const event = eventIn(row, shapes);
    if (event?.happening.kind === 'session-seen')
      return later.reduceRight((session, { happening, at }) => sessionAfter(session, happening, at), event.happening.session);
    if (event) later.push(event);
  }
  return undefined;
}

/** What a session is after an event of its own. */
export function sessionAfter(session: AgentSession, happening: JournalEvent['happening'], at: number): AgentSession {
  if (happening.kind === 'session-ended') return { ...session, seenAt: at, endedAt: at, died: happening.died, notified: undefined };
  if (happening.kind !== 'notified') return session;
  const { kind: _, ...notified } = happening;
  const others = session.notified?.filter(({ by }) => by !== notified.by) ?? [];
  return { ...session, notified: [...others, { ...notified, at }] };
}

/** `rows` are the events of the session, newest first. The newest must be sound: an older one has an older state. */
export function promptFrom(rows: readonly Row[], id: string, shapes: Shapes): Prompt | undefined {
  const newest = rows.find(({ kind, body }) => kind === 'prompt' && String(body).includes(id));
  const happening = newest && eventIn(newest, shapes)?.happening;
  return happening?.kind === 'prompt' && happening.prompt.id === id ? happening.prompt : undefined;
}
