// The routes of the broker itself: health, status, contract, stop.
import { existsSync, statSync } from 'node:fs';
import { BUILD } from '../../client/version.ts';
import type { Journal } from '../../decide/journal.ts';
import { type OpenApi, openApi } from '../../protocol/openapi.ts';
import type { Reply } from '../../protocol/routes.ts';
import { refusal } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import type { Routes } from '../request.ts';
import { serve } from '../serve.ts';
import type { EventStream } from '../stream.ts';

type Parts = {
  readonly journal: Journal;
  readonly stream: EventStream;
  readonly metrics: Metrics;
  readonly version: string;
  readonly status: () => Promise<Reply<'GET /v1/status', 200>>;
  readonly stop: () => void;
};

export function brokerRoutes(app: Routes, parts: Parts): void {
  const { journal, stream, metrics } = parts;
  let openapi: OpenApi | undefined;
  serve(app, 'GET /v1/health', ({ reply }) => reply({ ok: true, version: parts.version, build: BUILD, pid: process.pid }));
  serve(app, 'GET /v1/status', async ({ reply }) => reply(await parts.status()));
  serve(app, 'GET /v1/check', async ({ reply }) => reply({ damage: await journal.check() }));
  serve(app, 'GET /v1/openapi.json', ({ reply }) => {
    openapi ??= openApi(parts.version);
    return reply(openapi);
  });
  serve(app, 'GET /metrics', async ({ c }) => {
    const now = { openAsks: await journal.countOpen(), listeners: stream.size, uptimeSeconds: process.uptime(), version: parts.version };
    return c.text(metrics.text(now), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
  serve(app, 'POST /v1/backup', async ({ c, body: { file }, reply }) => {
    if (existsSync(file)) return refusal(c, 'exists', `${file} exists already`, 'Nothing was written. Give a path where nothing is yet.');
    await journal.backup(file);
    return reply({ file, bytes: statSync(file).size }, 201);
  });
  serve(app, 'POST /v1/stop', ({ reply }) => {
    parts.stop();
    return reply({ stopping: true }, 202);
  });
}
