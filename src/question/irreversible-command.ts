// Whether a shell command does what cannot be undone: taken apart, unwrapped (sudo, xargs, bash -c …), and each part looked up.

import { actInName, operands } from './irreversible-arguments.ts';
import { HARMLESS, RULES, SHOWS_TEXT, writingTo } from './irreversible-command-words.ts';
import { type Simple, script } from './irreversible-shell.ts';
import { codeReason, sqlReason } from './irreversible-sql.ts';

/** What was not read to its end is never called harmless. */
const MOST_COMMAND = 8000;
const MOST_NESTING = 5;
/** Characters read in all, nested texts again at each level: bounds the work whatever the command. */
const MOST_EFFORT = 6 * MOST_COMMAND;

/** How deep we are, and how much reading is left. */
type Reader = { readonly depth: number; readonly effort: { left: number } };
const inner = (reader: Reader): Reader => ({ ...reader, depth: reader.depth + 1 });
const spent = (reader: Reader, effort: number): boolean => {
  reader.effort.left -= effort;
  return reader.depth > MOST_NESTING || reader.effort.left < 0;
};

export function irreversibleCommand(command: string): { irreversible: boolean; reason: string } {
  if (command.length > MOST_COMMAND) return { irreversible: true, reason: 'the command is too long to be read to its end' };
  const reason = scriptReason(command, { depth: 0, effort: { left: MOST_EFFORT } });
  return reason === undefined
    ? { irreversible: false, reason: 'no part of the command is known to be irreversible' }
    : { irreversible: true, reason };
}

function scriptReason(text: string, reader: Reader): string | undefined {
  if (spent(reader, text.length)) return 'the command is too intricate to be read';
  const { commands, nested, unclear } = script(text);
  for (const command of commands) {
    const reason = simpleReason(command, reader);
    if (reason !== undefined) return reason;
  }
  for (const text of nested) {
    const reason = scriptReason(text, inner(reader));
    if (reason !== undefined) return reason;
  }
  if (commands.some(({ words }) => !SHOWS_TEXT.has(nameOf(words[0] ?? '')))) {
    const reason = sqlReason(text);
    if (reason !== undefined) return reason;
  }
  return unclear === undefined ? undefined : `the command has ${unclear}`;
}

function simpleReason(command: Simple, reader: Reader): string | undefined {
  const written = command.writes.map(writingTo).find((reason) => reason !== undefined);
  if (written !== undefined) return written;
  const words = withoutPrefix(command.words).filter((word, i) => i > 0 || word !== ':');
  if (words.length === 0) {
    const emptied = command.writes.find((path) => !path.startsWith('/dev/'));
    return emptied === undefined ? undefined : `a bare > empties ${emptied.slice(0, 40)}`;
  }
  return wordsReason(words, command, reader);
}

type Given = Pick<Simple, 'stdin' | 'piped'>;

function wordsReason(all: readonly string[], given: Given, reader: Reader): string | undefined {
  if (spent(reader, 50 + all.length)) return 'the command is too intricate to be read';
  let words = withoutPrefix(all);
  for (let unwrapped = 0; unwrapped < 12; unwrapped++) {
    const [first = '', ...args] = words;
    const name = nameOf(first);
    if (first === '') return undefined;
    if (name.includes('$') && !first.includes(' ')) return 'the name of the command is computed';
    if (SHELLS.has(name)) return shellReason(args, given, reader);
    if (INTERPRETERS.has(name)) {
      const module = args.indexOf('-m');
      if (module < 0 || module > 3) return interpreterReason(args, given);
      words = args.slice(module + 1);
      continue;
    }
    if (name === 'eval' || name === 'trap') return scriptReason(args.join(' '), inner(reader));
    if (unwrapped > 0 && first.includes(' ')) return scriptReason(words.join(' '), inner(reader));
    if (name === 'ssh') return sshReason(args, reader);
    if (name === 'find' || name === 'fd') return findReason(args, given, reader);
    const carried = carriedReason(name, args, given, reader);
    if (carried !== undefined) return carried;
    const valued = WRAPPERS.get(name);
    if (valued === undefined) return ownReason(name, args);
    words = withoutPrefix(unwrap(name, args, valued));
  }
  return 'the command is wrapped too often to be read';
}

