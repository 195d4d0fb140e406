import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Files, openFiles } from './files.ts';

let folder: string;
let files: Files;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
  mkdirSync(join(folder, 'web', 'icons'), { recursive: true });
  writeFileSync(join(folder, 'secret'), 'secret');
  for (const [name, text] of [
    ['index.html', '<!doctype html>'],
    ['app-3KV7QZ2A.js', 'x'.repeat(5000)],
    ['app-3KV7QZ2A.js.map', '{}'],
    ['sw.js', 'self'],
    ['icons/192.png', 'png'],
  ] as const)
    writeFileSync(join(folder, 'web', name), text);
  files = openFiles(join(folder, 'web'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  files.reply(new Request('http://127.0.0.1/', { method, headers }), path);

it('the page is never cached, hashed files for ever, others are checked', async () => {
  expect(await get('/')?.text()).toBe('<!doctype html>');
  expect(get('/')?.headers.get('cache-control')).toBe('no-store');
  expect(get('/app-3KV7QZ2A.js')?.headers.get('cache-control')).toContain('immutable');
  expect(get('/sw.js')?.headers.get('cache-control')).toBe('no-cache');
  const tag = get('/sw.js')?.headers.get('etag') ?? '';
  expect(get('/sw.js', { 'if-none-match': tag })?.status).toBe(304);
  expect(get('/icons/192.png')?.headers.get('content-type')).toBe('image/png');
});

it('is compressed for browsers that can read that', async () => {
  const small = get('/app-3KV7QZ2A.js', { 'accept-encoding': 'br, gzip' });
  expect(small?.headers.get('content-encoding')).toBe('gzip');
  const bytes = Buffer.from((await small?.arrayBuffer()) as ArrayBuffer);
  expect(bytes.length).toBeLessThan(500);
  expect(gunzipSync(bytes)).toHaveLength(5000);
  expect(get('/app-3KV7QZ2A.js')?.headers.get('content-encoding')).toBeNull();
});

it('no path leads out of the folder, or to anything else', () => {
  for (const path of [
    '/../secret',
    '/..%2fsecret',
    '//secret',
    '/icons',
    '/icons/',
    '/./sw.js',
    '/app-3KV7QZ2A.js.map',
    '/constructor',
    '',
  ])
    expect(get(path), path).toBeUndefined();
  for (const method of ['POST', 'PUT', 'DELETE']) expect(get('/', {}, method), method).toBeUndefined();
  expect(openFiles(join(folder, 'missing')).reply(new Request('http://127.0.0.1/'), '/')).toBeUndefined();
});
