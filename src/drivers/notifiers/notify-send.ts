// A notification of the desktop through notify-send, with a button for each choice, and its removal through D-Bus.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Choice, Message, Sent } from '../../decide/notifier.ts';
import { masked, secretsIn } from '../answerers/secret.ts';
import { isRunnable } from '../runnable.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type NotifySendOptions = {
  readonly env: Environment;
  /** A person pressed a button. */
  readonly choose: (choice: Choice) => void;
};

const DESTINATION = ['--session', '--print-reply', '--dest=org.freedesktop.Notifications', '/org/freedesktop/Notifications'];
const MOST_REASON = 200;

/** With buttons, notify-send runs until the notification is closed. */
export function createNotifySend({ env, choose }: NotifySendOptions) {
  const children = new Set<ChildProcess>();
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
        `--urgency=${message.urgent ? 'critical' : 'normal'}`,
        ...choices.map(({ number, label }) => `--action=${number}=${label}`),
        '--',
        message.title,
        markup(body),
      ];
      const [program, first] = choices.length > 0 ? (['stdbuf', ['-oL', 'notify-send']] as const) : (['notify-send', []] as const);
      return run(program, [...first, ...args], signal, (line) => {
        const chosen = choices.find(({ number }) => String(number) === line);
        if (chosen) choose(chosen);
      });
    },

    async withdraw(id: string, signal: AbortSignal): Promise<Sent> {
      const close = [...DESTINATION, 'org.freedesktop.Notifications.CloseNotification', `uint32:${Number(id)}`];
      const closed = await run('dbus-send', close, signal);
      return closed.kind === 'sent' ? { kind: 'sent' } : closed;
    },

    async close(): Promise<void> {
      await Promise.all(
        [...children].map((child) => {
          const gone = new Promise((resolve) => child.once('close', resolve));
          child.kill();
          return gone;
        }),
      );
    },
  };

  /** Resolves with the first line that is printed, or when the program ends. Later lines go to `onLine`. */
  function run(program: string, args: readonly string[], signal: AbortSignal, onLine: (line: string) => void = () => {}): Promise<Sent> {
    return new Promise((resolve) => {
      const child = spawn(program, args, { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
      children.add(child);
      let [rest, errors, isFirst] = ['', '', true];
      const stop = () => child.kill();
      signal.addEventListener('abort', stop, { once: true });
      const settle = (sent: Sent) => {
        signal.removeEventListener('abort', stop);
        resolve(sent);
      };
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = `${rest}${chunk}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          if (isFirst) settle({ kind: 'sent', reference: line.trim() });
          else onLine(line.trim());
          isFirst = false;
        }
      });
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        errors = `${errors}${chunk}`.slice(-MOST_REASON);
      });
      child.once('error', ({ message }) => {
        children.delete(child);
        settle({ kind: 'failed', reason: `${program} could not be started: ${message}`, again: false });
      });
      child.once('close', (code) => {
        children.delete(child);
        const reason = `${program} ended with code ${code}${errors.trim() === '' ? '' : `: ${masked(errors.trim(), secretsIn(env))}`}`;
        settle(code === 0 ? { kind: 'sent' } : { kind: 'failed', reason, again: true });
      });
      if (signal.aborted) stop();
    });
  }
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
