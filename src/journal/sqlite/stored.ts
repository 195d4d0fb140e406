// Rows as they are stored: which columns are read, and whether they still hold what was written.
//
// Each row has a checksum of its contents. Rows from before there were checksums have none; of them, the shape is checked.
import { crc32 } from 'node:zlib';
import { fold } from '../../ask/lifecycle.ts';
import type { AskView, Happening, JournalEvent } from '../../ask/schema/history.ts';
import type { AgentSession, Prompt } from '../../ask/schema/session.ts';
import { asObject, parsedJson } from '../../text/json.ts';
import { asText, type Bindable, type Row } from './engine.ts';

/** Whether a value looks like what it should be. */
export type Shapes = Readonly<Record<'view' | 'event' | 'session' | 'prompt', (value: unknown) => boolean>>;
export const ANY_SHAPE: Shapes = { view: () => true, event: () => true, session: () => true, prompt: () => true };

/** Whatever damage made of it. */
const asNumber = (column: string) => `CAST(${column} AS REAL) AS ${column}`;

/** What most columns of an ask's row repeat of its view: as one text, because it is only compared. */
const REPEATED = ['id', 'session', 'tool_use_id', 'kind', 'state', 'program', 'project', "coalesce(deadline, '')", 'version'];

/** What is read of each table. The last column is JSON, and much longer than the others. */
const COLUMNS = {
  events: [...['seq', 'at', 'sum'].map(asNumber), ...['ask', 'session', 'kind', 'actor', 'body'].map((name) => asText(name))],
  asks: [...['created_seq', 'sum'].map(asNumber), asText('id'), asText(REPEATED.join(' || char(10) || '), 'repeated'), asText('view')],
  sessions: [...['seen_at', 'ended_at', 'sum'].map(asNumber), ...['id', 'body'].map((name) => asText(name))],
  prompts: [...['queued_seq', 'sum'].map(asNumber), ...['id', 'session', 'state', 'body'].map((name) => asText(name))],
} as const;
export type TableName = keyof typeof COLUMNS;

/** The rows that `where` finds, in its order. A select in itself, because ORDER BY would take the casts for the columns, and sort. */
export const select = (table: TableName, where: string): string =>
  `SELECT ${COLUMNS[table].join(', ')} FROM (SELECT * FROM ${table} ${where})`;

/** The bytes of the long column, found without reading it. */
export const sizeOf = (table: TableName): string => `octet_length(${table === 'asks' ? 'view' : 'body'})`;

export const sumOf = (...values: readonly Bindable[]): number => crc32(values.join('\0'));

// ── reading: undefined if the row is damaged ───────────────────────────────────────────────────────────────────────

export function eventIn(row: Row, shapes: Shapes): JournalEvent | undefined {
  const { ask, session, kind, at, actor, body } = row;
  const rest = contents(row, ask, session, kind, at, actor, body);
  if (!rest) return undefined;
  const subject = ask !== null ? { ask } : session !== null ? { session } : {};
  const event = { seq: Number(row.seq), at: Number(at), actor: String(actor), ...subject, happening: { kind, ...rest } };
  return isShaped(row, event, shapes.event) ? (event as JournalEvent) : undefined;
}

export function viewIn(row: Row, shapes: Shapes): AskView | undefined {
  const view = contents(row, row.view) as AskView | undefined;
  return view && isShaped(row, view, shapes.view) && row.repeated === columnsOf(view).join('\n') ? view : undefined;
}

/** The same, from the view. */
export const columnsOf = (view: AskView) =>
  [view.id, view.session, view.toolUseId, view.kind, view.state, view.program, view.project, view.deadline ?? null, view.version] as const;

/** If a session was merely seen again, the column is newer than the body. */
export function sessionIn(row: Row, shapes: Shapes): AgentSession | undefined {
  const { id, ended_at, body } = row;
  const session = contents(row, id, ended_at, body) as AgentSession | undefined;
  return session && isShaped(row, session, shapes.session) ? { ...session, seenAt: Number(row.seen_at) } : undefined;
}

export function promptIn(row: Row, shapes: Shapes): Prompt | undefined {
  const { id, session, state, body } = row;
  const prompt = contents(row, id, session, state, body) as Prompt | undefined;
  return prompt && isShaped(row, prompt, shapes.prompt) ? prompt : undefined;
}

/** The object in the last column, if the row is as it was written. */
function contents({ sum }: Row, ...values: readonly (Row[string] | undefined)[]): Readonly<Record<string, unknown>> | undefined {
  if (!values.every(isReadable)) return undefined;
  if (sum !== null && sum !== sumOf(...values)) return undefined;
  return asObject(parsedJson(String(values.at(-1))));
}

const isReadable = (value: Row[string] | undefined): value is Bindable => value !== undefined && !Buffer.isBuffer(value);

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
