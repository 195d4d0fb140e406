// Which processes a pid can name. In a sandbox or a container (bwrap, Flatpak, docker) the same number is another process, or none.
import { readlinkSync } from 'node:fs';

type OfProcess = { readonly pid?: number | undefined; readonly pidNamespace?: string | undefined };

/** Linux only; elsewhere a computer has one. A sandbox may hide it, and what is hidden is never taken for our own. */
export const pidNamespace: string | undefined = process.platform === 'linux' ? ownNamespace() : undefined;

/** The pid, if it names the same process here as for whoever said it. Undefined means that nothing is known about the process. */
export function pidHere({ pid, pidNamespace: theirs }: OfProcess): number | undefined {
  const isSame = theirs === undefined || (theirs === pidNamespace && theirs !== HIDDEN);
  return isSame ? pid : undefined;
}

const HIDDEN = 'hidden';

function ownNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return HIDDEN;
  }
}
