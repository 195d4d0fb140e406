// Notifications with the real broker and the real command line: added, tested, sent, withdrawn, muted, answered by a link.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { createLinks } from '../src/notify/links.ts';
import { ask, at, configure, freshForEach, program, question } from './support/auto-answer-home.ts';
import { eventually } from './support/eventually.ts';
import { by } from './support/home.ts';
import { answers } from './support/samples.ts';

freshForEach();

type Told = {
  readonly event: string;
  readonly title: string;
  readonly outcome?: string;
  readonly asks?: readonly { readonly id: string }[];
};

/** A program that writes down what it is told. */
function writer(): string[] {
  mkdirSync(at.place.folder, { recursive: true });
  return program('writer', `appendFileSync(${JSON.stringify(notes())}, JSON.stringify(JSON.parse(text)) + '\\n');`);
}
const notes = () => join(at.place.folder, 'notes');
const told = (): Told[] =>
  existsSync(notes())
    ? readFileSync(notes(), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    : [];

it('is added, shown, tested and removed with the command line', async () => {
  const run = writer();
  writeFileSync(at.place.config, '# mine\npause: false # stays\n');
  const dry = await at.run(['notify', 'add', 'command', ...run, '--name', 'desk', '--dry-run']);
  expect(dry.out).toContain('desk:\n    kind: command\n');
  expect(readFileSync(at.place.config, 'utf8')).toBe('# mine\npause: false # stays\n');

  expect((await at.run(['notify', 'list'])).out).toContain('answerback notify add desktop');
  expect((await at.run(['notify', 'add', 'command', ...run, '--name', 'desk', '--after', 'soon'])).err).toContain(
    'write a length of time as 30s',
  );
  expect((await at.run(['notify', 'add', 'pigeon'])).err).toContain('desktop, command, webhook, ntfy');
  expect((await at.run(['notify', 'add', 'command', ...run, '--name', 'desk'])).out).toContain('✓ Added the notifier "desk"');
  expect(readFileSync(at.place.config, 'utf8')).toContain('# mine\npause: false # stays\n');
  expect((await at.run(['notify', 'add', 'webhook', '--url', 'http://127.0.0.1:9/hook'])).out).toContain('webhook-webhook.secret');

  const tested = await at.run(['notify', 'test', '--json']);
  expect(tested.code).toBe(1);
  expect(JSON.parse(tested.out).results).toMatchObject([
    { name: 'desk', ok: true },
    { name: 'webhook', ok: false },
  ]);
  expect(told()).toMatchObject([{ title: 'Test from Answerback' }]);
  expect((await at.run(['notify', 'test', 'nobody'])).err).toContain('no notifier is called "nobody"');

  expect((await at.run(['notify', 'remove', 'webhook'])).out).toContain('Removed');
  expect((await at.run(['notify', 'remove', 'webhook'])).err).toContain('it has no "webhook" in notify');
  expect(JSON.parse((await at.run(['notify', 'list', '--json'])).out)).toMatchObject({
    notifiers: [{ name: 'desk', ok: true }],
    mutes: [],
  });
});

it('a chat that cannot be used is named, with what is wrong and what to do', async () => {
  const token = join(at.place.folder, 'telegram-token');
  mkdirSync(at.place.folder, { recursive: true });
  const add = (...flags: string[]) =>
    at.run(['notify', 'add', 'telegram', '--api-root', 'http://127.0.0.1:9', '--no-wait', '--token-file', token, ...flags]);
  expect((await at.run(['notify', 'add', 'telegram'])).err).toMatch(/\n {2}answerback notify add telegram .*\n {2}How to get one: docs/);
  expect((await add()).err).toMatch(
    /nobody can pair with "telegram" yet: .*does not exist[\s\S]*Fix this, then: answerback notify pair telegram/,
  );
  expect((await at.run(['notify', 'test', 'telegram'])).out).toContain('does not exist');
  expect((await add()).err).toContain('answerback notify remove telegram');
  writeFileSync(token, '7000000001:AnotherToken', { mode: 0o600 });
  const { err } = await at.run(['notify', 'pair', 'telegram']);
  expect(err).toMatch(/nobody can pair with "telegram" yet: Telegram could not be reached \(ECONNREFUSED\)\. Check the network/);
  expect(err).not.toContain('AnotherToken');
  expect((await at.run(['notify', 'pair', 'phone'])).err).toContain('no chat is called "phone"');
});

it('people are told of an ask with no window open, and that it is over; a muted session is silent', async () => {
  configure({ notify: { desk: { kind: 'command', run: writer(), withdraw: true }, gone: { kind: 'command', run: ['/no/such/program'] } } });
  const { id } = await ask(question('Which database?', 'Postgres', 'SQLite'));
  await eventually(() => told().length === 1);
  expect(told()[0]).toMatchObject({ event: 'notify', body: 'Which database?\n1. Postgres\n2. SQLite', asks: [{ id }] });
  await at.client().decide(id, answers(2), by('ada'));
  await eventually(() => told().length === 2);
  expect(told()[1]).toMatchObject({ event: 'withdrawn', outcome: 'answered by ada: SQLite' });
  expect((await at.run(['notify', 'list'])).out).toMatch(/✗ {2}gone .*does not get through[\s\S]*\ngone: .*not a program/);
  const { findings } = JSON.parse((await at.run(['doctor', '--json'])).out);
  expect(findings.find(({ name }: { name: string }) => name === 'notifiers')).toMatchObject({
    state: 'warning',
    message: expect.stringContaining('gone'),
  });

  expect((await at.run(['mute', 's', '--for', '1h'])).out).toContain('No notifications about s until');
  const before = told().length;
  const muted = await ask({ ...question('Which port?', '1', '2'), toolUseId: 'muted' });
  expect((await at.run(['notify', 'list'])).out).toContain('muted for session s by ada until');
  expect((await at.run(['unmute'])).out).toContain('on everywhere');
  await eventually(() => told().length === before + 1);
  expect(told().at(-1)?.asks).toMatchObject([{ id: muted.id }]);
  expect((await at.run(['mute', 'nope'])).err).toContain('no agent session "nope"');
});

it('a link shows what it would do, and only its button does it, once', async () => {
  configure({});
  const { id } = await ask(question('Which <b>database</b>?', 'Post"gres', 'Delete it'));
  const { port } = await at.tcp();
  const links = createLinks(readFileSync(at.place.linkKey, 'utf8').trim());
  const open = (method: string, path: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      request({ port, method, path, headers: { host: 'broker.example.com' } }, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, text });
      })
        .on('error', reject)
        .end();
    });
  const path = links.pathTo({ ask: id, number: 1 });
  const shown = await open('GET', path);
  expect(shown.text).toContain('Which &#60;b&#62;database&#60;/b&#62;?');
  expect(shown.text).toContain('Answer: Post&#34;gres');
  expect((await at.client().show(id)).state).toBe('open');
  for (const wrong of [
    path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    `/answer/${id}-1`,
    '/answer/x',
    links.pathTo({ ask: id, number: 3 }),
  ])
    expect((await open('POST', wrong)).status).toBe(404);
  expect((await open('POST', '/v1/asks')).status).toBe(403);
  expect((await open('POST', path)).text).toContain('answered by');
  expect((await at.client().show(id)).decision).toMatchObject({ by: { kind: 'person', surface: 'link' }, answers: [{ chosen: [1] }] });
  expect((await open('POST', path)).text).toContain('already answered');
});

