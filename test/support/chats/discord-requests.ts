// What Discord takes in a message and in the reply to an interaction: fields and limits as documented. What does not fit is refused in its words.
import { z } from 'zod';

const button = z.strictObject({
  type: z.literal(2),
  style: z.literal([1, 2, 3, 4]),
  label: z.string().min(1).max(80),
  custom_id: z.string().min(1).max(100),
  disabled: z.boolean().optional(),
});
const row = z.strictObject({ type: z.literal(1), components: z.array(button).min(1).max(5) });
const attachment = z.strictObject({
  id: z.union([z.string(), z.number()]),
  filename: z.string().max(1_024).optional(),
  description: z.string().max(1_024).optional(),
});
const allowedMentions = z.strictObject({
  parse: z.array(z.enum(['roles', 'users', 'everyone'])).optional(),
  users: z.array(z.string()).max(100).optional(),
  roles: z.array(z.string()).max(100).optional(),
  replied_user: z.boolean().optional(),
});
const common = {
  content: z.string().max(2_000).optional(),
  allowed_mentions: allowedMentions.optional(),
  components: z.array(row).max(5).optional(),
  attachments: z.array(attachment).max(10).optional(),
};

export const created = z.strictObject({
  ...common,
  nonce: z.union([z.int(), z.string().max(25)]).optional(),
  enforce_nonce: z.boolean().optional(),
  tts: z.boolean().optional(),
  message_reference: z
    .strictObject({
      type: z.literal(0).optional(),
      message_id: z.string(),
      channel_id: z.string().optional(),
      fail_if_not_exists: z.boolean().optional(),
    })
    .optional(),
  flags: z.literal([0, 4, 4_096, 4_100]).optional(),
});
export const edited = z.strictObject({ ...common, content: z.string().max(2_000).nullish(), flags: z.literal([0, 4]).optional() });
/** 4: a message (64: only that person sees it) · 6: the message will be edited later */
export const answered = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal(6) }),
  z.strictObject({ type: z.literal(4), data: z.strictObject({ ...common, flags: z.literal([0, 4, 64, 68]).optional() }) }),
]);
export const followed = z.strictObject({ ...common, flags: z.literal([0, 4, 64, 68]).optional() });

export type DiscordRow = z.output<typeof row>;
export type DiscordButton = z.output<typeof button>;
export type AllowedMentions = z.output<typeof allowedMentions>;

export type Refused = {
  readonly status: number;
  readonly body: { readonly code: number; readonly message: string; readonly [more: string]: unknown };
};
export const refused = (status: number, code: number, message: string): Refused => ({ status, body: { code, message } });

export function parsed<T>(schema: z.ZodType<T>, json: unknown): { readonly given: T } | Refused {
  const read = schema.safeParse(json);
  if (!read.success) {
    const errors = read.error.issues.map(({ message, path }) => ({ path: path.join('.'), _errors: [{ code: 'BASE_TYPE', message }] }));
    return { status: 400, body: { code: 50_035, message: 'Invalid Form Body', errors } };
  }
  const given = read.data as { components?: readonly DiscordRow[] };
  const ids = (given.components ?? []).flatMap(({ components }) => components.map(({ custom_id }) => custom_id));
  if (new Set(ids).size < ids.length) return refused(400, 50_035, 'Invalid Form Body: Component custom id cannot be duplicated');
  return { given: read.data };
}

/** The JSON of a request, and the files of a multipart one. */
export async function bodyOf(
  type: string,
  body: Buffer,
): Promise<{ readonly json: unknown; readonly files: readonly { readonly name: string; readonly content: string }[] }> {
  if (!type.startsWith('multipart/form-data')) return { json: body.length === 0 ? {} : JSON.parse(body.toString('utf8')), files: [] };
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const files: { name: string; content: string }[] = [];
  for (const [field, value] of form.entries())
    if (typeof value !== 'string' && /^files\[\d+\]$/.test(field)) files.push({ name: value.name, content: await value.text() });
  return { json: JSON.parse(String(form.get('payload_json') ?? '{}')), files };
}
