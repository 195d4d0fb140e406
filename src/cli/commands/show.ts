// answerback show: one ask in full.
import { isPending } from '../../ask/lifecycle.ts';
import { clockTime, eventWords } from '../../dialog/words/words.ts';
import { prepareDialog } from '../../terminal/open.ts';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { examples, flag, id, json, plain } from '../app/parameters.ts';
import { printCard, printRaw } from '../card.ts';
import type { Context } from '../context.ts';
import { idNamed } from '../find-ask.ts';
import { pauseNotice } from '../notices.ts';
import { answerHere, reportEnding } from '../terminal.ts';
import { drivenText } from '../words.ts';

const showCommand = command(show, {
  parameters: {
    flags: {
      json,
      events: flag('Include all its events'),
      answer: flag('Answer it, in a dialog'),
      plain,
    },
    positional: { kind: 'tuple', parameters: [id] },
  },
  docs: {
    fullDescription: examples('The beginning of an id is enough.', [
      'answerback show k3f9',
      'answerback show k3f9 --events',
      'answerback show k3f9 --answer',
    ]),
  },
});
export const commands = { show: showCommand };

type ShowFlags = { readonly json: boolean; readonly events: boolean; readonly answer: boolean; readonly plain: boolean };

async function show(this: Context, flags: ShowFlags, id: string): Promise<void> {
  const client = this.client();
  const asked = client.call('GET /v1/asks/:id', { params: { id: idNamed(this, id) } });
  if (flags.answer && !flags.json) void prepareDialog();
  const view = await asked;
  if (flags.answer && !flags.json && isPending(view)) return reportEnding(this, await answerHere(this, view, flags), view.id);
  const isUnread = view.questions.every((question) => question.unseen === true);
  const events = flags.events || isUnread ? (await client.call('GET /v1/asks/:id/events', { params: { id: view.id } })).events : [];
  if (flags.json) return this.out.json(flags.events ? { ...view, events } : view);
  const notice = isPending(view) ? await pauseNotice(this, view.id) : undefined;
  if (notice !== undefined) this.out.line(this.out.style(notice, 'yellow'));
  printCard(this.out, view, this.now());
  if (view.kind === 'idle' && isPending(view)) await printDriven(this, view.session);
  if (isUnread) printRaw(this.out, events);
  if (!flags.events) return;
  this.out.line();
  for (const { seq, at, actor, happening } of events)
    this.out.line(
      `${this.out.style(`#${seq} ${clockTime(at, this.now())}`, 'dim')}  ${eventWords(happening)}  ${this.out.style(printable(actor), 'dim')}`,
    );
}

async function printDriven(context: Context, session: string): Promise<void> {
  const found = (await context.client().call('GET /v1/sessions', { query: { now: true } })).sessions.find(({ id }) => id === session);
  const text = found ? drivenText(found, context.now()) : '';
  if (text !== '') context.out.line(context.out.style(`This session: ${text}`, 'dim'));
}
