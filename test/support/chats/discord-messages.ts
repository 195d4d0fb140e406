// The messages of the fake Discord: created, edited and deleted over REST, and written by people.
import type { ChatPerson } from '../../../src/messengers/chat-service.ts';
import { type AllowedMentions, created, type DiscordRow, edited, parsed, type Refused, refused } from './discord-requests.ts';
import { shownContent } from './discord-text.ts';
import type { Shown } from './fake-chat.ts';

export const ME = { id: '42', username: 'answerback', discriminator: '0', global_name: null, bot: true };

type Author = { readonly id: string; readonly username: string; readonly global_name: string | null; readonly bot?: boolean };
export type DiscordMessage = {
  readonly id: string;
  readonly channel: string;
  readonly author: Author;
  readonly content: string;
  readonly components: readonly DiscordRow[];
  readonly allowed?: AllowedMentions | undefined;
  readonly flags: number;
  readonly replyTo?: string | undefined;
  readonly nonce?: string | undefined;
  readonly file?: { readonly name: string; readonly text: string } | undefined;
  readonly editedAt?: string | undefined;
};
type Files = readonly { readonly name: string; readonly content: string }[];
type Reply = { readonly status: number; readonly body?: object };

export function createMessages(
  next: () => string,
  inServer: (channel: string) => object,
  dispatch: (t: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE', message: DiscordMessage) => void,
) {
  const all = new Map<string, DiscordMessage>();
  let edits = 0;

  function put(t: 'MESSAGE_CREATE' | 'MESSAGE_UPDATE', message: DiscordMessage): DiscordMessage {
    all.set(message.id, message);
    dispatch(t, message);
    return message;
  }

  function known(id: string): DiscordMessage {
    const found = all.get(id);
    if (!found) throw new Error(`Discord has no message ${id}`);
    return found;
  }

  function full({ id, channel, author, content, components, replyTo, editedAt }: DiscordMessage): object {
    return {
      id,
      channel_id: channel,
      ...inServer(channel),
      type: replyTo === undefined ? 0 : 19,
      author,
      content,
      components,
      edited_timestamp: editedAt ?? null,
      mentions: [],
      ...(replyTo === undefined ? {} : { message_reference: { type: 0, message_id: replyTo, channel_id: channel } }),
    };
  }

  function newTime(): string {
    edits += 1;
    return `2026-01-01T00:00:00.${String(edits).padStart(6, '0')}+00:00`;
  }

  function post(channel: string, json: unknown, files: Files): Reply | Refused {
    const read = parsed(created, json);
    if (!('given' in read)) return read;
    const {
      content = '',
      components = [],
      nonce,
      enforce_nonce,
      message_reference: reply,
      flags = 0,
      allowed_mentions,
      attachments,
    } = read.given;
    if (content.trim() === '' && components.length === 0 && files.length === 0) return refused(400, 50_006, 'Cannot send an empty message');
    if ((attachments?.length ?? files.length) !== files.length) return refused(400, 50_035, 'Invalid Form Body: attachments');
    const replyTo = reply && all.has(reply.message_id) ? reply.message_id : undefined;
    if (reply && replyTo === undefined && reply.fail_if_not_exists !== false)
      return refused(400, 50_035, 'Invalid Form Body: Unknown message');
    const twin = enforce_nonce && nonce !== undefined && [...all.values()].find((each) => each.nonce === String(nonce));
    if (twin) return { status: 200, body: full(twin) };
    const [first] = files;
    const file = first && { name: first.name, text: first.content };
    const message = {
      id: next(),
      channel,
      author: ME,
      content: content.trim(),
      components,
      allowed: allowed_mentions,
      flags,
      file,
      replyTo,
    };
    return { status: 200, body: full(put('MESSAGE_CREATE', { ...message, nonce: nonce === undefined ? undefined : String(nonce) })) };
  }

  function patch(old: DiscordMessage, json: unknown): Reply | Refused {
    const read = parsed(edited, json);
    if (!('given' in read)) return read;
    const { content, components = old.components, allowed_mentions: allowed, flags = old.flags } = read.given;
    const message = { ...old, content: (content ?? old.content).trim(), components, allowed, flags, editedAt: newTime() };
    return { status: 200, body: full(put('MESSAGE_UPDATE', message)) };
  }

  return {
    known,
    full,
    of: (channel: string): readonly DiscordMessage[] => [...all.values()].filter((each) => each.channel === channel),

    change(
      method: string,
      channel: string,
      id: string | undefined,
      { json, files }: { readonly json: unknown; readonly files: Files },
    ): Reply {
      if (method === 'POST' && id === undefined) return post(channel, json, files);
      const old = all.get(id ?? '');
      if (!old || old.channel !== channel) return refused(404, 10_008, 'Unknown Message');
      const isOurs = old.author.id === ME.id;
      if (method === 'PATCH') return isOurs ? patch(old, json) : refused(403, 50_005, 'Cannot edit a message authored by another user');
      if (method !== 'DELETE') return refused(405, 0, '405: Method Not Allowed');
      if (!isOurs) return refused(403, 50_003, 'Cannot execute action on a DM channel');
      all.delete(old.id);
      return { status: 204 };
    },
    say({ id: user, name }: ChatPerson, channel: string, content: string, replyTo: string | undefined): string {
      const author = { id: user, username: name.toLowerCase(), global_name: name };
      return put('MESSAGE_CREATE', { id: next(), channel, author, content, components: [], flags: 0, replyTo }).id;
    },
    edit(id: string, content: string): void {
      put('MESSAGE_UPDATE', { ...known(id), content, editedAt: newTime() });
    },
    erase(id: string): void {
      all.delete(id);
    },
  };
}

export function shownDiscord({ id, channel, content, components, allowed, flags, replyTo, file }: DiscordMessage): Shown {
  const shown = shownContent(content);
  const mentions = allowed?.parse?.length === 0 ? [] : ['mentions are allowed'];
  return {
    at: { chat: channel, message: id },
    text: shown.text,
    buttons: components.map((row) => row.components.map(({ label }) => label)),
    active: [...shown.active, ...mentions, ...((flags & 4) === 0 ? ['link previews'] : [])],
    replyTo,
    file,
  };
}
