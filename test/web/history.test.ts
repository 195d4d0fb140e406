// The history and the statistics in a real browser, of some hundred asks with every outcome.
import { mkdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { by, type Home } from '../support/home.ts';
import { homeWithPage, openBrowser, type Size, type Visit, type VisitOptions, visit } from '../support/page.ts';
import { writePast } from '../support/past.ts';
import { answers } from '../support/samples.ts';
import { simple } from '../support/web-samples.ts';

const COUNT = 330;

let browser: Browser;
let at: Home;
let visited: Visit | undefined;
beforeAll(async () => {
  browser = await openBrowser();
  at = await homeWithPage();
  mkdirSync(at.place.folder, { recursive: true });
  await writePast(at.place.journal, COUNT, Date.now());
});
afterEach(async () => {
  expect(visited?.errors ?? []).toEqual([]);
  await visited?.context.close();
  visited = undefined;
});
afterAll(async () => {
  await browser.close();
  await at.close();
});

async function opened(place: string, options: VisitOptions = {}): Promise<Page> {
  visited = await visit(browser, at, { ...options, at: place });
  return visited.page;
}
const rows = (page: Page) => page.locator('.past');

describe.each<Size>(['phone', 'desk'])('the history on a %s', (size) => {
  it('fetches the next pages while a person scrolls, to the very first ask', async () => {
    const page = await opened('#/history', { size });
    await rows(page).first().waitFor();
    expect(await rows(page).count()).toBeLessThan(COUNT);
    const all = page.getByText('That is all.');
    await expect
      .poll(async () => {
        await page.locator('.list-end').scrollIntoViewIfNeeded();
        return all.isVisible();
      })
      .toBe(true);
    expect(await rows(page).count()).toBe(COUNT);
    await rows(page).last().scrollIntoViewIfNeeded();
    expect(await rows(page).last().textContent()).toContain('(0)?');
  });

  it('finds by text, and filters by outcome, answerer and project', async () => {
    const page = await opened('#/history', { size });
    await page.getByLabel('Find in history').fill('naming style');
    await expect
      .poll(() => rows(page).allTextContents())
      .toSatisfy((texts: string[]) => texts.every((text) => text.includes('naming style')));
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await page.getByLabel('Outcome').selectOption('Recorded differently');
    await page.getByLabel('Decided by').selectOption('grace');
    await page.getByLabel('Project').selectOption('shop');
    const found = (await at.client().list({ state: ['mismatched'], by: 'grace', project: 'shop' })).asks;
    expect(found.length).toBeGreaterThan(0);
    await expect.poll(() => rows(page).count()).toBe(found.length);
    await page.getByLabel('Find in history').fill('nothing has this text');
    await page.getByText('Nothing matches.').waitFor();
  });

  it('shows who decided and why, what was delivered, and a mismatch side by side', async () => {
    const page = await opened('#/history', { size });
    await page.getByLabel('Outcome').selectOption('Recorded differently');
    await page.getByLabel('Decided by').selectOption('claw');
    await rows(page).first().locator('a').click();
    const detail = page.locator('.past-detail');
    await detail.getByText('agent claw (command)').waitFor();
    await detail.getByText('It can be changed later').waitFor();
    await detail
      .getByText(/by permission-hook/)
      .first()
      .waitFor();
    const cells = await detail.locator('.differences tbody td').allTextContents();
    expect(cells).toHaveLength(2);
    expect(cells[0]).not.toBe(cells[1]);
    await detail.locator('.story').getByText('mismatched (PostToolUse)').waitFor();
    if (size === 'phone') {
      await page.getByRole('link', { name: 'Back to the history' }).click();
      await rows(page).first().waitFor();
      expect(await page.getByLabel('Decided by').inputValue()).toBe('claw');
    }
  });
});

it('shows a decision of another person at once', async () => {
  const page = await opened('#/history');
  await rows(page).first().waitFor();
  const { id } = await at.client().ask(simple());
  await at.client().decide(id, answers(1), by('grace'));
  await page.locator(`.past:has(a[href="#/history/${id}"])`).getByText('grace').waitFor();
});

it('exports what the filter shows, exactly as the command line does', async () => {
  const page = await opened('#/history');
  await page.getByLabel('Project').selectOption('billing');
  await page.getByLabel('Outcome').selectOption('Verified');
  await expect
    .poll(() => rows(page).allTextContents())
    .toSatisfy((all: string[]) => all.length > 0 && all.every((text) => text.includes('billing')));
  const verified = (line: string) => line.includes(',verified,') || line.startsWith('id,') || line.includes('"state":"verified"');
  for (const [name, flags, ending] of [
    ['CSV', ['--csv'], 'csv'],
    ['JSON lines', [], 'jsonl'],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^answerback-\\d{4}-\\d\\d-\\d\\d\\.${ending}$`));
    const saved = readFileSync(await download.path(), 'utf8');
    const { out } = await at.run(['export', '--project', 'billing', ...flags]);
    expect(saved.split('\n').filter(Boolean)).toEqual(out.split('\n').filter(Boolean).filter(verified));
  }
});

describe.each<Size>(['phone', 'desk'])('the statistics on a %s', (size) => {
  it('are those of the command line, as bars and as tables', async () => {
    const page = await opened('#/statistics', { size });
    await expect.poll(() => page.locator('.plot').count()).toBe(5);
    const stats = JSON.parse((await at.run(['stats', '--json'])).out);
    await page.locator('.figure').first().getByText(String(stats.asks)).waitFor();
    await page.getByRole('heading', { name: 'Asks per day, by kind' }).waitFor();
    const first = page.locator('.answerers tbody tr').first();
    const [top] = stats.answerers;
    expect(await first.textContent()).toContain(`${top.kind} ${top.name}${top.decided}`);
    await page.getByLabel('Project').selectOption('infra');
    await page.locator('.figure').first().getByText(String(stats.projects.infra), { exact: true }).waitFor();
    await page.getByRole('button', { name: '90 days' }).click();
    // The period that was chosen, also the days on which nothing was asked.
    await expect.poll(() => page.locator('.day-bars').first().locator('> div').count()).toBe(91);
    const table = page.locator('.numbers[open] tbody tr');
    await page.getByText('As a table').first().click();
    const counts = (await table.locator('td').allTextContents()).map(Number);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(stats.projects.infra);
    const heights = await page.evaluate(
      `[...document.querySelector('.day-bars').querySelectorAll('span')].map((part) => part.getBoundingClientRect().height)`,
    );
    expect(heights).toHaveLength(counts.filter((count) => count > 0).length);
    expect(Math.min(...(heights as readonly number[]))).toBeGreaterThan(1);
  });
});

it.each([
  ['phone', true],
  ['desk', false],
] as const)('axe finds nothing serious: %s, dark: %s', async (size, dark) => {
  const page = await opened('#/history', { size, dark });
  await rows(page).first().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.locator('.past[data-state=mismatched] a').first().click();
  await page.locator('.differences').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.goto(`${visited?.origin}/#/statistics`);
  await expect.poll(() => page.locator('.plot').count()).toBe(5);
  expect(await violations(page)).toEqual([]);
});
