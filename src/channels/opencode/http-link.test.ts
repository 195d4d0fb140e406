// Configured opencode servers: connecting, losing and restoring the connection.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type FakeHttp, serveOpencode } from '../../../test/support/opencode/fake-http.ts';
import { fakeOpencode } from '../../../test/support/opencode/fake-opencode.ts';
import { answers, chosen, plug, type World, world } from '../../../test/support/opencode/harness.ts';
import { ownPort } from '../../../test/support/own-port.ts';
import { openSqliteJournal } from '../../drivers/sqlite/journal.ts';
import type { AskView, State } from '../../question/words.generated.ts';
import type { Fetch } from './http-link.ts';

const QUESTION = { question: 'Which database?', options: [{ label: 'Postgres' }, { label: 'SQLite' }] };
let http: FakeHttp | undefined;
afterEach(async () => http?.close());

async function started(more: object = {}, password?: string) {
  const opencode = fakeOpencode({ worktree: '/srv/app' });
  // A port that nobody else gets while the server is away.
  http = await serveOpencode(opencode, { port: await ownPort(), ...(password === undefined ? {} : { password }) });
  const at = world(openSqliteJournal(':memory:'), { servers: [{ url: http.url, ...more }], fetch, env: { WRONG: 'close sesame' } });
  const session = opencode.session();
  opencode.question(session, [QUESTION]);
  await at.start();
  return { at, opencode, session, http };
}
const asked = async (at: World): Promise<AskView> =>
  expect
    .poll(() => at.ask())
    .toBeDefined()
    .then(() => at.ask() as Promise<AskView>);
const becomes = (at: World, view: AskView, state: State) => expect.poll(() => at.state(view)).toBe(state);

describe('a server in the configuration', () => {
  it('is asked for its pending requests; an answer is sent to it and verified', async () => {
    const { at, session } = await started();
    const view = await asked(at);
    expect(view).toMatchObject({ source: 'server', session, project: '/srv/app' });
    await at.decide(view, answers(chosen(2)));
    await becomes(at, view, 'verified');
    expect((await at.journal.get(view.id))?.delivery).toMatchObject({ way: 'server' });
  });

  it('with a password is opened with the password from a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'password-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'secret'), 'open sesame\n');
    const { at } = await started({ 'password-file': join(folder, 'secret') }, 'open sesame');
    await asked(at);
  });

  it('with a different password is not connected, with one warning, and the password is not logged', async () => {
    const { at } = await started({ 'password-env': 'WRONG' }, 'open sesame');
    await expect.poll(() => at.debugged.length).toBe(1);
    await at.clock.advance(at.clock.now() + 1_000);
    await expect.poll(() => at.debugged.length).toBe(2);
    expect(await at.ask()).toBeUndefined();
    expect(at.warned).toMatchObject([{ url: http?.url, reason: expect.stringMatching(/password is wrong or missing/) }]);
    expect(JSON.stringify([at.debugged, at.warned, at.logged, at.errors])).not.toMatch(/sesame/);
  });

  it('that does not answer the first request is asked again', async () => {
    const opencode = fakeOpencode({ worktree: '/srv/app' });
    http = await serveOpencode(opencode);
    let requests = 0;
    const deaf: Fetch = (url, init) =>
      requests++ > 0
        ? fetch(url, init)
        : new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)));
    const at = world(openSqliteJournal(':memory:'), { servers: [{ url: http.url }], fetch: deaf });
    opencode.question(opencode.session(), [QUESTION]);
    await at.start();
    await at.clock.advance(at.clock.now() + 10_000);
    await expect.poll(() => at.debugged.length).toBe(1);
    await at.clock.advance(at.clock.now() + 1_000);
    await asked(at);
  });

  it('is connected again when its stream breaks, and nothing is lost', async () => {
    const { at, opencode, session, http: server } = await started();
    const view = await asked(at);
    const { request } = opencode.question(session, [{ ...QUESTION, question: 'Which cache?' }]);
    await expect.poll(async () => (await at.ask())?.questions[0]?.text).toBe('Which cache?');
    const second = (await at.ask()) as AskView;
    const before = at.debugged.length;
    server.cut();
    await opencode.call('POST', `/question/${request}/reply`, { body: { answers: [['SQLite']] } });
    await expect.poll(() => at.debugged.length).toBeGreaterThan(before);
    await at.clock.advance(at.clock.now() + 1_000);
    await becomes(at, second, 'verified');
    expect(await at.state(view)).toBe('open');
  });

  it('withdraws its asks when it ends, and is connected again when it is back', async () => {
    const { at, opencode, session, http: server } = await started();
    const view = await asked(at);
    const { port } = server;
    await server.close();
    await expect.poll(() => at.debugged.length).toBeGreaterThan(0);
    await at.clock.advance(at.clock.now() + 1_000);
    await becomes(at, view, 'withdrawn');
    opencode.forget();
    http = await serveOpencode(opencode, { port });
    opencode.question(session, [{ ...QUESTION, question: 'Which cache?' }]);
    await at.clock.advance(at.clock.now() + 31_000);
    await expect.poll(async () => (await at.ask())?.questions[0]?.text).toBe('Which cache?');
    expect((await at.journal.session(session))?.endedAt).toBeUndefined();
  });

  it('that also runs our plugin asks once, and the session stays with the plugin', async () => {
    const { at, opencode, session } = await started();
    const view = await asked(at);
    const plugin = plug(at, opencode, { directory: '/srv/app', pid: 7 });
    await plugin.hello();
    opencode.question(session, [{ ...QUESTION, question: 'Which cache?' }]);
    await expect.poll(async () => (await at.journal.list({ kinds: ['question'] }, { limit: 9 })).items.length).toBe(2);
    await at.decide(view, answers(chosen(1)));
    await becomes(at, view, 'verified');
    await expect.poll(async () => (await at.journal.session(session))?.pid).toBe(7);
    expect((await at.journal.list({ kinds: ['question'] }, { limit: 9 })).items).toHaveLength(2);
    await plugin.bye();
    await expect.poll(async () => (await at.journal.session(session))?.pid).toBeUndefined();
    expect((await at.journal.session(session))?.endedAt).toBeUndefined();
  });
});
