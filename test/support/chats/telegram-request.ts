// The parameters of a call of the Bot API: JSON, or a form with files.
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Fields = Record<string, unknown>;

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
