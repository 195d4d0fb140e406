// TOML is read as statements with their places; what is not TOML is refused with its place.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { place, readToml, renderTable } from './toml.ts';

/** The whole file as one object. */
function parsed(text: string): unknown {
  const statements = readToml(text);
  if ('reason' in statements) return statements;
  const all = {};
  for (const statement of statements) if (statement.kind === 'pair') place(all, statement.key, statement.value);
  return all;
}

describe('values', () => {
  it.each([
    ['a = "x\\ty \\u00e9 \\"q\\""', { a: 'x\ty é "q"' }],
    ["a = 'C:\\path'", { a: 'C:\\path' }],
    ['a = """\none\ntwo \\\n   three"""', { a: 'one\ntwo three' }],
    ["a = '''\n[not.a.table]\n'''", { a: '[not.a.table]\n' }],
    ['a = """quotes: """""', { a: 'quotes: ""' }],
    ['a = [1, [2_000, 0xff], "]", # ]\n  ]', { a: [1, [2000, 255], ']'] }],
    ['a = { b = 1, c.d = [true, false] }', { a: { b: 1, c: { d: [true, false] } } }],
    ['a = 1979-05-27 07:32:00Z\nb = 07:32:00\nc = -inf\nd = 1e-3', { a: '1979-05-27 07:32:00Z', b: '07:32:00', c: '-inf', d: 0.001 }],
    ['"quoted key"."" = 1', { 'quoted key': { '': 1 } }],
    ['[a . "b.c"]\nd = 1 # a comment\n[[e]]\nf = 2', { a: { 'b.c': { d: 1 } }, e: { f: 2 } }],
    ['a = 1\r\nb = 2\r\n', { a: 1, b: 2 }],
    ['__proto__ = 1', JSON.parse('{"__proto__": 1}')],
    ['', {}],
  ])('%j', (text, value) => expect(parsed(text)).toEqual(value));
});

describe('what is not TOML', () => {
  it.each([
    ['a', 1],
    ['a = ', 4],
    ['a = 1 2', 5],
    ['a = "open', 4],
    ['a = [1, 2', 9],
    ['[a', 2],
    ['[a] b = 1', 3],
    ['= 1', 0],
    ['a = "\\q"', 4],
    ['{"json": true}', 0],
    ['a = yes', 4],
    [`a = ${'['.repeat(100_000)}`, 205],
  ])('%j', (text, offset) => expect(readToml(text.slice())).toMatchObject({ offset, reason: expect.stringContaining('not valid TOML') }));
});

it('a statement reaches from its first character to the end of its line', () => {
  const text = '# first\n\n  [a]  # of a\nb = [\n  1,\n] # of b\n\nc = 2';
  const statements = readToml(text);
  expect('reason' in statements ? statements : statements.map(({ from, to }) => text.slice(from, to))).toEqual([
    '[a]  # of a\n',
    'b = [\n  1,\n] # of b\n',
    'c = 2',
  ]);
});

it('whatever is rendered is read as the same', () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.string()),
    fc.integer(),
    fc.boolean(),
    fc.dictionary(fc.string(), fc.string()),
  );
  fc.assert(
    fc.property(fc.string(), fc.dictionary(fc.string(), value), (name, values) => {
      const read = parsed(renderTable(['servers', name], values)) as { servers?: Record<string, unknown> };
      expect(read.servers?.[name] ?? {}).toEqual({ ...values });
    }),
  );
});
