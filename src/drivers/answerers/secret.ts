// A key or a token of an answering agent: from the environment or from a file that nobody else can read, and never in what is reported.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { homedir } from 'node:os';

export type SecretPlace = { readonly env?: string | undefined; readonly file?: string | undefined };
export type Secret =
  | { readonly kind: 'secret'; readonly value: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'problem'; readonly message: string };

type Environment = Readonly<Record<string, string | undefined>>;

const OTHERS = 0o077;
const LONGEST_SECRET = 16_384;

/** Read anew each time, so that a key can be changed without a restart. `what` is how messages call it. */
export async function readSecret(what: string, place: SecretPlace, env: Environment): Promise<Secret> {
  if (place.file !== undefined) return fromFile(what, place.file.replace(/^~(?=\/)/, env.HOME || homedir()));
  if (place.env === undefined) return { kind: 'none' };
  const value = env[place.env]?.trim();
  if (value) return { kind: 'secret', value };
  const fix = 'Set it where the broker is started, and start the broker anew; or put it into a file.';
  return { kind: 'problem', message: `${what} should be in the environment variable ${place.env}, which is not set. ${fix}` };
}

/** Opened once: what is looked at is what is read. */
async function fromFile(what: string, path: string): Promise<Secret> {
  try {
    // Nobody waits for the writer of a pipe.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return { kind: 'problem', message: `${what} should be in ${path}, which is not a file.` };
      if (process.platform !== 'win32' && (stat.mode & OTHERS) !== 0)
        return {
          kind: 'problem',
          message: `${what} is in ${path}, which others on this machine may read. Change that first: chmod 600 ${path}`,
        };
      const { bytesRead, buffer } = await file.read(Buffer.alloc(LONGEST_SECRET + 1), 0, LONGEST_SECRET + 1, 0);
      if (bytesRead > LONGEST_SECRET) return { kind: 'problem', message: `${what} should be in ${path}, which is too large to be one.` };
      const value = buffer.subarray(0, bytesRead).toString('utf8').trim();
      return value ? { kind: 'secret', value } : { kind: 'problem', message: `${what} should be in ${path}, which is empty.` };
    } finally {
      await file.close();
    }
  } catch (error) {
    return { kind: 'problem', message: `${what} should be in ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code}).` };
  }
}

/** Shorter ones would mask ordinary words, and so change what was answered. */
const SHORTEST_SECRET = 8;

export function masked(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).toSorted((a, b) => b.length - a.length);
  return known.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
}

/** The same for every text inside a value. */
export function maskedDeep(value: unknown, hidden: (text: string) => string): unknown {
  if (typeof value === 'string') return hidden(value);
  if (Array.isArray(value)) return value.map((each) => maskedDeep(each, hidden));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskedDeep(each, hidden)]));
}

/** What an environment holds that must not be repeated: by the names of the variables. */
export function secretsIn(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) => (value && SECRET_NAME.test(name) ? [value] : []));
}
const SECRET_NAME = /(^|_)(\w*KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)(_|$)/i;

/** A secret is sent in the clear to this machine only. Undefined when all is well. */
export function exposure(what: string, url: string): string | undefined {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || protocol === 'wss:' || isLoopback(hostname)) return undefined;
  return `${what} would go to ${hostname} unencrypted. Use ${protocol === 'ws:' ? 'wss' : 'https'}://, or an address of this machine.`;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
