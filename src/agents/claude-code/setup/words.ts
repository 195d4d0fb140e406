// What `answerback setup` and `doctor` both say about Claude Code.
import { durationText } from '../../../text/duration.ts';
import type { Via } from './settings.ts';

/** Measured on two cores; on an idle computer it is the lower figure. */
export const SOCKET_COST = 'Each hook starts a Node process, three for every tool call: 0.1 to 0.5 s.';

/** After "headless runs (claude -p)". */
export const headlessWords = (waitsMs: number | undefined): string =>
  waitsMs === undefined
    ? 'are left alone: what needs a permission is denied there, as without Answerback'
    : `ask in the inbox and wait up to ${durationText(waitsMs)}`;

/** How hooks reach the broker, and why so. */
export function wayWords(via: Via, others: readonly string[]): string {
  const who = others.length === 0 ? 'nobody else can log in here' : `${others.join(', ')} may be able to log in here`;
  if (via === 'port') return `hooks use the port (${who})`;
  const slow = 'hooks use the socket, which starts three Node processes for every tool call';
  return others.length === 0
    ? `${slow} (${who}; with --port setup uses the port, which is faster)`
    : `${slow} (${who}; if nobody uses that account, setup with --port is faster)`;
}
