// Block Kit as Slack documents it: which blocks and fields there are, and their limits. What does not fit is refused as Slack refuses it.
import { z } from 'zod';

const plain = (most: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(most), emoji: z.boolean().optional() });
const anyText = (most: number) =>
  z.discriminatedUnion('type', [
    plain(most),
    z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(most), verbatim: z.boolean().optional() }),
  ]);
const blockId = z.string().min(1).max(255).optional();

const confirm = z.strictObject({
  title: plain(100),
  text: plain(300),
  confirm: plain(30),
  deny: plain(30),
  style: z.enum(['primary', 'danger']).optional(),
});
const button = z.strictObject({
  type: z.literal('button'),
  text: plain(75),
  action_id: z.string().min(1).max(255).optional(),
  value: z.string().max(2_000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  confirm: confirm.optional(),
  accessibility_label: z.string().max(75).optional(),
});

const style = z.strictObject({
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  strike: z.boolean().optional(),
  code: z.boolean().optional(),
});
const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1), style: style.optional() });
const piece = z.discriminatedUnion('type', [
  text,
  z.strictObject({ type: z.literal('link'), url: z.url(), text: z.string().optional(), style: style.optional() }),
  z.strictObject({ type: z.literal('user'), user_id: z.string() }),
  z.strictObject({ type: z.literal('broadcast'), range: z.enum(['here', 'channel', 'everyone']) }),
  z.strictObject({ type: z.literal('emoji'), name: z.string() }),
]);
const pieces = z.array(piece).min(1);
const rich = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('rich_text_section'), elements: pieces }),
  z.strictObject({ type: z.literal('rich_text_preformatted'), elements: z.array(text).min(1), border: z.literal([0, 1]).optional() }),
  z.strictObject({ type: z.literal('rich_text_quote'), elements: pieces, border: z.literal([0, 1]).optional() }),
]);

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('section'), text: anyText(3_000), block_id: blockId, expand: z.boolean().optional() }),
  z.strictObject({ type: z.literal('header'), text: plain(150), block_id: blockId }),
  z.strictObject({ type: z.literal('divider'), block_id: blockId }),
  z.strictObject({ type: z.literal('context'), elements: z.array(anyText(3_000)).min(1).max(10), block_id: blockId }),
  z.strictObject({ type: z.literal('rich_text'), elements: z.array(rich).min(1), block_id: blockId }),
  z.strictObject({ type: z.literal('actions'), elements: z.array(button).min(1).max(25), block_id: blockId }),
]);
const blocksSchema = z.array(block).max(50);

export type Block = z.output<typeof block>;
export type SlackButton = z.output<typeof button>;

/** What Slack takes in all blocks of a message together. */
const MOST_CHARACTERS = 13_200;

export type ReadBlocks =
  | { readonly kind: 'blocks'; readonly blocks: readonly Block[] }
  | { readonly kind: 'wrong'; readonly error: string; readonly messages: readonly string[] };

export function readBlocks(json: string): ReadBlocks {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch {
    return { kind: 'wrong', error: 'invalid_blocks_format', messages: [] };
  }
  const parsed = blocksSchema.safeParse(given);
  if (!parsed.success) {
    const messages = parsed.error.issues.map(({ message, path }) => `[ERROR] ${message} [json-pointer:/blocks/${path.join('/')}]`);
    return { kind: 'wrong', error: 'invalid_blocks', messages };
  }
  const ids = parsed.data.flatMap((each) => (each.block_id === undefined ? [] : [each.block_id]));
  if (new Set(ids).size < ids.length) return { kind: 'wrong', error: 'invalid_blocks', messages: ['[ERROR] duplicate block_id'] };
  for (const each of parsed.data)
    if (each.type === 'actions') {
      const actions = each.elements.map(({ action_id }) => action_id);
      if (new Set(actions).size < actions.length)
        return { kind: 'wrong', error: 'invalid_blocks', messages: ['[ERROR] `action_id` must be unique in its block'] };
    }
  if (shownBlocks(parsed.data).text.length > MOST_CHARACTERS) return { kind: 'wrong', error: 'msg_blocks_too_long', messages: [] };
  return { kind: 'blocks', blocks: parsed.data };
}

/** `active`: what is more than text: mentions, links, markup. */
export type Shown = { readonly text: string; readonly active: readonly string[] };

export function shownBlocks(blocks: readonly Block[]): Shown {
  const parts = blocks.map(shownBlock);
  return {
    text: parts
      .map((part) => part.text)
      .filter((part) => part !== '')
      .join('\n'),
    active: parts.flatMap(({ active }) => active),
  };
}

function shownBlock(each: Block): Shown {
  switch (each.type) {
    case 'section':
    case 'header':
      return each.text.type === 'mrkdwn' ? shownMrkdwn(each.text.text) : { text: each.text.text, active: emojiIn(each.text) };
    case 'context': {
      const all = each.elements.map((one) => (one.type === 'mrkdwn' ? shownMrkdwn(one.text) : { text: one.text, active: emojiIn(one) }));
      return { text: all.map((one) => one.text).join('\n'), active: all.flatMap((one) => one.active) };
    }
    case 'rich_text': {
      const texts: string[] = [];
      const active: string[] = [];
      for (const element of each.elements) {
        let line = '';
        for (const one of element.elements) {
          if (one.type === 'text') line += one.text;
          else active.push(JSON.stringify(one));
        }
        texts.push(line);
      }
      return { text: texts.join('\n'), active };
    }
    case 'divider':
    case 'actions':
      return { text: '', active: [] };
  }
}

/** `:tada:` is shown as a picture, unless emoji is false. */
const emojiIn = ({ text: given, emoji }: { readonly text: string; readonly emoji?: boolean | undefined }): string[] =>
  emoji === false ? [] : (given.match(/:[a-z0-9_+-]{2,}:/g) ?? []);

/** Slack's own markup: `&`, `<` and `>` have a meaning, the rest is `*bold*`, `_italic_`, `~struck~` and code. */
export function shownMrkdwn(given: string): Shown {
  const active = [
    ...(given.match(/<[^>\n]+>/g) ?? []),
    ...(given.match(/(?<![\w*])\*[^*\n]+\*(?!\w)|(?<![\w_])_[^_\n]+_(?!\w)|~[^~\n]+~|`[^`]+`/g) ?? []),
    ...(given.match(/https?:\/\/[^\s<>]+/g) ?? []),
    ...emojiIn({ text: given }),
  ];
  return { text: unescaped(given), active };
}

export const unescaped = (given: string): string => given.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
export const escaped = (given: string): string => given.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
