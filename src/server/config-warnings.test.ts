// What is said about a configuration that is valid, and still likely to be a mistake.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseRouting } from '../../test/support/routing.ts';
import { notifyShape } from '../notify/notifier-kind.ts';
import { NOTIFIERS } from '../notify/notifiers/list.ts';
import { secondFile, warningsIn } from './config-warnings.ts';

const warnings = (phone: object) => warningsIn({ routing: routing(), notify: notifyShape(NOTIFIERS).notify.parse({ phone }) });
function routing(...routes: readonly object[]) {
  const read = parseRouting({ routes });
  if (read.kind === 'invalid') throw new Error(read.problems.map(({ message }) => message).join('; '));
  return read.value;
}
const ntfy = { kind: 'ntfy', topic: 'asks' };
const safe = { ...ntfy, links: 'https://broker.example.com', 'token-env': 'TOKEN' };
const hook = { kind: 'webhook', 'secret-env': 'SECRET' };

it('ntfy with links needs a token, and https for links and texts', () => {
  expect(warnings(safe)).toEqual([]);
  expect(warnings(ntfy)).toEqual([]);
  expect(warnings({ ...ntfy, links: safe.links })).toEqual([
    expect.stringMatching(/^notify\.phone: everyone who knows the topic can answer/),
  ]);
  expect(warnings({ ...safe, links: 'http://192.168.1.5:4547' })).toEqual([
    'notify.phone: The links that answer would go to 192.168.1.5 unencrypted. Use https://, or an address of this computer.',
  ]);
  expect(warnings({ ...safe, url: 'http://ntfy.example.com' })).toEqual([expect.stringContaining('The text of messages would go to ntfy')]);
  expect(warnings({ ...safe, url: 'http://localhost:8080' })).toEqual([]);
  expect(warnings({ ...ntfy, url: 'http://ntfy.example.com', show: 'nothing' })).toEqual([]);
});

it('a webhook needs https, unless it is on this computer', () => {
  expect(warnings({ ...hook, url: 'http://example.com/hook' })).toEqual([expect.stringContaining('unencrypted')]);
  expect(warnings({ ...hook, url: 'http://127.0.0.1:9/hook' })).toEqual([]);
});

it('a second file beside the configuration is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'config.yaml');
  writeFileSync(join(folder, 'config.yml'), '');
  expect(secondFile(path)).toEqual([]);
  writeFileSync(path, '');
  expect(secondFile(path)).toEqual([`${folder}/config.yml is ignored, because there is a config.yaml beside it; remove one of the two`]);
});

describe('a rule that only matches words', () => {
  const inRoute = (route: object) => warningsIn({ routing: routing({ name: 'night', ...route }), notify: {} });
  const decide = [{ rule: 'affirm' }, { rule: { choose: 'Postgres' } }, { rule: 'affirm' }];

  it('would only pass on a route that does not name the question, and what to write is said', () => {
    expect(inRoute({ decide })).toEqual([
      'route "night": affirm and choose would only pass, because the route does not name the question by its text; write into its when which questions it is for, as in text: "run the tests", or beside decide irreversible: allow',
    ]);
    expect(inRoute({ when: { project: 'shop', header: 'Go' }, decide: [{ rule: 'delegate' }] })).toEqual([
      expect.stringContaining('route "night": delegate would only pass'),
    ]);
    expect(inRoute({ when: { text: 'run the tests' }, decide })).toEqual([]);
    expect(inRoute({ irreversible: 'allow', decide })).toEqual([]);
    expect(inRoute({ decide: [{ rule: { precedent: {} } }, { rule: { words: 'Go on.' } }, 'people'] })).toEqual([]);
  });

  it.each(['*', '?', 'a', '/.*/', '/./', '/^/', '/[a-z]+/i', '/\\?$/', '/\\w{3,}/', '/^(?!.*delete)/', '/(tests)?/'])(
    'is not named by a text that fits anything: %s',
    (text) => {
      expect(inRoute({ when: { text }, decide })).toEqual([expect.stringContaining('has a text that fits almost any question')]);
      expect(inRoute({ when: { text: ['run the tests', text] }, decide })).toHaveLength(1);
    },
  );

  it.each(['tests', 'run the tests', '/^shall i (run|start)/i', '/\\btests\\?$/', '続けますか'])('is named by %s', (text) => {
    expect(inRoute({ when: { text }, decide })).toEqual([]);
  });
});
