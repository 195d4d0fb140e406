// The routes of the broker itself: health, status, contract, and stop.

import { z } from 'zod';
import { named, time, type Word } from '../../ask/schema/named.ts';
import { BUILD } from '../../client/version.ts';
import { damage, noticed } from '../../contract/notices.ts';
import { refusal } from '../../http/errors.ts';
import { routesWith } from '../../http/route.ts';
import type { RouteContext } from '../app.ts';
import { web } from './web.ts';

const route = routesWith<RouteContext>();

const health = named('Health', z.object({ ok: z.literal(true), version: z.string(), build: z.number().optional(), pid: z.int() }));
export type Health = Word<typeof health>;

const status = named(
  'Status',
  z.object({
    version: z.string(),
    pid: z.int(),
    node: z.string(),
    startedAt: time,
    folder: z.string(),
    socket: z.string(),
    tokenFile: z.string(),
    url: z.string(),
    web: web.optional().describe('where the [web page](#the-web-page) is'),
    portProblem: z.string().optional().describe('present if another program has the port'),
    channels: z.record(z.string(), z.looseObject({})).describe('the settings of each kind of agent, by its program'),
    journal: z.object({ driver: z.string(), place: z.string(), bytes: z.number() }),
    events: z.int().describe('the number of the last event'),
    openAsks: z.int(),
    undelivered: z.int().describe('decisions that did not reach their agent; at most 100 are counted'),
    routes: z.int().describe('how many routes the configuration has'),
    answerers: z.array(z.string()).describe('the names of the agents that can answer'),
    onRoute: z.int().describe('how many asks are on a route now'),
    ...noticed,
    listeners: z.int(),
    memoryBytes: z.number(),
  }),
);
export type Status = Word<typeof status>;

export const brokerRoutes = [
  route('GET /v1/health', {
    summary: 'that a broker runs; needs no token',
    replies: { 200: health },
    handle: ({ reply }, { version }) => reply({ ok: true, version, build: BUILD, pid: process.pid }),
  }),
  route('GET /v1/status', {
    summary: 'how the broker is doing',
    browsers: true,
    replies: { 200: status },
    handle: async ({ reply }, { status }) => reply(await status()),
  }),
  route('GET /v1/check', {
    summary: 'read the whole journal and list what is damaged',
    replies: { 200: z.object({ damage: z.array(damage) }) },
    handle: async ({ reply }, { journal }) => reply({ damage: [...(await journal.check())] }),
  }),
  route('GET /v1/openapi.json', {
    summary: 'this contract as OpenAPI 3.1',
    replies: { 200: z.object({ openapi: z.string(), paths: z.looseObject({}), components: z.looseObject({}) }) },
    handle: ({ reply }, { openapi }) => reply(openapi()),
  }),
  route('GET /metrics', {
    summary: 'metrics for Prometheus',
    media: 'text/plain',
    replies: { 200: z.string() },
    handle: async ({ c }, { journal, stream, metrics, version }) => {
      const now = { openAsks: await journal.countOpen(), listeners: stream.size, uptimeSeconds: process.uptime(), version };
      return c.text(metrics.text(now), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    },
  }),
  route('POST /v1/backup', {
    summary: 'copy the journal to a new file while the broker runs',
    body: z.object({ file: z.string().min(1).max(4096).startsWith('/', 'give the whole path').describe('a path where nothing is yet') }),
    replies: { 201: z.object({ file: z.string(), bytes: z.number() }) },
    errors: ['exists'],
    handle: async ({ c, body: { file }, reply }, { backup }) => {
      const bytes = await backup(file);
      if (bytes === undefined)
        return refusal(c, 'exists', `${file} exists already`, 'Nothing was written. Give a path where nothing is yet.');
      return reply({ file, bytes }, 201);
    },
  }),
  route('POST /v1/stop', {
    summary: 'stop the broker',
    replies: { 202: z.object({ stopping: z.literal(true) }) },
    handle: ({ reply }, { stop }) => {
      stop();
      return reply({ stopping: true }, 202);
    },
  }),
];
