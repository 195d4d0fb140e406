// Collects what an answerer should remember when it decides an ask: from this session and those it continues, and from the project.

import { decidedByPeople } from '../../ask/precedent.ts';
import type { Answerer } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { decisionLine } from '../../ask/summary.ts';
import { sessionChain } from '../../inbox/session-chain.ts';
import type { Journal } from '../../journal/journal.ts';
import { proposals } from '../news/proposals.ts';
import type { Against, Memory } from './memory.ts';

const MOST_ASKS = 50;
const MOST_SESSIONS = 10;
/** How many histories are read to find what people decided otherwise. */
const MOST_HISTORIES = 10;

export async function recall(journal: Journal, answerer: string, { id, session, project }: AskView): Promise<Memory> {
  const chain = (await sessionChain(journal, session)).slice(0, MOST_SESSIONS);
  const pages = await Promise.all(chain.map((each) => journal.decided({ session: each }, { limit: MOST_ASKS })));
  const here = pages.flatMap(({ items }) => items).filter((view) => view.id !== id);
  const elsewhere = (await journal.decided({ project }, { limit: MOST_ASKS })).items.filter(
    (view) => view.id !== id && !chain.includes(view.session),
  );
  const all = [...here, ...elsewhere];
  const mismatched = here.filter((view) => view.state === 'mismatched' && !view.overruled && isBy(answerer, view.decision?.by));
  const uncorrected = mismatched.length === 0 ? [] : await notCorrected(mismatched, here);
  return {
    decided: all.filter((view) => isBy(answerer, view.decision?.by) && !view.overruled && !uncorrected.includes(view)),
    against: (
      await Promise.all(
        all
          .filter((view) => mayBeAgainst(answerer, view))
          .slice(0, MOST_HISTORIES)
          .map(against),
      )
    ).filter((each) => each !== undefined),
    mismatched: uncorrected,
  };

  /** Corrected: since then it answered in its own words or redirected, a prompt of its was sent, or a person dealt with that session. */
  async function notCorrected(candidates: readonly AskView[], asks: readonly AskView[]): Promise<readonly AskView[]> {
    const prompts = (await Promise.all(chain.map((each) => journal.prompts({ session: each, states: ['sent'], limit: MOST_ASKS })))).flat();
    const byOneOfThem = (by: Answerer | undefined): boolean => by?.kind === 'person' || isBy(answerer, by);
    return candidates.filter(({ id: wrong, receipt }) => {
      const since = receipt?.at ?? 0;
      const corrects = ({ decision, id: other }: AskView) =>
        other !== wrong &&
        decision !== undefined &&
        decision.at > since &&
        (decision.by.kind === 'person' || inItsOwnWords(answerer, decision));
      return !asks.some(corrects) && !prompts.some(({ queuedAt, by }) => queuedAt > since && byOneOfThem(by));
    });
  }

  async function against(view: AskView): Promise<Against | undefined> {
    const { decision, overruled } = view;
    if (!decision) return undefined;
    if (overruled) return { ask: view, proposed: decisionLine(view, decision), by: overruled.by.name, instead: overruled.message };
    const last = proposals(view, await journal.history(view.id)).get(answerer);
    const instead = decisionLine(view, decision);
    return last === undefined || last === instead ? undefined : { ask: view, proposed: last, by: decision.by.name, instead };
  }
}

const isBy = (answerer: string, by: Answerer | undefined): boolean => by?.kind === 'agent' && by.name === answerer;

/** Overruled, or decided by people after somebody on its route had looked at it. */
function mayBeAgainst(answerer: string, view: AskView): boolean {
  return isBy(answerer, view.decision?.by) ? view.overruled !== undefined : view.route !== undefined && decidedByPeople(view);
}

function inItsOwnWords(answerer: string, decision: NonNullable<AskView['decision']>): boolean {
  if (!isBy(answerer, decision.by)) return false;
  return (
    decision.kind === 'redirect' ||
    (decision.kind === 'answers' && decision.answers.some((each) => 'words' in each && each.words !== undefined))
  );
}
