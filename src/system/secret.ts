// A key or token of an answering agent: from the environment or from a file that only the user can read, and never part of a report.

import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { homedir } from 'node:os';
import { DEEPEST } from '../text/json.ts';
import type { Environment } from './environment.ts';

type SecretPlace = { readonly env?: string | undefined; readonly file?: string | undefined };
export type Secret =
  | { readonly kind: 'secret'; readonly value: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'problem'; readonly message: string };

const OTHERS = 0o077;
const LONGEST_SECRET = 16_384;

/** Read each time, so that a key can be changed without a restart. `what` names it in messages. */
export async function readSecret(what: string, place: SecretPlace, env: Environment): Promise<Secret> {
  if (place.file !== undefined) return fromFile(what, place.file.replace(/^~(?=\/)/, env.HOME || homedir()));
  if (place.env === undefined) return { kind: 'none' };
  const value = env[place.env]?.trim();
  if (value) return { kind: 'secret', value };
  const fix = 'Set it where the broker is started, and restart the broker; or put it into a file.';
  return { kind: 'problem', message: `${what} should be in the environment variable ${place.env}, which is not set. ${fix}` };
}

/** Opened only once, so that the file that is checked is the file that is read. */
async function fromFile(what: string, path: string): Promise<Secret> {
  try {
    // Do not wait for the writer of a pipe.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return { kind: 'problem', message: `${what} should be in ${path}, which is not a file.` };
      if (process.platform !== 'win32' && (stat.mode & OTHERS) !== 0)
        return {
          kind: 'problem',
          message: `${what} is in ${path}, which other users can read. Fix that first: chmod 600 ${path}`,
        };
      const { bytesRead, buffer } = await file.read(Buffer.alloc(LONGEST_SECRET + 1), 0, LONGEST_SECRET + 1, 0);
      if (bytesRead > LONGEST_SECRET) return { kind: 'problem', message: `${what} should be in ${path}, which is too large to be one.` };
      const value = buffer.subarray(0, bytesRead).toString('utf8').trim();
      return value ? { kind: 'secret', value } : { kind: 'problem', message: `${what} should be in ${path}, which is empty.` };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const wrong = code === 'ENOENT' ? 'which does not exist' : `which cannot be read (${code})`;
    return { kind: 'problem', message: `${what} should be in ${path}, ${wrong}.` };
  }
}

/** Shorter ones would mask ordinary words, and so change answers. */
const SHORTEST_SECRET = 8;

export function masked(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).toSorted((a, b) => b.length - a.length);
  return known.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
}

/** The same for every text inside a value. What is nested deeper than any answer is left out. */
export function maskedDeep(value: unknown, hidden: (text: string) => string, levels = DEEPEST): unknown {
  if (typeof value === 'string') return hidden(value);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) return value.map((each) => maskedDeep(each, hidden, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskedDeep(each, hidden, levels - 1)]));
}

/** The values in an environment that must not be repeated, recognised by the names of their variables. */
export function secretsIn(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => (value && SECRET_NAME.test(name) ? [value] : []));
}
const SECRET_NAME = /(^|_)(\w*KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)(_|$)/i;

/** A secret is sent unencrypted only to this computer. Undefined if the address is fine. */
export function exposure(what: string, url: string): string | undefined {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || protocol === 'wss:' || isLoopback(hostname)) return undefined;
  return `${what} would go to ${hostname} unencrypted. Use ${protocol === 'ws:' ? 'wss' : 'https'}://, or an address of this computer.`;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
