// The name of the page on this computer: known only to the user, so that no other program here can get its cookies.
import { createHmac } from 'node:crypto';
import { readable } from '../../system/readable.ts';

const LENGTH = 10;

/**
 * Browsers send cookies to every port of a host. A program that may not read the user's files, such as the server of an agent in a sandbox, could
 * therefore get the cookies of `127.0.0.1` when the user opens its page, and those of any name that it knows by a redirect to its own port. This
 * name has 50 bits that it does not know.
 */
export function ownName(token: string): string {
  const bytes = createHmac('sha256', token).update('the name of the page').digest().subarray(0, LENGTH);
  return `answerback-${readable(bytes)}.localhost`;
}

/** Chrome, Edge and Firefox know that such names are this computer. Safari asks the system, and older ones do not know. */
export async function isUsable(name: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  if (platform !== 'darwin') return true;
  const { lookup } = await import('node:dns/promises');
  const found = await lookup(name).catch(() => undefined);
  return found?.address === '127.0.0.1' || found?.address === '::1';
}
