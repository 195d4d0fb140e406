// answerback count: how many asks are open. Without flags src/bin/answerback.ts prints it at once.
import type { Context } from '../context.ts';
import { openCount } from '../count.ts';

export function count(this: Context, flags: { readonly json: boolean }): void {
  const open = openCount(this.env);
  if (flags.json) this.out.json({ open });
  else this.out.line(String(open));
}
