// Row t: the broker's memory with 50 pages open, each loaded, logged in and listening, as browsers do it over TCP.
import { readdirSync } from 'node:fs';
import { browserAt, call } from '../test/support/web.ts';
import { askFrom, memoryOf, withBroker } from './broker.ts';
import { mb, type Row, verdict } from './table.ts';
import { askAll } from './throughput.ts';

const PAGES = 50;
/** What one page may cost, with its share of what the first one loads. */
const MOST_PER_PAGE = 1e6;

export async function webMemory(quick: boolean): Promise<Row[]> {
  const asks = quick ? 20 : 200;
  return withBroker(async (broker, pid) => {
    await askAll([broker.wire()], asks);
    const client = broker.home.client();
    const { url } = await client.web();
    const before = memoryOf(pid);
    const files = readdirSync('dist/web').filter((name) => /^(app|style).*\.(js|css)$/.test(name));
    const streams = [];
    for (let i = 0; i < PAGES; i += 1) {
      const page = await browserAt(url, (await client.webCode()).code, `page ${i + 1}`);
      for (const file of ['', ...files]) await call(url, `/${file}`, { headers: { 'accept-encoding': 'gzip' } });
      const listening = await page.events();
      await page.get(`/v1/asks?limit=${asks}`);
      await page.get('/v1/sessions');
      streams.push(listening);
    }
    const last = (await client.ask(askFrom(1))).id;
    while (!streams.every((stream) => stream.text().includes(last))) await new Promise((resolve) => setTimeout(resolve, 5));
    const [now, most] = [memoryOf(pid), memoryOf(pid, 'VmHWM')];
    for (const stream of streams) stream.end();
    return [
      {
        what: `t. memory with ${PAGES} pages open and ${asks} open asks (floor: none open; p99: the peak)`,
        floor: mb(before),
        p50: mb(now),
        p99: mb(most),
        target: `≤ ${mb(MOST_PER_PAGE)} per page`,
        verdict: verdict(now - before <= PAGES * MOST_PER_PAGE, now / before),
      },
    ];
  });
}
