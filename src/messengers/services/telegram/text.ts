// A card as a message of Telegram: plain text with the ranges that are bold, italic or code. No markup is parsed, so nothing has to be escaped.
import type { Block, Card } from '../../../dialog/card.ts';

/** Offsets and lengths in UTF-16 units. */
export type Entity = { readonly type: 'bold' | 'italic' | 'pre'; readonly offset: number; readonly length: number };

const STYLES = { title: 'bold', aside: 'italic', code: 'pre', text: undefined } as const;
const GAP = '\n\n';

export function rendered({ blocks }: Pick<Card, 'blocks'>): { readonly text: string; readonly entities: readonly Entity[] } {
  let text = '';
  const entities: Entity[] = [];
  for (const block of blocks) {
    if (text !== '') text += GAP;
    const shown = shownText(block.text, block.kind);
    const type = STYLES[block.kind];
    if (type && shown !== '') entities.push({ type, offset: text.length, length: shown.length });
    text += shown;
  }
  return { text, entities };
}

export const lengthOf = (text: string, kind: Block['kind']): number => shownText(text, kind).length + GAP.length;

const shownText = (text: string, kind: Block['kind']): string => (kind === 'code' ? text : inert(text));

/**
 * Telegram makes links of addresses, mentions, commands and tags in plain text, even where nobody asked for it; a tap on "/decline" would send it in the
 * person's name. A character that draws nothing, after the sign that begins them, prevents that. Code has no links and stays as it is.
 */
function inert(text: string): string {
  return text
    .replaceAll(/[@#$/](?=[\p{L}\p{N}_])/gu, (sign) => `${sign}${JOINER}`)
    .replaceAll('://', `:${JOINER}//`)
    .replaceAll(/\.(?=[\p{L}\p{N}])/gu, `${JOINER}.${JOINER}`);
}
const JOINER = '\u2060';
