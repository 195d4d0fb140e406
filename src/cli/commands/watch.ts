// answerback watch: prints events as they happen.
import type { Ask } from '../../ask/schema/ask.ts';
import type { Happening, StreamedEvent } from '../../ask/schema/history.ts';
import { decisionLine } from '../../ask/summary.ts';
import { clockTime, headline, notifiedWords, pauseWords, projectName, shortId, toldWords } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { cut } from '../../text/width.ts';
import { command } from '../app/command.ts';
import { examples, json, numberFrom } from '../app/parameters.ts';
import type { Context } from '../context.ts';

const watchCommand = command(watch, {
  parameters: {
    flags: {
      json,
      after: {
        kind: 'parsed',
        parse: (input: string) => numberFrom(input, 0),
        brief: 'Start after this event number; 0 for all',
        optional: true,
        placeholder: 'seq',
      },
    },
  },
  docs: {
    fullDescription: examples('Continues across broker restarts. With --json, one event per line.', [
      'answerback watch',
      'answerback watch --json | jq .happening.kind',
    ]),
  },
});
export const commands = { watch: watchCommand };

async function watch(this: Context, flags: { readonly json: boolean; readonly after?: number }): Promise<void> {
  const client = this.client();
  if (!flags.json) this.err.line(this.err.style('Watching; Ctrl-C ends it.', 'dim'));
  for await (const item of client.events({ after: flags.after })) {
    if (item.kind === 'lost') this.err.line(this.err.style('(connection lost, trying again)', 'yellow'));
    if (item.kind !== 'event') continue;
    const { event } = item;
    if (flags.json) {
      this.out.json(event, false);
      continue;
    }
    const text = 'ask' in event ? askLine(event.happening, event.view) : sessionLine(event, this.now());
    const start = `${clockTime(event.at, this.now())}  ${'ask' in event ? shortId(event.ask) : ''}`.trimEnd();
    this.out.line(`${this.out.style(start, 'dim')}  ${cut(text, this.out.columns - start.length - 2)}`);
  }
}

function askLine(happening: Happening, ask: Ask): string {
  switch (happening.kind) {
    case 'asked':
      return `asked      ${projectName(happening.ask.project)}: ${headline(happening.ask)}`;
    case 'reread':
      return 'reread     its questions are now known completely';
    case 'continued':
      return 'continued  the agent asks again: its earlier call ended without the answer';
    case 'settled':
      return `${happening.decision.kind === 'answers' ? 'answered ' : happening.decision.kind === 'redirect' ? 'redirected' : 'declined '}  ${printable(decisionLine(ask, happening.decision))}  by ${printable(happening.decision.by.name)} (${printable(happening.decision.by.surface)})`;
    case 'considered':
      return `${`${happening.answerer.kind === 'people' ? 'people' : printable(happening.answerer.name)}`.padEnd(9)}  ${happening.outcome}${happening.reason === undefined ? '' : `: ${printable(happening.reason)}`}`;
    case 'overruled':
      return `overruled  ${printable(happening.message)}  by ${printable(happening.by.name)} (${printable(happening.by.surface)})`;
    case 'told':
      return `told       ${printable(happening.to)} ${toldWords(happening)}`;
    case 'notified':
      return `notified   ${notifiedWords(happening)}`;
    case 'reported':
      return `reported   by ${printable(happening.receipt.evidence)}`;
    case 'receipt':
      return `${happening.receipt.verdict}   ${happening.receipt.differences.map((d) => printable(d.what)).join('; ')}`.trimEnd();
    case 'withdrawn':
      return `withdrawn  ${printable(happening.reason)}`;
    case 'delivery-failed':
      return `not delivered by ${happening.way}: ${printable(happening.reason)}`;
    case 'delivering':
    case 'delivered':
      return `${happening.kind.padEnd(9)}  by ${happening.way}`;
    case 'expired':
      return `expired    ${headline(ask)}`;
  }
}

function sessionLine(event: StreamedEvent, now: number): string {
  if (event.happening.kind === 'paused') return `auto-answer ${pauseWords(event.happening.pauses, now)}`;
  if (event.happening.kind === 'prompt') return `prompt     ${event.happening.prompt.state}: ${printable(event.happening.prompt.text)}`;
  if (event.happening.kind === 'notified') return `notified   ${notifiedWords(event.happening)}`;
  if (event.happening.kind === 'session-seen')
    return `session    ${printable(event.happening.session.program)} in ${projectName(event.happening.session.project)}`;
  if (event.happening.kind !== 'session-ended') return 'session    ended';
  return `session    ${event.happening.died ? 'died' : 'ended'}: ${printable(event.happening.reason)}`;
}
