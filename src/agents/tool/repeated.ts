// Calls that are made again, and calls that share an id. Ids come from models, their servers and their clients: most are unique, some are used again (`call_0`).
import { createHash } from 'node:crypto';
import { isOpen } from '../../ask/lifecycle.ts';
import type { NewAsk } from '../../ask/new-ask.ts';
import type { AskView, State } from '../../ask/schema/history.ts';
import type { Inbox } from '../../inbox/channel.ts';
import { canonical } from '../../text/json.ts';

/** The identity of an ask of our own in the session of an agent whose own channel has one with this id, such as the permission for the call. */
export const besideAgents = (id: string): string => `tool:${id}`;

export type OfCall =
  /** The same call, sent again before its answer was collected. */
  | { readonly kind: 'same'; readonly view: AskView }
  /** A call of its own, under this id. */
  | { readonly kind: 'new'; readonly toolUseId: string };

/**
 * Invariant: the same call sent twice is one ask, and two calls are two asks. A call with the id and the content of an earlier one is that call
 * again as long as nobody has collected its answer. After that, or with another content, it is a call of its own.
 */
export async function ofCall(inbox: Pick<Inbox, 'asks' | 'byIdentity'>, ask: NewAsk, newId: () => string): Promise<OfCall> {
  const { session, toolUseId: id } = ask;
  const identities = await Promise.all([id, besideAgents(id)].map((each) => inbox.byIdentity(session, each)));
  if (identities.every((each) => each === undefined)) return { kind: 'new', toolUseId: id };
  const notCollected = await inbox.asks({ session, states: NOT_COLLECTED });
  const view = notCollected.find((each) => hasId(each, id) && asksTheSame(each, ask));
  return view ? { kind: 'same', view } : { kind: 'new', toolUseId: `${repeated(id)}${newId()}` };
}

const hasId = ({ toolUseId }: AskView, id: string): boolean =>
  toolUseId === id || toolUseId === besideAgents(id) || toolUseId.startsWith(repeated(id));

const repeated = (id: string): string => `again:${createHash('sha256').update(id).digest('hex').slice(0, 32)}:`;

/** An answer that nobody collected is given to the same question for this long. Later, the question may mean something else. */
const UNCOLLECTED_MS = 10 * 60_000;
/** The caller reports what it collected, which takes an ask out of these states. */
const NOT_COLLECTED: readonly State[] = ['open', 'answered', 'declined'];

/**
 * A call that ended without its answer, asked again: the person has one question, and answers it once. The oldest ask of the same session with the
 * same questions that is not collected, and that no call waits for.
 */
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

const asksTheSame = (one: Content, other: Content): boolean => contentOf(one) === contentOf(other);

const contentOf = ({ kind, questions, detail }: Content): string => canonical([kind, questions, detail ?? null]);
