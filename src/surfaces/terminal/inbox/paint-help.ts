// All keys of the inbox on one page.
import { inboxHelp } from '../../views/inbox/keys.ts';
import type { Inbox } from '../../views/inbox/state.ts';
import { blank, type Line, line, type Size, span } from '../canvas.ts';
import { footer } from './footer.ts';

const SIGNS: readonly (readonly [sign: string, means: string])[] = [
  ['⚠', 'contains a word such as “delete”'],
  ['✓ verified', 'the agent recorded what was decided'],
  ['✗ MISMATCHED', 'it recorded something else'],
  ['? unconfirmed', 'there is no record to compare with'],
];

export function helpLines(inbox: Inbox, { columns, rows }: Size): Line[] {
  const all: Line[] = [
    ...inboxHelp.map(({ keys, says }): Line => [span(`  ${keys.padEnd(16)}`, 'bold'), span(says)]),
    blank,
    ...SIGNS.map(([sign, means]): Line => [span(`  ${sign.padEnd(16)}`, 'accent'), span(means)]),
    blank,
    line('  An opened ask has keys of its own; ? shows them there.', 'dim'),
  ];
  const height = Math.max(0, rows - 1);
  // If the page is too low, the legend is left out first.
  const fitting = all.length <= height ? all : all.slice(0, height);
  const filled = [...fitting, ...Array.from({ length: height - fitting.length }, () => blank)];
  return [...filled, footer('help', { inbox, more: false }, '', columns)];
}
