// The kinds of asks, as filters name them.
import type { AskKind } from '../ask/schema/ask.ts';

export const KINDS: readonly (readonly [AskKind, string])[] = [
  ['question', 'Questions'],
  ['permission', 'Permissions'],
  ['plan', 'Plans'],
  ['idle', 'Idle agents'],
];
