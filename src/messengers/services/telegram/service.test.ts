import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ADA } from '../../../../test/support/chats/stage.ts';
import { fakeTelegram } from '../../../../test/support/chats/telegram.ts';
import { activeIn, visible } from '../../../../test/support/chats/telegram-text.ts';
import { awkwardText } from '../../../../test/support/samples.ts';
import type { Clock } from '../../../system/clock.ts';
import { realClock } from '../../../system/real-clock.ts';
import type { Incoming } from '../../chat-service.ts';
import { suspendable } from '../chats.conformance.ts';
import { openTelegram } from './service.ts';
import { lengthOf, rendered } from './text.ts';

const ample = () => AbortSignal.timeout(60_000);
const CARD = { blocks: [{ kind: 'text', text: 'Hello' }], buttons: [] } as const;

async function opened(token?: string, clock: Clock = realClock) {
  const fake = await fakeTelegram();
  const folder = mkdtempSync(join(tmpdir(), 'telegram-'));
  const settings = fake.settings(folder) as { 'token-file': string; 'api-root': string };
  if (token !== undefined) writeFileSync(settings['token-file'], token);
  const service = openTelegram({ settings, env: {}, clock });
  fake.say(ADA, ADA.id, 'hello');
  onTestFinished(async () => {
    await service.close();
    await fake.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { fake, service, settings };
}

describe('a message', () => {
  it('has nothing in it that Telegram would make more than text of, whatever it says', () => {
    const hostile = fc.constantFrom(
      '@everyone',
      'a/b',
      '/start x',
      'https://a.com',
      'a.com',
      '#tag',
      '$USD',
      'tg://x',
      'x@y.org',
      '..a.md',
      '://a',
      '@@ada_l',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(hostile, awkwardText), { maxLength: 6 }), (parts) => {
        const text = parts.join(' ');
        const { text: sent, entities } = rendered({
          blocks: [
            { kind: 'title', text: 'Title' },
            { kind: 'text', text },
          ],
        });
        expect(activeIn(sent, entities)).toEqual([]);
        expect(visible(sent)).toBe(visible(`Title\n\n${text}`));
        expect(sent.length).toBeLessThanOrEqual(lengthOf('Title', 'title') + lengthOf(text, 'text'));
      }),
    );
  });

  it('leaves code as it is', () => {
    expect(rendered({ blocks: [{ kind: 'code', text: 'curl https://a.com' }] })).toEqual({
      text: 'curl https://a.com',
      entities: [{ type: 'pre', offset: 0, length: 18 }],
    });
  });
});

describe('what goes wrong', () => {
  it('a token that is not accepted, without showing it', async () => {
    const { service } = await opened('7000000001:AnotherTokenThatIsWrong');
    const posted = await service.post(ADA.id, CARD, ample());
    expect(posted).toEqual({ kind: 'failed', reason: expect.stringMatching(/does not accept the token.*@BotFather/), again: false });
    expect(await service.introduce(ample())).toMatchObject({ kind: 'failed' });
  });

  it('somebody who never wrote to the bot, and a message that is gone', async () => {
    const { service, fake } = await opened();
    expect(await service.post('777', CARD, ample())).toMatchObject({
      kind: 'failed',
      again: false,
      reason: expect.stringContaining('has not written to the bot yet'),
    });
    const posted = await service.post(ADA.id, CARD, ample());
    if (posted.kind !== 'posted') throw new Error(posted.reason);
    expect(await service.edit(posted.at, CARD, ample())).toEqual({ kind: 'changed' });
    fake.erase(posted.at);
    expect(await service.edit(posted.at, CARD, ample())).toEqual({ kind: 'gone' });
    expect(await service.remove(posted.at, ample())).toEqual({ kind: 'gone' });
  });

  it('too many requests: nothing is sent before the time is over', async () => {
    const { service, fake } = await opened();
    fake.busy(60);
    expect(await service.post(ADA.id, CARD, ample())).toMatchObject({ kind: 'failed', again: true, afterMs: 60_000 });
    const [second] = await Promise.all([service.post(ADA.id, CARD, ample())]);
    expect(second).toMatchObject({ kind: 'failed', again: true, afterMs: expect.any(Number) });
    expect(fake.refused()).toEqual({ busy: 1, early: 0 });
  });

  it('another program that reads the messages of the same bot', async () => {
    const { service, settings, fake } = await opened();
    const problems: (string | undefined)[] = [];
    service.listen(
      async () => {},
      (problem) => problems.push(problem),
    );
    await expect.poll(fake.listening).toBe(true);
    const other = openTelegram({ settings, env: {}, clock: realClock });
    other.listen(
      async () => {},
      () => {},
    );
    await expect.poll(() => problems.some((each) => each?.includes('another program uses the same bot'))).toBe(true);
    await other.close();
  });

  it('a suspended computer: the old connection is dead, although nobody has said so', async () => {
    const clock = suspendable();
    const { service, fake } = await opened(undefined, clock);
    const heard: Incoming[] = [];
    const problems: (string | undefined)[] = [];
    service.listen(
      async (event) => void heard.push(event),
      (problem) => problems.push(problem),
    );
    await expect.poll(fake.listening).toBe(true);
    fake.freeze();
    clock.wakeUp();
    fake.say(ADA, ADA.id, 'good morning');
    await expect.poll(() => heard.at(-1)).toMatchObject({ kind: 'text', text: 'good morning' });
    expect(problems.filter((each) => each !== undefined)).toEqual([]);
  });

  it('a service that is not there, with no token in the message', async () => {
    const { service, fake } = await opened();
    await fake.down();
    const posted = await service.post(ADA.id, CARD, ample());
    expect(posted).toMatchObject({ kind: 'failed', again: true });
    for (const secret of fake.secrets) expect(JSON.stringify(posted)).not.toContain(secret);
    await fake.up();
  });
});
