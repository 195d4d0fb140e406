// The port to one kind of agent: captures its asks, delivers decisions to it, and reads back what it recorded.
//
// A channel fails safe: errors never reach the agent or block it. If anything goes wrong, the agent just shows its normal dialog.

import type { z } from 'zod';
import type { Ending } from '../ask/ending.ts';
import type { NewAsk } from '../ask/new-ask.ts';
import type { Verdict } from '../ask/schema/decision.ts';
import type { AskView, Reread } from '../ask/schema/history.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import type { AskFilter, Opened } from '../journal/journal.ts';
import type { Clock } from '../system/clock.ts';
import type { Environment } from '../system/environment.ts';
import type { Look, Terminal } from '../system/terminal.ts';
import type { Amended } from './amend.ts';

export interface Channel {
  /** Starts capturing asks, and reports what the agent recorded while no broker was running. Deliveries start after this resolves. */
  start(): Promise<void>;

  /**
   * Tries once to deliver a decision, in the first way that works. Resolves when the outcome is known. Absent where the asker fetches
   * its own result.
   */
  deliver?(ask: AskView, attempt: Attempt): Promise<Delivery>;

  /** Why this verdict cannot be delivered, as far as that can be known before anything is sent; undefined if it may work. Must be quick. */
  cannotDeliver?(ask: AskView, verdict: Verdict): Promise<string | undefined>;

  /** What the agent recorded for a decision, as soon as that is known; undefined when no evidence came in time. */
  verify?(ask: AskView, signal: AbortSignal): Promise<Evidence | undefined>;

  /** Why this text can never be sent to such an agent as a prompt; undefined when it can. */
  promptProblem?(text: string): string | undefined;
  /** Why no prompt can be sent to this session; undefined when one can. */
  cannotPrompt?(session: AgentSession): string | undefined;
  /** The same for this moment. A prompt is accepted all the same, and waits. */
  cannotPromptNow?(session: AgentSession): Promise<string | undefined>;
  /** Waits until the agent is idle, however long that takes, and gives it this prompt. */
  prompt?(session: AgentSession, text: string, attempt: Attempt): Promise<Delivery>;

  /** The program and arguments that continue this session, in the folder of its project; undefined when none are known. */
  resumeCommand?(session: AgentSession): readonly string[] | undefined;

  /** Ends what the agent is doing, by its own means: once, and only while it works. Resolves when it has stopped. */
  interrupt?(session: AgentSession): Promise<Interrupted>;

  /**
   * How many tokens the model of this session read and wrote since then, as the agent itself records it. What it read from its cache does not count.
   * Undefined if there is no record.
   */
  tokens?(session: AgentSession, since: number): Promise<number | undefined>;

  /** Handles a message from the agent's side (a hook, a plugin). `disconnected` aborts when the sender hangs up. Never rejects. */
  receive?(message: unknown, disconnected: AbortSignal): Promise<Reply>;

  /** Messages are accepted on the unix socket only, not from everyone who has the hook token. */
  readonly socketOnly?: true;

  /** A person says that such an agent runs in this terminal pane. */
  watchPane?(tmux: string, pane: string, project: string): Promise<WatchedPane>;

  /** Stops watching. Every agent that is waiting for a reply gets "no decision". */
  stop(): void | Promise<void>;
}

/** `begin` saves that the delivery starts, and in which way. False means: do not deliver, the ask was closed or the delivery cancelled. */
export type Attempt = { readonly signal: AbortSignal; begin(way: string): Promise<boolean> };

export type Delivery =
  | { readonly kind: 'delivered' }
  /** It was tried, and may or may not have arrived. It is not retried automatically. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The agent cannot be reached right now. Nothing was sent. */
  | { readonly kind: 'impossible'; readonly way: string; readonly reason: string };

/** `idle`: it was not working, so nothing was done. */
export type Interrupted = { readonly kind: 'interrupted' | 'idle' } | { readonly kind: 'failed'; readonly reason: string };

/** `source` says where the evidence was found, for example "PostToolUse". */
export type Evidence = { readonly ending: Ending; readonly source: string };

/** `sent` is called with whether the whole reply was sent. */
export type Reply = { readonly body: object; readonly sent?: (whole: boolean) => void };

/** `screen` is a short description of what the pane shows now. `silent`: its terminal does not respond. */
export type WatchedPane =
  | { readonly kind: 'watched' | 'known'; readonly session: AgentSession; readonly screen: string }
  | { readonly kind: 'no-pane' }
  | { readonly kind: 'silent'; readonly reason: string };

