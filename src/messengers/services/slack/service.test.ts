// Slack: the suite of chat services, and what only Slack has.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { SLACK_APP_TOKEN, SLACK_BOT_TOKEN, startSlack } from '../../../../test/support/chats/slack.ts';
import type { Clock } from '../../../system/clock.ts';
import { realClock } from '../../../system/real-clock.ts';
import { chatServiceSuite, opened } from '../chats.conformance.ts';
import { SCOPES } from './problems.ts';
import { openSlack } from './service.ts';

const open = (settings: never, clock: Clock = realClock) => openSlack({ settings, env: {}, clock });
const time = () => AbortSignal.timeout(60_000);

chatServiceSuite('Slack, with its real libraries', startSlack, open);

it('names the scopes that the app lacks', async () => {
  const { fake, service } = await opened(startSlack, open, { listens: false });
  fake.allow('chat:write');
  expect(await service.introduce(time())).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/im:history, files:write, users:read.*Reinstall/),
  });
  fake.allow();
  expect(await service.post('D1', { blocks: [{ kind: 'text', text: 'x' }], buttons: [] }, time())).toMatchObject({
    kind: 'failed',
    again: false,
    reason: expect.stringMatching(/lacks the scope chat:write/),
  });
});

it.each([
  ['the two tokens are swapped', SLACK_APP_TOKEN, SLACK_BOT_TOKEN, /should begin with xapp-: this is the bot token/],
  ['the bot token is an app-level token', SLACK_APP_TOKEN, SLACK_APP_TOKEN, /should begin with xoxb-: this is the app-level token/],
  ['the bot token is not valid', 'xoxb-wrong-wrong', SLACK_APP_TOKEN, /token is not valid.*Bot User OAuth Token/],
  ['the app-level token is not valid', SLACK_BOT_TOKEN, 'xapp-wrong-wrong', /token is not valid.*Basic Information/],
])('says what to do if %s', async (_, bot, app, expected) => {
  const { service } = await opened(
    async () => {
      const fake = await startSlack();
      return {
        ...fake,
        settings(folder: string) {
          const settings = fake.settings(folder) as Record<string, string>;
          writeFileSync(settings['token-file'] ?? '', bot);
          writeFileSync(settings['app-token-file'] ?? '', app);
          return settings;
        },
      };
    },
    open,
    { listens: false },
  );
  const result = await service.introduce(time());
  expect(result).toMatchObject({ kind: 'failed', again: false, reason: expect.stringMatching(expected) });
  expect(JSON.stringify(result)).not.toMatch(/wrong-wrong|botbot|appapp/);
});

it('says so if Socket Mode is off, and connects when it is on', async () => {
  const fake = await startSlack();
  fake.turnSocketModeOff();
  const { service, problem } = await opened(async () => fake, open, { listens: false });
  let reason: string | undefined;
  service.listen(
    async () => undefined,
    (given) => {
      reason = given;
    },
  );
  await expect.poll(() => reason).toMatch(/Socket Mode is off/);
  expect(problem()).toBe('not connected yet');
});

it('tries again if the WebSocket is refused', async () => {
  const fake = await startSlack();
  fake.refuseSockets(true);
  const { service } = await opened(async () => fake, open, { listens: false });
  let reason: string | undefined = 'not connected yet';
  service.listen(
    async () => undefined,
    (given) => {
      reason = given;
    },
  );
  await expect.poll(() => reason).toMatch(/closed the connection/);
  fake.refuseSockets(false);
  await expect.poll(() => reason).toBeUndefined();
});

it('connects again when Slack asks for it, and when a connection breaks', async () => {
  const { fake, heard } = await opened(startSlack, open);
  const ada = { id: '71', name: 'Ada' };
  for (const end of [fake.refresh, fake.drop, fake.refresh]) {
    const before = fake.calls.filter(({ method }) => method === 'apps.connections.open').length;
    end();
    await expect.poll(() => fake.calls.filter(({ method }) => method === 'apps.connections.open').length).toBeGreaterThan(before);
    await expect.poll(fake.listening).toBe(true);
  }
  fake.say(ada, fake.chat(ada), 'hello');
  await expect.poll(() => heard.length).toBe(1);
});

it('does not take previews, joins, other apps and broken events for words of people', async () => {
  const { fake, heard } = await opened(startSlack, open);
  const ada = { id: '71', name: 'Ada' };
  const chat = fake.chat(ada);
  fake.event({ type: 'message', channel: chat, user: '71', text: 'x', ts: '1.1', bot_id: 'B9' });
  fake.event({ type: 'message', subtype: 'channel_join', channel: 'C1', user: '71', text: '<@71> has joined', ts: '1.2' });
  fake.event({
    type: 'message',
    subtype: 'message_changed',
    channel: chat,
    message: { user: '71', text: 'same', ts: '1.3' },
    previous_message: { text: 'same' },
  });
  fake.event({ type: 'message' });
  fake.event({ type: 'reaction_added' });
  fake.say(ada, chat, 'hello');
  await expect.poll(() => heard).toMatchObject([{ text: 'hello' }]);
});

it('stops at once, and leaves nothing behind', async () => {
  const { fake, service } = await opened(startSlack, open, { listens: false });
  fake.hang();
  const stop = new AbortController();
  const sent = service.post('D1', { blocks: [{ kind: 'text', text: 'x' }], buttons: [] }, stop.signal);
  await expect.poll(fake.requests).toBe(1);
  stop.abort();
  expect(await sent).toMatchObject({ kind: 'failed', again: true });
  await expect.poll(fake.requests).toBe(0);
});

it('the manifest in the docs has what the app needs', () => {
  const [, yaml = ''] = /```yaml\n(display_information:[\s\S]*?)```/.exec(readFileSync('docs/messengers/slack.md', 'utf8')) ?? [];
  const { oauth_config, settings, features } = parse(yaml);
  expect(oauth_config.scopes.bot).toEqual(SCOPES);
  expect(settings).toMatchObject({
    event_subscriptions: { bot_events: ['message.im'] },
    interactivity: { is_enabled: true },
    socket_mode_enabled: true,
  });
  expect(features.app_home).toMatchObject({ messages_tab_enabled: true, messages_tab_read_only_enabled: false });
});
