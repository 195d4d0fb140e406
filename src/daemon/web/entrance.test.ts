import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type Entrance, entranceOf } from './entrance.ts';

const PORT = 4547;
const NAME = 'answerback-k3f9x2abcd.localhost';
const OUTSIDE = new URL('https://inbox.example');
const through = (via: 'tcp' | 'lan', headers: Record<string, string>, outside?: URL): Entrance | undefined =>
  entranceOf(via, { headers, socket: { localPort: PORT } } as unknown as IncomingMessage, { name: NAME, publicUrl: outside });

describe('on this computer', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]', NAME, 'LOCALHOST'])('%s is ours', (name) => {
    expect(through('tcp', { host: `${name}:${PORT}` })).toMatchObject({
      door: 'local',
      page: `http://${name.toLowerCase()}:${PORT}`,
      takesTokens: true,
      cookie: 'answerback-4547',
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
    expect(through('tcp', { host })).toBeUndefined();
  });
});

describe('through a proxy', () => {
  it.each([{ host: 'inbox.example' }, { host: 'INBOX.example' }])('under its own name, without tokens: %o', (headers) => {
    expect(through('tcp', headers, OUTSIDE)).toEqual({
      door: 'public',
      page: 'https://inbox.example',
      origins: ['https://inbox.example'],
      takesTokens: false,
      cookie: '__Host-answerback-4547',
      isSecure: true,
    });
  });

  it.each(['x-forwarded-for', 'x-forwarded-proto', 'forwarded'])('that sends our own name, seen by %s', (name) => {
    const headers = { host: `127.0.0.1:${PORT}`, [name]: 'x' };
    expect(through('tcp', headers, OUTSIDE)).toMatchObject({ door: 'public', page: 'https://inbox.example', isSecure: true });
    expect(through('tcp', headers)).toMatchObject({ door: 'public', page: undefined });
  });

  it.each(['inbox.example:443', 'inbox.example.evil.example', 'evil.example'])('%s is foreign', (host) => {
    expect(through('tcp', { host, 'x-forwarded-host': 'inbox.example' }, OUTSIDE)).toBeUndefined();
  });
});

describe('in the local network', () => {
  it.each(['192.168.1.2', '[fd00::2]', hostname(), `${hostname()}.local`])('%s is ours, and takes no tokens', (name) => {
    const host = `${name.toLowerCase()}:${PORT}`;
    expect(through('lan', { host }, OUTSIDE)).toEqual({
      door: 'lan',
      page: `https://${host}`,
      origins: [`https://${host}`],
      takesTokens: false,
      cookie: '__Host-answerback-4547',
      isSecure: true,
    });
  });

  it.each(['evil.example:4547', '192.168.1.2.evil.example:4547', '192.168.1.2', '192.168.1.2:1', 'inbox.example', '1.2:4547', ':4547', ''])(
    '"%s" is foreign',
    (host) => {
      expect(through('lan', { host }, OUTSIDE)).toBeUndefined();
    },
  );
});

it('the near end of a tunnel has a port of its own', () => {
  const tunnel = new URL('http://localhost:8000');
  expect(through('tcp', { host: 'localhost:8000' }, tunnel)).toMatchObject({
    door: 'public',
    page: 'http://localhost:8000',
    takesTokens: false,
    cookie: 'answerback-4547',
    isSecure: false,
  });
  expect(through('tcp', { host: 'localhost:8000' })).toBeUndefined();
});
