// Our entry in the text of a settings file: added, updated and removed, and every other character stays as it is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFormat } from '../../setup/json-format.ts';
import { tomlFormat } from './toml-format.ts';

const ENTRY = { command: 'node', args: ['answerback.cjs', 'mcp'] };
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
      '{\n  "mcpServers": {\n    "answerback": {\n      "command": "node",\n      "args": [\n        "answerback.cjs",\n        "mcp"\n      ]\n    }\n  }\n}\n',
    ],
    ['{"a":1}', '{"a":1,"mcpServers":{"answerback":{"command":"node","args":["answerback.cjs","mcp"]}}}'],
    [
      '{\r\n\t"mcpServers": {\r\n\t\t"x": {}\r\n\t}\r\n}',
      '{\r\n\t"mcpServers": {\r\n\t\t"x": {},\r\n\t\t"answerback": {\r\n\t\t\t"command": "node",\r\n\t\t\t"args": [\r\n\t\t\t\t"answerback.cjs",\r\n\t\t\t\t"mcp"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}',
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
  ])('comments and trailing commas stay where they are: %j', (text) => {
    const written = relaxed.write(text, ENTRY);
    expect(relaxed.read(written)).toEqual({ entry: ENTRY });
    const kept = written.split('\n').filter((line) => text.split('\n').includes(line) || line.includes('theirs'));
    expect(kept.join('\n').replace('{}, /* theirs */', '{} /* theirs */')).toBe(text);
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

  it('an entry from before setup comes back, and containers with a comment stay', () => {
    const before = '{"mcp": {"servers": {"answerback": {"command":  "mine"}}}}';
    expect(relaxed.remove(relaxed.write(before, ENTRY), before)).toBe(before);
    const commented = '{\n  "mcp": {\n    // keep\n    "servers": {\n      "answerback": {}\n    }\n  }\n}';
    expect(relaxed.remove(commented, '{}')).toBe('{\n  "mcp": {\n    // keep\n  }\n}');
  });
});

describe('TOML', () => {
  const toml = tomlFormat(['mcp_servers']);
  const TABLE = '[mcp_servers.answerback]\ncommand = "node"\nargs = ["answerback.cjs", "mcp"]\n';

  it.each([
    ['', TABLE],
    ['model = "o3"', `model = "o3"\n\n${TABLE}`],
    ['model = "o3"\n', `model = "o3"\n\n${TABLE}`],
    ['[mcp_servers.x] # theirs\r\ncommand = "y"\r\n', `[mcp_servers.x] # theirs\r\ncommand = "y"\r\n\r\n${TABLE.replaceAll('\n', '\r\n')}`],
  ])('is added to %j', (before, after) => expect(toml.write(before, ENTRY)).toBe(after));

  it('is removed with its blank line, whatever was added around it', () => {
    const written = toml.write('model = "o3"\n', ENTRY);
    expect(toml.remove(written, 'model = "o3"\n')).toBe('model = "o3"\n');
    expect(toml.remove(`${written}\n# theirs\n[mcp_servers.x]\ncommand = "y"\n`, 'model = "o3"\n')).toBe(
      'model = "o3"\n\n# theirs\n[mcp_servers.x]\ncommand = "y"\n',
    );
  });

  it('is updated in its place, with the tables within it', () => {
    const old =
      '[mcp_servers.answerback]\ncommand = "answerback"\nargs = ["mcp"]\n\n[mcp_servers.answerback.env]\nA = "1"\n\n# next\n[tui]\n';
    expect(toml.read(old)).toEqual({ entry: { command: 'answerback', args: ['mcp'], env: { A: '1' } } });
    expect(toml.write(old, ENTRY)).toBe(`${TABLE}\n# next\n[tui]\n`);
    expect(toml.remove(toml.write(old, ENTRY), old)).toBe(old);
  });

  it('stays as it is if it says the same in another way', () => {
    const text = "[mcp_servers.'answerback']\nargs = [\n  'answerback.cjs', # the program\n  'mcp',\n]\ncommand = 'node'\n";
    expect(toml.write(text, ENTRY)).toBe(text);
  });

  it('a header within a string or a list is none', () => {
    const text = 'a = """\n[mcp_servers.answerback]\n"""\nb = [\n  ["mcp_servers.answerback"],\n]\n';
    expect(toml.read(text)).toEqual({ entry: undefined });
    expect(toml.remove(toml.write(text, ENTRY), text)).toBe(text);
  });

  it.each([
    ['mcp_servers = { x = { command = "y" } }\n', 'not written as a table'],
    ['mcp_servers.answerback.command = "y"\n', 'not written as a table'],
    ['[mcp_servers]\nanswerback = { command = "y" }\n', 'not written as a table'],
    ['[[mcp_servers.answerback]]\n', 'not written as a table'],
    [`${TABLE}${TABLE}`, 'appears twice'],
    ['model = \n', 'not valid TOML'],
  ])('%j is refused', (text, reason) => expect(toml.read(text)).toMatchObject({ reason: expect.stringContaining(reason) }));

  it('other servers in any form are no obstacle', () => {
    for (const text of ['[mcp_servers]\nx = { command = "y" }\n', 'mcp_servers.x.command = "y"\n'])
      expect(toml.read(toml.write(text, OTHER))).toEqual({ entry: OTHER });
  });
});
