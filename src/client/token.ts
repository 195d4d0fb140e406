// The token for TCP: created once, in a file that only the user can read.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

const BYTES = 32;
const LONGEST = 1024;
const MOST_TRIES = 3;

export function readOrMakeToken(path: string): string {
  const known = readToken(path);
  if (known) {
    chmodSync(path, 0o600);
    return known;
  }
  // Written to a temporary file and then linked: nobody ever reads half a token, and if two processes create one, the first wins.
  // What is there and is no token is removed.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(BYTES).toString('base64url')}\n`, { mode: 0o600 });
  try {
    for (let tries = 0; readToken(path) === '' && tries < MOST_TRIES; tries += 1) {
      try {
        linkSync(draft, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        if (readToken(path) === '') rmSync(path, { force: true });
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return readToken(path);
}

export function sameToken(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** In the address of an agent whose own dialog may answer. A person gets it with the token for everything; an agent that may only ask cannot make it. */
export function elicitKey(path: string): string {
  return createHmac('sha256', readToken(path)).update('elicit').digest('base64url');
}

/** Empty if there is none. */
export function readToken(path: string): string {
  try {
    // Anything else in its place is not our token, and reading a pipe would wait.
    const stat = statSync(path);
    return stat.isFile() && stat.size <= LONGEST ? readFileSync(path, 'utf8').trim() : '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
