// Calls that share an id. Ids come from models, their servers and their clients: most are unique, some are used again (`call_0`).
import { createHash } from 'node:crypto';
import type { NewAsk } from '../../ask/new-ask.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { Inbox } from '../../inbox/agent.ts';
import { asksTheSame, NOT_COLLECTED } from './continuing.ts';

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
