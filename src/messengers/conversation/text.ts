// Blocks of text as a chat service takes them: cut to what fits on a card. What is cut is attached as a document.

import type { Ask } from '../../ask/schema/ask.ts';
import type { Block, CardDocument } from '../../dialog/card.ts';
import { detailBlocks, type Look, questionBlocks } from '../../dialog/conversation/shown.ts';
import { printableLines } from '../../text/printable.ts';
import { shortened } from '../../text/shortened.ts';

/** How much fits, see `ChatLimits`. */
export type TextLimits = { readonly text: number; readonly lengthOf: (text: string, kind: Block['kind']) => number };

/** Nobody reads more in a chat. */
const MOST_DOCUMENT = 500_000;
/** A plan is read in its document; the card only shows how it begins. */
const PLAN_SHOWN = 600;

export const lookOf = (mark: (number: number) => string): Look => ({
  option: (number, label, description) => `${mark(number)}${number}. ${label}${description === '' ? '' : `\n${description}`}`,
  plan: PLAN_SHOWN,
});

/** Plans always have one, and so has everything that does not fit on a card. */
export function documentOf(ask: Ask, limits: TextLimits): CardDocument | undefined {
  const { detail } = ask;
  if (detail?.kind === 'plan') return { name: 'plan.md', text: document(detail.plan) };
  const look = lookOf(() => '');
  const own = detailBlocks(detail, look);
  const pages = ask.questions.map((_, i) => questionBlocks(ask, i, look));
  if (pages.every((page) => lengthOf([...own, ...page], limits) <= limits.text - CHROME)) return undefined;
  return { name: 'ask.txt', text: document([...own, ...pages.flat()].map(({ text }) => text).join('\n\n')) };
}
/** For the title, remarks and what was entered. */
const CHROME = 900;

const document = (text: string): string => shortened(printableLines(text).join('\n'), MOST_DOCUMENT);

/** The longest blocks give way, all to the same length, until the card fits. */
export function fitted(blocks: readonly Block[], limits: TextLimits, remark: string): readonly Block[] {
  if (lengthOf(blocks, limits) <= limits.text) return blocks;
  const note: Block = { kind: 'aside', text: remark };
  let [least, most] = [0, Math.max(...blocks.map(({ text }) => text.length))];
  const cut = (length: number): readonly Block[] => [
    ...blocks.map((block) => ({ ...block, text: shortened(block.text, Math.max(SHORTEST, length)) })),
    note,
  ];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (lengthOf(cut(middle), limits) <= limits.text) least = middle;
    else most = middle - 1;
  }
  const result = cut(least);
  return lengthOf(result, limits) <= limits.text ? result : [...leading(result, limits, lengthOf([note], limits)), note];
}
const SHORTEST = 40;

/** As many of the first blocks as fit: an ask with hundreds of options. */
function leading(blocks: readonly Block[], limits: TextLimits, reserved: number): readonly Block[] {
  let used = reserved;
  const shown = blocks.slice(0, -1).findIndex((block) => {
    used += lengthOf([block], limits);
    return used > limits.text;
  });
  return blocks.slice(0, shown < 0 ? -1 : shown);
}

const lengthOf = (blocks: readonly Block[], limits: TextLimits): number =>
  blocks.reduce((sum, { text, kind }) => sum + limits.lengthOf(text, kind), 0);
