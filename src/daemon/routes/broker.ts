// The routes of the broker itself: whether it is well, and to stop it.
import { BUILD } from '../../client/version.ts';
import type { Journal } from '../../decide/journal.ts';
import type { Metrics } from '../metrics.ts';
import type { Routes } from '../request.ts';
import type { EventStream } from '../stream.ts';

type Parts = {
  readonly journal: Journal;
  readonly stream: EventStream;
  readonly metrics: Metrics;
  readonly version: string;
  readonly status: () => Promise<Record<string, unknown>>;
  readonly stop: () => void;
};

export function brokerRoutes(app: Routes, parts: Parts): void {
  const { journal, stream, metrics } = parts;
  app.get('/v1/health', (c) => c.json({ ok: true, version: parts.version, build: BUILD, pid: process.pid }));
  app.get('/v1/status', async (c) => c.json(await parts.status()));
  app.get('/v1/check', async (c) => c.json({ damage: await journal.check() }));
  app.get('/metrics', async (c) => {
    const now = { openAsks: await journal.countOpen(), listeners: stream.size, uptimeSeconds: process.uptime(), version: parts.version };
    return c.text(metrics.text(now), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
  app.post('/v1/stop', (c) => {
    parts.stop();
    return c.json({ stopping: true }, 202);
  });
}
