// The methods of Slack's Web API that Answerback calls: their arguments, the scope each needs, and what they do.
import type { IncomingMessage } from 'node:http';
import { type Block, readBlocks } from './slack-blocks.ts';

export const BOT = 'U0BOT';

export type SlackMessage = {
  readonly ts: string;
  readonly channel: string;
  readonly user: string;
  readonly thread?: string | undefined;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly unfurls: boolean;
  readonly file?: { readonly id: string; readonly name: string; readonly text: string } | undefined;
};
export type Fields = Readonly<Record<string, string>>;
export type Reply = { readonly ok: boolean } & Record<string, unknown>;

/** `next` gives a number that was never given before. */
export type SlackState = {
  readonly messages: Map<string, SlackMessage>;
  readonly names: Map<string, string>;
  readonly tickets: Set<string>;
  readonly uploads: Map<string, { readonly name: string; readonly length: number; content?: string }>;
  readonly whispers: { readonly channel: string; readonly user: string; readonly text: string }[];
  readonly origin: () => string;
  readonly next: () => number;
  readonly happened: (event: object) => void;
};

export const failure = (error: string) => ({ ok: false, error }) as const;
export const newTs = (number: number): string => `1700000000.${String(number).padStart(6, '0')}`;

/** The scope that a method needs, and the arguments that it has. */
export const METHODS: Readonly<Record<string, readonly [scope: string | undefined, fields: readonly string[]]>> = {
  'auth.test': [undefined, []],
  'apps.connections.open': [undefined, []],
  'users.info': ['users:read', ['user', 'include_locale']],
  'chat.postMessage': [
    'chat:write',
    ['channel', 'text', 'blocks', 'thread_ts', 'unfurl_links', 'unfurl_media', 'mrkdwn', 'parse', 'link_names'],
  ],
  'chat.postEphemeral': ['chat:write', ['channel', 'user', 'text', 'blocks', 'thread_ts', 'parse', 'link_names']],
  'chat.update': ['chat:write', ['channel', 'ts', 'text', 'blocks', 'parse', 'link_names']],
  'chat.delete': ['chat:write', ['channel', 'ts']],
  'files.getUploadURLExternal': ['files:write', ['filename', 'length', 'alt_text', 'snippet_type']],
  'files.completeUploadExternal': ['files:write', ['files', 'channel_id', 'thread_ts', 'initial_comment']],
  'files.delete': ['files:write', ['file']],
};

