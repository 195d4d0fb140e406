// What Discord's gateway sends, as what people did. Everything else is nothing to us: our own messages, other bots, joins, reactions.
import type { GatewayDispatchPayload } from 'discord-api-types/v10';
import { ComponentType, GatewayDispatchEvents, InteractionType, MessageType } from 'discord-api-types/v10';
import type { Incoming, SentText } from '../../chat-service.ts';
import { typed } from './render.ts';

/** `token`: for the reply to a tap. */
type DiscordEvent = { readonly event: Incoming; readonly token?: string };

export function eventOf({ t, d }: GatewayDispatchPayload, me: string): DiscordEvent | undefined {
  switch (t) {
    case GatewayDispatchEvents.InteractionCreate: {
      const person = d.member?.user ?? d.user;
      if (d.type !== InteractionType.MessageComponent || d.data.component_type !== ComponentType.Button || !person) return undefined;
      const at = { chat: d.message.channel_id, message: d.message.id };
      return { event: { kind: 'tap', id: d.id, at, from: named(person), data: d.data.custom_id }, token: d.token };
    }
    case GatewayDispatchEvents.MessageCreate:
      return said('text', d.id, d, me);
    case GatewayDispatchEvents.MessageUpdate:
      // Discord also reports a change when it adds a preview.
      return d.edited_timestamp ? said('edited', `${d.id}:${d.edited_timestamp}`, d, me) : undefined;
    case GatewayDispatchEvents.MessageDelete:
      return { event: { kind: 'deleted', at: { chat: d.channel_id, message: d.id } } };
    default:
      return undefined;
  }
}

type Message = Extract<GatewayDispatchPayload, { readonly t: GatewayDispatchEvents.MessageCreate }>['d'];

function said(kind: 'text' | 'edited', id: string, d: Message, me: string): DiscordEvent | undefined {
  if (d.author.bot || d.author.id === me || d.webhook_id !== undefined) return undefined;
  if (d.type !== MessageType.Default && d.type !== MessageType.Reply) return undefined;
  const text = typed(d.content, me);
  // On a server, Discord hides from a bot what is not said to it.
  if (text === '') return undefined;
  const replyTo = d.message_reference?.message_id;
  const what: SentText = {
    id,
    at: { chat: d.channel_id, message: d.id },
    from: named(d.author),
    text,
    isPrivate: d.guild_id === undefined,
    ...(replyTo === undefined ? {} : { replyTo }),
  };
  return { event: { kind, ...what } };
}

const named = ({ id, global_name, username }: { id: string; global_name: string | null; username: string }) => ({
  id,
  name: global_name ?? username,
});
