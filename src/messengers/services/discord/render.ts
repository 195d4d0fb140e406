// A card as a Discord message. Discord always reads markdown, so every sign that could be markup is escaped; code stands in a code block.
import type { APIActionRowComponent, APIButtonComponentWithCustomId } from 'discord-api-types/v10';
import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { Block, Card } from '../../../dialog/card.ts';
import type { ChatLimits } from '../../chat-service.ts';

export const LIMITS: ChatLimits = {
  text: 1_990,
  lengthOf: (text, kind) => shown({ kind, text }).length + 1,
  rows: 5,
  perRow: 5,
  label: 80,
};
const MOST_CONTENT = 2_000;

type DiscordCard = { readonly content: string; readonly components: APIActionRowComponent<APIButtonComponentWithCustomId>[] };

export function discordCard({ blocks, buttons }: Card): DiscordCard {
  const content = blocks
    .filter(({ text }) => text !== '')
    .map(shown)
    .join('\n');
  return {
    content: content.slice(0, MOST_CONTENT),
    components: buttons
      .filter((row) => row.length > 0)
      .map((row) => ({
        type: ComponentType.ActionRow,
        components: row.map(({ label, data }) => ({
          type: ComponentType.Button,
          style: ButtonStyle.Secondary,
          label: label.slice(0, LIMITS.label),
          custom_id: data,
        })),
      })),
  };
}

function shown({ kind, text }: Block): string {
  switch (kind) {
    case 'title':
      return `**${escaped(text)}**`;
    case 'text':
      return escaped(text);
    // A fence inside would end the block.
    case 'code':
      return text.includes('```') || text.endsWith('`') ? escaped(text) : `\`\`\`\n${text}\n\`\`\``;
    case 'aside':
      return text
        .split('\n')
        .map((line) => `-# ${escaped(line)}`)
        .join('\n');
  }
}

/** In Discord a backslash takes the meaning from any sign. Markup at the beginning of lines: headings, lists, quotations. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_~|<[\]@]|:(?=\S)/g, '\\$&')
    .replaceAll(/^(\s*)([-+#>])/gm, '$1\\$2')
    .replaceAll(/^(\s*\d+)\.(?=\s)/gm, '$1\\.');
}

/** What a person typed, without the mention with which a reply to us begins. */
export const typed = (content: string, me: string): string => content.replace(new RegExp(`^\\s*<@!?${me}>\\s*`), '').trim();
