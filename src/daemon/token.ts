// The secret that opens the TCP door: made once, in a file that only the user can read.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

const BYTES = 32;
const LONGEST = 1024;

export function readOrMakeToken(path: string): string {
  const known = read(path);
  if (known) {
    chmodSync(path, 0o600);
    return known;
  }
  // Written whole beside its place, then linked into it: nobody ever reads half a token, and the first of two makers wins.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(BYTES).toString('base64url')}\n`, { mode: 0o600 });
  try {
    rmSync(path, { force: true });
    linkSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  return read(path);
}

export function sameToken(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function read(path: string): string {
  try {
    // Whatever else stands there is no token of ours, and a pipe would be waited for.
    const stat = statSync(path);
    return stat.isFile() && stat.size <= LONGEST ? readFileSync(path, 'utf8').trim() : '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
