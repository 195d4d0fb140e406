// What can be made ready while the broker is asked, so that the first screen does not wait for both.
import { category } from '../../question/category.ts';
import { irreversibleAsk } from '../../question/irreversible.ts';
import type { Question } from '../../question/words.ts';

/** Resolves when what was just asked of the broker is on its way: a connection is made, and written to, between two turns of the event loop. */
export const sent = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Compiles the regular expressions that judge a question, which takes longer than to judge a thousand. */
export function prepareJudgement(): void {
  const sample: Question = {
    text: 'Which one?',
    options: [{ label: 'This', description: 'the first' }, { label: 'That' }],
    multiSelect: false,
  };
  category(sample);
  irreversibleAsk({ kind: 'question', questions: [sample] });
}
