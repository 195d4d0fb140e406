// What evidence about an ask leads to: its receipt, or its end. Everything that is learned from an agent is stored here.

import { type Ending, happeningsFrom } from '../ask/ending.ts';
import { allows } from '../ask/lifecycle.ts';
import type { AskView, LaterHappening } from '../ask/schema/history.ts';
import type { Journal } from '../journal/journal.ts';
import { type Amended, amend } from './amend.ts';

/** `source` says where it was found, for example "PostToolUse". */
export type EvidenceOfAsk =
  /** How the ask ended at the agent. `deliveredBy`: the way of delivery, if this also proves that the decision arrived. */
  | {
      readonly kind: 'recorded';
      readonly ending: Ending | ((current: AskView) => Ending | undefined);
      readonly source: string;
      readonly deliveredBy?: string | undefined;
    }
  /** The same, but the agent's own record may contradict it in a moment. */
  | { readonly kind: 'reported'; readonly ending: Ending; readonly source: string }
  /** Nothing contradicts what was reported. */
  | { readonly kind: 'confirmed' }
  /** There is none, and none will come. */
  | { readonly kind: 'none' };

/** `isAbout` is asked for the ask in its current state; if it says no, nothing changes. */
export async function takeEvidence(
  journal: Journal,
  id: string,
  by: { readonly at: number; readonly actor: string },
  evidence: EvidenceOfAsk,
  isAbout: (current: AskView) => boolean,
): Promise<Amended> {
  return amend(journal, id, (current) =>
    isAbout(current) ? whatFollows(current, evidence, by.at).map((happening) => ({ ...by, happening })) : [],
  );
}

function whatFollows(current: AskView, evidence: EvidenceOfAsk, at: number): readonly LaterHappening[] {
  switch (evidence.kind) {
    case 'recorded': {
      const ending = typeof evidence.ending === 'function' ? evidence.ending(current) : evidence.ending;
      const happenings = ending ? happeningsFrom(current, ending, evidence.source, at) : [];
      const arrives = evidence.deliveredBy !== undefined && happenings.length > 0 && allows(current.state, 'delivered');
      return arrives ? [{ kind: 'delivered', way: evidence.deliveredBy }, ...happenings] : happenings;
    }
    case 'reported':
      if (current.reported || !allows(current.state, 'reported')) return [];
      return happeningsFrom(current, evidence.ending, evidence.source, at).flatMap((happening) =>
        happening.kind === 'receipt' ? [{ ...happening, kind: 'reported' }] : [],
      );
    case 'confirmed':
      return current.reported && allows(current.state, 'receipt') ? [{ kind: 'receipt', receipt: current.reported }] : [];
    case 'none':
      return current.state === 'delivered'
        ? [{ kind: 'receipt', receipt: { verdict: 'unconfirmed', evidence: 'none came', at, differences: [] } }]
        : [];
  }
}
