// A journal that commit 82d853e wrote, two days before the search index: asks in every state, prompts, pauses, sessions. It stays readable for ever.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fold } from '../../ask/lifecycle.ts';
import type { AskView, Happening, State } from '../../ask/schema/history.ts';
import { askView, journalEvent } from '../../ask/schema/history.ts';
import { agentSession, prompt } from '../../ask/schema/session.ts';
import { isSealed } from '../../ask/sealed.ts';
import { settle } from '../../inbox/settle.ts';
import type { Journal } from '../journal.ts';
import { availableEngines } from './engine.ts';
import { openSqliteJournal } from './journal.ts';

const OLD = gunzipSync(readFileSync(new URL('./fixtures/journal-of-82d853e.db.gz', import.meta.url)));

/** Newest first. */
const ASKS: readonly (readonly [id: string, state: State])[] = [
  ['secret000001', 'answered'],
  ['idle00000001', 'answered'],
  ['plan00000001', 'open'],
  ['permission01', 'verified'],
  ['expired00001', 'expired'],
  ['withdrawn001', 'withdrawn'],
  ['unconfirmed1', 'unconfirmed'],
  ['mismatched01', 'mismatched'],
  ['verified0001', 'verified'],
  ['delivered001', 'delivered'],
  ['undelivered1', 'undelivered'],
  ['delivering01', 'delivering'],
  ['redirect0001', 'answered'],
  ['declined0001', 'declined'],
  ['answered0001', 'answered'],
  ['reread000001', 'open'],
  ['open00000001', 'open'],
];

let folder: string;
let path: string;
let journal: Journal;
let reports: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'old-journal-'));
  path = join(folder, 'journal.db');
  writeFileSync(path, OLD, { mode: 0o600 });
  reports = [];
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
  expect(reports).toEqual([]);
});

for (const engine of availableEngines()) {
  const opened = () => {
    journal = openSqliteJournal(path, { engine, report: (damage) => reports.push(damage) });
    return journal;
  };
  const listed = async (filter: Parameters<Journal['list']>[0]) => (await journal.list(filter, { limit: 50 })).items.map(({ id }) => id);

  describe(`a journal of November 2026 (${engine})`, () => {
    it('is whole, and every event, ask, session and prompt in it has a shape of today', async () => {
      opened();
      expect(await journal.check()).toEqual([]);
      expect(await journal.damage()).toEqual([]);
      const events = await journal.since(0, 500);
      expect(events).toHaveLength(76);
      for (const event of events) expect(journalEvent.parse(event)).toEqual(event);
      for (const view of (await journal.list({}, { limit: 50 })).items) expect(askView.parse(view)).toEqual(view);
      for (const each of await journal.sessions({ limit: 9 })) expect(agentSession.parse(each)).toEqual(each);
      for (const each of await journal.prompts({ limit: 9 })) expect(prompt.parse(each)).toEqual(each);
    });

    it('lists its asks in every state, and finds them by project, session, text and who decided', async () => {
      opened();
      const { items } = await journal.list({}, { limit: 50 });
      expect(items.map(({ id, state }) => [id, state])).toEqual(ASKS);
      expect(await listed({ states: ['open'] })).toEqual(['plan00000001', 'reread000001', 'open00000001']);
      expect(await listed({ project: 'attic' })).toEqual(['idle00000001']);
      expect(await listed({ sessionNamed: 'work' })).toHaveLength(ASKS.length - 1);
      expect(await listed({ text: 'WHOLE TEXT' })).toEqual(['reread000001']);
      expect(await listed({ text: '日本語', kinds: ['plan'] })).toEqual(['plan00000001']);
      expect(await listed({ by: 'fable' })).toEqual(['verified0001']);
      expect((await journal.decided({}, { limit: 3 })).items.map(({ id }) => id)).toEqual(['secret000001', 'idle00000001', 'permission01']);
      expect((await journal.nextDeadlines(9)).map(({ id }) => id)).toEqual(['open00000001']);
    });

    it('has for each ask exactly the view that its events fold into', async () => {
      opened();
      for (const [id] of ASKS) {
        const history = (await journal.history(id)) as readonly { happening: Happening; at: number }[];
        expect(history[0]?.happening).toMatchObject({ kind: 'asked', raw: { note: 'as it came' } });
        expect(fold(history)).toEqual(await journal.get(id));
      }
    });

    it('shows what an answerer was asked, what it said, and what people thought of it', async () => {
      opened();
      const view = (await journal.get('verified0001')) as AskView;
      expect(view).toMatchObject({
        route: { name: 'careful', step: 1, warning: 'it did not see the second file' },
        decision: { kind: 'answers', answers: [{ chosen: [1, 2], note: 'first Postgres' }], by: { kind: 'agent', name: 'fable' } },
        overruled: { message: 'Only SQLite.' },
        told: { about: 'overruled', outcome: 'told' },
      });
      expect((await journal.history('verified0001')).map(({ happening }) => happening.kind)).toEqual([
        'asked',
        'considered',
        'considered',
        'considered',
        'settled',
        'delivered',
        'receipt',
        'overruled',
        'told',
      ]);
      expect(await journal.get('permission01')).toMatchObject({
        detail: { tool: 'Bash', input: { command: 'rm -rf dist' } },
        state: 'verified',
      });
      const secret = (await journal.get('secret000001'))?.decision;
      expect(secret?.kind === 'answers' && secret.answers.every((answer) => answer.kind === 'words' && isSealed(answer.words))).toBe(true);
    });

    it('has its prompts, sessions and pauses', async () => {
      opened();
      const prompts = await journal.prompts({ session: 'session-2', limit: 9 });
      expect(prompts.map(({ state }) => state)).toEqual(['queued', 'sending', 'sent', 'failed', 'cancelled']);
      expect(await journal.session('session-2')).toMatchObject({
        died: true,
        continues: 'session-0',
        notified: [{ by: 'phone', about: 'died' }],
      });
      expect((await journal.sessions({ ended: false, limit: 9 })).map(({ id }) => id)).toEqual(['session-1']);
      expect(await journal.pauses()).toMatchObject([{ scope: { kind: 'project' } }, { mutes: true, scope: { kind: 'session' } }]);
    });

    it('goes on: an open ask is answered, and a new one is asked after it', async () => {
      opened();
      const by = { kind: 'person', name: 'ada', surface: 'test' } as const;
      expect(await settle(journal, 'open00000001', { kind: 'decline', key: 'k', by, at: 5 })).toMatchObject({
        kind: 'won',
        view: { state: 'declined' },
      });
      const known = await journal.byIdentity('session-1', 'toolu_later');
      expect(known?.id).toBe('reread000001');
      await journal.open({ ...(known as AskView), id: 'new', toolUseId: 'new' }, undefined, 'agent');
      expect((await listed({}))[0]).toBe('new');
      expect(await journal.check()).toEqual([]);
    });
  });
}
