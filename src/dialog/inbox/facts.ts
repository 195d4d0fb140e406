// What a row says about an ask, computed once per view: a key press in a list of a thousand asks must not compute it again for each.
import { reachesOutside } from '../../ask/permission-marks.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { askerOf, decisionLine } from '../../ask/summary.ts';
import { printable } from '../../text/printable.ts';
import { projectName } from '../words/words.ts';

export type Facts = {
  readonly headline: string;
  readonly project: string;
  readonly program: string;
  /** A permission that reaches outside the project. */
  readonly outside: boolean;
  /** What was decided, in one line. */
  readonly decided?: string | undefined;
  readonly by?: string | undefined;
};

/** More than any row can show. */
const MOST_CHARACTERS = 600;

const known = new WeakMap<AskView, Facts>();

export function factsOf(view: AskView): Facts {
  const before = known.get(view);
  if (before) return before;
  const facts = worked(view);
  known.set(view, facts);
  return facts;
}

export const short = (text: string): string => printable(text.trim().slice(0, MOST_CHARACTERS));

/** The first question, and what it is about if it does not say so itself. */
export function headlineOf(view: AskView): string {
  const [first, ...others] = view.questions;
  const more = others.length > 0 ? ` (+${others.length} more)` : '';
  return `${short(first?.text ?? '')}${more}${about(view)}`;
}

function worked(view: AskView): Facts {
  const { decision } = view;
  return {
    headline: headlineOf(view),
    project: projectName(view.project),
    program: printable(askerOf(view)),
    outside: reachesOutside(view),
    ...(decision
      ? { decided: short(decisionLine(view, decision)), by: `${printable(decision.by.name)} (${printable(decision.by.surface)})` }
      : {}),
  };
}

/** "Approve this plan?" and "What next?" are always the same, so the row shows the first line of what they are about. */
function about({ detail }: AskView): string {
  const text = detail?.kind === 'plan' ? detail.plan : detail?.kind === 'idle' ? (detail.lastMessage ?? '') : '';
  const first = text.split('\n', 20).find((each) => /[\p{L}\p{N}]/u.test(each)) ?? '';
  return first === '' ? '' : ` “${short(first.replace(/^[#>*\s-]+/, ''))}”`;
}

type Tone = 'good' | 'bad' | 'warn' | 'dim' | 'accent';

/** The state of an ask as a sign, a word and a tone, so that it does not depend on colour alone. */
export function stateMark(view: AskView): { readonly sign: string; readonly word: string; readonly tone: Tone } {
  switch (view.state) {
    case 'verified':
      return { sign: '✓', word: 'verified', tone: 'good' };
    case 'mismatched':
      return { sign: '✗', word: 'MISMATCHED', tone: 'bad' };
    case 'unconfirmed':
      return { sign: '?', word: 'unconfirmed', tone: 'warn' };
    case 'withdrawn':
      return { sign: '·', word: 'withdrawn', tone: 'dim' };
    case 'expired':
      return { sign: '·', word: 'expired', tone: 'dim' };
    case 'undelivered':
      return { sign: '✗', word: 'UNDELIVERED', tone: 'bad' };
    case 'open':
      return { sign: '●', word: 'open', tone: 'warn' };
    default:
      return {
        sign: '…',
        word: view.state === 'delivered' ? 'delivered' : view.delivery ? `${view.state}, delivery tried` : 'not collected yet',
        tone: 'accent',
      };
  }
}
