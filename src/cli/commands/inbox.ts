// answerback inbox, and answerback alone on a terminal: every open ask, live, answered in place.

import { openInbox, openPlainInbox } from '../../terminal/open.ts';
import { command } from '../app/command.ts';
import { examples, flag } from '../app/parameters.ts';
import { terminalOf } from '../attended.ts';
import { answererFrom, type Context, EXIT, UsageError } from '../context.ts';
import { printNotices } from '../notices.ts';

const inboxCommand = command(inbox, {
  people: true,
  parameters: {
    flags: {
      plain: flag('Numbered lists and prompts instead of a screen'),
      bell: flag('Ring the bell when an ask arrives'),
      notify: flag('Let the terminal show a notification when an ask arrives'),
      mouse: { kind: 'boolean', brief: 'Leave the mouse to the terminal', default: true },
    },
  },
  docs: {
    fullDescription: examples(
      'Open asks, what was decided and whether it arrived, and which agents run where. `answerback` alone opens it on a terminal. ? shows the keys.',
      ['answerback', 'answerback inbox --bell', 'answerback inbox --plain'],
    ),
  },
});
export const commands = { inbox: inboxCommand };

type InboxFlags = { readonly plain: boolean; readonly bell: boolean; readonly notify: boolean; readonly mouse: boolean };

async function inbox(this: Context, flags: InboxFlags): Promise<void> {
  const { env, now, process } = this;
  const noise = noiseFrom(flags, env);
  const asked = { client: this.client(), by: { ...answererFrom(undefined, env), surface: 'terminal' }, now };
  const streams = flags.plain ? undefined : terminalOf(this);
  if (streams) return openInbox(streams, { ...asked, noise, env, mouse: flags.mouse });
  // Without raw mode Ctrl-C is a signal.
  process.once('SIGINT', () => process.exit(EXIT.interrupted));
  printNotices(this, await this.client().call('GET /v1/status'));
  await openPlainInbox({ ...asked, input: process.stdin, output: process.stdout });
}

/** The flag, or else ANSWERBACK_NOTIFY; off by default. */
function noiseFrom({ bell, notify }: InboxFlags, { ANSWERBACK_NOTIFY: wanted = '' }: NodeJS.ProcessEnv): 'bell' | 'notify' | undefined {
  if (notify) return 'notify';
  if (bell) return 'bell';
  if (wanted === '' || wanted === 'off') return undefined;
  if (wanted === 'bell' || wanted === 'notify') return wanted;
  throw new UsageError(`ANSWERBACK_NOTIFY is "${wanted}", which is not a known value`, 'Set it to bell, notify or off.');
}
