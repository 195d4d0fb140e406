// Discord: the suite of chat services, and what only Discord has.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startDiscord } from '../../../../test/support/chats/discord.ts';
import type { Clock } from '../../../system/clock.ts';
import { realClock } from '../../../system/real-clock.ts';
import { chatServiceSuite, opened } from '../chats.conformance.ts';
import { openDiscord } from './service.ts';

const open = (settings: never, clock: Clock = realClock) => openDiscord({ settings, env: {}, clock });
const time = () => AbortSignal.timeout(60_000);
const ADA = { id: '71', name: 'Ada' };
const ask = { blocks: [{ kind: 'text', text: 'x' }], buttons: [[{ label: 'Yes', data: 'a' }]] } as const;

chatServiceSuite('Discord, with its real libraries', startDiscord, open);

it.each([
  ['is the public key', 'ab'.repeat(32), /public key/],
  ['is the id of the application', '112233445566778899', /id of the Discord application/],
  ['is the client secret', 'kY3-abcdefghijklmnopqrstuvwxyz12', /client secret/],
  ['has "Bot" before it', 'Bot MTE0.discord.token', /without "Bot"/],
  ['is not valid', 'MTE0MTE0.wrong.wrongwrongwrong', /does not accept the token.*Reset Token/],
])('says what to do if the token %s', async (_, token, expected) => {
  const fake = await startDiscord();
  let folder = '';
  const settings = (where: string) => {
    folder = where;
    const given = fake.settings(folder) as Record<string, string>;
    writeFileSync(given['token-file'] ?? '', token);
    return given;
  };
  const { service } = await opened(async () => ({ ...fake, settings }), open, { listens: false });
  let reason: string | undefined;
  service.listen(
    async () => undefined,
    (given) => {
      reason = given;
    },
  );
  const result = await service.introduce(time());
  expect(result).toMatchObject({ kind: 'failed', again: false, reason: expect.stringMatching(expected) });
  await expect.poll(() => reason).toMatch(expected);
  expect(JSON.stringify(result)).not.toContain('wrongwrong');
  // A corrected token is used at once.
  fake.settings(folder);
  expect(await service.introduce(time())).toMatchObject({ kind: 'known' });
  expect(fake.listening()).toBe(true);
});

it('says what to do if the bot may not write there', async () => {
  const { fake, service } = await opened(startDiscord, open, { listens: false });
  fake.refuse(/POST \/channels/, 403, 50_007, 'Cannot send messages to this user');
  expect(await service.post('901', ask, time())).toMatchObject({ again: false, reason: expect.stringMatching(/on a server with the bot/) });
});

it('asks for the content of messages only if it may have it', async () => {
  const fake = await startDiscord();
  fake.disallowMessageContent();
  const { heard, service } = await opened(async () => fake, open);
  const group = fake.chat();
  const posted = await service.post(group, ask, time());
  if (posted.kind !== 'posted') throw new Error(posted.reason);
  fake.say(ADA, group, 'not for the bot');
  fake.say(ADA, group, '<@42> 123456');
  fake.say(ADA, group, 'a reply', posted.at);
  await expect.poll(() => heard).toMatchObject([{ text: '123456' }, { text: 'a reply' }]);
});

it('resumes a session that broke, and begins a new one when it was forgotten', async () => {
  const { fake, heard } = await opened(startDiscord, open);
  fake.gateway.drop();
  fake.say(ADA, fake.chat(ADA), 'while it was away');
  await expect.poll(() => heard).toMatchObject([{ text: 'while it was away' }]);
  fake.gateway.forget();
  fake.gateway.askToReconnect();
  await expect.poll(fake.listening).toBe(false);
  await expect.poll(fake.listening).toBe(true);
  fake.say(ADA, fake.chat(ADA), 'hello');
  await expect.poll(() => heard.length).toBe(2);
});

it('answers a tap in time even if nobody has decided yet', async () => {
  const fake = await startDiscord();
  const { service } = await opened(async () => fake, open, { listens: false });
  let tell: () => void = () => undefined;
  service.listen(
    (event) =>
      new Promise((resolve) => {
        tell = () => void service.answerTap(event.kind === 'tap' ? event.id : '', 'late', time()).then(() => resolve());
      }),
    () => undefined,
  );
  await expect.poll(fake.listening).toBe(true);
  const posted = await service.post(fake.chat(ADA), ask, time());
  if (posted.kind !== 'posted') throw new Error(posted.reason);
  const tap = fake.tap(ADA, posted.at, 'Yes');
  await expect.poll(() => fake.told(tap)).toEqual({ text: '' });
  tell();
  await expect.poll(() => fake.told(tap)).toEqual({ text: 'late' });
});

it('is told why the gateway closed for good, and tries again', async () => {
  const fake = await startDiscord();
  fake.gateway.closeWith(4_014);
  const { service } = await opened(async () => fake, open, { listens: false });
  let reason: string | undefined = 'not connected yet';
  service.listen(
    async () => undefined,
    (given) => {
      reason = given;
    },
  );
  await expect.poll(() => reason).toMatch(/Message Content Intent/);
  fake.gateway.closeWith(undefined);
  await expect.poll(() => reason).toBeUndefined();
  expect(fake.listening()).toBe(true);
});

it('stops at once, and leaves nothing behind', async () => {
  const { fake, service } = await opened(startDiscord, open, { listens: false });
  fake.hang();
  const stop = new AbortController();
  const sent = service.post('901', ask, stop.signal);
  await expect.poll(fake.requests).toBe(1);
  stop.abort();
  expect(await sent).toMatchObject({ kind: 'failed', again: true });
  await expect.poll(fake.requests).toBe(0);
});
