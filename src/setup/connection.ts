// The port that connects a program to Answerback: `answerback setup <name>`, and its line in `answerback doctor`.
//
// A connection only makes a plan. The command line shows it, asks for consent, backs up and writes the files, and can undo them.

import type { Client } from '../client/client.ts';
import type { BrokerFolder } from '../client/place.ts';
import type { Environment } from '../system/environment.ts';
import type { Change, Reversal } from './change.ts';
import type { Refusal } from './file.ts';

/** What help and shell completion need. Every command loads this, so the real work is loaded by `load`. */
export type Connection = {
  /** As on the command line: "claude-code". */
  readonly name: string;
  /** As in a sentence: "Claude Code". */
  readonly title: string;
  readonly brief: string;
  readonly description: string;
  readonly examples: readonly string[];
  /** In addition to the flags of every setup: --dry-run, --undo, --yes, --json. */
  readonly flags: Readonly<Record<string, OwnFlag>>;
  /** Variables of this program that the broker needs too. */
  readonly env?: readonly string[];
  readonly load: () => Promise<Setup>;
};

export type OwnFlag =
  | { readonly kind: 'switch'; readonly brief: string }
  | { readonly kind: 'text'; readonly brief: string; readonly placeholder: string };
/** The value of a switch is a boolean; of a text that was not given, undefined. */
export type OwnFlags = Readonly<Record<string, boolean | string | undefined>>;

export interface Plans {
  plan(at: SetupContext, flags: OwnFlags): Promise<SetupPlan | Refusal | Misuse>;
  /** Must work without a broker. */
  planUndo(at: SetupContext, flags: OwnFlags): Promise<UndoPlan | Refusal | Misuse>;
}

export interface Setup extends Plans {
  check(at: SetupContext): Promise<Finding>;
  /** Asks a question the way this agent does, and answers it. Throws when the answer does not arrive. */
  selfTest?(at: SetupContext): Promise<SelfTest>;
}

export type SetupContext = {
  readonly env: Environment;
  readonly cwd: string;
  readonly place: BrokerFolder;
  /** The first call starts the broker if it is not running. */
  readonly client: () => Client;
  /** The Node binary that runs this program, and the folder with its compiled files (dist). */
  readonly node: string;
  readonly programs: string;
};

export type SetupPlan = {
  readonly kind: 'plan';
  /** One line about what was found: the program, its version, its settings. */
  readonly heading: string;
  readonly warnings: readonly string[];
  /** Empty when it is set up already, or when all that is missing is in `left`. */
  readonly changes: readonly Change[];
  /** Files that are no longer as setup wrote them. They stay as they are. */
  readonly left?: readonly string[];
  /** True when the user has to do something too, even if no file changes. `afterwards` explains what. */
  readonly byHand?: boolean;
  readonly afterwards: readonly OutputLine[];
  /** How the user can check that it works. */
  readonly tryIt: string;
  /** For --json. */
  readonly report: object;
};

export type UndoPlan = {
  readonly kind: 'plan';
  /** Empty when there is nothing to undo. */
  readonly changes: readonly Reversal[];
  readonly afterwards: readonly OutputLine[];
  /** Shown instead of `afterwards` when there is nothing to undo. */
  readonly nothing: readonly OutputLine[];
  /** For --json. `backup` is added when the original of a file was kept. */
  readonly report: object;
};

/** The flags contradict each other. */
export type Misuse = { readonly kind: 'misuse'; readonly message: string; readonly fix: string };

/** One line of output; `code` is for the user to copy. */
export type OutputLine = { readonly kind: 'done' | 'warning' | 'text' | 'code'; readonly text: string } | { readonly kind: 'gap' };

/** `off`: it is not installed or not connected, which is no mistake. */
export type Finding = { readonly state: 'ok' | 'off' | 'warning' | 'problem'; readonly message: string; readonly fix?: string };

/** `by` is how the question arrived, in a word or two. */
export type SelfTest = { readonly by: string; readonly ms: number };
