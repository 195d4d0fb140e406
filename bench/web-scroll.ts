// Row u: a history of 5,000 asks in a real browser, scrolled to its end: how much processor time the longest task of its main thread takes.
import { existsSync, mkdirSync } from 'node:fs';
import { CHROMIUM, homeWithPage, openBrowser, visit } from '../test/support/page.ts';
import { writePast } from '../test/support/past.ts';
import { ms, percentile, type Row, verdict } from './table.ts';

const ASKS = 5_000;
const LONGEST_BLOCK_MS = 100;

export async function webScroll(quick: boolean): Promise<Row[]> {
  const asks = quick ? 500 : ASKS;
  const what = `u. a task of the main thread while a history of ${asks.toLocaleString('en')} asks is scrolled to its end (processor time; floor: the longest while the page is idle; p99: the longest)`;
  const target = `≤ ${LONGEST_BLOCK_MS} ms`;
  if (!existsSync(CHROMIUM)) return [{ what, floor: '–', p50: '–', p99: '–', target, verdict: 'no Chromium here' }];
  const at = await homeWithPage();
  const browser = await openBrowser();
  try {
    mkdirSync(at.place.folder, { recursive: true });
    await writePast(at.place.journal, asks, Date.now());
    const { page } = await visit(browser, at, { at: '#/history' });
    await page.locator('.past').first().waitFor();
    const tasksOf = async (what: () => Promise<unknown>): Promise<readonly number[]> => {
      await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
      await what();
      return tasksIn(JSON.parse((await browser.stopTracing()).toString('utf8')).traceEvents);
    };
    const idle = await tasksOf(() => page.waitForTimeout(2_000));
    const scrolled = await tasksOf(() => page.evaluate(`(${scroll})()`));
    const shown = await page.locator('.past').count();
    if (shown !== asks) throw new Error(`${shown} of ${asks} asks were shown`);
    const [longest, best] = [Math.max(...scrolled), Math.max(...idle)];
    return [
      {
        what,
        floor: ms(best),
        p50: ms(percentile(scrolled, 50)),
        p99: ms(longest),
        target,
        verdict: verdict(longest <= LONGEST_BLOCK_MS, longest / best),
      },
    ];
  } finally {
    await browser.close();
    await at.close();
  }
}

type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
};

/** The processor time of each task of the page's main thread, in ms: the clock on the wall would also measure what else this computer does. */
function tasksIn(events: readonly TraceEvent[]): readonly number[] {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isMain = ({ pid, tid }: TraceEvent) => mains.some((main) => main.pid === pid && main.tid === tid);
  return events.flatMap((event) => (event.name === 'RunTask' && event.tdur !== undefined && isMain(event) ? [event.tdur / 1_000] : []));
}

/** A screen at a time, as fast as the page paints, until the end of the list is reached and nothing more comes. */
const scroll = `async () => {
  const side = document.querySelector('.side');
  while (!document.querySelector('.list-end').textContent.includes('all')) {
    side.scrollBy(0, side.clientHeight);
    await new Promise((done) => requestAnimationFrame(done));
  }
}`;