/** What a channel may do with the inbox. Everything is saved to disk before the promise resolves. */
export interface Inbox {
  /** Opening the same call (session, toolUseId) again returns the ask that is there already. */
  open(asked: Omit<NewAsk, 'program'>, raw: unknown): Promise<Opened>;
  /** The ask was read more completely than before. Its `toolUseId` stays as it is if another ask has the new one. */
  reread(id: string, read: Reread): Promise<Amended>;
  /** An earlier call that asked this ended without its answer; the call with this id waits for it now. */
  continued(id: string, toolUseId: string): Promise<Amended>;
  get(id: string): Promise<AskView | undefined>;
  byIdentity(session: string, toolUseId: string): Promise<AskView | undefined>;
  /** All matching asks, newest first. */
  asks(filter: AskFilter): Promise<readonly AskView[]>;

  /**
   * The agent finished with the ask. Where there was a decision this becomes its receipt; otherwise the ask is closed with what happened.
   * `deliveredBy` is the way of delivery, when the same evidence also proves that the decision arrived. Without an ending, nothing changes.
   */
  recorded(id: string, ending: Ending | ((current: AskView) => Ending | undefined), source: string, deliveredBy?: string): Promise<Amended>;
  /** Like `recorded`, for evidence that the agent's own record may contradict in a moment. It becomes the receipt when it is `confirmed`. */
  reported(id: string, ending: Ending, source: string): Promise<void>;
  /** Nothing contradicts what was reported, if anything was. */
  confirmed(id: string): Promise<void>;
  withdraw(id: string, reason: string): Promise<void>;
  /** The agent was given this prompt, by us or by a person; just now, or at this time. */
  prompted(session: string, text: string, at?: number): Promise<void>;
  /** What the agent was doing was interrupted at this time, at its own keyboard or by us. */
  interrupted(session: string, at: number): Promise<void>;
  /** The agent has moved on: its earlier asks can no longer be answered, and their decisions no longer delivered. */
  moveOn(session: string, reason: string, concerns?: (view: AskView) => boolean): Promise<void>;
  /** Resolves when the ask is no longer open, or when the signal aborts. */
  untilDecided(id: string, signal: AbortSignal): Promise<void>;
  /** This ask may be deliverable now, for example because its agent can be reached (again). Whether an attempt is due is told by what is stored. */
  deliver(id: string): void;

  see(session: { readonly id: string; readonly project: string; readonly [more: string]: unknown }): Promise<AgentSession>;
  session(id: string): Promise<AgentSession | undefined>;
  /** Running sessions of this program. */
  sessions(): Promise<readonly AgentSession[]>;
  /** Like `moveOn`, and marks the session as ended. `died`: its process is gone, and did not say before that it ends. */
  endSession(id: string, reason: string, died?: 'died'): Promise<void>;
  /** The agent goes on under another id (for example after its context was cleared): its prompts and pauses go along, and the old session ends. */
  continueSession(from: string, to: string): Promise<void>;
  /** Calls back when a session ends, of any program and for any reason. Returns how to unsubscribe. */
  onSessionEnd(ended: (session: string) => void): () => void;
}

/** The tmux pane of a session, as far as it is known. */
export type Pane = { readonly tmux?: unknown; readonly pane?: string | undefined };

/** What channels need from the computer that the broker runs on. */
export type Machine = {
  readonly env: Environment;
  /** Undefined when the pane of the session is not known. */
  terminal(session: Pane): Terminal | undefined;
  /** Calls back with the name of a file that may have changed, or with undefined when any file may have. Returns how to stop. */
  watchFolder(folder: string, changed: (file: string | undefined) => void): () => void;
  isAlive(pid: number): boolean;
  /** Why keys typed in this pane do not reach the process; undefined when they do. */
  whyNotInForeground(pid: number, look: Look): Promise<string | undefined>;
};

export type ChannelParts<Settings> = {
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly machine: Machine;
  /** The channel's section of the current configuration. */
  readonly settings: () => Settings;
  /** Why sessions in this folder are ignored; undefined when they are not. */
  readonly ignored: (folder: string | undefined) => string | undefined;
  readonly debug: (why: string, about: object) => void;
  /** For the broker's log: something was missed, but nothing is broken. */
  readonly warn: (what: string, about: object) => void;
  readonly onError: (error: unknown) => void;
};

/** `settings` is the schema of its section of the configuration. */
export type ChannelDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> = {
  readonly settings: Shape;
  /** What replaces settings that it once had. */
  readonly gone?: Readonly<Record<string, string>>;
  create(parts: ChannelParts<z.output<z.ZodObject<Shape>>>): Channel;
};

export type NamedChannel = ChannelDefinition & { readonly program: string };

/** Forgets the type of the settings, so that all channels fit in one list. Safe, because the broker parses them with the channel's own schema. */
export function defineChannel<Shape extends z.ZodRawShape>(definition: ChannelDefinition<Shape>): ChannelDefinition {
  return definition as unknown as ChannelDefinition;
}
