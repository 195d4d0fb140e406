// The user's configuration file, and the messages if it is wrong.
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileProblem, problemText } from '../system/yaml-problems.ts';
import { openConfig, readConfig } from './config.ts';
import { loadLists } from './lists.ts';

const lists = await loadLists();

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'));
  path = join(folder, 'config.yaml');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const problems = (text: string): string[] => {
  writeFileSync(path, text);
  return readConfig(path, lists).problems.map((problem) => problemText(problem).replace(`${folder}/`, ''));
};

it('a configuration that is not a file, or is too large, is not read', () => {
  mkdirSync(path);
  expect(readConfig(path, lists).problems).toEqual([{ file: path, message: 'is not a file' }]);
  expect(readConfig('/dev/zero', lists).problems).toEqual([{ file: '/dev/zero', message: 'is not a file' }]);
  rmSync(path, { recursive: true });
  expect(problems('#'.repeat(1024 * 1024 + 1))).toEqual(['config.yaml: is too large to be read; the limit is 1024 KB']);
});

it('a file called config.yml is reported, not ignored, until it is renamed', () => {
  const seen: string[][] = [];
  const config = openConfig(path, (found) => seen.push(found.map(({ message }) => message)), lists);
  expect(config().pause).toBe(false);
  writeFileSync(join(folder, 'config.yml'), 'pause: true\n');
  expect(config().pause).toBe(false);
  renameSync(join(folder, 'config.yml'), path);
  expect(config().pause).toBe(true);
  expect(seen).toEqual([[], ['has the wrong name: rename it to config.yaml'], []]);
});

it.each([
  ['', undefined],
  ['claude-code: { headless: off }', undefined],
  ['claude-code: { headless: ask }', 600_000],
  ['claude-code: { headless: { ask: 1h30m } }', 5_400_000],
])('how long headless runs wait: %j', (text, ms) => {
  writeFileSync(path, text);
  expect(readConfig(path, lists)).toMatchObject({ problems: [] });
  expect(readConfig(path, lists).config.channels['claude-code']?.headless).toBe(ms);
});

describe('problems are reported with their line', () => {
  it.each([
    ['broken YAML', 'pause: false\nroutes: [\n', /^config\.yaml:\d:\d+: /],
    ['an unknown field', 'pause: false\nroute: []\n', /^config\.yaml:2:1: route: unknown field; did you mean "routes"\?$/],
    [
      'an unknown field inside',
      'routes:\n  - name: night\n    decide: [people]\n    whem: {}\n',
      /^config\.yaml:4:5: routes\[0\]\.whem: unknown field; did you mean "when"\?$/,
    ],
    ['a missing field', 'routes:\n  - name: night\n', /^config\.yaml:2:5: routes\[0\]\.decide: is missing$/],
    ['a value of the wrong type', 'pause: maybe\n', /^config\.yaml:1:8: pause: should be true or false, got "maybe"$/],
    [
      'an unknown kind of answerer',
      'answerers:\n  a: { kind: comand, run: [x] }\n',
      /^config\.yaml:2:14: answerers\.a\.kind: should be one of command, model, openclaw, chat, got "comand"; did you mean "command"\?$/,
    ],
    [
      'what headless runs do',
      'claude-code: { headless: true }\n',
      /^config\.yaml:1:26: claude-code\.headless: write off, ask, or how long it asks, as \{ ask: 30m \}, got true$/,
    ],
    [
      'how long headless runs wait',
      'claude-code: { headless: { ask: soon } }\n',
      /claude-code\.headless\.ask: write a length of time as 30s, .*, got "soon"$/,
    ],
    [
      'headless runs that wait for too long',
      'claude-code: { headless: { ask: 2d } }\n',
      /claude-code\.headless\.ask: write at most 24h: .*, got "2d"$/,
    ],
    [
      'a criterion',
      'routes:\n  - name: night\n    when:\n      kind: silly\n    decide: [people]\n',
      /^config\.yaml:4:\d+: routes\[0\]\.when\.kind.*"silly"/,
    ],
    [
      'a setting that is gone',
      'answerers:\n  claw:\n    kind: openclaw\n    hook-token-file: ~/token\n',
      /^config\.yaml:4:5: answerers\.claw\.hook-token-file: the hook of OpenClaw is no longer used, .*; give the gateway's token as token-file/,
    ],
    [
      'a setting of an agent that is gone',
      'opencode:\n  servers:\n    - url: http://127.0.0.1:4096\n',
      /^config\.yaml:2:3: opencode\.servers: opencode is reached only through our plugin now, .* run answerback setup opencode on the machine that runs opencode$/,
    ],
    ['a step', 'routes:\n  - decide:\n      - people\n      - nobody\n', /^config\.yaml:4:\d+: routes\[0\]\.decide\[1\].*a step is one of/],
    [
      'an agent that is not configured',
      'routes:\n  - decide:\n      - { rule: affirm }\n      - { agent: claw }\n',
      /^config\.yaml:4:\d+: .*no answerer is called "claw"/,
    ],
    [
      'two routes with one name',
      'routes:\n  - name: night\n    decide: [people]\n  - name: night\n    decide: [people]\n',
      /^config\.yaml:4:\d+: routes\[1\]\.name: routes\[0\] is called "night" already/,
    ],
    [
      'a time',
      'answerers:\n  claw:\n    kind: command\n    run: [x]\n    within: soon\n',
      /^config\.yaml:5:\d+: answerers\.claw\.within: write a length of time/,
    ],
  ])('%s', (_, text, message) => {
    expect(problems(text)[0]).toMatch(message);
  });
});

it('without a file, or with an empty one, people decide everything', () => {
  expect(readConfig(path, lists)).toMatchObject({ problems: [], config: { pause: false, routing: { routes: [], answerers: {} } } });
  expect(problems('')).toEqual([]);
});

it('is read again when it changes; a broken file is reported once, and the last valid configuration stays in use', () => {
  const reported: (readonly FileProblem[])[] = [];
  const config = openConfig(path, (each) => reported.push(each), lists);
  const write = (text: string, time: number) => {
    writeFileSync(path, text);
    utimesSync(path, time, time);
  };
  expect(config().routing.routes).toHaveLength(0);
  write('routes: [{ name: a, decide: [people] }]', 1);
  expect(config().routing.routes.map(({ name }) => name)).toEqual(['a']);
  write('routes: [{ name: b, decide: [nonsense] }]', 2);
  expect(config().routing.routes.map(({ name }) => name)).toEqual(['a']);
  config();
  expect(reported.map((each) => each.length)).toEqual([0, 0, 1]);
  write('routes: [{ name: c, decide: [people] }]', 3);
  expect(config().routing.routes.map(({ name }) => name)).toEqual(['c']);
  expect(reported.at(-1)).toEqual([]);
});

it('a file that was just emptied is being written: the last configuration stays in use until it is there, or stays empty', () => {
  const config = openConfig(path, () => {}, lists);
  writeFileSync(path, 'pause: true\n');
  expect(config().pause).toBe(true);
  writeFileSync(path, '');
  expect(config().pause).toBe(true);
  writeFileSync(path, 'paus: true\n');
  expect(config().pause).toBe(true);
  writeFileSync(path, '');
  utimesSync(path, 1, 1);
  expect(config().pause).toBe(false);
});
