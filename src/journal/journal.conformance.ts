// What every journal driver must do. A driver's own test calls this with a way to open one.
import { describe, expect, it } from 'vitest';
import { anAsk, aQuestion } from '../../test/support/samples.ts';
import type { Decision } from '../ask/schema/decision.ts';
import type { JournalEvent, StreamedEvent } from '../ask/schema/history.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import { amend } from '../inbox/amend.ts';
import { settle } from '../inbox/settle.ts';
import type { Journal } from './journal.ts';

/** `reopen` closes nothing: it opens the same journal again, as a new process would after the first one died. */
export type Fixture = { open(): Promise<Journal>; reopen(): Promise<Journal> };

const withoutView = ({ view: _, ...event }: JournalEvent & { readonly view?: unknown }) => event;

const by = (name: string) => ({ kind: 'person', name, surface: 'test' }) as const;
const chose = (name: string, option = 1): Decision => ({
  kind: 'answers',
  answers: [{ kind: 'chosen', chosen: [option] }],
  key: name,
  by: by(name),
  at: 2_000,
});

export function journalConformance(name: string, fixture: () => Fixture): void {
  const numbered = (i: number) => anAsk({ id: `id${String(i).padStart(10, '0')}`, toolUseId: `t${i}`, createdAt: 1_000 + i });

  describe(`${name} keeps a journal:`, () => {
    it('an ask is stored as soon as it was opened, and after a restart', async () => {
      const { open, reopen } = fixture();
      const journal = await open();
      const { view } = await journal.open(anAsk(), { hello: 'raw' }, 'agent');
      expect(await journal.get(view.id)).toEqual(view);
      const again = await reopen();
      expect(await again.get(view.id)).toEqual(view);
      expect(await again.history(view.id)).toMatchObject([
        { seq: 1, actor: 'agent', ask: view.id, happening: { kind: 'asked', raw: { hello: 'raw' } } },
      ]);
    });

    it('the same (session, toolUseId) is one ask, even after a restart', async () => {
      const { open, reopen } = fixture();
      const journal = await open();
      expect(await journal.open(anAsk({ id: 'first0000000' }), undefined, 'a')).toMatchObject({ kind: 'opened' });
      expect(await journal.open(anAsk({ id: 'second000000' }), undefined, 'a')).toMatchObject({
        kind: 'known',
        view: { id: 'first0000000' },
      });
      expect(await (await reopen()).open(anAsk({ id: 'third0000000' }), undefined, 'a')).toMatchObject({
        kind: 'known',
        view: { id: 'first0000000' },
      });
      expect(await journal.open(anAsk({ id: 'other0000000', session: 's2' }), undefined, 'a')).toMatchObject({ kind: 'opened' });
      expect(await journal.countOpen()).toBe(2);
      expect(await journal.byIdentity('s2', 't1')).toMatchObject({ id: 'other0000000' });
      expect(await journal.byIdentity('s2', 't2')).toBeUndefined();
    });

    it('asks that are opened at the same time are all stored, in order, each once; one that fails does not harm the others', async () => {
      const { open, reopen } = fixture();
      const journal = await open();
      const heard: StreamedEvent[] = [];
      journal.onCommit((event) => heard.push(event));
      const all = Array.from({ length: 20 }, (_, i) => numbered(i));
      const [sameId, twin] = [anAsk({ ...numbered(3), toolUseId: 'other' }), anAsk({ ...numbered(7), id: 'twin00000000' })];
      const results = await Promise.allSettled([...all, sameId, twin].map((ask) => journal.open(ask, undefined, 'a')));
      expect(results.slice(0, 20).map((result) => result.status === 'fulfilled' && result.value.kind)).toEqual(all.map(() => 'opened'));
      expect(results[20]).toMatchObject({ status: 'rejected' });
      expect(results[21]).toMatchObject({ status: 'fulfilled', value: { kind: 'known', view: { id: all[7]?.id } } });
      expect(heard.map((event) => 'ask' in event && event.ask)).toEqual(all.map(({ id }) => id));
      expect(heard.map(({ seq }) => seq)).toEqual(heard.map(({ seq }) => seq).sort((a, b) => a - b));
      const again = await reopen();
      expect(await again.countOpen()).toBe(20);
      expect(heard.map(withoutView)).toEqual(await again.since(0, 100));
      expect(await again.check()).toEqual([]);
    });

    it('listeners hear everything in order, also if one of them writes', async () => {
      const journal = await fixture().open();
      journal.onCommit((event) => {
        if (event.happening.kind !== 'asked' || !('ask' in event)) return;
        void journal.append(event.ask, 1, [{ at: 2_000, actor: 'a', happening: { kind: 'expired' } }]);
      });
      const heard: number[] = [];
      journal.onCommit(({ seq }) => heard.push(seq));
      await Promise.all(Array.from({ length: 20 }, (_, i) => journal.open(numbered(i), undefined, 'a')));
      expect(heard).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    });

    it('an ask that is being opened when the journal closes is stored', async () => {
      const { open, reopen } = fixture();
      const journal = await open();
      const opening = journal.open(anAsk(), undefined, 'a');
      await journal.close();
      expect(await opening).toMatchObject({ kind: 'opened' });
      expect(await (await reopen()).countOpen()).toBe(1);
    });

    it('exactly one of many simultaneous decisions wins, a thousand times', async () => {
      const journal = await fixture().open();
      for (let i = 0; i < 1_000; i += 1) {
        const { view } = await journal.open(numbered(i), undefined, 'a');
        const results = await Promise.all([settle(journal, view.id, chose('ada', 1)), settle(journal, view.id, chose('bob', 2))]);
        const won = results.filter((r) => r.kind === 'won');
        const taken = results.filter((r) => r.kind === 'taken');
        expect([won.length, taken.length]).toEqual([1, 1]);
        const winner = won[0]?.kind === 'won' ? won[0].view.decision?.by.name : '';
        expect(taken[0]?.kind === 'taken' && taken[0].view.decision?.by.name).toBe(winner);
      }
    });

    it('forgets only what is over and old, with its events; what is open or not delivered stays for ever', async () => {
      const { open, reopen } = fixture();
      const journal = await open();
      const asks = await Promise.all([1, 2, 3, 4].map((n) => journal.open(numbered(n), undefined, 'a')));
      const [old, recent, waiting, decided] = asks.map(({ view }) => view.id) as [string, string, string, string];
      const expires = (id: string, at: number) => amend(journal, id, () => [{ at, actor: 'a', happening: { kind: 'expired' } }]);
      await expires(old, 2_000);
      await expires(recent, 9_000);
      await settle(journal, decided, { ...chose('ada'), at: 2_000 });
      expect(await journal.forget(5_000, 10, [old])).toBe(0);
      expect([await journal.forget(5_000, 10), await journal.forget(5_000, 10)]).toEqual([1, 0]);
      for (const each of [journal, await reopen()]) {
        expect([await each.get(old), await each.history(old)]).toEqual([undefined, []]);
        expect((await each.list({}, { limit: 10 })).items.map(({ id }) => id)).toEqual([decided, waiting, recent]);
        expect(await each.check()).toEqual([]);
      }
      expect(await journal.forget(Number.MAX_SAFE_INTEGER, 10)).toBe(1);
      expect(await journal.get(waiting)).toMatchObject({ state: 'open' });
      expect(await journal.get(decided)).toMatchObject({ state: 'answered' });
    });

    it('the same decision sent twice is one decision', async () => {
      const journal = await fixture().open();
      const { view } = await journal.open(anAsk(), undefined, 'a');
      await settle(journal, view.id, chose('ada'));
      expect(await settle(journal, view.id, chose('ada'))).toMatchObject({ kind: 'won' });
      expect((await journal.history(view.id)).filter((e) => e.happening.kind === 'settled')).toHaveLength(1);
      expect(await settle(journal, 'nosuchask', chose('ada'))).toEqual({ kind: 'unknown' });
    });

    it('an append to an old version, to an unknown ask, or of an illegal event changes nothing', async () => {
      const journal = await fixture().open();
      const { view } = await journal.open(anAsk(), undefined, 'a');
      const expired = [{ at: 3, actor: 'clock', happening: { kind: 'expired' } }] as const;
      expect(await journal.append(view.id, 7, expired)).toMatchObject({ kind: 'stale', view: { version: 1 } });
      expect(await journal.append('nosuchask', 1, expired)).toEqual({ kind: 'unknown' });
      await expect(journal.append(view.id, 1, [...expired, ...expired])).rejects.toThrow('cannot happen');
      expect(await journal.get(view.id)).toEqual(view);
      expect(await journal.head()).toBe(1);
      expect(await journal.append(view.id, 1, expired)).toMatchObject({ kind: 'appended', view: { state: 'expired' } });
    });

    it('an ask that was read more completely has the new text and the new identity', async () => {
      const journal = await fixture().open();
      const { view } = await journal.open(anAsk({ toolUseId: 'screen:1' }), undefined, 'a');
      const questions = [{ text: 'Which quince?', options: [], multiSelect: false }];
      const happening = { kind: 'reread', toolUseId: 'toolu_9', questions } as const;
      await journal.append(view.id, 1, [{ at: 3, actor: 'a', happening }]);
      const read = { id: view.id, state: 'open', version: 2, toolUseId: 'toolu_9', questions };
      expect(await journal.byIdentity(view.session, 'toolu_9')).toMatchObject(read);
      expect(await journal.byIdentity(view.session, 'screen:1')).toBeUndefined();
      expect((await journal.list({ text: 'quince' }, { limit: 5 })).items).toMatchObject([read]);
      expect(await journal.check()).toEqual([]);
    });

    it('an ask that a later call continues is found by that call, and names the earlier ones', async () => {
      const { open, reopen } = fixture();
      const journal = await open();
      const { view } = await journal.open(anAsk({ toolUseId: 'one' }), undefined, 'a');
      await journal.append(view.id, 1, [{ at: 3, actor: 'a', happening: { kind: 'continued', toolUseId: 'two' } }]);
      await settle(journal, view.id, chose('ada'));
      const answered = (await journal.get(view.id))?.version ?? 0;
      await journal.append(view.id, answered, [{ at: 4, actor: 'a', happening: { kind: 'continued', toolUseId: 'three' } }]);
      const found = await (await reopen()).byIdentity(view.session, 'three');
      expect(found).toMatchObject({ id: view.id, state: 'answered', earlierCalls: ['one', 'two'] });
    });

    it('listeners get every event once, in order, after it is stored', async () => {
      const journal = await fixture().open();
      const heard: StreamedEvent[] = [];
      const stored: boolean[] = [];
      const stop = journal.onCommit((event) => {
        heard.push(event);
        stored.push(true);
      });
      for (let i = 0; i < 20; i += 1) await journal.open(numbered(i), undefined, 'a');
      await settle(journal, numbered(3).id, chose('ada'));
      expect(heard.map(withoutView)).toEqual(await journal.since(0, 100));
      stop();
      await settle(journal, numbered(4).id, chose('ada'));
      expect(heard).toHaveLength(21);
    });

    it('an event comes with what its commit led to: the ask, or the session', async () => {
      const journal = await fixture().open();
      const heard: (readonly [string, unknown])[] = [];
      journal.onCommit((event) => heard.push([event.happening.kind, 'view' in event ? event.view : undefined]));
      const session: AgentSession = { id: 's', program: 'codex', project: '/srv/docs', startedAt: 1, seenAt: 1 };
      await journal.see(session, 'a');
      const { view } = await journal.open(anAsk(), undefined, 'a');
      const settled = await settle(journal, view.id, chose('ada'));
      const entries = [{ kind: 'delivering', way: 'keys' } as const, { kind: 'delivered', way: 'keys' } as const];
      const delivered = await journal.append(
        view.id,
        2,
        entries.map((happening) => ({ at: 3_000, actor: 'a', happening })),
      );
      const ended = await journal.endSession('s', 4_000, 'over', 'a');
      expect(heard).toEqual([
        ['session-seen', session],
        ['asked', view],
        ['settled', settled.kind === 'won' && settled.view],
        ['delivering', delivered.kind === 'appended' && delivered.view],
        ['delivered', delivered.kind === 'appended' && delivered.view],
        ['session-ended', ended],
      ]);
      expect([delivered, ended]).toMatchObject([{ view: { state: 'delivered', version: 4 } }, { endedAt: 4_000 }]);
    });

    it('a listener can already read what it is told about', async () => {
      const journal = await fixture().open();
      const seen: Promise<unknown>[] = [];
      journal.onCommit((event) => 'ask' in event && seen.push(journal.get(event.ask)));
      const { view } = await journal.open(anAsk(), undefined, 'a');
      expect(await Promise.all(seen)).toEqual([view]);
    });

    it('pages return everything once, newest first, even if asks are added in between', async () => {
      const journal = await fixture().open();
      for (let i = 0; i < 25; i += 1) await journal.open(numbered(i), undefined, 'a');
      const ids: string[] = [];
      let cursor: number | undefined;
      do {
        const page = await journal.list({}, { limit: 10, cursor });
        ids.push(...page.items.map((v) => v.id));
        cursor = page.next;
        await journal.open(numbered(100 + ids.length), undefined, 'a');
      } while (cursor !== undefined);
      expect(ids).toEqual(Array.from({ length: 25 }, (_, i) => numbered(24 - i).id));
    });

    it('a page that is read again has what changed since, and what was added', async () => {
      const journal = await fixture().open();
      for (let i = 0; i < 3; i += 1) await journal.open(numbered(i), undefined, 'a');
      const page = async () => (await journal.list({}, { limit: 10 })).items;
      const before = await page();
      await settle(journal, numbered(1).id, chose('ada', 1));
      await journal.open(numbered(3), undefined, 'a');
      const after = await page();
      expect(after.map(({ id }) => id)).toEqual([numbered(3).id, ...before.map(({ id }) => id)]);
      expect(after.map(({ state }) => state)).toEqual(['open', 'open', 'answered', 'open']);
      expect((await journal.decided({}, { limit: 10 })).items).toEqual([after[2]]);
    });

    it('filters by state, kind, project (path or name), program, session and text', async () => {
      const journal = await fixture().open();
      await journal.open(numbered(1), undefined, 'a');
      await journal.open(
        {
          ...numbered(2),
          kind: 'plan',
          project: '/else/where',
          program: 'codex',
          session: 's9',
          questions: [aQuestion({ text: 'ÄPFEL oder Birnen?' })],
        },
        undefined,
        'a',
      );
      await settle(journal, numbered(1).id, chose('ada'));
      const found = async (filter: Parameters<Journal['list']>[0]) =>
        (await journal.list(filter, { limit: 10 })).items.map((v) => v.toolUseId);
      expect(await found({ states: ['open'] })).toEqual(['t2']);
      expect(await found({ states: ['open', 'answered'] })).toEqual(['t2', 't1']);
      expect(await found({ kinds: ['plan', 'idle'] })).toEqual(['t2']);
      expect(await found({ project: '/srv/app' })).toEqual(['t1']);
      expect(await found({ project: 'app' })).toEqual(['t1']);
      expect(await found({ project: 'pp' })).toEqual([]);
      expect(await found({ program: 'codex' })).toEqual(['t2']);
      expect(await found({ session: 's9' })).toEqual(['t2']);
      await journal.see({ id: 's9', program: 'p', project: '/p', name: 'warden-4', startedAt: 1, seenAt: 1 }, 'a');
      expect(await found({ sessionNamed: 'warden-4' })).toEqual(['t2']);
      expect(await found({ sessionNamed: 's9' })).toEqual(['t2']);
      expect(await found({ sessionNamed: 'warden' })).toEqual([]);
      expect(await found({ text: 'äpfel' })).toEqual(['t2']);
      expect(await found({ text: "'; DROP TABLE asks; --" })).toEqual([]);
    });

    it('decisions are listed by when they were made', async () => {
      const journal = await fixture().open();
      for (let i = 0; i < 4; i += 1) await journal.open(numbered(i), undefined, 'a');
      for (const i of [2, 0, 3]) await settle(journal, numbered(i).id, chose('ada'));
      const first = await journal.decided({}, { limit: 2 });
      expect(first.items.map((v) => v.toolUseId)).toEqual(['t3', 't0']);
      expect((await journal.decided({}, { limit: 2, cursor: first.next })).items.map((v) => v.toolUseId)).toEqual(['t2']);
    });

    it('deadlines of open asks are listed earliest first', async () => {
      const journal = await fixture().open();
      await journal.open({ ...numbered(1), deadline: 300 }, undefined, 'a');
      await journal.open({ ...numbered(2), deadline: 100 }, undefined, 'a');
      await journal.open(numbered(3), undefined, 'a');
      await journal.open({ ...numbered(4), deadline: 50 }, undefined, 'a');
      await settle(journal, numbered(4).id, chose('ada'));
      expect((await journal.nextDeadlines(9)).map((d) => d.deadline)).toEqual([100, 300]);
    });

    it('prefixes find the ids that begin with them', async () => {
      const journal = await fixture().open();
      await journal.open(anAsk({ id: 'abc111111111', toolUseId: '1' }), undefined, 'a');
      await journal.open(anAsk({ id: 'abd111111111', toolUseId: '2' }), undefined, 'a');
      expect(await journal.startingWith('ab', 5)).toEqual(['abc111111111', 'abd111111111']);
      expect(await journal.startingWith('ab', 1)).toHaveLength(1);
      expect(await journal.startingWith('abd', 5)).toEqual(['abd111111111']);
      expect(await journal.startingWith('%', 5)).toEqual([]);
    });

    it('sessions: an event when new, changed or ended, none when only seen again', async () => {
      const { open, reopen } = fixture();
      const journal = await open();
      const session = { id: 's1', program: 'claude-code', project: '/p', startedAt: 10, seenAt: 10 };
      await journal.see(session, 'a');
      await journal.see({ ...session, startedAt: 20, seenAt: 20 }, 'a');
      expect(await journal.head()).toBe(1);
      await journal.see({ ...session, pane: '%3', startedAt: 30, seenAt: 30 }, 'a');
      expect(await journal.head()).toBe(2);
      expect(await (await reopen()).sessions({ limit: 5 })).toEqual([{ ...session, pane: '%3', seenAt: 30 }]);
      expect(await journal.endSession('s1', 40, 'exit', 'a')).toMatchObject({ endedAt: 40 });
      expect(await journal.session('s1')).toMatchObject({ endedAt: 40 });
      expect(await journal.session('nobody')).toBeUndefined();
      expect(await journal.endSession('nobody', 40, 'exit', 'a')).toBeUndefined();
      expect(await journal.sessions({ ended: false, limit: 5 })).toEqual([]);
      expect(await journal.sessions({ ended: true, limit: 5 })).toHaveLength(1);
      const back = await journal.see({ ...session, startedAt: 50, seenAt: 50 }, 'a');
      expect(back.endedAt).toBeUndefined();
      expect(await journal.sessions({ ended: false, limit: 5 })).toMatchObject([{ startedAt: 10, seenAt: 50 }]);
    });

    it('sessions that died say so, with who was told, until they are seen again', async () => {
      const { open, reopen } = fixture();
      const journal = await open();
      const session = { id: 's1', program: 'claude-code', project: '/p', startedAt: 10, seenAt: 10 };
      const told = { by: 'desk', about: 'died', step: 'planned', message: 'm' } as const;
      await journal.see(session, 'a');
      await journal.endSession('s1', 40, 'gone', 'a', true);
      await journal.sessionNotified('s1', told, 41, 'broker');
      await journal.sessionNotified('s1', { ...told, step: 'sent' }, 42, 'broker');
      await journal.sessionNotified('nobody', told, 43, 'broker');
      const again = await reopen();
      expect(await again.session('s1')).toMatchObject({ endedAt: 40, died: true, notified: [{ ...told, step: 'sent', at: 42 }] });
      expect((await again.since(0, 9)).map(({ happening }) => happening)).toMatchObject([
        { kind: 'session-seen' },
        { kind: 'session-ended', reason: 'gone', died: true },
        { kind: 'notified', step: 'planned' },
        { kind: 'notified', step: 'sent' },
      ]);
      const back = await again.see({ ...session, seenAt: 50 }, 'a');
      expect([back.died, back.notified]).toMatchObject([undefined, [{ step: 'sent' }]]);
      await again.endSession('s1', 60, 'exit', 'a');
      expect((await again.session('s1'))?.notified).toBeUndefined();
    });

    it('forgets sessions that ended long ago, after the last of their asks, unless another continues them', async () => {
      const { open, reopen } = fixture();
      const journal = await open();
      const see = (id: string, more: object = {}) =>
        journal.see({ id, program: 'p', project: '/p', startedAt: 1, seenAt: 1, ...more }, 'a');
      for (const id of ['old', 'recent', 'running', 'asked', 'before']) await see(id);
      await see('after', { continues: 'before' });
      for (const id of ['old', 'asked', 'before']) await journal.endSession(id, 2_000, 'exit', 'a');
      await journal.endSession('recent', 9_000, 'exit', 'a');
      await journal.movePrompt({ id: 'p1', session: 'old', text: 'x', by: by('ada'), queuedAt: 1, state: 'queued' }, undefined, 1, 'a');
      await journal.open({ ...numbered(1), session: 'asked' }, undefined, 'a');
      expect([await journal.forget(5_000, 10), await journal.forget(5_000, 10)]).toEqual([1, 0]);
      for (const each of [journal, await reopen()]) {
        expect((await each.sessions({ limit: 9 })).map(({ id }) => id).sort()).toEqual(['after', 'asked', 'before', 'recent', 'running']);
        expect([await each.session('old'), await each.prompt('p1')]).toEqual([undefined, undefined]);
        expect((await each.since(0, 99)).some((event) => 'session' in event && event.session === 'old')).toBe(false);
        expect(await each.check()).toEqual([]);
      }
    });

    it('prompts: queued in order, moved by one caller only, cancelled only while they wait', async () => {
      const { open, reopen } = fixture();
      const journal = await open();
      const prompt = (id: string) => ({ id, session: 's1', text: `do ${id}`, by: by('ada'), queuedAt: 1, state: 'queued' }) as const;
      for (const id of ['p3', 'p1', 'p2']) expect(await journal.movePrompt(prompt(id), undefined, 1, 'a')).toBe(true);
      const next = { ...prompt('p3'), state: 'sending' } as const;
      expect(
        await Promise.all([
          journal.movePrompt(next, 'queued', 2, 'a'),
          journal.movePrompt({ ...next, state: 'cancelled' }, 'queued', 2, 'a'),
        ]),
      ).toEqual([true, false]);
      const again = await reopen();
      expect((await again.prompts({ session: 's1', limit: 9 })).map((p) => [p.id, p.state])).toEqual([
        ['p3', 'sending'],
        ['p1', 'queued'],
        ['p2', 'queued'],
      ]);
      expect((await again.prompts({ states: ['queued'], limit: 1 })).map((p) => p.id)).toEqual(['p1']);
      expect(await again.prompts({ session: 's2', limit: 9 })).toEqual([]);
      expect((await again.prompts({ beginning: 'p', limit: 9 })).map((p) => p.id)).toEqual(['p3', 'p1', 'p2']);
      expect((await again.prompts({ beginning: 'p1', limit: 9 })).map((p) => p.id)).toEqual(['p1']);
      expect(await again.prompts({ beginning: 'P%', limit: 9 })).toEqual([]);
      expect((await again.prompts({ limit: 9, bytes: 1 })).length).toBeLessThanOrEqual(3);
      expect((await again.since(0, 9)).map((e) => e.happening.kind)).toEqual(['prompt', 'prompt', 'prompt', 'prompt']);
    });

    it('hostile text is returned exactly as it was stored', async () => {
      const { open, reopen } = fixture();
      const journal = await open();
      const text = '\u0000\u001b[2J\u202e\ud83d\ude00 \u2028 "\'; DROP TABLE asks; -- \\ %_';
      const { view } = await journal.open(
        anAsk({ questions: [aQuestion({ text, header: text, options: [{ label: text, extra: { deep: [text] } }] })] }),
        { text },
        text,
      );
      expect(await (await reopen()).get(view.id)).toEqual(view);
      expect((await journal.list({ text }, { limit: 1 })).items).toHaveLength(1);
    });

    it('reports no damage', async () => {
      const journal = await fixture().open();
      expect(await journal.check()).toEqual([]);
      expect((await journal.describe()).bytes).toBeGreaterThan(0);
    });

    it('pauses are stored at once, survive a restart, and reach listeners', async () => {
      const { open, reopen } = fixture();
      const journal = await open();
      expect(await journal.pauses()).toEqual([]);
      const heard: StreamedEvent[] = [];
      journal.onCommit((event) => heard.push(event));
      const everywhere = { scope: { kind: 'all' }, by: by('ada'), at: 5, until: 50 } as const;
      const shop = { scope: { kind: 'project', project: '/srv/shop' }, by: by('bob'), at: 6 } as const;
      await journal.setPauses([everywhere], 5, 'person:ada@test');
      await journal.setPauses([everywhere, shop], 6, 'person:bob@test');
      expect(await journal.pauses()).toEqual([everywhere, shop]);
      const again = await reopen();
      expect(await again.pauses()).toEqual([everywhere, shop]);
      expect(heard.map(({ actor, happening }) => [actor, happening])).toEqual([
        ['person:ada@test', { kind: 'paused', pauses: [everywhere] }],
        ['person:bob@test', { kind: 'paused', pauses: [everywhere, shop] }],
      ]);
      expect(await again.since(0, 10)).toEqual(heard);
      await again.setPauses([], 7, 'person:ada@test');
      expect(await again.pauses()).toEqual([]);
    });
  });
}
