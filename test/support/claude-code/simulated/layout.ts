// The three layouts of a simulated question, and how the pointer moves in them.
import type { Pointer } from '../../../../src/agents/claude-code/screen/state.ts';
import type { Question } from '../../../../src/ask/schema/ask.ts';

export const layoutOf = (question: Question): 'single' | 'multi' | 'preview' =>
  question.multiSelect ? 'multi' : question.options.some((option) => option.preview !== undefined) ? 'preview' : 'single';

/** Where the pointer is after the key. Each layout has its own wrap-around rules. */
export function moved(pointer: Pointer, key: 'Up' | 'Down', question: Question): Pointer {
  const rows: Pointer[] = question.options.map((_, index) => ({ on: 'option', number: index + 1 }));
  const layout = layoutOf(question);
  if (layout !== 'preview') rows.push({ on: 'text' });
  if (layout === 'multi') rows.push({ on: 'submit' });
  rows.push({ on: 'chat' });
  const at = rows.findIndex(
    (row) => row.on === pointer.on && (row.on !== 'option' || row.number === (pointer as { number: number }).number),
  );
  if (key === 'Down') return rows[at + 1] ?? pointer;
  return rows[at - 1] ?? (layout === 'preview' ? pointer : { on: 'text' });
}
