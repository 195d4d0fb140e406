// The keys that our tests press in a dialog of opencode: the right option is chosen also when the dialog takes no keys at first, or takes them late.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Pane } from './support/agents/tmux.ts';
import { dialogIn } from './support/opencode/dialog.ts';

const OPTIONS = ['Allow once', 'Allow always', 'Reject'];

/** As opencode 1.18 draws it. */
function drawn(selected: number): string {
  const edge = '  \u001b[38;5;215m\u001b[48;5;233m┃\u001b[38;5;15m';
  const options = OPTIONS.map((label, i) =>
    i === selected
      ? `\u001b[48;5;215m \u001b[38;5;232m${label}\u001b[38;5;15m \u001b[48;5;234m`
      : ` \u001b[38;5;8m${label}\u001b[38;5;15m `,
  );
  return [
    `${edge}  \u001b[38;5;215m△\u001b[38;5;15m \u001b[38;5;255mPermission required\u001b[38;5;15m   \u001b[48;5;232m`,
    `${edge}\u001b[48;5;234m  ${options.join(' ')}   \u001b[38;5;255m⇆ \u001b[38;5;8mselect\u001b[38;5;15m   \u001b[48;5;232m`,
    '',
  ].join('\n');
}

/** A permission in a pane. The first keys get lost, and the others have an effect after a while. Its options go round. */
function permission({ lost = 0, lateMs = 0 }) {
  let selected = 0;
  let pressed = 0;
  let chosen: string | undefined;
  async function press(key: string): Promise<void> {
    pressed += 1;
    if (pressed <= lost) return;
    await sleep(lateMs);
    if (key === 'Enter') chosen ??= OPTIONS[selected];
    else selected = (selected + 1) % OPTIONS.length;
  }
  async function tmux(command = '', ...args: readonly string[]): Promise<string> {
    if (command === 'capture-pane') return drawn(selected);
    void press(args.at(-1) ?? '');
    return '';
  }
  const pane: Pane = { server: '', id: '%0', pid: 0, tmux, onOutput: () => () => {}, kill: async () => {} };
  return { dialog: dialogIn(pane), chosen: () => chosen };
}

it.each([
  ['takes keys at once', {}],
  ['takes keys a moment after it is drawn', { lost: 1 }],
  ['is slow', { lateMs: 300 }],
  ['is so slow that a key seems to be lost', { lateMs: 1_300 }],
])('a dialog that %s', async (_, luck) => {
  const { dialog, chosen } = permission(luck);
  await dialog.opened(/Permission required/);
  await dialog.choose('Allow always');
  await expect.poll(chosen).toBe('Allow always');
});
