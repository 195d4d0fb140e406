// News for whoever decided: the agent recorded something else. What was asked, meant and recorded, and how to correct it.
import type { AskView } from '../question/lifecycle.ts';

/** Undefined where the receipt is not `mismatched`: a verified answer wakes nobody. */
export function mismatchNews(view: AskView, _nonce: string): string | undefined {
  return view.receipt?.verdict === 'mismatched' ? view.id : undefined;
}
