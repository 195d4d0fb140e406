// Parses what opencode sends, tolerantly: unknown fields are kept, and unknown shapes are undefined.

import { z } from 'zod';
import { fittingValue } from '../../text/fitting.ts';

/** They become parts of URL paths. */
const id = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\w[\w-]*$/);
const tool = z.looseObject({ messageID: id, callID: z.string().min(1).max(500) });
const words = z.array(z.string()).catch([]);

const questionRequest = z.looseObject({
  id,
  sessionID: id,
  questions: z.array(z.unknown()),
  tool: tool.optional().catch(undefined),
});
const permissionRequest = z.looseObject({
  id,
  sessionID: id,
  permission: z.string().min(1).max(200),
  patterns: words,
  always: words,
  metadata: z.record(z.string(), z.unknown()).catch({}),
  tool: tool.optional().catch(undefined),
});
const toolPart = z.looseObject({
  type: z.literal('tool'),
  sessionID: id,
  messageID: id,
  callID: z.string(),
  tool: z.string(),
  state: z.looseObject({
    status: z.string(),
    error: z.string().optional().catch(undefined),
    metadata: z.looseObject({}).optional().catch(undefined),
  }),
});
const textPart = z.looseObject({
  type: z.literal('text'),
  text: z.string(),
  sessionID: id,
  messageID: id,
  synthetic: z.boolean().optional().catch(undefined),
});
const message = z.looseObject({
  info: z.looseObject({
    id,
    role: z.string(),
    agent: z.string().optional().catch(undefined),
    variant: z.string().optional().catch(undefined),
    model: z.looseObject({ providerID: z.string(), modelID: z.string(), variant: z.string().optional() }).optional().catch(undefined),
    error: z.looseObject({ name: z.string().optional() }).nullish().catch(undefined),
  }),
  parts: z.array(z.unknown()).catch([]),
});
const session = z.looseObject({
  id,
  parentID: id.nullish().catch(undefined),
  agent: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  version: z.string().optional().catch(undefined),
});

export type QuestionRequest = z.output<typeof questionRequest>;
export type PermissionRequest = z.output<typeof permissionRequest>;
export type ToolPart = z.output<typeof toolPart>;
export type Message = z.output<typeof message>;
export type Session = z.output<typeof session>;

export type OpencodeEvent =
  | { readonly kind: 'question'; readonly request: QuestionRequest }
  | { readonly kind: 'permission'; readonly request: PermissionRequest }
  /** Somebody answered or dismissed it, or its turn was already aborted: this proves nothing. */
  | { readonly kind: 'replied'; readonly session: string; readonly request: string; readonly reply?: string | undefined }
  | { readonly kind: 'tool-ended'; readonly part: ToolPart }
  | { readonly kind: 'prompted'; readonly session: string; readonly message: string; readonly text: string }
  | { readonly kind: 'busy' | 'idle' | 'deleted'; readonly session: string };

const envelope = z.looseObject({ type: z.string(), properties: z.looseObject({}) });
const replied = z.looseObject({ sessionID: id, requestID: id, reply: z.string().optional().catch(undefined) });
const ofSession = z.looseObject({ sessionID: id });
const status = z.looseObject({ sessionID: id, status: z.looseObject({ type: z.string() }) });

export function readEvent(value: unknown): OpencodeEvent | undefined {
  const event = fittingValue(envelope, value);
  switch (event?.type) {
    case 'question.asked': {
      const request = fittingValue(questionRequest, event.properties);
      return request && { kind: 'question', request };
    }
    case 'permission.asked': {
      const request = fittingValue(permissionRequest, event.properties);
      return request && { kind: 'permission', request };
    }
    case 'question.replied':
    case 'question.rejected':
    case 'permission.replied': {
      const about = fittingValue(replied, event.properties);
      return about && { kind: 'replied', session: about.sessionID, request: about.requestID, reply: about.reply };
    }
    case 'session.status': {
      const about = fittingValue(status, event.properties);
      return about && { kind: about.status.type === 'idle' ? 'idle' : 'busy', session: about.sessionID };
    }
    case 'session.idle':
    case 'session.deleted': {
      const about = fittingValue(ofSession, event.properties);
      return about && { kind: event.type === 'session.idle' ? 'idle' : 'deleted', session: about.sessionID };
    }
    case 'message.part.updated': {
      const part = readToolPart(event.properties.part);
      if (part) return isEnded(part) ? { kind: 'tool-ended', part } : undefined;
      const said = fittingValue(textPart, event.properties.part);
      return said && { kind: 'prompted', session: said.sessionID, message: said.messageID, text: said.text };
    }
    default:
      return undefined;
  }
}

export const isEnded = ({ state }: ToolPart): boolean => state.status === 'completed' || state.status === 'error';
export const readToolPart = (value: unknown): ToolPart | undefined => fittingValue(toolPart, value);
export const readMessage = (value: unknown): Message | undefined => fittingValue(message, value);
export const readSession = (value: unknown): Session | undefined => fittingValue(session, value);

/** The pending requests from GET /question and GET /permission; unknown shapes are left out. */
export function readRequests(questions: unknown, permissions: unknown): readonly RequestEvent[] {
  const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  return [
    ...listed(questions).flatMap((each): RequestEvent[] => {
      const request = fittingValue(questionRequest, each);
      return request ? [{ kind: 'question', request }] : [];
    }),
    ...listed(permissions).flatMap((each): RequestEvent[] => {
      const request = fittingValue(permissionRequest, each);
      return request ? [{ kind: 'permission', request }] : [];
    }),
  ];
}
export type RequestEvent = Extract<OpencodeEvent, { kind: 'question' | 'permission' }>;

/** What the person wrote, without what opencode added. */
export function textOf({ parts }: Message): string {
  return parts
    .flatMap((part) => fittingValue(textPart, part) ?? [])
    .filter(({ synthetic }) => synthetic !== true)
    .map(({ text }) => text)
    .join('\n');
}
