// Whether a reply stands word for word in what the asking agent wrote: then it was repeated, not given.
import { normalised } from '../../question/visible.ts';
import type { Ask } from '../../question/words.ts';

export function isForged(raw: string, ask: Pick<Ask, 'questions' | 'detail'>): boolean {
  const wanted = folded(raw);
  return wanted !== '' && textsOf([ask.questions, ask.detail]).some((text) => folded(text).includes(wanted));
}

/** Every text anywhere in a value. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

const folded = (text: string): string => normalised(text).toLowerCase();
