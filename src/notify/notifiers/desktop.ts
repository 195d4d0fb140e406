// Tells the person at this computer: a notification of the desktop (notify-send, or macOS), and of the terminals that are attached to tmux.

import { z } from 'zod';
import { oneOrMore } from '../../ask/match/fields.ts';
import type { Environment } from '../../system/environment.ts';
import { isRunnable } from '../../system/runnable.ts';
import type { Choice, Message, Notifier, Sent } from '../notifier.ts';
import { defineNotifier } from '../notifier-kind.ts';
import type { SettingsOf } from '../settings.ts';
import { type Children, createChildren } from './children.ts';
import { createNotifySend, hasDesktop } from './notify-send.ts';
import { type AttachedTerminal, tellTerminals } from './terminals.ts';

const settings = {
  on: oneOrMore(z.enum(['desktop', 'terminals'], 'say desktop or terminals'))
    .default(['desktop', 'terminals'])
    .describe('desktop: a notification of notify-send or macOS; terminals: the terminals that are attached to tmux'),
};

export const desktop = defineNotifier({
  kind: 'desktop',
  brief: 'a notification on your desktop, and in terminals attached to tmux',
  settings,
  add: { usage: '', examples: ['--away 2m'] },
  open(_, given, { env, terminals, choose }) {
    const notifier: Notifier = openDesktop({
      settings: given,
      env,
      terminals,
      choose: (choice) => choose(choice, 'desktop', given.show, notifier),
    });
    return notifier;
  },
});

type DesktopOptions = {
  readonly settings: Pick<SettingsOf<typeof settings>, 'on'>;
  readonly env: Environment;
  readonly terminals: () => Promise<readonly AttachedTerminal[]>;
  /** A person pressed a button. */
  readonly choose: (choice: Choice) => void;
};

export function openDesktop({ settings, env, terminals, choose }: DesktopOptions): Notifier {
  const children = createChildren(env);
  const notifySend = createNotifySend({ env, children, choose });

  /** Undefined if this computer has no desktop that we know. */
  function onDesktop(message: Message, signal: AbortSignal): Promise<Sent> | undefined {
    if (!settings.on.includes('desktop')) return undefined;
    if (isRunnable('osascript', env)) return byAppleScript(children, env, message, signal);
    return isRunnable('notify-send', env) && hasDesktop(env) ? notifySend.send(message, signal) : undefined;
  }

  return {
    async send(message, signal) {
      if (signal.aborted) return { kind: 'failed', reason: 'it was stopped', again: true };
      const attached = settings.on.includes('terminals') ? await terminals() : [];
      const [shown, reached] = await Promise.all([onDesktop(message, signal), tellTerminals(attached, message)]);
      if (shown?.kind === 'sent' || (shown && reached === 0)) return shown;
      return reached > 0 ? { kind: 'sent' } : { kind: 'failed', reason: NOBODY, again: true };
    },
    async withdraw({ reference }, signal) {
      return reference === undefined || !/^\d+$/.test(reference) ? { kind: 'sent' } : notifySend.withdraw(reference, signal);
    },
    async check() {
      if (isRunnable('osascript', env) || (isRunnable('notify-send', env) && hasDesktop(env))) return undefined;
      return (await terminals()).length > 0 ? undefined : NOBODY;
    },
    close: children.close,
  };
}

const NOBODY = 'there is no desktop session with notify-send (Debian: libnotify-bin), and no terminal is attached to tmux';

/** The texts are arguments of the script, never a part of it; after --, none of them is an option. */
function byAppleScript({ run }: Children, env: DesktopOptions['env'], { title, body, open }: Message, signal: AbortSignal): Promise<Sent> {
  const script = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run'];
  const args = [...script.flatMap((line) => ['-e', line]), '--', title, [body, open].filter((part) => part !== '').join('\n')];
  return run('osascript', args, { ...env }, signal);
}
