// The calls that wait in this process, and which ask each of them is about.
//
// The identity of an ask is the id that the client gives to its call. Two calls are two asks, however alike; but a call that ended without its
// answer (a time limit, a lost connection) is continued by the same questions. The broker finds it, and is told what is waited for here.
import { randomUUID } from 'node:crypto';
import type { AskView } from '../ask/schema/history.ts';
import type { AskRequest, Client } from '../client/client.ts';
import { canonical } from '../text/json.ts';
import { askOfCall } from '../tool/ask-of-call.ts';

type Meta = Readonly<Record<string, unknown>> | undefined;

/** A client that shows our form calls again with what was entered, and until then nobody waits. */
const FORM_WITHIN_MS = 10 * 60_000;

/** The id that the client itself gives to the call: Claude Code's tool use, Codex' call in its thread. */
export function idOfCall(meta: Meta): string | undefined {
  const claude = meta?.['claudecode/toolUseId'];
  if (typeof claude === 'string' && claude !== '') return claude;
  const { threadId, callId, itemId } = meta ?? {};
  const call = typeof callId === 'string' ? callId : itemId;
  if (typeof call !== 'string' || call === '') return undefined;
  return typeof threadId === 'string' ? `${threadId}-${call}` : call;
}

export class Calls {
  /** What the broker calls this process. */
  readonly caller = randomUUID();
  readonly #waiting = new Set<Wait>();
  /** Until when the form of an ask may come back. */
  readonly #forms = new Map<string, number>();
  /** The last call with these questions that has not asked yet. */
  readonly #asking = new Map<string, Promise<unknown>>();

  /** Asks, and waits. Of two identical calls at the same moment, the second knows what the first has asked. */
  async begin(
    client: Pick<Client, 'call'>,
    request: Omit<AskRequest, 'continues'>,
    { continues, isLeft }: { readonly continues: boolean; readonly isLeft: () => boolean },
  ): Promise<{ readonly view: AskView; readonly end: (how?: 'with a form') => void }> {
    const content = canonical([request.session.id, request.questions]);
    const asked = (this.#asking.get(content) ?? Promise.resolve()).then(async () => {
      const earlier = { caller: this.caller, except: this.#awaited() };
      const view = await askOfCall(client, continues ? { ...request, continues: earlier } : request);
      const end = this.wait(view.id, isLeft);
      return {
        view,
        end: (how?: 'with a form') => {
          end();
          if (how) this.#forms.set(view.id, Date.now() + FORM_WITHIN_MS);
        },
      };
    });
    const last = asked.catch(() => undefined);
    this.#asking.set(content, last);
    void last.then(() => this.#asking.get(content) === last && this.#asking.delete(content));
    return asked;
  }

  /** `isLeft`: the call ended without its answer, also if that is not dealt with yet. Returns what ends the wait. */
  wait(id: string, isLeft: () => boolean): () => void {
    const wait = { id, isLeft };
    this.#forms.delete(id);
    this.#waiting.add(wait);
    return () => void this.#waiting.delete(wait);
  }

  #awaited(): string[] {
    for (const [id, until] of this.#forms) if (until < Date.now()) this.#forms.delete(id);
    const waiting = [...this.#waiting].filter(({ isLeft }) => !isLeft()).map(({ id }) => id);
    return [...new Set([...waiting, ...this.#forms.keys()])].slice(-MOST_AWAITED);
  }
}

const MOST_AWAITED = 1_000;

type Wait = { readonly id: string; readonly isLeft: () => boolean };
