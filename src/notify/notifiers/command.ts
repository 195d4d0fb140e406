// Tells people by running any program: the message as JSON on its standard input, and a few values in its environment.

import { homedir } from 'node:os';
import { z } from 'zod';
import type { Environment } from '../../system/environment.ts';
import { inherited, type Ran, start } from '../../system/program.ts';
import { isRunnable } from '../../system/runnable.ts';
import { masked, secretsIn } from '../../system/secret.ts';
import type { Message, Notifier, Outdated, Sent } from '../notifier.ts';
import { defineNotifier } from '../notifier-kind.ts';
import type { SettingsOf } from '../settings.ts';

const settings = {
  run: z
    .array(z.string().min(1))
    .min(1, 'give the program and its arguments as a list, e.g. [my-notifier, --loud]')
    .describe('the program and its arguments; no shell reads them'),
  withdraw: z.boolean().default(false).describe('also run it when the ask is over, with "event": "withdrawn"'),
};

export const command = defineNotifier({
  kind: 'command',
  brief: 'any program, which gets the message as JSON',
  settings,
  add: {
    usage: 'my-program its-argument',
    examples: ['my-program its-argument', '--name loud -- my-program --loud   # what follows -- belongs to the program'],
    words: { setting: 'run', brief: 'the program and its arguments', missing: 'which program?' },
  },
  open: (name, given, { env }) => openCommandNotifier({ name, settings: given, env }),
});

type CommandOptions = {
  readonly name: string;
  readonly settings: Pick<SettingsOf<typeof settings>, 'run' | 'withdraw'>;
  /** The broker's own. */
  readonly env: Environment;
};

const MOST_OUTPUT = 1_000_000;
const MOST_REASON = 300;

export function openCommandNotifier({ name, settings, env }: CommandOptions): Notifier {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const [program = ''] = settings.run;

  async function run(event: 'notify' | 'withdrawn', message: Message | Outdated, signal: AbortSignal): Promise<Sent> {
    const about = 'about' in message ? message.about : '';
    const { ran, gone } = start(
      {
        run: settings.run,
        folder: homedir(),
        env: {
          ...inherited(env),
          ANSWERBACK_NOTIFIER: name,
          ANSWERBACK_EVENT: event,
          ANSWERBACK_ABOUT: about,
          ANSWERBACK_TITLE: message.title,
          ANSWERBACK_ASK: 'asks' in message && message.asks.length === 1 ? message.asks[0]?.id : '',
        },
        input: `${JSON.stringify({ event, ...message })}\n`,
        id: `notifier-${crypto.randomUUID()}`,
        mostOutput: MOST_OUTPUT,
      },
      AbortSignal.any([signal, closing.signal]),
    );
    running.add(gone);
    void gone.then(() => running.delete(gone));
    return sentOf(await ran);
  }

  function sentOf(ran: Ran): Sent {
    switch (ran.kind) {
      case 'ended': {
        if (ran.clean) return { kind: 'sent' };
        const said = masked(ran.errors.trim().slice(-MOST_REASON), secretsIn(env));
        return { kind: 'failed', reason: `${program} ${ran.how}${said === '' ? '' : `: ${said}`}`, again: true };
      }
      case 'not-started':
        return { kind: 'failed', reason: `${program} could not be started (${ran.code})`, again: false };
      case 'too-much':
        return { kind: 'failed', reason: `${program} printed more than ${MOST_OUTPUT / 1_000_000} MB and was ended`, again: false };
      case 'stopped':
        return { kind: 'failed', reason: `${program} was stopped before it ended`, again: true };
    }
  }

  return {
    send: (message, signal) => run('notify', message, signal),
    ...(settings.withdraw ? { withdraw: (message: Outdated, signal: AbortSignal) => run('withdrawn', message, signal) } : {}),
    check: async () => (isRunnable(program, env) ? undefined : `${program} is not a program on the broker's PATH; give its full path`),
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}
