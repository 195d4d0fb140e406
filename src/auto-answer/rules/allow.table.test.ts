// Two hundred tool calls, hostile and harmless, against ten `allow` lists. Each row names the lists that allow the call; no other may.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAsk, aQuestion } from '../../../test/support/samples.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import { allow } from './allow.ts';
import { readPattern } from './allow-pattern.ts';
import { commandWords } from './command-words.ts';
import { decideByRule } from './decide.ts';

const LISTS = {
  a: ['Bash(npm test)', 'Bash(npm run build)'],
  b: ['Bash(git diff:*)', 'Bash(git status)', 'Bash(git log *)'],
  c: ['Edit(src/**)', 'Write(src/**)', 'MultiEdit(src/**)', 'NotebookEdit(src/**)'],
  d: ['Read'],
  e: ['Bash'],
  f: ['mcp__github__get_issue', 'mcp__docs'],
  g: ['Bash(npx vitest run)', 'Bash(npx vitest run src/a.test.ts)'],
  h: ['Edit(*.md)', 'Read(~/notes/**)', 'Edit(.github/workflows/*.yml)', 'Read(//etc/hosts)'],
  i: ['Bash(npx vitest run:*)', 'WebSearch', 'Bash(make)'],
  j: ['bash(NODE_ENV=test npm test)', 'edit(src/*.ts)', "Bash(grep -rn 'a b' src)"],
} as const;
type List = keyof typeof LISTS;

/** The project is /srv/app, the home is /home/ada. Links: from the path on the left to the one on the right. */
const LINKS: Readonly<Record<string, string>> = {
  '/srv/app/src/out': '/etc',
  '/srv/app/src/link.ts': '/home/ada/.ssh/authorized_keys',
  '/srv/app/src/inner': '/srv/app/lib',
  '/home/ada/notes/keys': '/home/ada/.ssh',
  '/proc/self/cwd': '/srv/app',
};
const NOWHERE = '/srv/app/src/dangling.ts';

/** Like the driver: follows every link, and returns nothing for a broken link. */
function real(path: string): string | undefined {
  if (path.split('/').includes('..') || path === NOWHERE) return undefined;
  const link = Object.keys(LINKS).find((each) => path === each || path.startsWith(`${each}/`));
  return (link === undefined ? path : `${LINKS[link]}${path.slice(link.length)}`).replaceAll(/\/(?:\.?\/)+/g, '/');
}

