// Runs plain prompts on two streams: prints, reads a line, prints. At the end of the input the ask stays open.
import type { Readable, Writable } from 'node:stream';
import { isSecret } from '../../question/sealed.ts';
import { warnings } from '../../question/warning.ts';
import type { Ask, Verdict } from '../../question/words.generated.ts';
import type { Sent } from './dialog/props.ts';
import { type Lines, linesOf } from './lines.ts';
import { openPlain, plainFailed, reply } from './plain.ts';
import { promptText, questionText, reviewLines } from './plain-prompt.ts';

/** `stopped`: by the signal. Ctrl-C is left to the process, because there is no raw mode. */
type PlainEnd = 'sent' | 'left' | 'stopped';

type PlainOptions = {
  /** Lines are shared with other readers before and after; a stream is read by this call alone. */
  readonly input: Readable | Lines;
  readonly output: Writable;
  onVerdict(verdict: Verdict): Promise<Sent>;
  /** Aborted when the ask is over: stop asking. */
  readonly signal?: AbortSignal | undefined;
};

export async function runPlain(ask: Ask, { input, output, onVerdict, signal }: PlainOptions): Promise<PlainEnd> {
  const risks = warnings(ask);
  const print = (lines: readonly string[]) => void output.write(lines.map((each) => `${each}\n`).join(''));
  if (isSecret(ask)) {
    print([
      'This asks for a secret, which these prompts would show while you type.',
      `Send it from a program: … | answerback answer ${ask.id} -m -`,
    ]);
    return 'left';
  }
  const lines = 'next' in input ? input : linesOf(input);
  try {
    let state = openPlain(ask);
    let shown = '';
    for (;;) {
      const place = `${state.expecting === 'review' ? 'review' : 'question'} ${state.dialog.page}`;
      if (place !== shown && state.begun === '') print(state.expecting === 'review' ? reviewLines(state) : questionText(state, risks));
      shown = place;
      output.write(promptText(state));
      const line = await lines.next(signal);
      if (signal?.aborted) return 'stopped';
      if (line === undefined) {
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
    if (lines !== input) lines.close();
  }
}
