// Every key of the inbox, in one page.
import { blank, type Line, line, type Size, span } from '../canvas.ts';
import { keysLine } from './footer.ts';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['↑ ↓  j k', 'choose'],
  ['g G  PgUp PgDn', 'to the ends, by pages'],
  ['enter  →  l', 'open: answer an ask, read a story'],
  ['esc  ←', 'back; what you typed is kept'],
  ['1 2 3  tab', 'asks, history, sessions'],
  ['/', 'find by text (all words must be there)'],
  ['p  t', 'next project, next kind'],
  ['c', 'show all again'],
  ['e', 'sessions: also those that ended'],
  ['ctrl-l', 'draw the screen again'],
  ['q  ctrl-c', 'quit; asks stay open'],
];

const SIGNS: readonly (readonly [sign: string, means: string])[] = [
  ['⚠', 'looks irreversible'],
  ['✓ verified', 'the agent recorded what was decided'],
  ['✗ MISMATCHED', 'it recorded something else'],
  ['? unconfirmed', 'no evidence came'],
];

export function helpLines({ columns, rows }: Size): Line[] {
  const all: Line[] = [
    ...KEYS.map(([keys, does]): Line => [span(`  ${keys.padEnd(16)}`, 'bold'), span(does)]),
    blank,
    ...SIGNS.map(([sign, means]): Line => [span(`  ${sign.padEnd(16)}`, 'accent'), span(means)]),
    blank,
    line('  An opened ask has keys of its own; ? shows them there.', 'dim'),
  ];
  const height = Math.max(0, rows - 1);
  // Where the page is too low the signs go first: they explain themselves.
  const fitting = all.length <= height ? all : all.slice(0, height);
  const filled = [...fitting, ...Array.from({ length: height - fitting.length }, () => blank)];
  return [...filled, keysLine([['any key', 'back']], '', columns, [])];
}