export function slackMethods({
  messages,
  names,
  tickets,
  uploads,
  whispers,
  origin,
  next,
  happened,
}: SlackState): Readonly<Record<string, (fields: Fields) => Reply>> {
  const ours = (channel: string, ts: string, otherwise: string) => {
    const found = messages.get(ts);
    if (!found || found.channel !== channel) return failure('message_not_found');
    return found.user === BOT ? found : failure(otherwise);
  };
  return {
    'auth.test': () => ({
      ok: true,
      url: 'https://t.slack.com/',
      team: 'T',
      user: 'answerback',
      team_id: 'T1',
      user_id: BOT,
      bot_id: 'B1',
    }),
    'apps.connections.open': () => {
      const ticket = `t${next()}`;
      tickets.add(ticket);
      return { ok: true, url: `${origin().replace('http', 'ws')}/link/?ticket=${ticket}&app_id=A111` };
    },
    'users.info': ({ user = '' }) => {
      const name = names.get(user);
      if (name === undefined) return failure('user_not_found');
      return { ok: true, user: { id: user, name: name.toLowerCase(), real_name: name, profile: { display_name: name, real_name: name } } };
    },
    'chat.postMessage': ({ channel = '', thread_ts: thread, ...fields }) => {
      const message = written(channel, fields);
      if ('error' in message) return message;
      if (thread !== undefined && !messages.has(thread)) return failure('thread_not_found');
      const ts = newTs(next());
      messages.set(ts, { ts, channel, user: BOT, thread, ...message });
      return { ok: true, channel, ts, message: { type: 'message', user: BOT, bot_id: 'B1', ts, text: message.text } };
    },
    'chat.postEphemeral': ({ channel = '', user = '', text = '' }) => {
      if (text === '') return failure('no_text');
      if (!names.has(user)) return failure('user_not_in_channel');
      whispers.push({ channel, user, text });
      return { ok: true, message_ts: newTs(next()) };
    },
    'chat.update': ({ channel = '', ts = '', ...fields }) => {
      const old = ours(channel, ts, 'cant_update_message');
      if ('error' in old) return old;
      const message = written(channel, fields);
      if ('error' in message) return message;
      messages.set(ts, { ...old, ...message, unfurls: old.unfurls });
      const now = { type: 'message', user: BOT, bot_id: 'B1', ts, text: message.text, edited: { user: BOT, ts: newTs(next()) } };
      happened({
        type: 'message',
        subtype: 'message_changed',
        channel,
        ts: newTs(next()),
        message: now,
        previous_message: { ts, text: old.text },
      });
      return { ok: true, channel, ts, text: message.text, message: {} };
    },
    'chat.delete': ({ channel = '', ts = '' }) => {
      const old = ours(channel, ts, 'cant_delete_message');
      if ('error' in old) return old;
      messages.delete(ts);
      return { ok: true, channel, ts };
    },
    'files.getUploadURLExternal': ({ filename = '', length = '' }) => {
      if (filename === '' || !/^[1-9]\d*$/.test(length)) return failure('invalid_arguments');
      const id = `F${next()}`;
      uploads.set(id, { name: filename, length: Number(length) });
      return { ok: true, upload_url: `${origin()}/upload/${id}`, file_id: id };
    },
    'files.completeUploadExternal': ({ files = '[]', channel_id: channel = '', thread_ts: thread }) => {
      // A person's id is no conversation here.
      if (!/^[CDG]\w+$/.test(channel)) return failure('channel_not_found');
      const listed = JSON.parse(files) as readonly { readonly id: string; readonly title?: string }[];
      for (const { id } of listed) {
        const upload = uploads.get(id);
        if (upload?.content === undefined) return failure('file_not_found');
        const ts = newTs(next());
        const file = { id, name: upload.name, text: upload.content };
        messages.set(ts, { ts, channel, user: BOT, thread, text: '', blocks: [], unfurls: false, file });
      }
      return { ok: true, files: listed };
    },
    'files.delete': ({ file = '' }) => {
      const found = [...messages.values()].find((each) => each.file?.id === file);
      if (!found) return failure('file_not_found');
      messages.delete(found.ts);
      return { ok: true };
    },
  };
}

function written(channel: string, { text = '', blocks: json, unfurl_links, unfurl_media }: Fields) {
  if (!/^[CDGU]\w+$/.test(channel)) return failure('channel_not_found');
  if (text === '' && json === undefined) return failure('no_text');
  if (text.length > 40_000) return failure('msg_too_long');
  const read = json === undefined ? ({ kind: 'blocks', blocks: [] } as const) : readBlocks(json);
  if (read.kind === 'wrong') return { ...failure(read.error), response_metadata: { messages: read.messages } };
  return { text, blocks: read.blocks, unfurls: unfurl_links !== 'false' || unfurl_media !== 'false' };
}

/** Arguments come as JSON or as a form. */
export function fieldsOf(request: IncomingMessage, body: Buffer): Fields {
  if (!request.headers['content-type']?.startsWith('application/json'))
    return Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  const given = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** The file in the body of an upload: as it is, or in a form. */
export async function fileIn(type: string, body: Buffer): Promise<string> {
  if (!type.startsWith('multipart/form-data')) return body.toString('utf8');
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const file = [...form.values()][0];
  return typeof file === 'string' ? file : ((await file?.text()) ?? '');
}
