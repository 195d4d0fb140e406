// answerback count: how many asks are open, from the file that the broker keeps: no broker is asked or started.
import { readFileSync } from 'node:fs';
import { command } from '../app/command.ts';
import { examples, json } from '../app/parameters.ts';
import type { Context } from '../context.ts';

const countCommand = command(count, {
  parameters: { flags: { json } },
  docs: {
    fullDescription: examples('For status lines: it only reads a file that the broker writes. answerback tmux install uses it.', [
      'answerback count',
    ]),
  },
});
export const commands = { count: countCommand };

function count(this: Context, flags: { readonly json: boolean }): void {
  const open = openCount(this);
  if (flags.json) this.out.json({ open });
  else this.out.line(String(open));
}

/** 0 if there was no broker yet. */
function openCount({ place }: Context): number {
  try {
    return Number.parseInt(readFileSync(place.count, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}
