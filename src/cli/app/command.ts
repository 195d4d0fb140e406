// One command: its parameters, its help, and its code; and its entry in the list of commands, which is all that the others need of it.
import {
  type BaseArgs,
  buildCommand,
  buildRouteMap,
  type Command,
  type CommandBuilderArguments,
  type CommandContext,
  type RouteMap,
  type TypedCommandParameters,
} from '@stricli/core';
import { type Context, forPeople } from '../context.ts';
import { reportFailure } from '../errors.ts';

export type Cli = Context & CommandContext;
export type Target = Command<Cli> | RouteMap<Cli>;

/** What the help, the completion and "did you mean" know of a command that was not typed. */
export type CommandEntry = {
  readonly name: string;
  /** The title in the help under which it stands. */
  readonly group: string;
  readonly brief: string;
  readonly load: () => Promise<Target>;
};

export const loaded = async ({ load, brief }: CommandEntry): Promise<Target> => ({ ...(await load()), brief });

type Flags = { readonly json?: boolean; readonly plain?: boolean };
type Code<F extends Flags, A extends BaseArgs> = (this: Context, flags: F, ...args: A) => void | Promise<void>;

type Described<F extends Flags, A extends BaseArgs> = {
  readonly parameters: TypedCommandParameters<F, A, Cli>;
  /** `brief`: only for a command of a group. The others have theirs in the list of commands. */
  readonly docs?: Partial<CommandBuilderArguments<F, A, Cli>['docs']>;
  /** For people only: refused when an answering agent runs it. */
  readonly people?: boolean;
  /** The exit code if it failed, where 1 means something else. */
  readonly failed?: (flags: F) => number;
};

/** A command that reports errors like every other. */
export function command<const F extends Flags, const A extends BaseArgs>(
  code: Code<F, A>,
  { people = false, failed, parameters, docs }: NoInfer<Described<F, A>>,
): Command<Cli> {
  const built = buildCommand<F, A, Cli>({
    func: async function run(this: Cli, flags: F, ...args: A) {
      try {
        if (people) forPeople(this.env);
        await code.call(this, flags, ...args);
      } catch (error) {
        reportFailure(this, error, flags.json === true, failed?.(flags));
      }
    },
    parameters,
    docs: { brief: '', ...docs },
  });
  // The parser keeps it to itself, and our own help needs it.
  return Object.assign(built, { usage: docs?.customUsage });
}

type Group<Name extends string> = {
  readonly commands: Readonly<Record<Name, Target>>;
  /** What its name alone does. */
  readonly usual?: NoInfer<Name>;
};

/** Commands that begin with the same word, such as `route explain` and `route test`. */
export function group<Name extends string>({ commands, usual }: Group<Name>): RouteMap<Cli> {
  return buildRouteMap<Name, Cli>({ routes: commands, ...(usual === undefined ? {} : { defaultCommand: usual }), docs: { brief: '' } });
}
