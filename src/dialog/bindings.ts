// The parts of a key table. Each view has one table, which its state machine, its footer, its help screen and the docs all read.
import type { Key } from './key.ts';

/** One row: keys that belong together, where they apply, what each does, and how they are described. */
export type Binding<Focus extends string, Command extends string, Situation> = {
  readonly in: readonly Focus[];
  /** By command; keys without text by their name, all others by their character. */
  readonly keys: Readonly<Partial<Record<Command, readonly string[]>>>;
  /** For the footer: the key, and what it does in this situation. Undefined words mean no hint. */
  readonly hint?: readonly [key: string, does: string | ((situation: Situation) => string | undefined)];
  readonly help?: Help;
};

/** The commands of the rows of a table. */
export type CommandIn<Row> = Row extends { readonly keys: infer Keys } ? keyof Keys & string : never;

/** For the help screen and the docs: the keys (two spaces between groups), one short sentence, and `more` for the docs only. */
export type Help = { readonly keys: string; readonly says: string; readonly more?: string };

export type Hint = readonly [key: string, does: string];

/** The commands of a table by focus and key. */
export function commandsOf<Focus extends string, Command extends string>(
  rows: readonly Binding<Focus, Command, never>[],
): (focus: Focus, key: Key) => Command | undefined {
  const table = new Map<string, Command>();
  for (const { in: focuses, keys } of rows)
    for (const [command, names] of Object.entries<readonly string[] | undefined>(keys))
      for (const focus of focuses) for (const name of names ?? []) table.set(`${focus} ${name}`, command as Command);
  return (focus, key) => {
    if (key.kind === 'paste') return undefined;
    if (key.kind !== 'char') return table.get(`${focus} ${key.kind}`);
    // Several characters typed at once are not a key name, even if they spell one.
    return key.text.length > 1 ? undefined : table.get(`${focus} ${key.text}`);
  };
}

/** The hints of these rows, in this order. */
export function hintsOf<Focus extends string, Situation>(
  rows: readonly Binding<Focus, string, Situation>[],
  focus: Focus,
  situation: Situation,
): readonly Hint[] {
  return rows.flatMap(({ in: focuses, hint }): Hint[] => {
    if (!hint || !focuses.includes(focus)) return [];
    const does = typeof hint[1] === 'string' ? hint[1] : hint[1](situation);
    return does === undefined ? [] : [[hint[0], does]];
  });
}

export const helpOf = (rows: readonly { readonly help?: Help }[]): readonly Help[] => rows.flatMap(({ help }) => help ?? []);
