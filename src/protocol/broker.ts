// The routes of the broker itself: health, status, contract, and stop.
import { z } from 'zod';
import { named, time } from '../question/schema/named.ts';
import { noticed } from './notices.ts';
import type { Routes } from './route.ts';
import { web } from './web.ts';

const health = named('Health', z.looseObject({ ok: z.literal(true), version: z.string(), build: z.number().optional(), pid: z.int() }));

const status = named(
  'Status',
  z.looseObject({
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
    journal: z.looseObject({ driver: z.string(), place: z.string(), bytes: z.number() }),
    events: z.int().describe('the number of the last event'),
    openAsks: z.int(),
    undelivered: z.int().describe('decisions that did not reach their agent; at most 100 are counted'),
    routes: z.int().describe('how many routes the configuration has'),
    answerers: z.array(z.string()).describe('the names of the agents that can answer'),
    walking: z.int().describe('how many asks are on a route now'),
    ...noticed,
    listeners: z.int(),
    memoryBytes: z.number(),
  }),
);

export const brokerRoutes = {
  'GET /v1/health': { summary: 'that a broker runs; needs no token', replies: { 200: health } },
  'GET /v1/status': { summary: 'how the broker is doing', replies: { 200: status } },
  'GET /v1/check': {
    summary: 'read the whole journal and list what is damaged',
    replies: { 200: z.looseObject({ damage: z.array(z.string()) }) },
  },
  'GET /v1/openapi.json': {
    summary: 'this contract as OpenAPI 3.1',
    replies: { 200: z.looseObject({ openapi: z.string(), paths: z.looseObject({}), components: z.looseObject({}) }) },
  },
  'GET /metrics': { summary: 'metrics for Prometheus', media: 'text/plain', replies: { 200: z.string() } },
  'POST /v1/backup': {
    summary: 'copy the journal to a new file while the broker runs',
    body: z.object({ file: z.string().min(1).max(4096).startsWith('/', 'give the whole path').describe('a path where nothing is yet') }),
    replies: { 201: z.looseObject({ file: z.string(), bytes: z.number() }) },
    errors: ['exists'],
  },
  'POST /v1/stop': { summary: 'stop the broker', replies: { 202: z.looseObject({ stopping: z.literal(true) }) } },
} as const satisfies Routes;
