// OpenClaw's gateway protocol, version 4: what we send, and what its frames mean. Seen in 2026.9.6.
import { asObject, foreignJson } from '../../../text/json.ts';

export const PROTOCOL = 4;

export type Frame =
  | { readonly kind: 'challenge' }
  | { readonly kind: 'result'; readonly id: string; readonly payload: Payload }
  | { readonly kind: 'error'; readonly id: string; readonly error: GatewayError }
  /** Events, and other frames that are not for us. */
  | { readonly kind: 'other' };
export type Payload = Readonly<Record<string, unknown>>;
export type GatewayError = { readonly code: string; readonly message: string; readonly detail: string };

export function frameFrom(text: string): Frame {
  const frame = record(foreignJson(text));
  if (frame.type === 'event') return { kind: frame.event === 'connect.challenge' ? 'challenge' : 'other' };
  if (frame.type !== 'res' || typeof frame.id !== 'string') return { kind: 'other' };
  if (frame.ok === true) return { kind: 'result', id: frame.id, payload: record(frame.payload) };
  const { code, message, details } = record(frame.error);
  const detail = record(details).code;
  return {
    kind: 'error',
    id: frame.id,
    error: { code: asText(code), message: asText(message) || 'no reason given', detail: asText(detail) },
  };
}

/** `backend` clients on the same computer need no paired device. These two scopes are the least that let us start and stop a run. */
export function connectParams(token: string | undefined, version: string): object {
  return {
    minProtocol: PROTOCOL,
    maxProtocol: PROTOCOL,
    client: { id: 'gateway-client', version, platform: process.platform, mode: 'backend' },
    role: 'operator',
    scopes: ['operator.read', 'operator.write'],
    caps: [],
    ...(token === undefined ? {} : { auth: { token } }),
  };
}

/** The outcome of a run, from the reply to `agent` (two frames with the same id: accepted, then the end) or to `agent.wait`. */
export type Run =
  | { readonly kind: 'accepted' }
  /** A run for an earlier call with the same key is in progress: only `agent.wait` reports its end. */
  | { readonly kind: 'in flight' }
  | { readonly kind: 'not yet' }
  | { readonly kind: 'ended'; readonly text: string; readonly spent: Spent }
  | { readonly kind: 'failed'; readonly reason: string };
export type Spent = { readonly model?: string; readonly inputTokens?: number; readonly outputTokens?: number };

export function runFrom(payload: Payload): Run {
  const { status, result, summary, error, stopReason, terminalReply } = payload;
  if (status === 'accepted') return { kind: 'accepted' };
  if (status === 'in_flight') return { kind: 'in flight' };
  if (status === 'pending') return { kind: 'not yet' };
  const { texts, errors } = payloadsOf(result);
  if (status === 'ok')
    return { kind: 'ended', text: [...texts, asText(record(terminalReply).text)].filter(Boolean).join('\n'), spent: spentIn(result) };
  // With neither an end nor an error, agent.wait has only timed out.
  if (status === 'timeout' && summary === undefined && payload.endedAt === undefined) return { kind: 'not yet' };
  return {
    kind: 'failed',
    reason: errors[0] ?? (asText(error) || asText(summary) || asText(stopReason) || `the run ended as ${asText(status)}`),
  };
}

function payloadsOf(result: unknown): { texts: readonly string[]; errors: readonly string[] } {
  const { payloads } = record(result);
  const all = Array.isArray(payloads) ? payloads.map(record) : [];
  const texts = (wanted: boolean) => all.filter(({ isError }) => (isError === true) === wanted).map(({ text }) => asText(text));
  return { texts: texts(false), errors: texts(true) };
}

function spentIn(result: unknown): Spent {
  const { provider, model, usage } = record(record(record(result).meta).agentMeta);
  const { input, output } = record(usage);
  return {
    ...(typeof model === 'string' ? { model: typeof provider === 'string' ? `${provider}/${model}` : model } : {}),
    ...(typeof input === 'number' ? { inputTokens: input } : {}),
    ...(typeof output === 'number' ? { outputTokens: output } : {}),
  };
}

export const record = (value: unknown): Payload => asObject(value) ?? {};
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
