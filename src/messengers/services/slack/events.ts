// What Slack sends over Socket Mode, as what people did. Everything else is nothing to us: our own messages, other apps, joins, reactions.

import { asObject } from '../../../text/json.ts';
import type { Incoming, SentText } from '../../chat-service.ts';
import { typed } from './render.ts';

/** A text has no name with it; whoever receives it looks the name up. */
type SlackEvent = { readonly event: Incoming; readonly nameless: boolean };

export function eventOf(type: string, body: unknown): SlackEvent | undefined {
  const payload = asObject(body);
  if (!payload) return undefined;
  if (type === 'interactive') return tapOf(payload);
  if (type !== 'events_api') return undefined;
  const event = asObject(payload.event);
  const id = text(payload.event_id);
  return event?.type === 'message' && id !== undefined ? messageOf(id, event) : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function tapOf(payload: Fields): SlackEvent | undefined {
  if (payload.type !== 'block_actions') return undefined;
  const action = asObject(Array.isArray(payload.actions) ? payload.actions[0] : undefined);
  const [container, user] = [asObject(payload.container), asObject(payload.user)];
  const [chat, message] = [text(container?.channel_id), text(container?.message_ts)];
  const [id, person, data] = [text(payload.trigger_id), text(user?.id), text(action?.value)];
  if (chat === undefined || message === undefined || id === undefined || person === undefined || data === undefined) return undefined;
  const from = { id: person, name: text(user?.name) ?? text(user?.username) ?? person };
  return { event: { kind: 'tap', id, at: { chat, message }, from, data }, nameless: false };
}

function messageOf(id: string, event: Fields): SlackEvent | undefined {
  const chat = text(event.channel);
  if (chat === undefined) return undefined;
  switch (event.subtype) {
    case undefined:
    case 'file_share':
    case 'thread_broadcast':
      return saidOf('text', id, chat, event);
    case 'message_changed': {
      const [now, before] = [asObject(event.message), asObject(event.previous_message)];
      const ts = text(now?.ts);
      // A message with replies stays as an empty one when it is deleted.
      if (now?.subtype === 'tombstone' && ts !== undefined)
        return { event: { kind: 'deleted', at: { chat, message: ts } }, nameless: false };
      // Slack also reports a change when it adds a preview.
      if (!now || now.edited === undefined || now.text === before?.text) return undefined;
      return saidOf('edited', id, chat, now);
    }
    case 'message_deleted': {
      const message = text(event.deleted_ts);
      return message === undefined ? undefined : { event: { kind: 'deleted', at: { chat, message } }, nameless: false };
    }
    default:
      return undefined;
  }
}

function saidOf(kind: 'text' | 'edited', id: string, chat: string, message: Fields): SlackEvent | undefined {
  const [ts, person, thread] = [text(message.ts), text(message.user), text(message.thread_ts)];
  if (ts === undefined || person === undefined || message.bot_id !== undefined) return undefined;
  const said: SentText = {
    id,
    at: { chat, message: ts },
    from: { id: person, name: person },
    text: typed(text(message.text) ?? ''),
    isPrivate: chat.startsWith('D'),
    ...(thread === undefined || thread === ts ? {} : { replyTo: thread }),
  };
  return { event: { kind, ...said }, nameless: true };
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
