// A shell command line taken apart: its simple commands, what they write to, and the command texts nested inside. One pass, no evaluation.

/** One simple command. `$()` stands in a word where the shell would put the output of a nested command. */
export type Simple = {
  readonly words: string[];
  /** Targets of `>`, `>>` and their like. */
  readonly writes: string[];
  /** Text given by a here-document or here-string. */
  stdin: string;
  /** Reads the output of the command before it. */
  readonly piped: boolean;
};

export type Script = {
  readonly commands: readonly Simple[];
  /** Command texts inside `$(…)`, backticks and `<(…)`, to be read in their turn. */
  readonly nested: readonly string[];
  /** Why the text could not be read as a shell would read it. */
  readonly unclear?: string;
};

type Redirect = 'write' | 'read' | 'here-document' | 'here-string';

/** Invariant: `at` only grows, and no character is looked at more than a fixed number of times. */
export function script(text: string): Script {
  const commands: Simple[] = [];
  const nested: string[] = [];
  const documents: { command: Simple; end: string; quoted: boolean; strip: boolean }[] = [];
  let unclear: string | undefined;
  let current: Simple = { words: [], writes: [], stdin: '', piped: false };
  let word = '';
  let started = false;
  let quoted = false;
  let redirect: Redirect | undefined;
  let strip = false;
  let at = 0;

  const endWord = () => {
    if (!started) return;
    if (redirect === undefined) current.words.push(word);
    else if (redirect === 'write') current.writes.push(word);
    else if (redirect === 'here-string') current.stdin += `${word}\n`;
    else if (redirect === 'here-document') documents.push({ command: current, end: word, quoted, strip });
    redirect = undefined;
    word = '';
    started = false;
    quoted = false;
  };
  const endCommand = (pipe: boolean) => {
    endWord();
    redirect = undefined;
    if (current.words.length > 0 || current.writes.length > 0) commands.push(current);
    current = { words: [], writes: [], stdin: '', piped: pipe };
  };
  const add = (piece: string) => {
    word += piece;
    started = true;
  };
  /** `from` is the first character inside; answers the position after the closing one. */
  const substitution = (from: number, close: ')' | '`'): number => {
    const end = close === ')' ? closingParen(text, from) : closingQuote(text, from, '`');
    if (end < 0) {
      unclear = 'a substitution that is never closed';
      nested.push(text.slice(from));
      return text.length;
    }
    nested.push(text.slice(from, end));
    add('$()');
    return end + 1;
  };
  const doubleQuoted = (from: number): number => {
    let i = from;
    started = true;
    quoted = true;
    while (i < text.length) {
      const c = text.charAt(i);
      if (c === '"') return i + 1;
      if (c === '\\') {
        const next = text.charAt(i + 1);
        if (next !== '\n') add('$`"\\'.includes(next) ? next : `\\${next}`);
        i += 2;
      } else if (c === '`') i = substitution(i + 1, '`');
      else if (c === '$' && text.charAt(i + 1) === '(') i = substitution(i + 2, ')');
      else {
        add(c);
        i++;
      }
    }
    unclear = 'a quote that is never closed';
    return i;
  };

  while (at < text.length) {
    const c = text.charAt(at);
    const next = text.charAt(at + 1);
    if (c === '\\') {
      if (next !== '\n') add(next);
      at += 2;
    } else if (c === "'" || (c === '$' && next === "'")) {
      const from = c === '$' ? at + 2 : at + 1;
      const end = c === '$' ? closingQuote(text, from, "'") : text.indexOf("'", from);
      const inside = text.slice(from, end < 0 ? undefined : end);
      if (end < 0) unclear = 'a quote that is never closed';
      // An escape in $'…' may spell any character: the word counts as computed.
      add(c === '$' && inside.includes('\\') ? '$()' : inside);
      quoted = true;
      at = end < 0 ? text.length : end + 1;
    } else if (c === '"') at = doubleQuoted(at + 1);
    else if (c === '`') at = substitution(at + 1, '`');
    else if ((c === '$' || c === '<' || c === '>') && next === '(') at = substitution(at + 2, ')');
    else if (c === '#' && !started) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (c === '\n') {
      endCommand(false);
      at = hereDocuments(text, at + 1, documents.splice(0), nested);
    } else if (c === ' ' || c === '\t' || c === '\r') {
      endWord();
      at++;
    } else if (c === '>' || c === '<' || (c === '&' && next === '>')) {
      if (started && /^\d+$/.test(word) && c !== '&') {
        word = '';
        started = false;
      } else endWord();
      const operator = /^(?:&>>?|<<<|<<-|<<|<>|<&|<|>>|>\||>&|>)/.exec(text.slice(at, at + 3))?.[0] ?? c;
      strip = operator === '<<-';
      redirect = REDIRECTS[operator] ?? 'write';
      at += operator.length;
      if (operator === '>&' && /[\d-]/.test(text.charAt(at))) redirect = 'read';
    } else if (c === ';' || c === '&' || c === '|' || c === '(' || c === ')') {
      const pipe = c === '|' && next !== '|';
      endCommand(pipe);
      at += next === c || (pipe && next === '&') ? 2 : 1;
    } else {
      add(c);
      at++;
    }
  }
  endCommand(false);
  return unclear === undefined ? { commands, nested } : { commands, nested, unclear };
}

