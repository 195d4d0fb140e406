// The shell commands a machine may allow by itself: those that only read, build or test. What is not known here is for people, or named by a route.
import { actInName } from '../../question/irreversible-arguments.ts';
import { script } from '../../question/irreversible-shell.ts';
import { hiding } from '../../question/spelling.ts';
import { readingReason } from './secret-places.ts';

/** Every simple command must be on the list, with options that are on it too. `project`: where the agent works. */
export function isHarmlessCommand(command: string, project: string): boolean {
  if (command.length > MOST_COMMAND || /[`$]|<<|[<>]\(/.test(command) || hiding(command) !== undefined) return false;
  const { commands, nested, unclear } = script(command);
  if (unclear !== undefined || nested.length > 0 || commands.length === 0) return false;
  return commands.every(({ words, writes, stdin }) => {
    if (stdin !== '' || writes.some((path) => path !== '/dev/null')) return false;
    const [name = '', ...args] = words.filter((word, i) => i > 0 || !/^(?:CI|FORCE_COLOR|NO_COLOR)=\w*$/.test(word));
    // A brace may become an option of its own.
    if (words.some((word) => /\{.*(?:,|\.\.).*\}/s.test(word))) return false;
    if (SAYS_ONLY.has(name) === false && args.some((arg) => readsElsewhere(arg, project))) return false;
    return name === 'cd' ? staysIn(args, project) : (PROGRAMS.get(name)?.(args) ?? false);
  });
}
const MOST_COMMAND = 2000;

/** They open no file. */
const SAYS_ONLY: ReadonlySet<string> = new Set([
  'echo',
  'printf',
  'true',
  'false',
  'which',
  'type',
  'basename',
  'dirname',
  'seq',
  'sleep',
  'cd',
  'date',
]);

/** An option may carry a path behind its equals sign. `env` is what jq calls the environment. */
function readsElsewhere(arg: string, project: string): boolean {
  const path = arg.startsWith('-') ? arg.slice(arg.indexOf('=') + 1) : arg;
  if (arg.startsWith('-') && !arg.includes('=')) return false;
  return readingReason(path, project) !== undefined || /^\$?env\b/i.test(path);
}

type Allows = (args: readonly string[]) => boolean;

const set = (line: string): ReadonlySet<string> => new Set(line.split(' '));
const anything: Allows = () => true;
const without =
  (pattern: RegExp): Allows =>
  (args) =>
    !args.some((arg) => pattern.test(arg));

/** A path inside the project, and not a switch of folder to somebody else's. */
function staysIn(args: readonly string[], project: string): boolean {
  const [path = '', more] = args;
  if (more !== undefined || path === '' || path.startsWith('-') || path.startsWith('~') || path.split('/').includes('..')) return false;
  return !path.startsWith('/') || path === project || path.startsWith(`${project.replace(/\/+$/, '')}/`);
}

/** Options from the list alone, each with its value in the same word or, where marked "=", in the next; operands are words and relative paths. */
function only(flags: string, operand: RegExp = PLACE): Allows {
  const known = set(flags);
  return (args) => {
    for (let i = 0; i < args.length; i++) {
      const arg = args[i] ?? '';
      if (!arg.startsWith('-')) {
        if (!operand.test(arg) || arg.split('/').includes('..')) return false;
      } else if (known.has(`${arg}=`) && i + 1 < args.length && !args[i + 1]?.startsWith('-')) i++;
      else if (!known.has(arg) && !known.has(`${arg.split('=', 1)[0]}=`)) return false;
    }
    return true;
  };
}
const PLACE = /^(?!\/)[\w@.*:,+[\]/-]*$/;
const NOTHING = /^(?!)/;

const TEST_FLAGS =
  '--run --coverage --silent --verbose --bail --bail= --watch=false --no-coverage --no-watch --ci --runInBand -i -t= --testNamePattern= --testPathPattern= --reporter=dot --reporter=verbose --reporter=default --no-color --color --passWithNoTests --changed --onlyChanged -o --project=';
const runTests = only(TEST_FLAGS);

const subcommands =
  (known: Readonly<Record<string, Allows>>): Allows =>
  ([first = '', ...rest]) =>
    Object.hasOwn(known, first) && (known[first]?.(rest) ?? false);

const SCRIPT = /^(?:test|tests|lint|typecheck|type-check|types|check|build|compile|unit|coverage|format:check|fmt:check)(?::[\w-]+)*$/;
const isScript = (name: string): boolean =>
  SCRIPT.test(name) && actInName(name.replaceAll('test', 'x')) === undefined && !/prod|live/.test(name);

/** npm, pnpm, yarn and bun: tests and builds by their usual names; what stands after `--` is for the tests. */
const packages: Allows = (args) => {
  const end = args.indexOf('--');
  const own = (end < 0 ? args : args.slice(0, end)).filter((arg) => !/^(?:--silent|-s|--if-present|--workspaces|-ws)$/.test(arg));
  const rest = end < 0 ? [] : args.slice(end + 1);
  const [first = '', second = '', third] = own;
  if (/^(?:--version|-v)$/.test(first) && second === '') return true;
  if (/^(?:ls|list|outdated|why|view|info)$/.test(first)) return only('--depth= --json --all --long')(own.slice(1)) && rest.length === 0;
  const named = /^(?:run|run-script)$/.test(first) ? second : first;
  const more = /^(?:run|run-script)$/.test(first) ? third : own[1];
  return isScript(named === 't' ? 'test' : named) && more === undefined && runTests(rest);
};

const tools: Readonly<Record<string, Allows>> = {
  vitest: ([first = '', ...rest]) => /^(?:run|list|related)$/.test(first) && runTests(rest),
  jest: runTests,
  mocha: only('--bail --grep= -g='),
  tsc: (args) => args.some((arg) => arg === '--noEmit') && only('--noEmit --pretty --skipLibCheck --incremental -p= --project=')(args),
  eslint: only('--quiet --max-warnings= --ext= --no-color'),
  prettier: (args) => /^(?:--check|-c|--list-different|-l)$/.test(args[0] ?? '') && only('')(args.slice(1)),
  biome: ([first = '', ...rest]) => /^(?:check|lint|ci)$/.test(first) && only('--error-on-warnings')(rest),
};
const GO = only('-v -run= -count= -race -short -cover -bench= -timeout= -failfast -json');
const CARGO = only(
  '--release --workspace --all --all-targets --all-features --no-default-features --features= --lib --bins --tests --doc --no-run --quiet -q --verbose -v --locked --offline -p= --package= --test= --nocapture --',
);

/** Options that write a file or run a program, also when shortened as git allows. */
const GIT_ACTS = /^(?:--(?:ou|ext|ex|up|te|op|he?l?p?$|web)|-O)/;
const reads = without(GIT_ACTS);
const git: Allows = (all) => {
  const [first = '', ...rest] = all.filter((arg, i) => i > 0 || !/^(?:--no-pager|-P)$/.test(arg));
  return subcommands({
    status: reads,
    diff: reads,
    log: reads,
    show: reads,
    shortlog: reads,
    blame: reads,
    'rev-parse': reads,
    'ls-files': reads,
    'ls-tree': reads,
    describe: reads,
    'merge-base': reads,
    'rev-list': reads,
    branch: only('-a -r -v -vv --list --all --remotes --show-current --no-color', NOTHING),
    remote: only('-v', NOTHING),
    tag: only('-l --list', NOTHING),
    stash: (args) => args.length === 1 && args[0] === 'list',
    worktree: (args) => args.length === 1 && args[0] === 'list',
  })([first, ...rest]);
};

/** Only what prints the lines of a file: `sed -n 1,50p`. */
const sed: Allows = ([flag, lines = '', ...files]) =>
  flag === '-n' && /^\d+(?:,(?:\d+|\$))?p$/.test(lines) && files.every((file) => !file.startsWith('-'));

const pytest = only('-q -v -vv -x -s -k= -m= --lf --ff --sw --maxfail= --tb=short --tb=long --tb=line --tb=no --no-header -rA');
const find: Allows = without(/^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/);

const PROGRAMS: ReadonlyMap<string, Allows> = new Map<string, Allows>([
  ...[
    ...set(
      'ls cat head tail wc pwd echo printf true false which type basename dirname realpath readlink stat du df cut tr nl cmp diff jq grep egrep fgrep test [ uname whoami id sleep seq md5sum sha256sum sha1sum ps',
    ),
  ].map((name): [string, Allows] => [name, anything]),
  ['rg', without(/^--(?:pre|hostname-bin|search-zip)|^-\w*z/)],
  ['sort', without(/^-\w*[oT]|^--(?:o|comp|t|files)/)],
  ['uniq', (args) => args.every((arg) => /^-[cdui]+$/.test(arg))],
  ['date', (args) => args.every((arg) => /^\+|^-u$/.test(arg))],
  ['file', without(/^-\w*[Cm]|^--(?:c|m)/)],
  ['tree', without(/^-o|^--output|^-R/)],
  ['sed', sed],
  ['find', find],
  ['git', git],
  ['npm', packages],
  ['pnpm', packages],
  ['yarn', packages],
  ['bun', ([first = '', ...rest]) => (first === 'test' ? runTests(rest) : first === 'run' && packages([first, ...rest]))],
  ['npx', ([first = '', ...rest]) => Object.hasOwn(tools, first) && (tools[first]?.(rest) ?? false)],
  ...Object.entries(tools),
  ['cargo', subcommands({ test: CARGO, check: CARGO, build: CARGO, clippy: CARGO, fmt: (args) => args.join(' ') === '--check' })],
  ['go', subcommands({ test: GO, vet: GO, build: only('-v', /^\.\/\.\.\.$/), version: only('', NOTHING) })],
  ['pytest', pytest],
  ['python', (args) => args[0] === '-m' && args[1] === 'pytest' && pytest(args.slice(2))],
  ['python3', (args) => args[0] === '-m' && args[1] === 'pytest' && pytest(args.slice(2))],
  ['make', (args) => args.length === 1 && isScript(args[0] ?? '')],
  ['node', (args) => args.length === 1 && /^(?:--version|-v)$/.test(args[0] ?? '')],
]);