/** A program that runs nothing else: by its rule, or at its word. */
function ownReason(name: string, args: readonly string[]): string | undefined {
  const rule = RULES.get(name) ?? RULES.get(name.split('.', 1)[0] ?? '');
  if (rule !== undefined) return rule(args);
  if (HARMLESS.has(name)) return undefined;
  if (actInName(name) !== undefined) return `the command is called "${name.slice(0, 60)}"`;
  const named = operands(args)
    .slice(0, 3)
    .find((arg) => !/[/\\=\s]|\.\w/.test(arg) && actInName(arg) !== undefined);
  return named === undefined ? undefined : `${name.slice(0, 40)} is told to "${named.slice(0, 40)}"`;
}

const SHELLS = new Set('bash sh zsh dash ksh fish ash pwsh powershell cmd su runuser source .'.split(' '));
const INTERPRETERS = new Set('python python2 python3 node deno ruby perl php lua rscript osascript tsx ts-node pypy'.split(' '));
/** They carry a command somewhere after one of these words: into a container, an environment, a downloaded package. */
const CARRIERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    'docker podman nerdctl docker-compose': 'exec run',
    'kubectl oc k': 'exec run debug --',
    'npm pnpm yarn bun': 'exec x dlx',
    'poetry uv pipenv hatch rye pdm doppler op railway conda heroku pipx': 'run',
    'bundle aws-vault mise direnv': 'exec',
    'fly flyctl vagrant': 'ssh',
    nix: 'develop shell run',
    'npx bunx uvx busybox strace dotenv nix-shell': '',
  }).flatMap(([names, after]) => names.split(' ').map((name) => [name, new Set(after.split(' '))] as const)),
);

/** Programs that run the command after their own flags; the flags named here take a value. */
const WRAPPERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    sudo: '-u -g -h -p -C -D -R -T -U --user --group --host --prompt --chdir',
    doas: '-u -C',
    env: '-u -C -S --unset --chdir',
    xargs: '-I -n -P -L -d -E -s -a --max-args --max-procs --replace --delimiter --arg-file',
    nohup: '',
    nice: '-n --adjustment',
    ionice: '-c -n -p',
    time: '-f -o',
    timeout: '-s -k --signal --kill-after',
    command: '',
    builtin: '',
    exec: '-a',
    setsid: '',
    stdbuf: '-i -o -e',
    caffeinate: '-t -w',
    unbuffer: '',
    watch: '-n --interval',
    parallel: '-j -N -n -a --jobs --colsep',
  }).map(([name, flags]) => [name, new Set(flags.split(' '))]),
);

function unwrap(name: string, args: readonly string[], valued: ReadonlySet<string>): readonly string[] {
  let at = 0;
  while (at < args.length && (args[at]?.startsWith('-') || (name === 'env' && /^\w+=/.test(args[at] ?? '')))) {
    if (args[at] === '--') {
      at++;
      break;
    }
    at += valued.has(args[at] ?? '') ? 2 : 1;
  }
  if (name === 'timeout') at++;
  const rest = args.slice(at);
  // What xargs adds at the end is not known, but it is something.
  return name === 'xargs' && rest.length > 0 ? [...rest, '(standard input)'] : rest;
}

const KEYWORDS = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', '!', '{', '}', 'coproc']);

function withoutPrefix(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !KEYWORDS.has(word) && !/^\w+\+?=/.test(word));
  return at < 0 ? [] : words.slice(at);
}

const nameOf = (word: string): string =>
  (word.split(/[/\\]/).at(-1) ?? '')
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat)$/, '')
    .replace(/(.)@[\w.^~-]*$/, '$1');

