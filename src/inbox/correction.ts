// What an agent is told when a person overrules a decision that it got.

import type { AskView } from '../ask/schema/history.ts';
import { decisionLine } from '../ask/summary.ts';
import { shortened } from '../text/shortened.ts';
import { normalised } from '../text/visible.ts';

/** A prompt in the person's own words, with what it is about. */
export function correction(view: AskView, message: string): string {
  const { decision, questions } = view;
  const said = quoted(decision ? decisionLine(view, decision) : '');
  const about = view.kind === 'idle' ? `the prompt ${said}` : `the answer ${said} to ${quoted(questions[0]?.text ?? '')}`;
  return `Correction: ${about} was wrong. ${message}`;
}

const LONGEST = 300;

/** On one line and without control characters, which are never typed. */
function quoted(text: string): string {
  const line = normalised(text.replace(/\p{Cc}/gu, ' '));
  return `"${shortened(line, LONGEST)}"`;
}
