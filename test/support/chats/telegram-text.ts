// What Telegram does with the text of a message by itself: links, mentions, commands and tags, everywhere but in code.

export type Entity = { readonly type: string; readonly offset: number; readonly length: number };

/** As people see it. */
export const visible = (text: string): string => text.replaceAll(DRAWS_NOTHING, '');
const DRAWS_NOTHING = /[\u200b\u2060]/g;

const LINKS: readonly RegExp[] = [
  /[a-z][a-z0-9+.-]*:\/\/[^\s\u2060]+/giu,
  /[\p{L}\p{N}-]+\.(?:com|org|net|io|md|sh|rs|de|example)(?![\p{L}\p{N}])/giu,
  /(?<![\p{L}\p{N}_])@[a-z0-9_]{3,}/giu,
  /[\w.+-]+@[\w-]+\.\w+/gu,
  /(?<![\p{L}\p{N}_/])\/[a-z0-9_]+/giu,
  /#[\p{L}\p{N}_]+/gu,
  /\$[A-Z]{3,8}(?![a-z])/gu,
];

/** What is more than text: what Telegram finds by itself, and formatting of anything but whole lines. */
export function activeIn(text: string, entities: readonly Entity[]): readonly string[] {
  const plain = entities
    .filter(({ type }) => type === 'pre' || type === 'code')
    .reduce((rest, { offset, length }) => rest.slice(0, offset) + ' '.repeat(length) + rest.slice(offset + length), text);
  const found = LINKS.flatMap((pattern) => plain.match(pattern) ?? []);
  const partial = entities.filter(
    ({ offset, length }) =>
      !/^$|\n/.test(text.slice(offset - 1, offset)) || !/^$|\n/.test(text.slice(offset + length, offset + length + 1)),
  );
  return [...found, ...partial.map(({ offset, length }) => text.slice(offset, offset + length))];
}
