// The token for TCP: created once, in a file that only the user can read.
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
  // Written to a temporary file and then linked: nobody ever reads half a token, and if two processes create one, the first wins.
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
    // Anything else in its place is not our token, and reading a pipe would wait.
    const stat = statSync(path);
    return stat.isFile() && stat.size <= LONGEST ? readFileSync(path, 'utf8').trim() : '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
