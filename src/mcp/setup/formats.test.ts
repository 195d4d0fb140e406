// Our entry in the text of a settings file: added, updated and removed, and every other value stays as it is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFormat } from '../../setup/json-format.ts';
import { tomlFormat } from './toml-format.ts';

const ENTRY = { command: 'node', args: ['answerback.js', 'mcp'] };
const OTHER = { command: 'other' };

/** Any object, with and without servers, at any indentation. */
const settings = fc
  .tuple(
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
    fc.option(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })), { nil: undefined }),
    fc.constantFrom(0, 1, 2, 4, '\t'),
  )
  .map(([others, mcpServers, indent]) => JSON.stringify({ ...others, ...(mcpServers ? { mcpServers } : {}) }, null, indent));

describe('JSON', () => {
  const plain = jsonFormat(['mcpServers'], { program: 'Client', comments: false, trailingCommas: false });
  const relaxed = jsonFormat(['mcp', 'servers'], { program: 'Client', comments: true, trailingCommas: true });

  it.each([
    [
      '',
      '{\n  "mcpServers": {\n    "answerback": {\n      "command": "node",\n      "args": [\n        "answerback.js",\n        "mcp"\n      ]\n    }\n  }\n}\n',
    ],
    ['{"a":1}', '{"a":1,"mcpServers": {"answerback":{"command":"node","args":["answerback.js","mcp"]}}}'],
    [
      '{\r\n\t"mcpServers": {\r\n\t\t"x": {}\r\n\t}\r\n}',
      '{\r\n\t"mcpServers": {\r\n\t\t"x": {},\r\n\t\t"answerback": {\r\n\t\t\t"command": "node",\r\n\t\t\t"args": [\r\n\t\t\t\t"answerback.js",\r\n\t\t\t\t"mcp"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}',
    ],
  ])('is added to %j', (before, after) => expect(plain.write(before, ENTRY)).toBe(after));

  it('any settings are the same again after adding and removing', () =>
    fc.assert(
      fc.property(settings, (text) => {
        const before = plain.read(text);
        fc.pre('entry' in before && before.entry === undefined);
        const written = plain.write(text, ENTRY);
        const { mcpServers, ...others } = JSON.parse(written);
        expect(mcpServers.answerback).toEqual(ENTRY);
        expect(others).toEqual((({ mcpServers: _, ...rest }) => rest)(JSON.parse(text)));
        expect(plain.remove(written, text)).toBe(text);
      }),
    ));

  it.each([
    '{}',
    '{\n  "a": 1\n}\n',
    '{ "mcpServers": {} }',
    '{\n    "mcpServers": {\n        "x": { "command": "y" }\n    },\n    "z": [1, 2]\n}',
  ])('%j is the same again after adding and removing', (text) => {
    const written = plain.write(text, ENTRY);
    expect(plain.read(written)).toEqual({ entry: ENTRY });
    expect(plain.write(written, ENTRY)).toBe(written);
    expect(plain.remove(written, text)).toBe(text);
  });

  it.each([
    '{\n  // mine\n  "mcp": {\n    "servers": {\n      "x": {}, // theirs\n    }, /* end */\n  },\n}\n',
    '{\n  "mcp": {\n    "servers": {\n      "x": {} /* theirs */\n    }\n  } // end\n}\n',
    '{\n  "mcp": {\n    "servers": {\n      "x": {}, /* theirs,\n      on two lines */\n    },\n  },\n}\n',
  ])('comments and trailing commas stay: %j', (text) => {
    const written = relaxed.write(text, ENTRY);
    expect(relaxed.read(written)).toEqual({ entry: ENTRY });
    for (const comment of text.match(/\/\/.*|\/\*[\s\S]*?\*\//g) ?? []) expect(written).toContain(comment);
    expect(relaxed.remove(written, text)).toBe(text);
  });

  it.each([
    ['{ // mine\n}', 'with comments', 2],
    ['{"a": 1,}', 'trailing comma', 7],
    ['{"a"', 'not valid JSON', 4],
    ['[]', 'not an object', 0],
    ['{"mcpServers": []}', '"mcpServers" is not an object', 15],
    ['{"mcpServers": {}, "mcpServers": {}}', 'appears twice', 19],
  ])('%j is refused where the client would', (text, reason, offset) =>
    expect(plain.read(text)).toMatchObject({ reason: expect.stringContaining(reason), offset }),
  );

  it('an entry from before setup comes back, and what was there stays, also if it is empty', () => {
    const before = '{"mcp": {"servers": {"answerback": {"command":  "mine"}}}}';
    expect(JSON.parse(relaxed.remove(relaxed.write(before, ENTRY), before))).toEqual(JSON.parse(before));
    const empty = '{"mcp":{"servers":{}}}';
    expect(relaxed.remove(relaxed.write(empty, ENTRY), empty)).toBe(empty);
    expect(relaxed.remove(relaxed.write(empty, ENTRY), '{"mcp":{}}')).toBe('{"mcp":{}}');
  });

  it('what is left is valid without our entry, also with a comma behind it', () => {
    const text = '{\n  "mcp": {\n    "servers": {\n      "answerback": {},\n    },\n  },\n}\n';
    for (const original of [undefined, '{"mcp":{}}', '{"mcp":{"servers":{}}}'])
      expect(relaxed.read(relaxed.remove(text, original))).toEqual({ entry: undefined });
  });
});

describe('TOML', () => {
  const toml = tomlFormat(['mcp_servers']);
  const written = (text: string, entry: object = ENTRY) => {
    const after = toml.write(text, entry);
    return typeof after === 'string' ? after : expect.fail(after.reason);
  };
  const BLOCK = toml.print(ENTRY);

  it('is a table between two comments', () => {
    expect(BLOCK.split('\n').slice(1, -2)).toEqual(['[mcp_servers.answerback]', 'command = "node"', 'args = [ "answerback.js", "mcp" ]']);
    expect([BLOCK.split('\n')[0], BLOCK.split('\n').at(-2)]).toEqual([expect.stringMatching(/^# >>> answerback/), '# <<< answerback']);
  });

  it.each([
    ['', BLOCK],
    ['model = "o3"', `model = "o3"\n\n${BLOCK}`],
    ['model = "o3"\n', `model = "o3"\n\n${BLOCK}`],
    ['[mcp_servers.x] # theirs\r\ncommand = "y"\r\n', `[mcp_servers.x] # theirs\r\ncommand = "y"\r\n\r\n${BLOCK.replaceAll('\n', '\r\n')}`],
  ])('is added to %j', (before, after) => expect(toml.write(before, ENTRY)).toBe(after));

  it('is removed with its blank line, whatever was added around it', () => {
    const now = written('model = "o3"\n');
    expect(toml.remove(now, undefined)).toBe('model = "o3"\n');
    expect(toml.remove(`${now}\n# theirs\n[mcp_servers.x]\ncommand = "y"\n`, undefined)).toBe(
      'model = "o3"\n\n# theirs\n[mcp_servers.x]\ncommand = "y"\n',
    );
  });

  it('is replaced in its place, with the tables within it, and stays as it is if it says the same in another way', () => {
    const old = `a = 1\n\n${toml.print({ command: 'answerback', args: ['mcp'], env: { A: '1' } })}\n# next\n[tui]\n`;
    expect(toml.read(old)).toEqual({ entry: { command: 'answerback', args: ['mcp'], env: { A: '1' } } });
    expect(toml.write(old, ENTRY)).toBe(`a = 1\n\n${BLOCK}\n# next\n[tui]\n`);
    const same = BLOCK.replace('command = "node"\n', '').replace('# <<<', "command = 'node' # the program\n# <<<");
    expect(toml.write(same, ENTRY)).toBe(same);
  });

  it('what others wrote between the comments stays', () => {
    const mixed = BLOCK.replace('# <<<', '[mcp_servers.x]\ncommand = "y"\n# <<<');
    expect(toml.remove(mixed, undefined)).toBe(mixed);
    expect(toml.write(mixed, OTHER)).toMatchObject({ reason: expect.stringContaining('setup cannot add to') });
    const half = BLOCK.replace(/# <<<.*\n/, '');
    expect(toml.remove(half, undefined)).toBe(half);
  });

  it('a header within a string or a list is none', () => {
    const text = 'a = """\n[mcp_servers.answerback]\n"""\nb = [\n  ["mcp_servers.answerback"],\n]\n';
    expect(toml.read(text)).toEqual({ entry: undefined });
    expect(toml.remove(written(text), undefined)).toBe(text);
  });

  it('any entry is read as it was written', () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.string()),
      fc.integer(),
      fc.boolean(),
      fc.dictionary(fc.string(), fc.string()),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (entry) => {
        const now = written('a = 1\n', { ...entry });
        expect(toml.read(now)).toEqual({ entry: { ...entry } });
        expect(toml.write(now, { ...entry })).toBe(now);
        expect(toml.remove(now, undefined)).toBe('a = 1\n');
      }),
    );
  });

  it.each([
    'mcp_servers = { x = { command = "y" } }\n',
    'mcp_servers.answerback.command = "y"\n',
    '[mcp_servers]\nanswerback = { command = "y" }\n',
    '[[mcp_servers.answerback]]\n',
    '[mcp_servers.answerback]\ncommand = "answerback"\n',
  ])('is not added to %j', (text) =>
    expect(toml.write(text, ENTRY)).toMatchObject({ reason: expect.stringContaining('setup cannot add to') }),
  );

  it.each([
    [`${BLOCK}${BLOCK}`, BLOCK.length],
    ['model = \n', 0],
    ['a = 1\nb = "open', 6],
    [`a = ${'['.repeat(100_000)}`, 0],
    ['{"json": true}', 0],
  ])('%j is refused', (text, after) => {
    const read = toml.read(text);
    expect(read).toMatchObject({ reason: expect.stringMatching(/^this is not valid TOML: \w/), fix: 'Fix it, and try again.' });
    expect('offset' in read && read.offset).toBeGreaterThanOrEqual(after);
  });

  it('other servers in any form are no obstacle, nor are large numbers and dates', () => {
    for (const text of [
      '[mcp_servers]\nx = { command = "y" }\n',
      'mcp_servers.x.command = "y"\n',
      'a = 9999999999999999999\nb = 1979-05-27T07:32:00Z\n__proto__ = 1\n',
    ]) {
      expect(toml.read(written(text, OTHER))).toEqual({ entry: OTHER });
      expect(toml.remove(written(text, OTHER), undefined)).toBe(text);
    }
  });
});
