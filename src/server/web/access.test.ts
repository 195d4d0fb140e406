import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Access } from '../../http/request.ts';
import { accessOf } from './access.ts';

const PORT = 4547;
const NAME = 'answerback-k3f9x2abcd.localhost';
const PUBLIC_URL = new URL('https://inbox.example');
const access = (via: 'tcp' | 'lan', headers: Record<string, string>, publicUrl?: URL): Access | undefined =>
  accessOf(via, { headers, socket: { localPort: PORT }, httpVersion: '1.1' } as unknown as IncomingMessage, { name: NAME, publicUrl });

describe('on this computer', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]', NAME, 'LOCALHOST'])('%s is ours', (name) => {
    expect(access('tcp', { host: `${name}:${PORT}` })).toMatchObject({
      kind: 'local',
      page: `http://${name.toLowerCase()}:${PORT}`,
      takesTokens: true,
      cookieName: 'answerback-4547',
      isSecure: false,
    });
  });

  it.each([
    '',
    '127.0.0.1',
    '127.0.0.1:80',
    'evil.example:4547',
    'answerback.localhost:4547',
    `x.${NAME}:4547`,
    '127.0.0.2:4547',
    'inbox.example',
  ])('%s is foreign', (host) => {
    expect(access('tcp', { host })).toBeUndefined();
  });
});

describe('through a proxy', () => {
  it.each([{ host: 'inbox.example' }, { host: 'INBOX.example' }])('under its own name, without tokens: %o', (headers) => {
    expect(access('tcp', headers, PUBLIC_URL)).toEqual({
      kind: 'public',
      page: 'https://inbox.example',
      origins: ['https://inbox.example'],
      takesTokens: false,
      cookieName: '__Host-answerback-4547',
      isSecure: true,
    });
  });

  const PROXIED = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-server', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'];
  it.each(PROXIED)('that sends our own name, without tokens, seen by %s', (name) => {
    const headers = { host: `127.0.0.1:${PORT}`, [name]: 'x' };
    const origins = ['https://inbox.example'];
    expect(access('tcp', headers, PUBLIC_URL)).toMatchObject({
      kind: 'public',
      page: origins[0],
      origins,
      takesTokens: false,
      isSecure: true,
    });
    expect(access('tcp', headers)).toMatchObject({ kind: 'public', page: undefined, origins: [], takesTokens: false });
  });

  it('that sends our own name and nothing else, as nginx does, seen by its old HTTP', () => {
    const request = { headers: { host: `127.0.0.1:${PORT}` }, socket: { localPort: PORT }, httpVersion: '1.0' };
    expect(accessOf('tcp', request as unknown as IncomingMessage, { name: NAME, publicUrl: undefined })).toMatchObject({
      kind: 'public',
      takesTokens: false,
    });
  });

  it.each(['inbox.example:443', 'inbox.example.evil.example', 'evil.example'])('%s is foreign', (host) => {
    expect(access('tcp', { host, 'x-forwarded-host': 'inbox.example' }, PUBLIC_URL)).toBeUndefined();
  });
});

describe('in the local network', () => {
  it.each(['192.168.1.2', '[fd00::2]', hostname(), `${hostname()}.local`])('%s is ours, and takes no tokens', (name) => {
    const host = `${name.toLowerCase()}:${PORT}`;
    expect(access('lan', { host }, PUBLIC_URL)).toEqual({
      kind: 'lan',
      page: `https://${host}`,
      origins: [`https://${host}`],
      takesTokens: false,
      cookieName: '__Host-answerback-4547',
      isSecure: true,
    });
  });

  it.each(['evil.example:4547', '192.168.1.2.evil.example:4547', '192.168.1.2', '192.168.1.2:1', 'inbox.example', '1.2:4547', ':4547', ''])(
    '"%s" is foreign',
    (host) => {
      expect(access('lan', { host }, PUBLIC_URL)).toBeUndefined();
    },
  );
});

it('the near end of a tunnel has a port of its own', () => {
  const tunnel = new URL('http://localhost:8000');
  expect(access('tcp', { host: 'localhost:8000' }, tunnel)).toMatchObject({
    kind: 'public',
    page: 'http://localhost:8000',
    takesTokens: false,
    cookieName: 'answerback-4547',
    isSecure: false,
  });
  expect(access('tcp', { host: 'localhost:8000' })).toBeUndefined();
});
