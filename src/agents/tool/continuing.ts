// A call that ended without its answer, asked again: the person has one question, and answers it once.

import { isOpen } from '../../ask/lifecycle.ts';
import type { NewAsk } from '../../ask/new-ask.ts';
import type { AskView, State } from '../../ask/schema/history.ts';
import type { Inbox } from '../../inbox/agent.ts';
import { canonical } from '../../text/json.ts';

/** An answer that nobody collected is given to the same question for this long. Later, the question may mean something else. */
const UNCOLLECTED_MS = 10 * 60_000;
/** The caller reports what it collected, which takes an ask out of these states. */
export const NOT_COLLECTED: readonly State[] = ['open', 'answered', 'declined'];

/** The oldest ask of the same session with the same questions that is not collected, and that no call waits for. */
export async function earlierAsk(
  inbox: Pick<Inbox, 'asks'>,
  ask: NewAsk,
  isFree: (id: string) => boolean,
  now: number,
): Promise<AskView | undefined> {
  const asks = await inbox.asks({ session: ask.session, states: NOT_COLLECTED });
  return asks.findLast(
    (view) => isFree(view.id) && asksTheSame(view, ask) && (isOpen(view) || now - (view.decision?.at ?? 0) < UNCOLLECTED_MS),
  );
}

type Content = Pick<AskView, 'kind' | 'questions' | 'detail'>;

export const asksTheSame = (one: Content, other: Content): boolean => contentOf(one) === contentOf(other);

const contentOf = ({ kind, questions, detail }: Content): string => canonical([kind, questions, detail ?? null]);
