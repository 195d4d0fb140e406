// What every notifier must do, whatever the service does and whatever an agent has written. Each driver supplies a counterpart that plays the roles.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Message, Notifier } from './notifier.ts';

/** `is busy`: refuses for now. `refuses`: for good. `leaks`: refuses, and repeats the secret. */
export type Role = 'takes it' | 'is busy' | 'refuses' | 'leaks' | 'never replies' | 'is gone';

export interface Stage {
  notifier(role: Role): Promise<Notifier>;
  /** What people see: in order, as the counterpart would show it. */
  shown(): Promise<readonly { readonly title: string; readonly body: string }[]>;
  /** Must not appear in any result. */
  readonly secret: string;
  /** Whether the counterpart has begun to play `never replies`. */
  begun(): boolean;
  /** How many processes or requests of the driver are still there. */
  running(): Promise<number>;
  close(): Promise<void>;
}

export const aMessage = (over: Partial<Message> = {}): Message => ({
  key: 'aaaaaaaaaaaa:ask:desk',
  about: 'ask',
  title: 'Decision needed: shop',
  body: 'Which database?\n1. Postgres\n2. SQLite',
  open: 'answerback answer aaaaaaaaaaaa',
  asks: [{ id: 'aaaaaaaaaaaa' }],
  choices: [
    { ask: 'aaaaaaaaaaaa', number: 1, label: 'Postgres' },
    { ask: 'aaaaaaaaaaaa', number: 2, label: 'SQLite' },
  ],
  ...over,
});

/** What agents may write once control characters are gone: shell, options, markup, mentions, headers, escapes of every kind. */
export const HOSTILE: readonly string[] = [
  '--help',
  '-u critical; reboot',
  '"; touch /tmp/owned; echo "',
  '$(reboot) `reboot` $HOME %s %n %(x)s',
  '<b>bold</b> <img src="http://example.com/x.png"> &amp; <a href="x">y</a>',
  '\\n \\x1b[31m \\033]0;title\\007 \\\\',
  '@everyone @here <@123> [link](http://example.com) *bold* _x_ ```code```',
  'Title: other\\r\\nPriority: 5',
  '{"event":"other"}\u2044 日本語 é ;;;===|||',
];

const ample = () => AbortSignal.timeout(60_000);

export function notifierSuite(name: string, open: () => Promise<Stage>): void {
  async function playing(role: Role): Promise<{ notifier: Notifier; stage: Stage }> {
    const stage = await open();
    const notifier = await stage.notifier(role);
    onTestFinished(async () => {
      await notifier.close();
      await stage.close();
    });
    return { notifier, stage };
  }
  const result = async (role: Role) => (await playing(role)).notifier.send(aMessage(), ample());

  describe(name, () => {
    it('shows title, question and options', async () => {
      const { notifier, stage } = await playing('takes it');
      expect(await notifier.send(aMessage(), ample())).toMatchObject({ kind: 'sent' });
      const [shown] = await stage.shown();
      expect(shown?.title).toBe('Decision needed: shop');
      expect(shown?.body).toContain('Which database?\n1. Postgres\n2. SQLite');
      expect(await notifier.check()).toBeUndefined();
    });

    it('shows any text as it is, and does nothing else with it', async () => {
      const { notifier, stage } = await playing('takes it');
      for (const text of HOSTILE) {
        const message = aMessage({ title: text, body: text, asks: [], choices: [{ ask: 'a', number: 1, label: text }] });
        expect(await notifier.send(message, ample())).toMatchObject({ kind: 'sent' });
      }
      const shown = await stage.shown();
      expect(shown.map(({ title }) => title)).toEqual(HOSTILE);
      for (const [i, text] of HOSTILE.entries()) expect(shown[i]?.body).toContain(text);
    });

    it('says that another attempt may help if the service is busy', async () => {
      expect(await result('is busy')).toMatchObject({ kind: 'failed', again: true, reason: expect.stringMatching(/\S/) });
    });

    it('says that nothing helps if it is refused', async () => {
      expect(await result('refuses')).toMatchObject({ kind: 'failed', again: false, reason: expect.stringMatching(/\S/) });
    });

    it('fails if nobody is there', async () => {
      expect(await result('is gone')).toMatchObject({ kind: 'failed' });
    });

    it('keeps secrets out of its results', async () => {
      const { notifier, stage } = await playing('leaks');
      expect(JSON.stringify(await notifier.send(aMessage(), ample()))).not.toContain(stage.secret);
    });

    it('stops at once, and leaves nothing behind', async () => {
      const { notifier, stage } = await playing('never replies');
      const time = new AbortController();
      const sent = notifier.send(aMessage(), time.signal);
      await expect.poll(stage.begun).toBe(true);
      time.abort();
      expect(await sent).toMatchObject({ kind: 'failed', again: true });
      await expect.poll(stage.running).toBe(0);
    });

    it('does not start if it is already stopped', async () => {
      const { notifier, stage } = await playing('takes it');
      expect(await notifier.send(aMessage(), AbortSignal.abort())).toMatchObject({ kind: 'failed' });
      expect(await stage.shown()).toEqual([]);
    });

    it('leaves nothing running when it is closed', async () => {
      const { notifier, stage } = await playing('never replies');
      const sent = notifier.send(aMessage(), ample());
      await expect.poll(stage.begun).toBe(true);
      await notifier.close();
      expect(await sent).toMatchObject({ kind: 'failed' });
      await expect.poll(stage.running).toBe(0);
    });
  });
}
