// Turns how an ask ended at the agent into events: a receipt for our decision, or the end of an ask that was handled elsewhere.
import { differences, type Recorded } from './compare.ts';
import { allows } from './lifecycle.ts';
import type { Answer } from './schema/ask.ts';
import type { Answerer, Decision, Receipt } from './schema/decision.ts';
import type { AskView, LaterHappening } from './schema/history.ts';

/** How an ask ended, as far as one piece of evidence from the agent shows. */
export type Ending =
  | { readonly kind: 'recorded'; readonly recorded: Recorded }
  /** The agent continued on its own because nobody answered. */
  | { readonly kind: 'auto-continued'; readonly afterMs: number }
  /** Esc, "No", Cancel: the turn stopped. */
  | { readonly kind: 'dismissed' }
  /** It continued without an answer. */
  | { readonly kind: 'unanswered' };

/** Whoever uses the agent's own terminal. */
const AT_THE_KEYBOARD: Answerer = { kind: 'person', name: 'somebody', surface: 'keyboard' };

/** Empty if the ask is already over, or if the evidence adds nothing. */
export function happeningsFrom(view: AskView, ending: Ending, evidence: string, at: number): readonly LaterHappening[] {
  if (view.state === 'open' || isGivenUp(view, ending)) return closing(view, ending, evidence, at);
  if (!view.decision || !allows(view.state, 'receipt')) return [];
  return [{ kind: 'receipt', receipt: receiptFor(view, view.decision, ending, evidence, at) }];
}

/** A decision that did not arrive, and then nobody answered at the agent either. */
const isGivenUp = ({ state, decision }: AskView, { kind }: Ending): boolean =>
  state === 'undelivered' && kind !== 'recorded' && decision?.kind !== 'decline';

function closing(view: AskView, ending: Ending, evidence: string, at: number): readonly LaterHappening[] {
  switch (ending.kind) {
    case 'auto-continued':
      return [{ kind: 'withdrawn', reason: `nobody answered: the agent went on by itself after ${Math.round(ending.afterMs / 1000)} s` }];
    case 'dismissed':
      return [{ kind: 'withdrawn', reason: view.kind === 'permission' ? 'refused at the keyboard' : 'dismissed at the keyboard (Esc)' }];
    case 'unanswered':
      return [{ kind: 'withdrawn', reason: 'the agent went on without an answer' }];
    case 'recorded': {
      const decision = decisionFrom(view, ending.recorded, at);
      const receipt: Receipt = { verdict: 'verified', evidence, at, differences: [], recorded: ending.recorded };
      return [
        { kind: 'settled', decision },
        { kind: 'receipt', receipt },
      ];
    }
  }
}

function receiptFor(view: AskView, decision: Decision, ending: Ending, evidence: string, at: number): Receipt {
  const found = endingDifferences(view, decision, ending);
  const recorded = ending.kind === 'recorded' ? ending.recorded : ending;
  return { verdict: found.length === 0 ? 'verified' : 'mismatched', evidence, at, differences: found, recorded };
}

function endingDifferences(view: AskView, decision: Decision, ending: Ending): Receipt['differences'] {
  if (ending.kind === 'recorded') return differences(view, decision, ending.recorded);
  // A decline without words is delivered as an interruption, which looks like a dismissal.
  if (ending.kind === 'dismissed' && decision.kind === 'decline' && decision.message === undefined) return [];
  const recorded = { dismissed: 'dismissed at the keyboard', unanswered: 'no answer', 'auto-continued': 'went on by itself' }[ending.kind];
  return [{ what: 'a different outcome was recorded', intended: decision.kind, recorded }];
}

function decisionFrom(view: AskView, recorded: Recorded, at: number): Decision {
  const signed = { key: `keyboard:${view.id}`, by: AT_THE_KEYBOARD, at };
  if (recorded.kind === 'redirect') return { kind: 'redirect', message: recorded.message ?? '', ...signed };
  if (recorded.kind === 'decline')
    return { kind: 'decline', ...(recorded.message === undefined ? {} : { message: recorded.message }), ...signed };
  const answers = view.questions.map((question, i): Answer => {
    const answer = recorded.answers[i];
    if (!answer) return { kind: 'skipped' };
    const note = answer.note === undefined ? {} : { note: answer.note };
    const chosen = answer.chosen.map((label) => question.options.findIndex((o) => o.label === label) + 1).filter((n) => n > 0);
    const words = answer.words === undefined ? {} : { words: answer.words };
    if (chosen.length > 0) return { kind: 'chosen', chosen, ...words, ...note };
    return answer.words === undefined ? { kind: 'skipped', ...note } : { kind: 'words', words: answer.words, ...note };
  });
  return { kind: 'answers', answers, ...signed };
}
