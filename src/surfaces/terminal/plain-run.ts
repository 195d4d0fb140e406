// Runs the plain mode on two streams: prints, reads a line, prints. The end of the input leaves the ask open.
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { irreversibleAsk } from '../../question/irreversible.ts';
import type { Ask, Verdict } from '../../question/words.ts';
import type { Sent } from './dialog/props.ts';
import { openPlain, plainFailed, reply } from './plain.ts';
import { promptText, questionText, reviewLines } from './plain-prompt.ts';

/** `stopped`: by the signal. Ctrl-C is left to the process: there is no raw mode to take it away. */
export type PlainEnd = 'sent' | 'left' | 'stopped';

export type PlainOptions = {
  readonly input: Readable;
  readonly output: Writable;
  onVerdict(verdict: Verdict): Promise<Sent>;
  /** The ask is over, by whomever: stop asking. */
  readonly signal?: AbortSignal | undefined;
};

export async function runPlain(ask: Ask, { input, output, onVerdict, signal }: PlainOptions): Promise<PlainEnd> {
  const risks = new Map(irreversibleAsk(ask).map((r) => [`${r.question}.${r.option}`, r.reason]));
  // Without a terminal of its own readline neither edits nor echoes: what is typed stays as the terminal shows it.
  const reader = createInterface({ input, terminal: false });
  const print = (lines: readonly string[]) => void output.write(lines.map((each) => `${each}\n`).join(''));
  const lines = linesOf(reader, signal);
  try {
    let state = openPlain(ask);
    let shown = '';
    for (;;) {
      const place = `${state.expecting === 'review' ? 'review' : 'question'} ${state.dialog.page}`;
      if (place !== shown && state.begun === '') print(state.expecting === 'review' ? reviewLines(state) : questionText(state, risks));
      shown = place;
      output.write(promptText(state));
      const { value: line, done } = await lines.next();
      if (signal?.aborted) return 'stopped';
      if (done) {
        output.write('\n');
        return 'left';
      }
      const replied = reply(state, line);
      state = replied.state;
      print(replied.say);
      if (replied.effect?.kind === 'leave') return 'left';
      if (replied.effect?.kind !== 'submit') continue;
      const sent = await onVerdict(replied.effect.verdict);
      if (sent.kind === 'sent') return 'sent';
      print([sent.message]);
      state = plainFailed(state);
    }
  } finally {
    reader.close();
    input.pause();
  }
}

async function* linesOf(reader: Interface, signal: AbortSignal | undefined): AsyncGenerator<string, undefined> {
  const waiting: string[] = [];
  let over = false;
  let wake = () => {};
  const end = () => {
    over = true;
    wake();
  };
  reader.on('line', (line) => {
    waiting.push(line);
    wake();
  });
  reader.on('close', end);
  signal?.addEventListener('abort', end);
  while (waiting.length > 0 || !over) {
    const line = waiting.shift();
    if (line !== undefined) yield line;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
  return undefined;
}
