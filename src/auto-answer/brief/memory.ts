// What an answerer is reminded of in a brief: its own decisions, what people decided against it, and what still has to be corrected.

import type { AskView } from '../../ask/schema/history.ts';
import { decisionLine } from '../../ask/summary.ts';
import { entry, fenced } from '../../text/fence.ts';
import { shortened } from '../../text/shortened.ts';

export type Memory = {
  /** Newest first: of this session and those it continues, then of the project. */
  readonly decided: readonly AskView[];
  readonly against: readonly Against[];
  /** The asking agent recorded something else than was decided, and nobody has corrected it yet. */
  readonly mismatched: readonly AskView[];
};

/** What the answerer wanted or decided, and what a person decided instead, or said when they overruled it. */
export type Against = { readonly ask: AskView; readonly proposed: string; readonly by: string; readonly instead: string };

/** A few hundred tokens, so that the brief stays short. */
const MOST_TOGETHER = 1_000;
const MOST_EACH = 110;
const MOST_DECIDED = 6;

/** Empty if there is nothing to remember. What matters most comes first, and the rest is left out if it gets too long. */
export function memoryText({ decided, against, mismatched }: Memory, nonce: string): string {
  const lines = [
    ...mismatched.map(mismatchLine),
    ...against.map(againstLine),
    ...decided.slice(0, MOST_DECIDED).map((view) => entry('you decided', `${question(view)} → ${answer(view)}${because(view)}`)),
  ];
  let left = MOST_TOGETHER;
  const shown = lines.filter((line) => {
    left -= line.length;
    return left >= 0;
  });
  if (shown.length === 0) return '';
  return [
    '## What happened before',
    ...(mismatched.length === 0 ? [] : [CORRECT]),
    ...(against.length === 0 ? [] : ['Where people decided against you, follow them in questions of that kind.']),
    fenced(nonce, shown),
  ].join('\n');
}

const CORRECT = `The agent recorded something else than you decided ("to correct"), and goes on with that. Correct it with this reply: answer in your own words, or
redirect, and say what you had decided.`;

function mismatchLine(view: AskView): string {
  const recorded = view.receipt?.differences.map((each) => each.recorded).join('; ') || '(not known)';
  return entry('to correct', `${question(view)} → you decided ${answer(view)}; the agent recorded ${cut(recorded)}`);
}

function againstLine({ ask, proposed, by, instead }: Against): string {
  const theirs = ask.overruled ? `${cut(by)} said: ${cut(instead)}` : `${cut(by)} decided: ${cut(instead)}${because(ask)}`;
  return entry('against you', `${question(ask)} → you: ${cut(proposed)}; ${theirs}`);
}

const question = ({ questions }: AskView): string => cut(questions[0]?.text ?? '');
const answer = (view: AskView): string => cut(view.decision ? decisionLine(view, view.decision) : '');
const because = ({ decision }: AskView): string => (decision?.reason === undefined ? '' : ` (${cut(decision.reason)})`);

/** On one line. */
const cut = (text: string): string => shortened(text.replaceAll(/\s+/g, ' ').trim(), MOST_EACH);
