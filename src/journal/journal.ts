// The port to storage. One conformance suite (journal.conformance.ts) tests every driver against this contract.

import type { Ask, AskKind } from '../ask/schema/ask.ts';
import type { Notified } from '../ask/schema/decision.ts';
import type { AskView, Happening, JournalEvent, State, StreamedEvent } from '../ask/schema/history.ts';
import type { AgentSession, Pause, Prompt } from '../ask/schema/session.ts';

export type Entry<H = Happening> = { readonly at: number; readonly actor: string; readonly happening: H };

export type AskFilter = {
  readonly ids?: readonly string[] | undefined;
  readonly states?: readonly State[] | undefined;
  readonly kinds?: readonly AskKind[] | undefined;
  readonly project?: string | undefined;
  readonly program?: string | undefined;
  readonly session?: string | undefined;
  /** The id of a session, or the name of the tmux session that some ran in. */
  readonly sessionNamed?: string | undefined;
  /** The name of who decided it. */
  readonly by?: string | undefined;
  /** Searched in question texts, headers and option labels; case-insensitive. */
  readonly text?: string | undefined;
};

/** Newest first. `cursor` is the `next` of the previous page. A page that takes long is read in slices; if `signal` fires meanwhile, it rejects. */
export type PageRequest = {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The page ends with the ask with which it has so many, also if there are more. */
  readonly bytes?: number | undefined;
};
export type Page<T> = { readonly items: readonly T[]; readonly next?: number | undefined };

export type Opened = { readonly kind: 'opened' | 'known'; readonly view: AskView };
export type Appended =
  | { readonly kind: 'appended'; readonly view: AskView }
  | { readonly kind: 'stale'; readonly view: AskView }
  | { readonly kind: 'unknown' };

/** An entry is damaged, the journal that was there before is gone or lacks its last events, or its file was removed while the broker writes to it. */
type DamageScope = 'entry' | 'journal' | 'file';
/** `about` names an ask, a session, a prompt or the journal itself. */
export type Damage = { readonly at: number; readonly scope: DamageScope; readonly about: string; readonly what: string };

/**
 * Append-only, but for `forget`. When a promise resolves, the data is on disk, in one transaction with the inbox view. When it rejects, nothing was
 * changed; the reason is a JournalFailure if the environment is at fault.
 */
export interface Journal {
  /** Creates the ask, or finds the one with the same (session, toolUseId): the same call made twice is one ask. */
  open(ask: Ask, raw: unknown, actor: string): Promise<Opened>;
  /** Appends if the ask still has this version. Of several callers, exactly one gets `appended`. */
  append(ask: string, version: number, entries: readonly Entry[]): Promise<Appended>;
  get(id: string): Promise<AskView | undefined>;
  /** By the agent's own id for the call. */
  byIdentity(session: string, toolUseId: string): Promise<AskView | undefined>;
  /** Ids with this prefix, at most `limit`. */
  startingWith(prefix: string, limit: number): Promise<readonly string[]>;
  list(filter: AskFilter, page: PageRequest): Promise<Page<AskView>>;
  /** Decided asks, latest decision first. */
  decided(filter: AskFilter, page: PageRequest): Promise<Page<AskView>>;
  history(ask: string): Promise<readonly JournalEvent[]>;
  /** Events after `seq`, oldest first: at least one if there are any, and fewer than `limit` if they are long. */
  since(seq: number, limit: number): Promise<readonly JournalEvent[]>;
  /** The `seq` of the last event; 0 if there is none. */
  head(): Promise<number>;
  countOpen(): Promise<number>;
  /** Open asks with a deadline, earliest first. */
  nextDeadlines(limit: number): Promise<readonly { readonly id: string; readonly deadline: number; readonly createdAt: number }[]>;

  /** Stores the session as last seen. Emits an event only if something other than the time changed. */
  see(session: AgentSession, actor: string): Promise<AgentSession>;
  session(id: string): Promise<AgentSession | undefined>;
  endSession(id: string, at: number, reason: string, actor: string, died?: true): Promise<AgentSession | undefined>;
  /** A message to people about the session itself. */
  sessionNotified(id: string, notified: Notified, at: number, actor: string): Promise<void>;
  sessions(filter: { readonly ended?: boolean | undefined; readonly limit: number }): Promise<readonly AgentSession[]>;

  /** Stores a new prompt (`from` undefined), or its next state or session if it is still in `from`. Of several callers, one gets true. */
  movePrompt(prompt: Prompt, from: Prompt['state'] | undefined, at: number, actor: string): Promise<boolean>;
  prompt(id: string): Promise<Prompt | undefined>;
  /** In the order they were queued. `beginning`: of the id. `bytes`: none is read after this much. */
  prompts(filter: {
    readonly session?: string | undefined;
    readonly states?: readonly Prompt['state'][] | undefined;
    readonly beginning?: string | undefined;
    readonly limit: number;
    readonly bytes?: number | undefined;
  }): Promise<readonly Prompt[]>;

  /** Replaces all pauses. */
  setPauses(pauses: readonly Pause[], at: number, actor: string): Promise<void>;
  pauses(): Promise<readonly Pause[]>;

  /** Called after each commit, in the order of `seq`, with what the commit led to. Returns how to unsubscribe. */
  onCommit(listener: (event: StreamedEvent) => void): () => void;
  /** For people: where it is and how large. */
  describe(): Promise<{ readonly driver: string; readonly place: string; readonly bytes: number }>;
  /**
   * The only way in which anything is ever removed: asks that are over, whose last event is older than `before`, and sessions that ended before, once
   * none of their asks is left; with all their events; at most `limit`. Open asks, decisions that did not arrive yet, and the asks with
   * these ids stay. Returns how many it removed.
   */
  forget(before: number, limit: number, except?: readonly string[]): Promise<number>;
  /** Writes a copy of everything to a file that does not exist yet, while the journal is in use. */
  backup(file: string): Promise<void>;
  /** What was damaged and could not be restored, latest first. The rest of the journal works without it. */
  damage(): Promise<readonly Damage[]>;
  /** Reads everything once, restores what it can, and reports what is damaged; empty if nothing is. */
  check(): Promise<readonly { readonly scope: DamageScope; readonly text: string }[]>;
  close(): Promise<void>;
}

/** The environment failed the journal; nothing was changed. `hint` says what to do. */
export class JournalFailure extends Error {
  readonly trouble: 'full' | 'read-only' | 'damaged' | 'locked' | 'newer' | 'other';
  readonly hint: string;
  constructor(trouble: JournalFailure['trouble'], message: string, hint: string) {
    super(message);
    this.name = 'JournalFailure';
    this.trouble = trouble;
    this.hint = hint;
  }
}
