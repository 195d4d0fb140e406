// Reading YAML: what is nested, repeated or simply too much is refused with words, before anything recurses over it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemText, readProjectYaml, readYaml } from './yaml-problems.ts';

const said = async (text: string): Promise<string> => {
  const read = await readProjectYaml('p.yaml', text);
  return read.kind === 'ok' ? `ok ${JSON.stringify(read.value)}` : problemText(read.problems[0] ?? { file: '', message: '' });
};
const own = (text: string) => {
  const read = readYaml('c.yaml', text);
  return read.kind === 'ok' ? `ok ${JSON.stringify(read.value)}` : (read.problems[0]?.message ?? '');
};

describe('nesting', () => {
  const DEEP: Readonly<Record<string, (levels: number) => string>> = {
    'open brackets': (n) => `routes: ${'['.repeat(n)}`,
    'closed brackets': (n) => `routes: ${'['.repeat(n)}${']'.repeat(n)}`,
    'open braces': (n) => '{a: '.repeat(n),
    'closed braces': (n) => `${'{a: '.repeat(n)}1${'}'.repeat(n)}`,
    'lists in one line': (n) => `${'- '.repeat(n)}x`,
    'explicit keys': (n) => `${'? '.repeat(n)}x`,
    'values without a name': (n) => ': '.repeat(n),
    indentation: (n) => Array.from({ length: Math.min(n, 300) }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
    'brackets with closing ones in comments': (n) => '[ # ]]]]]]\n '.repeat(n),
    'brackets with closing ones in quotes': (n) => `a: ${'["]]]]", '.repeat(n)}`,
    'brackets with closing ones in single quotes': (n) => `a: ${"[']]''', ".repeat(n)}`,
    'brackets with closing ones in escapes': (n) => `a: ${'["\\"]]]", '.repeat(n)}`,
    'brackets in the value of a block': (n) => `a: |\n ]]]]\nb: ${'['.repeat(n)}`,
    'lists and brackets': (n) => '- ['.repeat(n),
    'a list in a key in a list': (n) => '? - '.repeat(n),
  };

  it.each(Object.entries(DEEP))('of %s is refused beyond a limit, whatever the depth', async (_, deep) => {
    for (const levels of [60, 1_000, 5_000, 12_000]) expect(await said(deep(levels))).toMatch(/^p\.yaml:\d+:\d+: is nested too deeply/);
    expect(own(deep(20_000))).toContain('is nested too deeply');
  });

  it('of ordinary files is far from the limit, and brackets that are only text do not count', async () => {
    expect(await said('routes:\n  - when: { text: [a, b] }\n    decide: [{ rule: { choose: ["[[[[", b] } }]')).toMatch(/^ok/);
    expect(await said(`a: ${'['.repeat(20)}${']'.repeat(20)}`)).toMatch(/^ok/);
    expect(
      await said(`# ${'- [ { '.repeat(200)}\na: "${'[{'.repeat(500)}"\nb: |\n  ${'[ - '.repeat(500)}\nc: x${'[{'.repeat(100)}`),
    ).toMatch(/^ok/);
  });

  it('as the parser understands it is what is counted, in any text', async () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '- ',
      '? ',
      ': ',
      'a: ',
      '\n',
      '  ',
      '#',
      '|\n',
      '&a ',
      '*a',
      ', ',
      '\\',
      '---\n',
      '\t',
      '!t ',
    );
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 120 }), async (pieces) => {
        const read = await readProjectYaml('p.yaml', pieces.join(''));
        if (read.kind === 'ok') expect(depthOf(read.value)).toBeLessThan(60);
        else expect(read.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('aliases', () => {
  it("are refused in a project's file, and text with a star is not one", async () => {
    expect(await said('forbid: &a [*a]')).toMatch(/^p\.yaml:1:13: repeats something with a \*/);
    expect(await said('a: &x [1]\nb: *x')).toMatch(/:2:4: repeats something/);
    expect(await said('project: "*/shop"\ntool: mcp__*\ncommand: |\n  *x\n# *a\nb: a *b')).toMatch(/^ok/);
  });

  it("work in the user's own file, but not inside themselves, and not to make a text enormous", () => {
    expect(own('a: &x [1]\nb: [*x, *x]')).toBe('ok {"a":[1],"b":[[1],[1]]}');
    for (const cycle of ['a: &a [*a]', 'a: &a { b: *a }', 'a: &a { b: [{ c: *a }] }'])
      expect(own(cycle)).toContain('repeats itself inside itself');
    const laughs = Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`).join('\n');
    expect(own(`a0: &a0 [x]\n${laughs}`)).toContain('Excessive alias count');
    expect(own('a: *nowhere')).toContain('cannot be read: Unresolved alias');
  });
});

it('a name that is not text, and a second document, are problems with a place', async () => {
  expect(await said('? [a, b]\n: 1')).toBe('p.yaml:1:3: the name of a field must be text; put it in quotes');
  expect(await said('a: 1\n---\nb: 2')).toBe('p.yaml:2:1: a second document begins here; keep one');
});

it('tags make no values but those that JSON has, so that nothing a file forbids is out of sight', async () => {
  expect(await said('!!omap [forbid: rules]')).toBe('ok [{"forbid":"rules"}]');
  expect(await said('%YAML 1.1\n---\n!!omap\n- forbid: rules')).toBe('ok [{"forbid":"rules"}]');
  expect(await said('!!set { forbid }')).toBe('ok {"forbid":null}');
  expect(await said('when: !!omap [text: database]')).toBe('ok {"when":[{"text":"database"}]}');
  expect(await said('forbid: !!binary cnVsZXM=')).toBe('ok {"forbid":"cnVsZXM="}');
  expect(own('routes: !!set { a }')).toBe('ok {"routes":{"a":null}}');
});

it.each([
  ['words', `forbid: [${'a,'.repeat(30_000)}]`, 'has a list or section with more than 500 entries'],
  ['names', Array.from({ length: 6_000 }, (_, i) => `key${i}: 1`).join('\n'), 'has a list or section with more than 500 entries'],
  ['signs', `a: ${'} '.repeat(30_000)}`, 'has too much in it'],
  ['tags', '!a '.repeat(20_000), 'has too much in it'],
  ['documents', '---\na\n'.repeat(10_000), 'has too much in it'],
])("in a project's file, thousands of %s are refused quickly", async (_, text, why) => {
  expect(await said(text)).toContain(why);
});

it('others have their turn while a large file is read', async () => {
  let turns = 0;
  let reading = true;
  const others = () => {
    turns += 1;
    if (reading) setImmediate(others);
  };
  setImmediate(others);
  await readProjectYaml('p.yaml', `a: [${'{},'.repeat(490)}]\n${'# \n'.repeat(2_500)}`);
  reading = false;
  expect(turns).toBeGreaterThan(5);
});