const bash = (command: string) => ['Bash', { command }] as const;
const calls: readonly (readonly [lists: string, tool: string, input: unknown])[] = [
  // ── commands that are named ───────────────────────────────────────────────────────────────────────────────────────────
  ['ae', ...bash('npm test')],
  ['ae', ...bash('  npm   test  ')],
  ['ae', ...bash("npm 'test'")],
  ['ae', ...bash('"npm" "test"')],
  ['ae', ...bash('np"m" te\'s\'t')],
  ['ae', ...bash('npm run build')],
  ['ae', 'bash', { command: 'npm test' }],
  ['ae', 'BASH', { command: 'npm test' }],
  ['ae', 'Bash', { command: 'npm test', description: 'Run the tests', timeout: 5000, run_in_background: false }],
  ['ae', 'Bash', { command: ['npm', 'test'] }],
  ['ae', 'Bash', { cmd: 'npm test' }],
  ['be', ...bash('git diff')],
  ['be', ...bash('git diff --stat HEAD~1')],
  ['be', ...bash('git diff -- src/*.ts')],
  ['be', ...bash("git diff 'a=b' c:d ''~")],
  ['be', ...bash('git status')],
  ['be', ...bash('git log --oneline -n 5')],
  ['be', ...bash('git log')],
  ['egi', ...bash('npx vitest run src/a.test.ts')],
  ['egi', ...bash('npx vitest run')],
  ['ei', ...bash('make')],
  ['ej', ...bash('NODE_ENV=test npm test')],
  ['ej', ...bash('NODE_ENV="test" npm test')],
  ['ej', ...bash("grep -rn 'a b' src")],
  ['ej', ...bash('grep -rn "a b" src')],
  // A star means any arguments, including those that write files or run code. The documentation says so.
  ['be', ...bash('git diff --output=/home/ada/.bashrc')],
  ['be', ...bash('git diff --ext-diff --no-index / /etc')],
  ['be', ...bash("git diff '--output=a;b'")],
  ['be', ...bash("git log '$(reboot)'")],
  ['be', ...bash('git log --format="%h (%an); done"')],
  ['ei', ...bash('npx vitest run --reporter=./evil.js')],
  ['ei', ...bash('npx vitest run --config /tmp/evil.config.ts')],
  // ── the same with something before, after or inside it ────────────────────────────────────────────────────────────────
  ['e', ...bash('npm test --prefix /tmp/evil')],
  ['e', ...bash('npm testify')],
  ['e', ...bash('npm run build:evil')],
  ['e', ...bash('npm run')],
  ['e', ...bash('npm')],
  ['e', ...bash('npm Test')],
  ['e', ...bash('NPM test')],
  ['e', ...bash('npm "test "')],
  ['e', ...bash("npm 'test;reboot'")],
  ['e', ...bash('"npm test"')],
  ['e', ...bash('./npm test')],
  ['e', ...bash('/usr/bin/npm test')],
  ['e', ...bash('npm t\u0435st')],
  ['e', ...bash('n\u0440m test')],
  ['e', ...bash('\uff4e\uff50\uff4d test')],
  ['e', ...bash('npm te\u017ft')],
  ['e', ...bash('npm test\u0301')],
  ['e', ...bash('git diff\u037e reboot')],
  ['e', ...bash('cmd /c npm test')],
  ['e', ...bash('FOO=1 npm test')],
  ['e', ...bash('PATH=/tmp/evil npm test')],
  ['e', ...bash('NODE_OPTIONS=--require=/tmp/x.js npm test')],
  ['e', ...bash('NODE_ENV=prod npm test')],
  ['e', ...bash('env npm test')],
  ['e', ...bash('env -i npm test')],
  ['e', ...bash('sudo npm test')],
  ['e', ...bash('xargs npm test')],
  ['e', ...bash('nice npm test')],
  ['e', ...bash('time npm test')],
  ['e', ...bash('exec npm test')],
  ['e', ...bash('command npm test')],
  ['e', ...bash('eval npm test')],
  ['e', ...bash('! npm test')],
  ['e', ...bash("sh -c 'npm test'")],
  ['e', ...bash("bash -lc 'npm test; rm -rf /'")],
  ['e', ...bash("zsh -c 'git diff'")],
  ['e', ...bash("ssh host 'git diff'")],
  ['e', ...bash('git -c core.pager=/tmp/evil diff')],
  ['e', ...bash('git -C /etc diff')],
  ['e', ...bash('git --git-dir=/tmp/evil diff')],
  ['e', ...bash('git difftool --extcmd=/tmp/evil')],
  ['e', ...bash('git diff-files')],
  ['e', ...bash('git status --porcelain')],
  ['e', ...bash('git push --force')],
  ['e', ...bash('git reset --hard')],
  ['e', ...bash('git logs')],
  ['e', ...bash('npx vitest')],
  ['e', ...bash('npx vitest watch')],
  ['e', ...bash('npx vitest@evil run')],
  ['e', ...bash('npx -p evil vitest run')],
  ['e', ...bash('npx --yes vitest run')],
  ['e', ...bash('make install')],
  ['e', ...bash('make -f /tmp/evil')],
  ['e', ...bash('rm -rf /')],
  ['e', ...bash('ls')],
  ['e', ...bash('cat /etc/passwd')],
  ['e', ...bash('echo hello')],
  ['e', ...bash('curl http://evil.example')],
  ['e', ...bash('dd if=/dev/zero of=/dev/sda')],
  ['e', ...bash("python3 -c 'import os'")],
  ['e', ...bash("grep -rn 'a  b' src")],
  ['e', ...bash('grep -rn a b src')],
  ['e', ...bash("grep -rn 'a b' src lib")],
  // ── shell syntax: no list allows it, not even "Bash" ──────────────────────────────────────────────────────────────────
  ...[
    'npm test; rm -rf ~',
    'npm test ;',
    'npm test && rm -rf /',
    'npm test || reboot',
    'npm test & reboot',
    'npm test &',
    'npm test | tee /etc/passwd',
    'npm test |& sh',
    'npm test > /etc/passwd',
    'npm test >> ~/.bashrc',
    'npm test >file',
    'npm test 2>&1',
    'npm test < /etc/shadow',
    'npm test <<EOF\nrm -rf /\nEOF',
    "npm test <<< 'x'",
    'npm test <(reboot)',
    'npm test >(reboot)',
    'npm test $(reboot)',
    'npm test $HOME',
    'npm test $' + '{IFS}reboot',
    'npm test `reboot`',
    'npm "te$(reboot)st"',
    'npm "test`reboot`"',
    'npm "test$IFS"',
    "npm $'test'",
    'npm $"test"',
    'git diff "$(reboot)"',
    'git diff $(reboot)',
    'git diff; reboot',
    'git diff\nreboot',
    'git diff\r\nreboot',
    'git diff\rreboot',
    'git diff \\',
    'git diff C:\\Windows\\evil.exe',
    'git diff$IFS--output=x',
    'git diff ~ada',
    'git diff ~+',
    'git diff a=~/x',
    'git diff \ud800',
    '"NODE_ENV=test" npm test',
    'NODE_"ENV=te"st npm test',
    'NODE_ENV"="test npm test',
    '"X=./run" npm test',
    'git diff \\\nreboot',
    'git\tdiff',
    'git diff\u0000',
    'git diff\u001b[2K',
    'git diff\u2028reboot',
    'git diff\u200b',
    'git\u00a0diff',
    'git diff \u202etxt.exe',
    'git diff \\; reboot',
    'git d\\iff',
    '\\git diff',
    'git diff {a,b}',
    'git diff @{1}',
    '{ git diff; }',
    '(git diff)',
    'git diff (x)',
    'function git() { reboot; }',
    'git diff .*',
    'git diff .??*',
    'git diff ".".*',
    'git diff src/.*',
    'git diff .[a-z]*',
    'git diff ~',
    'git diff ~root/x',
    'git diff --output=~/.bashrc',
    'git diff # x',
    "git diff 'x",
    'git diff "x',
    "git diff 'x\ny'",
    "'",
    '""',
    '',
    '   ',
    'npx vitest run; reboot',
    'npx vitest run `reboot`',
    'make && make install',
    `git diff ${'x'.repeat(20_001)}`,
    `git diff ${'"x" '.repeat(100_000)}`,
  ].map((command) => ['', ...bash(command)] as const),
  // ── calls that are not a plain command ────────────────────────────────────────────────────────────────────────────────
  ['', 'Bash', { command: 'npm test', cwd: '/tmp/evil' }],
  ['', 'Bash', { command: 'npm test', env: { PATH: '/tmp' } }],
  ['', 'Bash', { command: 'npm test', dangerouslyDisableSandbox: true }],
  ['', 'Bash', { command: 'npm test', cmd: 'reboot' }],
  ['', 'Bash', { command: 5 }],
  ['', 'Bash', { command: ['npm', 5] }],
  ['', 'Bash', {}],
  ['', 'Bash', 'npm test'],
  ['', 'Bash', null],
  ['', 'Bash', { screen: 'npm test' }],
  ['e', 'Bash', { command: ['sh', '-c', 'npm test'] }],
  ['', 'PowerShell', { command: 'npm test' }],
  ['', 'B\u0430sh', { command: 'npm test' }],
  ['', 'BashOutput', { command: 'npm test' }],
  ['', 'Bash ', { command: 'npm test' }],
  ['', 'mcp__evil__Bash', { command: 'npm test' }],
  // ── files ─────────────────────────────────────────────────────────────────────────────────────────────────────────
  ['cj', 'Edit', { file_path: '/srv/app/src/a.ts', old_string: 'a', new_string: 'b' }],
  ['cj', 'Edit', { file_path: 'src/a.ts' }],
  ['cj', 'edit', { filePath: '/srv/app/src/a.ts' }],
  ['cj', 'Edit', { file_path: './src/./a.ts' }],
  ['c', 'Edit', { file_path: '/srv/app/src/deep/er/a.ts' }],
  ['c', 'Write', { file_path: '/srv/app/src/new.ts', content: 'x; rm -rf /' }],
  ['h', 'Edit', { file_path: '/srv/app/README.md' }],
  ['h', 'Edit', { file_path: '/srv/app/docs/deep/A.md' }],
  ['ch', 'Edit', { file_path: '/srv/app/src/README.md' }],
  ['h', 'Edit', { file_path: '/srv/app/.github/workflows/ci.yml' }],
  ['', 'Edit', { file_path: '/srv/app/.github/workflows/.hidden.yml' }],
  ['', 'Edit', { file_path: '/srv/app/.github/dependabot.yml' }],
  ['', 'Edit', { file_path: '/srv/app/.hidden.md' }],
  ['', 'Edit', { file_path: '/srv/app/.git/hooks/x.md' }],
  ['', 'Edit', { file_path: '/srv/app/src/.env' }],
  ['', 'Edit', { file_path: '/srv/app/src/.git/hooks/pre-commit' }],
  ['', 'Edit', { file_path: '/srv/app/src' }],
  ['', 'Edit', { file_path: '/srv/app/srcs/a.ts' }],
  ['', 'Edit', { file_path: '/srv/app/package.json' }],
  ['', 'Edit', { file_path: '/srv/app/lib/src/a.ts' }],
  ['', 'Edit', { file_path: '/srv/application/src/a.ts' }],
  ['', 'Edit', { file_path: '/etc/passwd' }],
  ['', 'Edit', { file_path: '/src/a.ts' }],
  ['', 'Edit', { file_path: '/home/ada/a.md' }],
  ['', 'Edit', { file_path: '/srv/app/src/../package.json' }],
  ['', 'Edit', { file_path: 'src/../../etc/passwd' }],
  ['', 'Edit', { file_path: '../app/src/a.ts' }],
  ['', 'Edit', { file_path: '~/src/a.ts' }],
  ['', 'Edit', { file_path: '' }],
  ['', 'Edit', { file_path: '/srv/app/src/a.ts\u0000.md' }],
  ['', 'Edit', { file_path: '/srv/app/src/out/hosts' }],
  ['', 'Edit', { file_path: '/srv/app/src/link.ts' }],
  ['', 'Edit', { file_path: '/srv/app/src/inner/a.ts' }],
  ['', 'Edit', { file_path: NOWHERE }],
  ['', 'Edit', { file_path: '/srv/app/\uff53rc/a.ts' }],
  ['', 'Edit', { file_path: '/srv/app/SRC/a.ts' }],
  ['', 'Edit', { file_path: ['/srv/app/src/a.ts'] }],
  ['', 'Edit', { file_path: '/srv/app/src/a.ts', path: '/etc/passwd' }],
  ['', 'Edit', { file_path: '/srv/app/src/a.ts', destination: '/etc/passwd' }],
  ['', 'Edit', { target: '/srv/app/src/a.ts' }],
  ['', 'Edit', {}],
  ['', 'Edit', 'src/a.ts'],
  ['', 'Edit', { file_path: '/srv/app/src/a.ts', uri: 'file:///etc/passwd' }],
  ['', 'Edit', { file_path: '/srv/app/src/a.ts', more: [{ file_path: '/etc/passwd' }] }],
  ['', 'Edit', { file_path: 'C:\\srv\\app\\src\\a.ts' }],
  ['', 'Edit', { file_path: '/srv/app/src/a\\..\\..\\..\\x.ts' }],
  ['', 'Edit', { file_path: '/srv/app/src/\u200c.git/hooks/pre-commit' }],
  ['', 'Edit', { file_path: '/srv/app/src/a.ts\n' }],
  ['', 'Edit', { file_path: '/srv/app/s\u0433c/a.ts' }],
  ['', 'Edit', { file_path: '/proc/self/cwd/src/a.ts' }],
  ['', 'Edit', { file_path: '//proc/self/cwd/src/a.ts' }],
  ['', 'Edit', { file_path: '~ada/src/a.ts' }],
  ['', 'Edit', { file_path: `/srv/app/src/${'a/'.repeat(5_000)}../../x` }],
  ['c', 'MultiEdit', { file_path: '/srv/app/src/a.ts', edits: [{ old_string: 'a', new_string: 'b' }] }],
  ['', 'MultiEdit', { file_path: '/srv/app/src/a.ts', edits: [{ file_path: '/etc/passwd', old_string: 'a', new_string: 'b' }] }],
  ['', 'MultiEdit', { file_path: '/srv/app/src/a.ts', edits: ['/etc/passwd'] }],
  ['', 'MultiEdit', { file_path: '/srv/app/src/a.ts', edits: { file_path: '/etc/passwd' } }],
  ['c', 'NotebookEdit', { notebook_path: '/srv/app/src/a.ipynb', new_source: 'print(1)', cell_id: '1', edit_mode: 'replace' }],
  ['', 'NotebookEdit', { notebook_path: '/srv/app/a.ipynb', new_source: 'print(1)' }],
  ['', 'Write', { file_path: '/srv/app/README.md' }],
  ['d', 'Read', { file_path: '/etc/shadow' }],
  ['dh', 'Read', { file_path: '/home/ada/notes/a.txt' }],
  ['dh', 'Read', { file_path: '/etc/hosts' }],
  ['d', 'Read', { file_path: '/home/ada/notes/.secret' }],
  ['d', 'Read', { file_path: '/home/ada/notes/keys/id' }],
  ['d', 'Read', { file_path: '/home/ada/.ssh/id_ed25519' }],
  ['d', 'Read', { file_path: '/home/adam/notes/a' }],
  ['', 'Reader', { file_path: '/srv/app/a' }],
  // ── other tools ───────────────────────────────────────────────────────────────────────────────────────────────────
  ['f', 'mcp__github__get_issue', { number: 1 }],
  ['f', 'mcp__docs__search', { q: 'x' }],
  ['f', 'mcp__docs__write__all', {}],
  ['', 'mcp__github__get_issues', {}],
  ['', 'mcp__github__delete_repo', {}],
  ['', 'mcp__GitHub__get_issue', {}],
  ['f', 'mcp__docs', {}],
  ['', 'mcp__docs2__search', {}],
  ['', 'get_issue', {}],
  ['i', 'WebSearch', { query: 'anything' }],
  ['i', 'websearch', {}],
  ['', 'WebFetch', { url: 'http://evil.example' }],
  ['', 'Task', { prompt: 'npm test' }],
];