it('a notifier that is added while asks wait learns of them at once', async () => {
  const { id } = await ask(question('Which database?', 'Postgres', 'SQLite'));
  expect((await at.run(['notify', 'add', 'command', ...writer(), '--name', 'desk'])).code).toBe(0);
  await eventually(() => told().length === 1);
  expect(told()[0]?.asks).toMatchObject([{ id }]);
  // No command, only the file.
  const other = join(at.place.folder, 'other');
  configure({ notify: { other: { kind: 'command', run: ['sh', '-c', 'cat > "$0"', other] } } });
  await eventually(() => existsSync(other) && readFileSync(other, 'utf8').includes(id));
});

it('the program of a notifier may have arguments with dashes, after --', async () => {
  writeFileSync(at.place.config, 'pause: false\n');
  const run = ['my-notifier', '--loud', '-v', '--name', 'x', 'a b'];
  const added = await at.run(['notify', 'add', 'command', '--name', 'desk', '--', ...run]);
  expect([added.code, added.err]).toEqual([0, '']);
  expect(parse(readFileSync(at.place.config, 'utf8'))).toEqual({ pause: false, notify: { desk: { kind: 'command', run } } });
  const { code, err } = await at.run(['notify', 'add', 'command', '--name', 'plain', 'my-notifier', '--loud']);
  expect([code, err]).toEqual([2, expect.stringContaining('Arguments that begin with - go after --.')]);
  writeFileSync(at.place.config, '{}\n');
  expect((await at.run(['notify', 'add', 'desktop'])).code).toBe(0);
  expect(parse(readFileSync(at.place.config, 'utf8'))).toEqual({ notify: { desktop: { kind: 'desktop' } } });
  writeFileSync(at.place.config, '- {}\n');
  expect((await at.run(['notify', 'add', 'desktop'])).err).toContain('it is not a YAML mapping');
  expect(readFileSync(at.place.config, 'utf8')).toBe('- {}\n');
});

it('config check, doctor and list warn about what is likely to be a mistake', async () => {
  configure({ notify: { phone: { kind: 'ntfy', topic: 'asks', links: 'http://192.168.1.5:4547' } } });
  const checked = await at.run(['config', 'check']);
  expect(checked.code).toBe(0);
  expect(checked.out).toContain('! notify.phone: The links that answer would go to 192.168.1.5 unencrypted.');
  expect(checked.out).toContain('! notify.phone: everyone who knows the topic can answer in your name');
  expect((await at.run(['doctor'])).out).toContain('everyone who knows the topic');
  writeFileSync(at.place.config.replace(/yaml$/, 'yml'), 'pause: true\n');
  expect((await at.run(['config', 'check'])).out).toContain('config.yml is ignored, because there is a config.yaml beside it');
  expect((await at.run(['list'])).out).toContain('config.yml is ignored');
  expect((await at.run(['status'])).out).toContain('config.yml is ignored');
});
