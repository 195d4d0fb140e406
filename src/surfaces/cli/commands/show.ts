// answerback show: one ask in full.
import { isOpen } from '../../../question/lifecycle.ts';
import { printable } from '../../../text/printable.ts';
import { printCard } from '../card.ts';
import type { Context } from '../context.ts';
import { answerHere, prepareDialog, reportEnding } from '../terminal.ts';
import { clockTime, eventWords } from '../words.ts';
import { pauseNotice } from './list.ts';

export type ShowFlags = { readonly json: boolean; readonly events: boolean; readonly answer: boolean; readonly plain: boolean };

export async function show(this: Context, flags: ShowFlags, id: string): Promise<void> {
  const client = this.client();
  const asked = client.show(id);
  if (flags.answer && !flags.json) void prepareDialog();
  const view = await asked;
  if (flags.answer && !flags.json && isOpen(view)) return reportEnding(this, await answerHere(this, view, flags), view.id);
  const events = flags.events ? await client.history(view.id) : undefined;
  if (flags.json) return this.out.json(events ? { ...view, events } : view);
  const notice = isOpen(view) ? await pauseNotice(this, view.id) : undefined;
  if (notice !== undefined) this.out.line(this.out.ink(notice, 'yellow'));
  printCard(this.out, view, this.now());
  if (!events) return;
  this.out.line();
  for (const { seq, at, actor, happening } of events)
    this.out.line(
      `${this.out.ink(`#${seq} ${clockTime(at, this.now())}`, 'dim')}  ${eventWords(happening)}  ${this.out.ink(printable(actor), 'dim')}`,
    );
}
