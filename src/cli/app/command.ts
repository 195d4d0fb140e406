// One command: its parameters and its help. Its code is loaded when it runs, so that no command pays for another.
import {
  type BaseArgs,
  buildCommand,
  type Command,
  type CommandBuilderArguments,
  type CommandContext,
  type TypedCommandParameters,
} from '@stricli/core';
import { type Context, forPeople } from '../context.ts';
import { reportFailure } from '../errors.ts';

export type Cli = Context & CommandContext;
type Flags = { readonly json?: boolean; readonly plain?: boolean };
type Code<F extends Flags, A extends BaseArgs> = (this: Context, flags: F, ...args: A) => void | Promise<void>;

type Described<F extends Flags, A extends BaseArgs> = {
  readonly parameters: TypedCommandParameters<F, A, Cli>;
  readonly docs: CommandBuilderArguments<F, A, Cli>['docs'];
  /** For people only: refused when an answering agent runs it. */
  readonly people?: boolean;
  /** The exit code if it failed, where 1 means something else. */
  readonly failed?: (flags: F) => number;
};

/** A command whose code is loaded when it runs, and which reports errors like every other. */
export function command<const F extends Flags, const A extends BaseArgs>(
  load: () => Promise<Code<F, A>>,
  { people = false, failed, ...described }: NoInfer<Described<F, A>>,
): Command<Cli> {
  const built = buildCommand<F, A, Cli>({
    loader: async () =>
      async function run(this: Cli, flags: F, ...args: A) {
        try {
          if (people) forPeople(this.env);
          const code = await load();
          await code.call(this, flags, ...args);
        } catch (error) {
          reportFailure(this, error, flags.json === true, failed?.(flags));
        }
      },
    ...described,
  });
  // The parser keeps it to itself, and our own help needs it.
  return Object.assign(built, { usage: described.docs.customUsage });
}
