// Routes that need an agent in a tmux pane to succeed, with fakes for it: the replies fit the contract.
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { WITH_AN_AGENT } from '../../test/support/reply-cases.ts';
import { anAsk } from '../../test/support/samples.ts';
import type { Status } from '../protocol/route.ts';
import { type RouteName, routeOf } from '../protocol/routes.ts';
import type { AskView } from '../question/lifecycle.ts';
import type { AgentSession, Prompt } from '../question/words.ts';
import { type AppParts, createApp } from './app.ts';

const view: AskView = { ...anAsk(), state: 'delivering', version: 4, updatedAt: 2 };
const session: AgentSession = { id: 's1', program: 'claude-code', project: '/srv/app', startedAt: 1, seenAt: 2 };
const prompt: Prompt = {
  id: 'p1',
  session: 's1',
  text: 'go on',
  by: { kind: 'person', name: 'ada', surface: 'cli' },
  queuedAt: 3,
  state: 'queued',
};

const app = createApp({
  token: '',
  tokenFor: () => undefined,
  mcp: () => Promise.reject(new Error('not here')),
  version: '0.0.0',
  stopping: new AbortController().signal,
  metrics: { request: () => {} },
  onError: (error: unknown) => {
    throw error;
  },
  broker: { find: async () => ({ kind: 'found', view }) },
  deliveries: { refusal: () => undefined, start: () => {} },
  prompts: {
    send: async () => ({ kind: 'queued', prompt }),
    cancel: async () => ({ kind: 'cancelled', prompt }),
    continuation: async () => session,
  },
  answering: { autoAnswer: { queue: { cancel: async () => {} } } },
  channels: {
    ofSession: () => ({ interrupt: async () => ({ kind: 'interrupted' }) }),
    all: () => [{ watchPane: async (_: string, pane: string) => ({ kind: pane === '%1' ? 'watched' : 'known', session, screen: 'idle' }) }],
  },
} as unknown as AppParts);

async function call(path: string, body: unknown): Promise<Response> {
  const incoming = Readable.from([Buffer.from(body === undefined ? '' : JSON.stringify(body))]);
  return app.request(path, { method: 'POST' }, { incoming, outgoing: {}, via: 'socket' } as never);
}

const CASES: readonly [RouteName, string, unknown, Status][] = [
  ['POST /v1/asks/:id/delivery', '/v1/asks/a/delivery', undefined, 200],
  ['POST /v1/sessions/:id/prompts', '/v1/sessions/s1/prompts', { text: 'go on' }, 201],
  ['POST /v1/sessions/:id/interrupt', '/v1/sessions/s1/interrupt', {}, 200],
  ['POST /v1/prompts/:id/cancel', '/v1/prompts/p1/cancel', undefined, 200],
  ['POST /v1/panes', '/v1/panes', { tmux: '/tmp/tmux', pane: '%1', project: '/srv/app' }, 201],
  ['POST /v1/panes', '/v1/panes', { tmux: '/tmp/tmux', pane: '%2', project: '/srv/app' }, 200],
];

it('every route of the list is tried', () => {
  expect(new Set(CASES.map(([name]) => name))).toEqual(new Set(WITH_AN_AGENT));
});

it.each(CASES)('%s', async (name, path, body, status) => {
  const response = await call(path, body);
  expect(response.status).toBe(status);
  expect(routeOf(name).replies[status]?.safeParse(await response.json())).toMatchObject({ success: true });
});

it('an empty body is refused where fields are required', async () => {
  const refused = await call('/v1/panes', undefined);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { code: 'bad-json', message: 'the body is empty' } });
});
