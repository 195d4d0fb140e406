// For tests: the keys that give these answers in a fresh dialog of Claude Code, typed by somebody who does not look at the screen.
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Question } from '../../../src/ask/schema/ask.ts';
import type { ClaudeSession } from './claude-session.ts';

/** A key by its tmux name, or text. */
export type Stroke = string | { readonly text: string };

/** For questions without previews. */
export function blindKeys(questions: readonly Question[], answers: readonly Answer[]): readonly Stroke[] {
  const strokes = questions.flatMap((question, i) => strokesOf(question, answers[i]));
  const isReviewed = questions.length > 1 || questions[0]?.multiSelect === true;
  return isReviewed ? [...strokes, 'Enter'] : strokes;
}

function strokesOf({ options, multiSelect }: Question, answer: Answer | undefined): readonly Stroke[] {
  if (answer?.kind === 'words') return [...down(options.length), { text: answer.words }, 'Enter'];
  const chosen = answer?.kind === 'chosen' ? [...answer.chosen].sort() : [];
  if (!multiSelect) return [...down((chosen[0] ?? 1) - 1), 'Enter'];
  const ticks = chosen.flatMap((number, i) => [...down(number - (chosen[i - 1] ?? 1)), 'Space']);
  // Below the options are the text row and then Submit or Next.
  return [...ticks, ...down(options.length + 2 - (chosen.at(-1) ?? 1)), 'Enter'];
}

const down = (times: number): readonly string[] => Array.from({ length: times }, () => 'Down');

/** `gapMs` is the time between two keys. */
export async function typeBlindly({ pane }: ClaudeSession, strokes: readonly Stroke[], gapMs: () => number): Promise<void> {
  for (const [i, stroke] of strokes.entries()) {
    if (i > 0) await delay(gapMs());
    await pane.tmux('send-keys', '-t', pane.id, ...(typeof stroke === 'string' ? ['--', stroke] : ['-l', '--', stroke.text]));
  }
}
