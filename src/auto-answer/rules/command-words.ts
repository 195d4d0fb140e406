// Splits a command into the words a shell would run, or says why that cannot be told from its text. Only a single simple command has words.

type CommandWords = { readonly kind: 'words'; readonly words: readonly string[] } | { readonly kind: 'unsafe'; readonly why: string };

const MOST_READ = 20_000;
/** Invisible characters, and white space other than the space. Refused between quotes too. */
export const UNSEEN = /(?! )[\p{C}\p{Z}]/u;
const OPERATORS = ';&|<>$(){}`\\';
/** These have an effect between double quotes too. */
const EXPANDS = '$`\\';

/** Invariant: the words are those into which a POSIX shell splits the text, except that it may replace `*`, `?` and `[…]` by file names. */
export function commandWords(command: string): CommandWords {
  if (command.length > MOST_READ) return unsafe('it is too long to be read');
  if (UNSEEN.test(command)) return unsafe('it has a line break, a control character or an invisible character in it');
  const words: string[] = [];
  let word: Word | undefined;
  for (let at = 0; at < command.length; at += 1) {
    const character = command[at] as string;
    if (character === ' ') {
      const why = word && doubt(word, words);
      if (why !== undefined) return unsafe(why);
      if (word) words.push(word.text);
      word = undefined;
      continue;
    }
    const begins = word === undefined;
    word ??= { text: '', bare: '', unquoted: undefined };
    if (character === "'" || character === '"') {
      const end = command.indexOf(character, at + 1);
      if (end < 0) return unsafe('a quote is not closed');
      const quoted = command.slice(at + 1, end);
      const expands = character === '"' ? [...quoted].find((each) => EXPANDS.includes(each)) : undefined;
      if (expands !== undefined) return unsafe(`"${expands}" means something to a shell, also between double quotes`);
      word.unquoted ??= word.text;
      word.text += quoted;
      // Quoted characters are literal and not part of a glob.
      word.bare += quoted.replaceAll(/[*?[]/g, '-');
      at = end;
      continue;
    }
    if (OPERATORS.includes(character)) return unsafe(`"${character}" means something to a shell`);
    if (character === '#' && begins) return unsafe('"#" begins a comment');
    if (character === '~' && (begins || /[=:]$/.test(word.bare))) return unsafe('"~" is replaced by a folder');
    word.text += character;
    word.bare += character;
  }
  const why = word && doubt(word, words);
  if (why !== undefined) return unsafe(why);
  if (word) words.push(word.text);
  return words.length === 0 || words[0] === '' ? unsafe('there is no command') : { kind: 'words', words };
}

/** `bare`: with quoted glob characters replaced. `unquoted`: what comes before the first quote, if there is one. */
type Word = { text: string; bare: string; unquoted: string | undefined };

/** Why a shell may read this word, which comes after the others, in another way than we do. */
function doubt({ text, bare, unquoted }: Word, before: readonly string[]): string | undefined {
  if (globsHidden(bare)) return `"${bare}" may stand for hidden files`;
  const isAssignment = ASSIGNMENT.test(text) && before.every((word) => ASSIGNMENT.test(word));
  if (isAssignment && unquoted !== undefined && !ASSIGNMENT.test(unquoted))
    return `with its quotes, "${text}" is a command and sets no variable`;
  return undefined;
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** `.*`, `.??*`, `dir/.[a-z]*`: these match what a plain star leaves out, and `..`. */
function globsHidden(word: string): boolean {
  return word.split(/[/=]/).some((part) => /^\./.test(part) && /[*?[]/.test(part));
}

const unsafe = (why: string): CommandWords => ({ kind: 'unsafe', why });
