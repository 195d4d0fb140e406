// Rings the bell or shows a terminal notification when an ask arrives. Off by default.
import type { AskView } from '../../ask/schema/history.ts';
import { projectName } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { cut } from '../../text/width.ts';

export type Noise = 'bell' | 'notify';

const BELL = '\u0007';
const MOST_COLUMNS = 120;

/** OSC 9 (iTerm2, Windows Terminal, kitty, ghostty) and OSC 777 (rxvt, foot, VTE); terminals ignore the one they do not know. Then a bell. */
export function noiseFor(noise: Noise, asks: readonly AskView[], env: NodeJS.ProcessEnv): string {
  const [first, ...others] = asks;
  if (!first) return '';
  if (noise === 'bell') return BELL;
  const text = harmless(
    `${projectName(first.project)} asks: ${first.questions[0]?.text ?? ''}${others.length > 0 ? ` (+${others.length} more)` : ''}`,
  );
  const both = [`\u001b]9;${text}\u001b\\`, `\u001b]777;notify;Answerback;${text}\u001b\\`];
  return both.map((sequence) => (env.TMUX ? throughTmux(sequence) : sequence)).join('') + BELL;
}

/** Printable text; semicolons are replaced because they separate fields. */
function harmless(text: string): string {
  return cut(printable(text), MOST_COLUMNS).replaceAll(';', ',');
}

/** tmux passes on wrapped sequences if the user allows it (allow-passthrough), and drops them otherwise. */
const throughTmux = (sequence: string): string => `\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;
