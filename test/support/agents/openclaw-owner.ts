// For tests: the owner of an OpenClaw agent, at its own chat window (the gateway's WebSocket).
import { setTimeout as delay } from 'node:timers/promises';
import WebSocket from 'ws';
import type { OpenClawGateway } from './openclaw-gateway.ts';

type Frame = {
  readonly type: string;
  readonly id?: string;
  readonly event?: string;
  readonly ok?: boolean;
  readonly payload?: Record<string, unknown>;
};
export type Owner = Awaited<ReturnType<typeof ownerOf>>;

export async function ownerOf({ url, token }: Pick<OpenClawGateway, 'url' | 'token'>) {
  const socket = new WebSocket(url);
  const waiting = new Map<string, (frame: Frame) => void>();
  const events: Frame[] = [];
  let calls = 0;
  const call = (method: string, params: object, isFinal = (_: Frame) => true): Promise<Frame> =>
    new Promise((resolve) => {
      const id = `call-${++calls}`;
      waiting.set(id, (frame) => isFinal(frame) && resolve(frame));
      socket.send(JSON.stringify({ type: 'req', id, method, params }));
    });
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Frame;
      if (frame.event === 'connect.challenge') resolve();
      else if (frame.type === 'event') events.push(frame);
      else waiting.get(frame.id ?? '')?.(frame);
    });
  });
  const client = { id: 'gateway-client', version: '0', platform: 'linux', mode: 'backend' };
  const scopes = ['operator.read', 'operator.write'];
  await call('connect', { minProtocol: 4, maxProtocol: 4, client, role: 'operator', scopes, auth: { token } });

  return {
    /** Says something in the chat window and waits for the reply, as it is shown at the end. */
    async says(message: string, sessionKey = 'agent:main:main'): Promise<string> {
      const runId = crypto.randomUUID();
      await call('chat.send', { sessionKey, message, idempotencyKey: runId });
      for (const until = Date.now() + 110_000; Date.now() < until; await delay(50)) {
        const final = events.find(({ event, payload }) => event === 'chat' && payload?.runId === runId && payload.state === 'final');
        if (final) return textOf((final.payload?.message as { content?: unknown })?.content);
      }
      throw new Error(`no reply to ${message}`);
    },
    /** The same with the other API, which programs use. */
    async runs(message: string, agentId: string, sessionKey: string): Promise<string> {
      const isFinal = ({ ok, payload }: Frame) => ok === false || payload?.status !== 'accepted';
      const { payload } = await call('agent', { message, agentId, sessionKey, idempotencyKey: crypto.randomUUID() }, isFinal);
      return JSON.stringify((payload?.result as { payloads?: unknown })?.payloads);
    },
    /** Everything in the conversation, as stored. */
    async reads(sessionKey = 'agent:main:main'): Promise<string> {
      const { payload } = await call('chat.history', { sessionKey });
      return ((payload?.messages ?? []) as { role: string; content: unknown }[])
        .map(({ role, content }) => `${role}: ${textOf(content)}`)
        .join('\n');
    },
    leave: () => socket.close(),
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('\n') : '';
}
