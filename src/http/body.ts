// Reads the body of a request, up to a limit.
import type { IncomingMessage } from 'node:http';
import { LARGEST_BODY } from '../contract/limits.ts';
import { BadRequest } from './errors.ts';

/** A client that sends more than this is disconnected; up to here it still gets a reply that says why. */
const MOST_DRAINED = 64 * LARGEST_BODY;

export function readBody(incoming: IncomingMessage, largest = LARGEST_BODY): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largest) chunks.push(chunk);
      else chunks.length = 0;
      if (size > MOST_DRAINED) incoming.destroy();
    });
    incoming.on('end', () => {
      if (size <= largest) resolve(Buffer.concat(chunks).toString('utf8'));
      else reject(new BadRequest('too-large', `the body has ${size} bytes; at most ${largest} are taken`, 'Send less.'));
    });
    incoming.on('error', reject);
    incoming.on('close', () => {
      if (!incoming.complete) reject(new BadRequest('cut-short', 'the body ended too early', 'Send it whole.'));
    });
  });
}
