// One connected opencode: our plugin in one folder of one process, and the state collected from its events.
//
// opencode keeps questions and permissions in the memory of the process that asks them, per folder. So an answer must go to the instance
// that asked, even when another one shares its database.
import type { PluginLink } from './plugin-link.ts';
import { callKey, type Reference } from './reference.ts';

/** How many tool calls and replies are remembered; the oldest are dropped first. */
const MOST_REMEMBERED = 500;

export type Origin = {
  /** Stays the same as long as the process and the folder are the same, also after a broker restart. */
  readonly key: string;
  readonly directory: string;
  readonly pid: number;
  readonly pidNamespace?: string | undefined;
};

export class Instance {
  readonly origin: Origin;
  readonly link: PluginLink;
  /** Its pending requests, by id. An aborted turn leaves its questions here, as in opencode itself. */
  readonly pending = new Map<string, Reference>();
  /** Sessions that are working. */
  readonly busy = new Set<string>();
  /** Sessions seen in its events. */
  readonly sessions = new Set<string>();
  readonly #requests = new Map<string, Reference[]>();
  readonly #replies = new Map<string, string>();
  #last: Promise<void> = Promise.resolve();

  constructor(origin: Origin, link: PluginLink) {
    this.origin = origin;
    this.link = link;
  }

  /** Events are handled one after the other, in order. */
  inOrder(work: () => Promise<void>, onError: (error: unknown) => void): void {
    this.#last = this.#last.then(work).catch(onError);
  }

  remember(reference: Reference): void {
    const key = callKey(reference);
    const others = (this.#requests.get(key) ?? []).filter(({ request }) => request !== reference.request);
    keep(this.#requests, key, [...others, reference]);
  }

  /** What a tool call has asked for, in order. */
  requestsOf(call: Omit<Reference, 'request'>): readonly Reference[] {
    return this.#requests.get(callKey(call)) ?? [];
  }

  replied(request: string, reply: string | undefined): void {
    if (reply !== undefined) keep(this.#replies, request, reply);
  }

  /** How a permission was answered, as opencode announced it. */
  replyTo(request: string): string | undefined {
    return this.#replies.get(request);
  }
}

function keep<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_REMEMBERED && oldest !== undefined) map.delete(oldest);
}
