// The parameters of a call of the Bot API: JSON, or a form with files.
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Fields = Record<string, unknown>;

/** The parameters that each method takes, as far as anybody here uses it. */
export const METHODS: Readonly<Record<string, readonly string[]>> = {
  getMe: [],
  getUpdates: ['offset', 'limit', 'timeout', 'allowed_updates'],
  sendMessage: [
    'chat_id',
    'text',
    'parse_mode',
    'entities',
    'link_preview_options',
    'reply_markup',
    'reply_parameters',
    'disable_notification',
  ],
  editMessageText: ['chat_id', 'message_id', 'text', 'parse_mode', 'entities', 'link_preview_options', 'reply_markup'],
  deleteMessage: ['chat_id', 'message_id'],
  answerCallbackQuery: ['callback_query_id', 'text', 'show_alert', 'url', 'cache_time'],
  sendDocument: ['chat_id', 'document', 'caption', 'disable_content_type_detection', 'reply_parameters', 'reply_markup'],
};

export async function fieldsOf(request: IncomingMessage): Promise<Fields> {
  const body = await buffer(request);
  const [, boundary] = /^multipart\/form-data;\s*boundary=(.+)$/.exec(request.headers['content-type'] ?? '') ?? [];
  if (boundary === undefined) return body.length === 0 ? {} : JSON.parse(body.toString('utf8'));
  const parts = new Map(
    body
      .toString('utf8')
      .split(`--${boundary}`)
      .flatMap((part) => {
        const [, head = '', content = ''] = /^\r\n([\s\S]*?)\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? [];
        const [, name] = /;\s*name="([^"]*)"/.exec(head) ?? [];
        const [, file] = /;\s*filename="?([^";\r\n]*)"?/.exec(head) ?? [];
        return name === undefined ? [] : [[name, { content, file }] as const];
      }),
  );
  const fields: Fields = {};
  for (const [name, { content, file }] of parts) {
    const attached = content.startsWith('attach://') ? parts.get(content.slice('attach://'.length)) : undefined;
    if (file === undefined) fields[name] = attached ? { name: attached.file, text: attached.content } : parsed(content);
  }
  return fields;
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
