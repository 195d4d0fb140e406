// Rows w: the web page in a real browser: how much script, from an ask until it is on the screen, from a tap until the decision is stored and shown.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { CHROMIUM, homeWithPage, openBrowser, visit } from '../test/support/page.ts';
import { simple } from '../test/support/web-samples.ts';
import { undone } from './broker.ts';
import { type Row, timingRow, verdict } from './table.ts';

const MOST_SCRIPT = 40 * 1024;

export async function web(quick: boolean): Promise<Row[]> {
  if (!existsSync(CHROMIUM))
    return [
      size(),
      { what: 'w. the page in a browser: Chromium is not installed', floor: '–', p50: '–', p99: '–', target: '–', verdict: 'not run' },
    ];
  const [warmUp, rounds] = quick ? [3, 10] : [20, 150];
  const at = await homeWithPage();
  const browser = await openBrowser();
  const close = async () => {
    await browser.close();
    await at.close();
  };
  return undone(close, async () => {
    const client = at.client();
    const { page } = await visit(browser, at, { size: 'phone' });
    const samples: { floor: number; seen: number; decided: number }[] = [];
    for (let i = 0; i < warmUp + rounds; i += 1) {
      const text = `Round ${i} of the benchmark?`;
      const floor = await trip(page);
      const seen = await watched(page, text);
      const asked = epoch();
      await client.ask(simple(text));
      const seenAt = await seen();
      const decided = await tap(page, text);
      if (i >= warmUp) samples.push({ floor, seen: seenAt - asked, decided });
    }
    const floor = samples.map((sample) => sample.floor);
    const painted = `w. ask → painted in the browser (${rounds} rounds; floor: one request of the page)`;
    const tapped = 'w. tap on Send → decision stored, and confirmed on the page';
    return [
      size(),
      timingRow({ what: painted, floor, measured: samples.map((sample) => sample.seen), p50AtMost: 50 }),
      timingRow({ what: tapped, floor, measured: samples.map((sample) => sample.decided), p50AtMost: 50 }),
    ];
  });
}

/** Of the first view, gzipped. */
function size(): Row {
  const page = readFileSync('dist/web/index.html', 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(
    ([, name]) => gzipSync(readFileSync(`dist/web/${name}`), { level: 9 }).length,
  );
  const bytes = scripts.reduce((sum, each) => sum + each, 0);
  const kilobytes = `${(bytes / 1024).toFixed(1)} KB`;
  return {
    what: 'w. script of the first view, gzipped',
    floor: '–',
    p50: kilobytes,
    p99: '–',
    target: '≤ 40 KB',
    verdict: verdict(bytes <= MOST_SCRIPT, bytes / MOST_SCRIPT).replace(/ \(.*/, ''),
  };
}

/** The same clock in this process and in the page, in fractions of a millisecond. */
const epoch = (): number => performance.timeOrigin + performance.now();

const trip = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const start = performance.now();
    await (await fetch('/v1/web/session')).text();
    return performance.now() - start;
  });

/** When the frame with this text has been drawn. The page itself watches for it, because the debugger is slow; it watches when this resolves. */
async function watched(page: Page, text: string): Promise<() => Promise<number>> {
  const handle = await page.evaluateHandle((wanted) => {
    const { document, MutationObserver, requestAnimationFrame } = globalThis as unknown as BrowserGlobals;
    const seen = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.body.textContent.includes(wanted)) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    // In an object, because a promise would be waited for here.
    return { seen };
  }, text);
  return () => handle.evaluate(({ seen }) => seen);
}

/** Chooses an option in the list, then measures from the tap on Send until the page says that it is decided. */
async function tap(page: Page, text: string): Promise<number> {
  await page.locator('.row', { hasText: text }).getByRole('button', { name: 'SQLite' }).click();
  await page.locator('.actions .primary').waitFor();
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const { document, MutationObserver } = globalThis as unknown as BrowserGlobals;
        const start = performance.now();
        const observer = new MutationObserver(() => {
          if (!document.querySelector('.notice.good')?.textContent.includes(wanted)) return;
          observer.disconnect();
          resolve(performance.now() - start);
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        document.querySelector('.actions .primary')?.click();
      }),
    text,
  );
}

/** What these functions use of the browser; the rest of the benchmark runs in Node. */
type BrowserGlobals = {
  readonly document: {
    readonly body: { readonly textContent: string };
    querySelector(selector: string): { readonly textContent: string; click(): void } | null;
  };
  readonly MutationObserver: new (call: () => void) => { observe(node: unknown, options: object): void; disconnect(): void };
  readonly requestAnimationFrame: (call: () => void) => void;
};
