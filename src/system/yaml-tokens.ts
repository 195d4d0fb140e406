// Reads the tokens of a YAML text within limits, so that nothing that recurses ever sees a text that is nested too deeply.
//
// The loop here does not recurse, and its stack is the nesting as the parser itself understands it. A text that passes has at most `depth` levels,
// whatever its quotes, comments and indentation look like. A catch would be no replacement for this: V8 ends the whole process when it has to
// compile a regular expression with no stack left.
import { CST, Lexer, type LineCounter, Parser } from 'yaml';

export type YamlLimits = {
  /** How deeply lists and mappings may be nested. */
  readonly depth: number;
  /** How many words and signs there may be, with white space. */
  readonly tokens: number;
  /** How many entries one list or mapping may have. */
  readonly entries: number;
  /** How often `*name` may repeat what `&name` marks. */
  readonly aliases: number;
};

/** A project's file may be anybody's. The limits keep the time for each part of the reading below 50 ms. */
export const PROJECT_LIMITS: YamlLimits = { depth: 24, tokens: 10_000, entries: 500, aliases: 0 };

/** The user's own file: only what cannot be read at all is refused. */
export const OWN_LIMITS: YamlLimits = { depth: 24, tokens: Infinity, entries: 2_000, aliases: 100 };

type YamlTokens =
  | { readonly kind: 'tokens'; readonly tokens: readonly CST.Token[] }
  | { readonly kind: 'refused'; readonly offset: number; readonly why: string };

const SLICE = 1_000;

/** Yields from time to time, so that its caller can let others have a turn. */
export function* yamlTokens(text: string, limits: YamlLimits, lines: LineCounter): Generator<void, YamlTokens> {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  let read = 0;
  let aliases = 0;
  let isText = false;
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    const { offset } = parser;
    for (const token of parser.next(lexeme)) tokens.push(token);
    const type: CST.TokenType | null | undefined = isText ? undefined : CST.tokenType(lexeme);
    if (type === 'alias') aliases += 1;
    // The next one is plain text, whatever it looks like.
    isText = type === 'scalar';
    read += 1;
    const why = exceeded(parser.stack, read, aliases, limits);
    if (why !== undefined) return { kind: 'refused', offset, why };
    if (read % SLICE === 0) yield;
  }
  for (const token of parser.end()) tokens.push(token);
  return { kind: 'tokens', tokens };
}

function exceeded(stack: readonly CST.Token[], read: number, aliases: number, limits: YamlLimits): string | undefined {
  // The document itself is a level of the parser, and so is a word in it.
  if (stack.length > limits.depth + 2) return `is nested too deeply; the limit is ${limits.depth} levels`;
  if (read > limits.tokens) return `has too much in it; the limit is ${limits.tokens} words and signs`;
  if (entriesOf(stack.at(-1)) > limits.entries) return `has a list or section with more than ${limits.entries} entries`;
  if (aliases <= limits.aliases) return undefined;
  return limits.aliases === 0
    ? 'repeats something with a * (an alias), which is not possible here; write it out'
    : `repeats something with a * (an alias) more than ${limits.aliases} times`;
}

const entriesOf = (token: CST.Token | undefined): number => (token !== undefined && 'items' in token ? token.items.length : 0);
