// A card in Slack's blocks. Rich text elements are shown as they are: nothing in them becomes markup, a mention, a link or an emoji.
import type { ActionsBlock, KnownBlock, RichTextBlock, RichTextBlockElement } from '@slack/web-api';
import type { Block, Button, Card } from '../../../dialog/card.ts';
import { shortened } from '../../../text/shortened.ts';
import type { ChatLimits } from '../../chat-service.ts';

export const LIMITS: ChatLimits = {
  // Slack takes about 13,000 characters in all blocks together; nobody reads that many in a chat.
  text: 6_000,
  lengthOf: (text) => text.length + 1,
  rows: 10,
  perRow: 5,
  label: 75,
};
/** Of a text in one element. */
const MOST_TEXT = 3_000;
const MOST_TEXT_BLOCKS = 30;
/** In a notification of the phone. */
const MOST_NOTICE = 300;

type SlackCard = { readonly text: string; readonly blocks: KnownBlock[] };

export function slackCard({ blocks, buttons }: Card): SlackCard {
  const shown = blocks.filter(({ text }) => text !== '');
  const alone = shown.slice(0, MOST_TEXT_BLOCKS - 1).map((block): RichTextBlock => ({ type: 'rich_text', elements: [element(block)] }));
  const rest = shown.slice(MOST_TEXT_BLOCKS - 1);
  const together: RichTextBlock[] = rest.length > 0 ? [{ type: 'rich_text', elements: rest.map(element) }] : [];
  return { text: notice(shown), blocks: [...alone, ...together, ...buttons.filter((row) => row.length > 0).map(actions)] };
}

function element({ kind, text }: Block): RichTextBlockElement {
  const parts = text.match(new RegExp(`[\\s\\S]{1,${MOST_TEXT}}`, 'gu')) ?? [];
  switch (kind) {
    case 'code':
      return { type: 'rich_text_preformatted', elements: parts.map((part) => ({ type: 'text', text: part })) };
    case 'title':
      return { type: 'rich_text_section', elements: parts.map((part) => ({ type: 'text', text: part, style: { bold: true } })) };
    case 'aside':
      return { type: 'rich_text_section', elements: parts.map((part) => ({ type: 'text', text: part, style: { italic: true } })) };
    case 'text':
      return { type: 'rich_text_section', elements: parts.map((part) => ({ type: 'text', text: part })) };
  }
}

function actions(row: readonly Button[], number: number): ActionsBlock {
  return {
    type: 'actions',
    block_id: `row-${number}`,
    elements: row.map(({ label, data }, i) => ({
      type: 'button',
      action_id: `${number}-${i}`,
      text: { type: 'plain_text', text: label.slice(0, LIMITS.label), emoji: false },
      value: data,
    })),
  };
}

/** What a phone shows before the message is opened. This is the one text in which Slack reads markup. */
function notice(blocks: readonly Block[]): string {
  const text = blocks.map((block) => block.text).join('\n');
  return escaped(shortened(text, MOST_NOTICE)) || '…';
}

export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What a person typed: Slack escapes three signs, and puts links and mentions between < and >. */
export function typed(text: string): string {
  return text
    .replaceAll(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, target: string, label?: string) => label || target.replace(/^!/, '@'))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