function shellReason(args: readonly string[], given: Given, reader: Reader): string | undefined {
  const flag = args.findIndex((arg) => /^-[a-z]*c$/i.test(arg) || /^-command$/i.test(arg) || /^\/c$/i.test(arg));
  const file = args.find((arg) => !arg.startsWith('-'));
  if (flag >= 0) return scriptReason(/^\//.test(args[flag] ?? '') ? args.slice(flag + 1).join(' ') : (args[flag + 1] ?? ''), inner(reader));
  if (given.stdin !== '') return scriptReason(given.stdin, inner(reader));
  if (file === undefined || args.includes('-s')) return given.piped ? 'a shell runs whatever is piped into it' : undefined;
  return fileReason(file, args);
}

function interpreterReason(args: readonly string[], given: Given): string | undefined {
  const flag = args.findIndex((arg) => /^(?:-c|-e|-r|-p|-pe|-ne|-i?e|--eval|--print|eval)$/.test(arg));
  if (flag >= 0) return codeReason(args[flag + 1] ?? '');
  if (given.stdin !== '') return codeReason(given.stdin);
  const file = args.find((arg) => !arg.startsWith('-') && arg !== 'run');
  if (file === undefined) return given.piped ? 'an interpreter runs whatever is piped into it' : undefined;
  return fileReason(file, args);
}

/** A script cannot be read from here: it is taken at its name, and its first words at theirs (`manage.py flush`). */
function fileReason(file: string, args: readonly string[]): string | undefined {
  const name = file.split(/[/\\]/).at(-1) ?? '';
  if (name.includes('$')) return 'the name of the script is computed';
  if (actInName(name) !== undefined) return `the script is called "${name.slice(0, 60)}"`;
  const word = operands(args.slice(args.indexOf(file) + 1))
    .slice(0, 2)
    .find((arg) => !/[/\\=\s]|\.\w/.test(arg) && actInName(arg) !== undefined);
  return word === undefined ? undefined : `the script is told to "${word.slice(0, 40)}"`;
}

function sshReason(args: readonly string[], reader: Reader): string | undefined {
  let at = 0;
  while (args[at]?.startsWith('-')) at += /^-[iploFJLRDWbcEeImOQSwB]$/.test(args[at] ?? '') ? 2 : 1;
  const remote = args.slice(at + 1);
  return remote.length === 0 ? undefined : scriptReason(remote.join(' '), inner(reader));
}

function findReason(args: readonly string[], given: Given, reader: Reader): string | undefined {
  if (args.includes('-delete')) return 'find -delete deletes files for good';
  for (let at = 0; at < args.length; at++) {
    if (!/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(args[at] ?? '')) continue;

    const end = args.findIndex((arg, i) => i > at && (arg === ';' || arg === '+'));
    const reason = wordsReason(args.slice(at + 1, end < 0 ? undefined : end), given, inner(reader));
    if (reason !== undefined || end < 0) return reason;
    at = end;
  }
  return undefined;
}

/** Looks for a known command among the arguments of a carrier, wherever the carrier's own flags end. */
function carriedReason(carrier: string, args: readonly string[], given: Given, reader: Reader): string | undefined {
  const after = CARRIERS.get(carrier);
  if (after === undefined) return undefined;
  const start = after.has('') ? 0 : args.slice(0, 8).findIndex((arg) => after.has(arg)) + 1;
  const direct = start === 0 && !after.has('');
  if (direct && !(RUNS_BINARIES.has(carrier) && RULES.has(args[0] ?? '') && args[0] !== 'rm' && args[0] !== 'install')) return undefined;
  let text = false;
  for (let at = start; at < (direct ? 1 : Math.min(args.length, start + 16)); at++) {
    const word = args[at] ?? '';
    const name = nameOf(word);
    if (word.includes(' ')) {
      const reason = scriptReason(word, inner(reader));
      if (reason !== undefined) return reason;
    } else if (RULES.has(name) || SHELLS.has(name) || WRAPPERS.has(name) || INTERPRETERS.has(name)) {
      const reason = wordsReason(args.slice(at), given, inner(reader));
      if (reason !== undefined) return reason;
    }
    text ||= HARMLESS.has(name);
    if (!text && !/^-|[/\\=]|\.\w/.test(word) && actInName(word) !== undefined) return `${carrier} carries out "${word.slice(0, 40)}"`;
  }
  return undefined;
}

/** They also run an installed program by its bare name: `pnpm vercel --prod`. */
const RUNS_BINARIES = new Set(['pnpm', 'yarn', 'bun']);
