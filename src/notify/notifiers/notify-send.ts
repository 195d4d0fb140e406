// A notification of the desktop through notify-send, with a button for each choice, and its removal through D-Bus.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Environment } from '../../system/environment.ts';
import { isRunnable } from '../../system/runnable.ts';
import type { Choice, Message, Sent } from '../notifier.ts';
import type { Children } from './children.ts';

type NotifySendOptions = {
  readonly env: Environment;
  readonly children: Children;
  /** A person pressed a button. */
  readonly choose: (choice: Choice) => void;
};

const DESTINATION = ['--session', '--print-reply', '--dest=org.freedesktop.Notifications', '/org/freedesktop/Notifications'];

/** With buttons, notify-send runs until the notification is closed. */
export function createNotifySend({ env, children, choose }: NotifySendOptions) {
  let hasActions: boolean | undefined;

  return {
    async send(message: Message, signal: AbortSignal): Promise<Sent> {
      // With buttons it keeps its output to itself until it ends, unless stdbuf is there.
      hasActions ??=
        isRunnable('stdbuf', env) &&
        (spawnSync('notify-send', ['--help'], { encoding: 'utf8', env: environment(env) }).stdout ?? '').includes('--action');
      const choices = hasActions ? message.choices : [];
      const body = [message.body, message.open].filter((part) => part !== '').join('\n');
      const args = [
        '--app-name=Answerback',
        '--print-id',
        ...choices.map(({ number, label }) => `--action=${number}=${label}`),
        '--',
        message.title,
        markup(body),
      ];
      const [program, first] = choices.length > 0 ? (['stdbuf', ['-oL', 'notify-send']] as const) : (['notify-send', []] as const);
      return children.run(program, [...first, ...args], environment(env), signal, (line) => {
        const chosen = choices.find(({ number }) => String(number) === line);
        if (chosen) choose(chosen);
      });
    },

    async withdraw(id: string, signal: AbortSignal): Promise<Sent> {
      const close = [...DESTINATION, 'org.freedesktop.Notifications.CloseNotification', `uint32:${Number(id)}`];
      const closed = await children.run('dbus-send', close, environment(env), signal);
      return closed.kind === 'sent' ? { kind: 'sent' } : closed;
    },
  };
}

/** Whether there is a desktop session to talk to. */
export const hasDesktop = (env: Environment): boolean => environment(env).DBUS_SESSION_BUS_ADDRESS !== undefined;

/** A broker that was not started on the desktop still finds the user's bus. */
function environment(env: Environment): NodeJS.ProcessEnv {
  const bus = `/run/user/${process.getuid?.() ?? 0}/bus`;
  const found = env.DBUS_SESSION_BUS_ADDRESS ?? (existsSync(bus) ? `unix:path=${bus}` : undefined);
  return { ...env, ...(found === undefined ? {} : { DBUS_SESSION_BUS_ADDRESS: found }) };
}

/** Desktops read the body as markup, and notify-send itself reads backslashes in it. */
export function markup(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
