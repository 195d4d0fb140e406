// What a verdict on an idle agent gives it as its next prompt.
import type { Verdict } from './schema/decision.ts';

/** Empty if there is nothing to tell it. */
export function nextPrompt(verdict: Verdict): string {
  if (verdict.kind !== 'answers') return verdict.message ?? '';
  const [answer] = verdict.answers;
  return answer?.kind === 'words' ? answer.words : '';
}
