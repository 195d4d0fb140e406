// A browser for a file, and for each test a new broker with a page. After each test, no page may have had an error.
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Home } from './home.ts';
import { homeWithPage, openBrowser, type Visit, type VisitOptions, visit } from './page.ts';

export let browser: Browser;
export let at: Home;
const visits: Visit[] = [];

export async function open(options?: VisitOptions): Promise<Visit> {
  const made = await visit(browser, at, options);
  visits.push(made);
  return made;
}

export function freshForEach(): void {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  beforeEach(async () => {
    at = await homeWithPage();
  });
  afterEach(async () => {
    const errors = visits.flatMap((each) => each.errors);
    for (const { context } of visits.splice(0)) await context.close();
    await at.close();
    expect(errors).toEqual([]);
  });
  afterAll(() => browser.close());
}
