// A journal of more than a year, written directly into the real tables in one transaction.

import { apply } from '../src/ask/lifecycle.ts';
import type { AskView } from '../src/ask/schema/history.ts';
import { openEngine } from '../src/journal/sqlite/engine.ts';
import { migrate } from '../src/journal/sqlite/schema.ts';
import { sumOf } from '../src/journal/sqlite/stored.ts';
import { historyOf } from './history.ts';

export type Written = { readonly asks: number; readonly events: number; readonly open: number };

const OPEN = 200;
const EVENTS_PER_ASK = 3.6;

export function writeJournal(path: string, events: number): Written {
  const engine = openEngine(path);
  engine.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000');
  migrate(engine, path);
  const indexes = engine.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").all();
  const written = engine.transaction(() => {
    for (const { name } of indexes) engine.exec(`DROP INDEX ${name}`);
    const result = fill(engine, events);
    for (const { sql } of indexes) engine.exec(String(sql));
    return result;
  });
  engine.close();
  return written;
}

function fill(engine: ReturnType<typeof openEngine>, events: number): Written {
  const total = Math.ceil(events / EVENTS_PER_ASK);
  const putEvent = engine.prepare('INSERT INTO events (ask, session, kind, at, actor, body, sum) VALUES (?, NULL, ?, ?, ?, ?, ?)');
  const putAsk = engine.prepare(
    `INSERT INTO asks (id, session, tool_use_id, kind, state, program, project, deadline, version, created_seq, decided_seq, search, view, sum)
     VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?)`,
  );
  let seq = 0;
  for (let i = 0; i < total; i += 1) {
    const { ask, entries } = historyOf(i, isOpen(i, total));
    let view: AskView | undefined;
    let decidedSeq: number | null = null;
    const createdSeq = seq + 1;
    for (const { at, actor, happening } of entries) {
      view = apply(view, happening, at);
      const { kind, ...body } = happening;
      const text = JSON.stringify(body);
      seq = putEvent.run(ask.id, kind, at, actor, text, sumOf(ask.id, null, kind, at, actor, text)).lastRow;
      if (kind === 'settled') decidedSeq = seq;
    }
    const { state, version } = view as AskView;
    const text = JSON.stringify(view);
    const search = ask.questions.flatMap((q) => [q.header ?? '', q.text, ...q.options.map((o) => o.label)]).join('\n');
    putAsk.run(
      ask.id,
      ask.session,
      ask.toolUseId,
      ask.kind,
      state,
      ask.program,
      ask.project,
      version,
      createdSeq,
      decidedSeq,
      search.toLowerCase(),
      text,
      sumOf(text),
    );
  }
  return { asks: total, events: seq, open: OPEN };
}

/** Half of them are recent; the other half were left open over the year. */
function isOpen(i: number, total: number): boolean {
  const forgotten = Math.floor(total / (OPEN / 2));
  return i >= total - OPEN / 2 || (i % forgotten === 0 && i / forgotten < OPEN / 2);
}
