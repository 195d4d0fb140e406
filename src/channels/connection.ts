// The port by which the command line connects a program: `answerback setup <name>`, and what `answerback doctor` says about it.
//
// A connection only plans. The command line shows the plan, asks, writes the files with a backup, and undoes it.
import type { Client } from '../client/client.ts';
import type { Place } from '../client/place.ts';
import type { Change, Reversal } from '../setup/change.ts';
import type { Refusal } from '../setup/file.ts';

/** What help and completion need. Every command loads it, so it imports nothing; the work is behind `load`. */
export type Connection = {
  /** As on the command line: "claude-code". */
  readonly name: string;
  /** As in a sentence: "Claude Code". */
  readonly title: string;
  readonly brief: string;
  readonly description: string;
  readonly examples: readonly string[];
  /** Besides those that every setup has: --dry-run, --undo, --yes, --json. */
  readonly flags: Readonly<Record<string, OwnFlag>>;
  readonly load: () => Promise<Setup>;
};

export type OwnFlag =
  | { readonly kind: 'switch'; readonly brief: string }
  | { readonly kind: 'text'; readonly brief: string; readonly placeholder: string };
/** A switch is a boolean; a text that was not given is undefined. */
export type OwnFlags = Readonly<Record<string, boolean | string | undefined>>;

export interface Setup {
  plan(at: Surroundings, flags: OwnFlags): Promise<SetupPlan | Refusal | Misuse>;
  /** Works without a broker. */
  planUndo(at: Surroundings, flags: OwnFlags): Promise<UndoPlan | Refusal | Misuse>;
  check(at: Surroundings): Promise<Finding>;
  /** Sends a question by this agent's own way and answers it. Throws when it does not arrive. */
  selfTest?(at: Surroundings): Promise<SelfTest>;
}

export type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly place: Place;
  /** Starts the broker when it is first called. */
  readonly client: () => Client;
  /** The Node that runs this program, and the folder that its files are in (dist). */
  readonly node: string;
  readonly programs: string;
};

export type SetupPlan = {
  readonly kind: 'plan';
  /** What was found, in a line: the program, its version, its settings. */
  readonly heading: string;
  readonly warnings: readonly string[];
  /** Empty: set up already. */
  readonly changes: readonly Change[];
  /** The user has to do something too, which `afterwards` explains, even when there is nothing to change. */
  readonly byHand?: boolean;
  readonly afterwards: readonly Said[];
  /** How to see that it works. */
  readonly tryIt: string;
  /** For --json. */
  readonly report: object;
};

export type UndoPlan = {
  readonly kind: 'plan';
  /** Empty: nothing to undo. */
  readonly changes: readonly Reversal[];
  readonly afterwards: readonly Said[];
  /** In place of `afterwards` when there is nothing to undo. */
  readonly nothing: readonly Said[];
  /** For --json. `backup` is added to it when the original of a file is kept. */
  readonly report: object;
};

/** Flags that do not go together. */
export type Misuse = { readonly kind: 'misuse'; readonly message: string; readonly fix: string };

/** A line on the screen; `code` is for the user to copy. */
export type Said = { readonly kind: 'done' | 'warning' | 'text' | 'code'; readonly text: string } | { readonly kind: 'gap' };

export type Finding = { readonly state: 'ok' | 'warning' | 'problem'; readonly message: string; readonly fix?: string };

/** `by`: in which way the question came, in a word. */
export type SelfTest = { readonly by: string; readonly ms: number };