const REDIRECTS: Readonly<Record<string, Redirect>> = {
  '<': 'read',
  '<&': 'read',
  '<<': 'here-document',
  '<<-': 'here-document',
  '<<<': 'here-string',
};

/** Hands each waiting here-document its lines; answers where the commands go on. */
function hereDocuments(
  text: string,
  from: number,
  waiting: readonly { command: Simple; end: string; quoted: boolean; strip: boolean }[],
  nested: string[],
): number {
  let at = from;
  for (const { command, end, quoted, strip } of waiting) {
    const start = at;
    let stop = text.length;
    while (at < text.length) {
      const eol = text.indexOf('\n', at);
      const line = text.slice(at, eol < 0 ? undefined : eol);
      const here = at;
      at = eol < 0 ? text.length : eol + 1;
      if ((strip ? line.trimStart() : line) === end) {
        stop = here;
        break;
      }
    }
    const body = text.slice(start, stop);
    command.stdin += body;
    if (!quoted && (body.includes('$(') || body.includes('`'))) nested.push(...substitutions(body));
  }
  return at;
}

/** The nested commands of an unquoted here-document, where quotes mean nothing. */
function substitutions(body: string): string[] {
  const found: string[] = [];
  let at = 0;
  while (at < body.length) {
    const c = body.charAt(at);
    const paren = c === '$' && body.charAt(at + 1) === '(';
    if (c === '\\') at += 2;
    else if (paren || c === '`') {
      const from = paren ? at + 2 : at + 1;
      const end = paren ? closingParen(body, from) : closingQuote(body, from, '`');
      found.push(body.slice(from, end < 0 ? undefined : end));
      at = end < 0 ? body.length : end + 1;
    } else at++;
  }
  return found;
}

function closingQuote(text: string, from: number, quote: string): number {
  for (let i = from; i < text.length; i++) {
    if (text.charAt(i) === '\\') i++;
    else if (text.charAt(i) === quote) return i;
  }
  return -1;
}

/** Knows quotes and here-documents: `$(cat <<'EOF' … EOF)` may hold any apostrophe or bracket in its lines. */
function closingParen(text: string, from: number): number {
  const documents: string[] = [];
  let depth = 1;
  let double = false;
  for (let i = from; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '\\') i++;
    else if (c === '"') double = !double;
    else if (double) continue;
    else if (c === "'") {
      const end = text.indexOf("'", i + 1);
      if (end < 0) return -1;
      i = end;
    } else if (c === '<' && text.charAt(i + 1) === '<') {
      const [operator, single, doubled, bare] = /^<<<|^<<-?[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|\\?([\w.-]+))/.exec(text.slice(i, i + 100)) ?? [
        '<<',
      ];
      const end = single ?? doubled ?? bare;
      if (end !== undefined) documents.push(end);
      i += operator.length - 1;
    } else if (c === '\n' && documents.length > 0) {
      for (const end of documents.splice(0)) i = lineAfter(text, i, end);
    } else if (c === '(') depth++;
    else if (c === ')' && --depth === 0) return i;
  }
  return -1;
}

/** The position before the line break that follows the line `end`, or the end of the text. */
function lineAfter(text: string, newline: number, end: string): number {
  let at = newline + 1;
  while (at < text.length) {
    const eol = text.indexOf('\n', at);
    const line = text.slice(at, eol < 0 ? undefined : eol);
    if (line.trim() === end) return at + line.length - 1;
    if (eol < 0) break;
    at = eol + 1;
  }
  return text.length;
}
