// Who is asking, and which call it is: a call that a client sends again must find its ask again.
import { createHash } from 'node:crypto';
import type { Client } from '../client/client.ts';
import { canonical } from '../question/json.ts';
import type { AskView, Question } from '../question/words.generated.ts';

/** An answer that nobody collected is given to the same question for this long. */
const UNCOLLECTED_MS = 10 * 60_000;
/** One that was collected is given again only for a moment, to a client that lost the reply and gives its calls no ids. */
const COLLECTED_MS = 30_000;

type Meta = Readonly<Record<string, unknown>> | undefined;

/** The id that the client itself gives to the call: Claude Code's tool use, Codex' call in its thread. */
function correlationId(meta: Meta): string | undefined {
  const claude = meta?.['claudecode/toolUseId'];
  if (typeof claude === 'string' && claude !== '') return claude;
  const { threadId, callId, itemId } = meta ?? {};
  const call = typeof callId === 'string' ? callId : itemId;
  if (typeof call !== 'string' || call === '') return undefined;
  return typeof threadId === 'string' ? `${threadId}-${call}` : call;
}

/**
 * The identity of a call. A model whose call was ended by a time limit asks again under a new id of its client, so the same content is the
 * same call as long as its answer was not collected.
 */
export async function callId(client: Client, session: string, meta: Meta, questions: readonly Question[], now: number): Promise<string> {
  const given = correlationId(meta);
  const { asks } = await client.list({ session, limit: 50 });
  if (asks.some(({ toolUseId }) => toolUseId === given)) return given as string;
  const content = canonical(questions);
  const same = asks.filter((ask) => canonical(ask.questions) === content);
  const earlier = same.find((ask) => isSameCall(ask, given, now));
  if (earlier) return earlier.toolUseId;
  // Two calls at the same moment get the same id.
  return given ?? createHash('sha256').update(`${session} ${content} ${same[0]?.id}`).digest('hex').slice(0, 24);
}

function isSameCall({ state, updatedAt }: AskView, given: string | undefined, now: number): boolean {
  if (state === 'open') return true;
  if (state === 'withdrawn' || state === 'expired') return false;
  if (state === 'verified') return given === undefined && now - updatedAt < COLLECTED_MS;
  return now - updatedAt < UNCOLLECTED_MS;
}