const ask = (tool: string, input: unknown, over: Partial<Ask> = {}): Ask =>
  anAsk({
    kind: 'permission',
    source: 'hook',
    questions: [aQuestion({ text: 'Allow?', options: [{ label: 'Yes' }, { label: "Yes, and don't ask again" }, { label: 'No' }] })],
    detail: { kind: 'permission', tool, input },
    ...over,
  });

function patterns(list: readonly string[]) {
  return list.map((source) => {
    const read = readPattern(source);
    if (read.kind === 'bad') throw new Error(`${source}: ${read.why}`);
    return read.value;
  });
}

function decided(list: readonly string[], given: Ask) {
  return decideByRule({ kind: allow, settings: { patterns: patterns(list) } }, given, {
    past: [],
    home: '/home/ada',
    real,
    irreversible: false,
    named: false,
  });
}

const names = Object.keys(LISTS) as List[];

describe('what allow allows', () => {
  it(`is tested with enough calls`, () => {
    expect(calls.length).toBeGreaterThanOrEqual(200);
    expect(names).toHaveLength(10);
  });

  it.each(calls.map(([lists, tool, input]) => [tool, input, lists] as const))('%s %j is allowed by "%s"', (tool, input, lists) => {
    const allowing = names.filter((name) => decided(LISTS[name], ask(tool, input)).kind === 'decided');
    expect(allowing.join('')).toBe([...lists].sort().join(''));
  });

  it('is the first option, once', () => {
    expect(decided(LISTS.a, ask('Bash', { command: 'npm test' }))).toEqual({
      kind: 'decided',
      verdict: { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }] },
      reason: expect.stringContaining('Bash(npm test) allows it'),
    });
  });

  it.each<[string, Partial<Ask>]>([
    ['was read from a screen', { source: 'screen' }],
    ['is not a permission', { kind: 'question' }],
    ['has two questions', { questions: [aQuestion(), aQuestion()] }],
    ['has no options', { questions: [aQuestion({ options: [] })] }],
    ['takes several options', { questions: [aQuestion({ multiSelect: true })] }],
    ['has a lasting permission as its first option', { questions: [aQuestion({ options: [{ label: 'Always allow' }, { label: 'No' }] })] }],
    [
      'says in the description that it lasts',
      { questions: [aQuestion({ options: [{ label: 'Yes', description: 'for this session' }, { label: 'No' }] })] },
    ],
  ])('never includes a call that %s', (_, over) => {
    expect(decided(LISTS.a, ask('Bash', { command: 'npm test' }, over)).kind).toBe('passed');
  });

  it('has a reason on record for what it does not allow', () => {
    const reason = (command: string) => decided(LISTS.b, ask('Bash', { command })).reason;
    expect(reason('git diff; reboot')).toContain('";" means something to a shell');
    expect(reason('git diff .*')).toContain('may stand for hidden files');
    expect(reason('git push')).toContain('no rule names the command');
    expect(decided(LISTS.b, ask('Edit', { file_path: '/a' })).reason).toContain('no rule names the tool "Edit"');
    expect(decided(LISTS.c, ask('Edit', { file_path: '/etc/passwd' })).reason).toContain('no rule names the file "/etc/passwd"');
  });

  it('is never more than the lines name, whatever the command is', () => {
    const word = fc.constantFrom('npm', 'test', 'git', 'diff', 'log', 'npx', 'vitest', 'run', '-c', 'x=1', '.*', "'a b'", '"c"', '*', '~');
    const glue = fc.constantFrom(
      ' ',
      ' ',
      ' ',
      '  ',
      ';',
      '&&',
      '|',
      '\n',
      '\t',
      '$',
      '`',
      '>',
      '<',
      '(',
      ')',
      '{',
      '}',
      '\\',
      '"',
      "'",
      '#',
    );
    const command = fc.array(fc.tuple(word, glue), { maxLength: 6 }).map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(fc.oneof(command, fc.string({ unit: 'binary' }), fc.string()), fc.subarray(names), (text, chosen) => {
        const list = chosen.flatMap((name) => LISTS[name]);
        if (decided(list, ask('Bash', { command: text })).kind !== 'decided') return;
        const read = commandWords(text);
        if (read.kind === 'unsafe') throw new Error(`it was allowed, though ${read.why}`);
        expect(text.replaceAll(/'[^']*'/g, '').replaceAll(/"[^"$`\\]*"/g, '')).not.toMatch(/[;&|<>$(){}`\\\n\r\t'"]/);
        const named = patterns(list).some(
          (rule) =>
            rule.tool === 'bash' &&
            (rule.kind === 'any' ||
              (rule.kind === 'command' &&
                rule.words.every((each, i) => each === read.words[i]) &&
                (rule.more || rule.words.length === read.words.length))),
        );
        expect(named).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a line of allow', () => {
  it.each([
    ['', 'write a tool'],
    ['Bash(', 'write a tool'],
    ['Bash()', 'between the brackets'],
    ['Bash(npm test; ls)', 'no rule allows such a command'],
    ['Bash(npm *)(x)', 'no rule allows such a command'],
    ['Bash(rm dist/*)', 'a star stands only at the end'],
    ['Bash(npm * test)', 'a star stands only at the end'],
    ['Bash(echo $HOME)', 'no rule allows such a command'],
    ['Bash(ls ~)', 'no rule allows such a command'],
    ['Edit(../x)', 'cannot have ".."'],
    ['Edit(src/[ab].ts)', 'takes * and **'],
    ['WebFetch(domain:example.org)', 'write "WebFetch" alone'],
    ['mcp__a__b(x)', 'write "mcp__a__b" alone'],
  ])('%s is rejected with a reason', (source, why) => {
    expect(allow.schema(undefined as never).safeParse([source])).toMatchObject({
      success: false,
      error: { issues: [{ message: source === '' ? expect.any(String) : expect.stringContaining(why) }] },
    });
  });

  it('in a project’s file can only restrict', () => {
    const users = { patterns: patterns(['Bash(npm test)', 'Bash(make)']) };
    const projects = { patterns: patterns(['Bash(make)', 'Bash']) };
    expect(allow.narrowed?.(users, projects)).toEqual({ patterns: patterns(['Bash(make)']) });
    expect(allow.surplus?.(users, projects)).toEqual(['Bash']);
  });
});
