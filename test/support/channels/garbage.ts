// For the conformance suite: messages that no hook or plugin would send. Each must get a reply that decides nothing.
import { request } from 'node:http';
import { expect } from 'vitest';
import { PROTOCOL } from '../../../src/agents/opencode/plugin/protocol.ts';
import type { Home } from '../home.ts';

const GARBAGE = [null, 7, 'text', [], {}, { hook_event_name: 1 }, { kind: 'nonsense' }, { deep: { er: [{}] } }];

/** Messages to opencode's channel that only begin well. */
export const OPENCODE_GARBAGE = [
  { protocol: PROTOCOL, kind: 'hello' },
  { protocol: PROTOCOL, kind: 'events', link: 5, events: [] },
];

/** What the broker's log says of each message that it ignores. */
export const CLAUDE_CODE_IGNORED = /does not look like one from Claude Code/;
export const OPENCODE_IGNORED = /the plugin in opencode has another version|a message to opencode's channel is not valid/;

/** Resolves with how many messages were sent. */
export async function postGarbage(at: Home, program: string, ...more: readonly object[]): Promise<number> {
  // Makes sure that a broker is running.
  await at.client().status();
  for (const message of [...GARBAGE, ...more]) {
    const { status, body } = await post(at.place.socket, `/v1/channels/${program}`, JSON.stringify(message));
    expect(status).toBe(200);
    expect(typeof body).toBe('object');
  }
  const cutOff = await post(at.place.socket, `/v1/channels/${program}`, '{"cut off');
  expect(cutOff).toMatchObject({ status: 200, body: {} });
  return GARBAGE.length + more.length + 1;
}

export function post(socketPath: string, path: string, text: string, signal?: AbortSignal): Promise<{ status: number; body: object }> {
  return new Promise((resolve, reject) => {
    const options = { socketPath, method: 'POST', path, headers: { 'content-type': 'application/json' } };
    const sent = request({ ...options, ...(signal ? { signal } : {}) }, (response) => {
      let whole = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        whole += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(whole) as object }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
