// The port to one kind of agent: how its asks come in, how decisions reach it, and what it recorded of them.
//
// A channel never throws at its agent and never holds it up: whatever goes wrong, the agent shows its own dialog as if nobody were listening.
import type { z } from 'zod';
import type { Amended } from '../decide/amend.ts';
import type { Clock } from '../decide/clock.ts';
import type { AskFilter, Opened } from '../decide/journal.ts';
import type { Ending } from '../question/ending.ts';
import type { AskView } from '../question/lifecycle.ts';
import type { NewAsk } from '../question/new-ask.ts';
import type { AgentSession } from '../question/words.ts';
import type { Terminal } from './terminal.ts';

export interface Channel {
  /** Begins to capture, and reports what the agent recorded while no broker was running. Decisions are delivered only afterwards. */
  start(): Promise<void>;

  /**
   * One attempt to bring a decision to the agent, by the first of the channel's ways that works. Resolves when it is known how that
   * went. Absent where the asker fetches its result itself.
   */
  deliver?(ask: AskView, attempt: Attempt): Promise<Delivery>;

  /** What the agent recorded of a decision, as soon as that is known; undefined when no evidence came in the time that it takes. */
  verify?(ask: AskView, signal: AbortSignal): Promise<Evidence | undefined>;

  /** Why this text is never given to such an agent as a prompt; undefined when it may be. */
  promptProblem?(text: string): string | undefined;
  /** Why this session cannot be given a prompt; undefined when it can. */
  cannotPrompt?(session: AgentSession): string | undefined;
  /** Gives the agent its next prompt once it is idle, however long that takes. */
  prompt?(session: AgentSession, text: string, attempt: Attempt): Promise<Delivery>;

  /** A message from the agent's own side (a hook, a plugin). `gone` aborts when the sender hangs up. Never rejects. */
  receive?(message: unknown, gone: AbortSignal): Promise<Reply>;

  /** A person points at a terminal pane that such an agent runs in. */
  watchPane?(tmux: string, pane: string, project: string): Promise<WatchedPane>;

  /** Lets go of every agent: whoever waits for a reply gets "no decision". */
  stop(): void | Promise<void>;
}

/** `begin` stores that the delivery starts, and by which way; false means that it must not, because it was decided or cancelled meanwhile. */
export type Attempt = { readonly signal: AbortSignal; begin(way: string): Promise<boolean> };

export type Delivery =
  | { readonly kind: 'delivered' }
  /** It was tried. What became of it is not known; it is not tried again by itself. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** No way leads to the agent now. */
  | { readonly kind: 'impossible'; readonly way: string; readonly reason: string };

/** `source` says where it was found, e.g. "PostToolUse". */
export type Evidence = { readonly ending: Ending; readonly source: string };

/** `sent` hears whether the reply left whole. */
export type Reply = { readonly body: object; readonly sent?: (whole: boolean) => void };

/** `screen` says in a word what is on it now. */
export type WatchedPane =
  | { readonly kind: 'watched' | 'known'; readonly session: AgentSession; readonly screen: string }
  | { readonly kind: 'no-pane' };

/** What a channel may do with the inbox. Everything is stored before the promise resolves. */
export interface Inbox {
  /** The same call (session, toolUseId) made twice is one ask. */
  open(asked: Omit<NewAsk, 'program'>, raw: unknown): Promise<Opened>;
  get(id: string): Promise<AskView | undefined>;
  byIdentity(session: string, toolUseId: string): Promise<AskView | undefined>;
  /** All of them, the newest first. */
  asks(filter: AskFilter): Promise<readonly AskView[]>;

  /**
   * The agent dealt with the ask: a receipt where we had decided, else the ask is closed with what happened. `deliveredBy` names the way
   * where the same evidence also shows that the decision arrived.
   */
  recorded(id: string, ending: Ending | ((current: AskView) => Ending), source: string, deliveredBy?: string): Promise<Amended>;
  withdraw(id: string, reason: string): Promise<void>;
  /** The agent goes on: nothing it asked before can still be answered, nor a decision still be delivered. */
  moveOn(session: string, reason: string, concerns?: (view: AskView) => boolean): Promise<void>;
  /** Resolves when the ask is no longer open, or when the signal comes. */
  untilDecided(id: string, signal: AbortSignal): Promise<void>;
  /** A decided ask can be reached (again): delivers it, unless that is under way. */
  deliver(id: string): void;

  see(session: { readonly id: string; readonly project: string; readonly [more: string]: unknown }): Promise<AgentSession>;
  session(id: string): Promise<AgentSession | undefined>;
  /** Running sessions of this program. */
  sessions(): Promise<readonly AgentSession[]>;
  /** Moves on, and marks the session as ended. */
  endSession(id: string, reason: string): Promise<void>;
  /** Called when anyone ends a session of this program. Returns how to stop. */
  onSessionEnd(ended: (session: string) => void): () => void;
}

/** Where a session runs, as far as it is known. */
export type Pane = { readonly tmux?: unknown; readonly pane?: string | undefined };

/** The machine the broker runs on, as far as channels need it. */
export type Machine = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined where the session does not run in a pane that we know. */
  terminal(session: Pane): Terminal | undefined;
  /** Calls with the name of what may have changed in the folder, undefined when anything may have. Returns how to stop. */
  watchFolder(folder: string, changed: (file: string | undefined) => void): () => void;
  isAlive(pid: number): boolean;
};

export type ChannelParts<Settings> = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly machine: Machine;
  /** The channel's section of the configuration, as it is now. */
  readonly settings: () => Settings;
  /** Why sessions in this folder are left alone; undefined when they are not. */
  readonly ignored: (folder: string | undefined) => string | undefined;
  readonly debug: (why: string, about: object) => void;
  readonly onError: (error: unknown) => void;
};

/** One entry in the list of channels. `settings` is what its section of the configuration may hold. */
export type ChannelDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> = {
  readonly program: string;
  readonly settings: Shape;
  create(parts: ChannelParts<z.output<z.ZodObject<Shape>>>): Channel;
};

/** A definition among others: the broker hands each channel the settings that its own shape has parsed. */
export function defineChannel<Shape extends z.ZodRawShape>(definition: ChannelDefinition<Shape>): ChannelDefinition {
  return definition as unknown as ChannelDefinition;
}
