// What is said about a configuration that is valid, and still likely to be a mistake.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { notifyShape } from '../decide/notify/settings.ts';
import { secondFile, warningsIn } from './config-warnings.ts';

const warnings = (phone: object) => warningsIn({ notify: notifyShape.notify.parse({ phone }) });
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
