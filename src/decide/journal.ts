// The port to where everything is kept. One conformance suite (journal.conformance.ts) holds every driver to what is said here.
import type { AskView, Happening, State } from '../question/lifecycle.ts';
import type { AgentSession, Ask, AskKind, Pause, Prompt } from '../question/words.ts';

/** What happened to an agent session, beside what happens to its asks. */
export type SessionHappening =
  | { readonly kind: 'session-seen'; readonly session: AgentSession }
  | { readonly kind: 'session-ended'; readonly reason: string }
  | { readonly kind: 'prompt'; readonly prompt: Prompt };

/** What happened to the inbox as a whole. `pauses` are all that stand from now on: the last one is the state. */
export type InboxHappening = { readonly kind: 'paused'; readonly pauses: readonly Pause[] };

/** One row of the journal. `seq` grows without gaps being promised; `actor` says who caused it ("agent", "person:ada", "clock" …). */
export type JournalEvent = {
  readonly seq: number;
  readonly at: number;
  readonly actor: string;
} & (
  | { readonly ask: string; readonly happening: Happening }
  | { readonly session: string; readonly happening: SessionHappening }
  | { readonly happening: InboxHappening }
);

export type Entry<H = Happening> = { readonly at: number; readonly actor: string; readonly happening: H };

export type AskFilter = {
  readonly states?: readonly State[] | undefined;
  readonly kinds?: readonly AskKind[] | undefined;
  readonly project?: string | undefined;
  readonly program?: string | undefined;
  readonly session?: string | undefined;
  /** Found in any question's text, header or option label; case does not matter. */
  readonly text?: string | undefined;
};

/** Newest first. `cursor` is what the previous page returned as `next`. */
export type PageRequest = { readonly limit: number; readonly cursor?: number | undefined };
export type Page<T> = { readonly items: readonly T[]; readonly next?: number | undefined };

export type Opened = { readonly kind: 'opened' | 'known'; readonly view: AskView };
export type Appended =
  | { readonly kind: 'appended'; readonly view: AskView }
  | { readonly kind: 'stale'; readonly view: AskView }
  | { readonly kind: 'unknown' };

/**
 * Append-only. A promise that resolves means: on disk, in one transaction with the inbox view. A promise that rejects means: nothing
 * was changed; the reason is a JournalFailure where the environment is at fault.
 */
export interface Journal {
  /** Creates the ask, or finds the one with the same (session, toolUseId): the same call made twice is one ask. */
  open(ask: Ask, raw: unknown, actor: string): Promise<Opened>;
  /** Appends if the ask still has this version: of several who try, exactly one is told `appended`. */
  append(ask: string, version: number, entries: readonly Entry[]): Promise<Appended>;
  get(id: string): Promise<AskView | undefined>;
  /** By the agent's own name for it. */
  byIdentity(session: string, toolUseId: string): Promise<AskView | undefined>;
  /** Ids that start with this, at most `limit`. */
  startingWith(prefix: string, limit: number): Promise<readonly string[]>;
  list(filter: AskFilter, page: PageRequest): Promise<Page<AskView>>;
  /** Asks that were decided, the latest decision first. */
  decided(filter: AskFilter, page: PageRequest): Promise<Page<AskView>>;
  history(ask: string): Promise<readonly JournalEvent[]>;
  /** Events after `seq`, oldest first. */
  since(seq: number, limit: number): Promise<readonly JournalEvent[]>;
  /** The last event's number; 0 when there is none. */
  head(): Promise<number>;
  countOpen(): Promise<number>;
  /** Open asks with a deadline, the earliest first. */
  nextDeadlines(limit: number): Promise<readonly { readonly id: string; readonly deadline: number }[]>;

  /** Stores the session as last seen; heard of as an event only when something but the time changed. */
  see(session: AgentSession, actor: string): Promise<AgentSession>;
  session(id: string): Promise<AgentSession | undefined>;
  endSession(id: string, at: number, reason: string, actor: string): Promise<AgentSession | undefined>;
  sessions(filter: { readonly ended?: boolean | undefined; readonly limit: number }): Promise<readonly AgentSession[]>;

  /** Stores a new prompt (`from` undefined), or its next state if it still is in `from`: of several who try, one is told true. */
  movePrompt(prompt: Prompt, from: Prompt['state'] | undefined, at: number, actor: string): Promise<boolean>;
  /** In the order they were queued. */
  prompts(filter: {
    readonly session?: string | undefined;
    readonly states?: readonly Prompt['state'][] | undefined;
    readonly limit: number;
  }): Promise<readonly Prompt[]>;

  /** Where machine answering is stopped from now on; replaces what stood before. */
  setPauses(pauses: readonly Pause[], at: number, actor: string): Promise<void>;
  pauses(): Promise<readonly Pause[]>;

  /** Called after each commit, in the order of `seq`. Returns how to stop. */
  onCommit(listener: (event: JournalEvent) => void): () => void;
  /** How it is doing, for people: where it is and how large. */
  describe(): Promise<{ readonly driver: string; readonly place: string; readonly bytes: number }>;
  /** Reads everything once and says what is damaged; empty when nothing is. */
  check(): Promise<readonly string[]>;
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
