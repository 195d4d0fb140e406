// Sessions and settings in a real browser.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import type { Home } from '../support/home.ts';
import { homeWithPage, openBrowser, type Size, type Visit, type VisitOptions, visit } from '../support/page.ts';
import { simple } from '../support/web-samples.ts';

let browser: Browser;
let at: Home;
let visits: Visit[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  at = await homeWithPage();
  mkdirSync(at.place.folder, { recursive: true });
  const wrong = 'hook: { kind: webhook, url: "http://127.0.0.1:9/x", secret-env: NOT_SET }';
  writeFileSync(at.place.config, `notify:\n  desk: { kind: command, run: ["${process.execPath}", --eval, "0"] }\n  ${wrong}\n`);
});
afterEach(async () => {
  for (const { errors, context } of visits) {
    expect(errors).toEqual([]);
    await context.close();
  }
  visits = [];
  await at.client().unmute({ kind: 'person', name: 'ada', surface: 'test' });
});
afterAll(async () => {
  await browser.close();
  await at.close();
});

async function opened(place: string, options: VisitOptions = {}): Promise<Page> {
  const visited = await visit(browser, at, { ...options, at: place });
  visits.push(visited);
  return visited.page;
}

describe.each<Size>(['phone', 'desk'])('sessions on a %s', (size) => {
  it('shows what each agent waits for, mutes it, and pauses auto-answer for it', async () => {
    const { id } = await at.client().ask(simple());
    const page = await opened('#/sessions', { size });
    const card = page.getByRole('article', { name: /^webshop/ });
    await card.locator(`a[href="#/ask/${id}"]`).waitFor();
    await card.getByRole('button', { name: 'Mute for 1 h' }).click();
    await card.getByText(/^muted until/).waitFor();
    expect(await at.client().mutes()).toMatchObject([{ scope: { kind: 'session' }, by: { name: 'ada', surface: 'web' } }]);
    await card.getByRole('button', { name: 'Unmute' }).click();
    await eventually(async () => (await at.client().mutes()).length === 0);
    await card.getByRole('button', { name: 'Pause auto-answer' }).click();
    await card.getByText('auto-answer paused').waitFor();
    await card.getByRole('button', { name: 'Resume auto-answer' }).click();
    await card.getByRole('button', { name: 'Pause auto-answer' }).waitFor();
    expect(await at.client().pauses()).toEqual([]);
    await at.client().withdraw(id, 'the test is over');
    await card.locator(`a[href="#/ask/${id}"]`).waitFor({ state: 'detached' });
  });

  it('says why a prompt cannot be sent, keeps it, and why an agent cannot be interrupted', async () => {
    const { id } = await at.client().ask({ ...simple(), session: { id: 'script', program: 'builder', project: '/srv/build' } });
    const page = await opened('#/sessions', { size });
    const card = page.getByRole('article', { name: /^build/ });
    await card.getByRole('button', { name: 'Send a prompt' }).click();
    await card.getByLabel(/^Prompt for build/).fill('Run the tests\nand fix them');
    await card.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.notice.bad').getByText('builder cannot be given a prompt').waitFor();
    expect(await card.getByLabel(/^Prompt for build/).inputValue()).toBe('Run the tests\nand fix them');
    await card.getByRole('button', { name: 'Interrupt…' }).click();
    await card.getByRole('button', { name: 'Keep it running' }).click();
    await card.getByRole('button', { name: 'Interrupt…' }).click();
    await card.getByRole('button', { name: 'Interrupt it now' }).click();
    await page
      .locator('.notice.bad')
      .getByText(/interrupt/)
      .waitFor();
    await at.client().withdraw(id, 'the test is over');
  });
});

describe.each<Size>(['phone', 'desk'])('settings on a %s', (size) => {
  it('renames this device, and revokes another, whose page is closed at once', async () => {
    const page = await opened('#/settings', { size });
    const other = await opened('#/', { size: 'phone' });
    await page.reload();
    await page
      .getByRole('button', { name: /^Rename/ })
      .first()
      .click();
    await page.getByLabel(/^New name of/).fill('my <b>phone</b>');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('my <b>phone</b>').first().waitFor();
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Remove its access' }).click();
    await other.getByText('This browser is not logged in.').waitFor();
    expect((await at.client().devices()).some(({ name }) => name === 'my <b>phone</b>')).toBe(true);
  });

  it('logs out', async () => {
    const page = await opened('#/settings', { size });
    await page.getByRole('button', { name: 'Log out of this device' }).click();
    await page.getByRole('button', { name: 'Log out now' }).click();
    await page.getByText('This browser is not logged in.').waitFor();
    await page.reload();
    await page.getByText('This browser is not logged in.').waitFor();
  });

  it('mutes and pauses everywhere, for a while or until it is ended', async () => {
    const page = await opened('#/settings', { size });
    await page.getByRole('button', { name: 'Mute 8 h' }).click();
    await page.getByText(/muted everywhere by ada until/).waitFor();
    await page.getByRole('button', { name: 'End all mutes' }).click();
    await page.getByRole('button', { name: 'Pause until I end it' }).click();
    await page.getByRole('group', { name: 'Auto-answer' }).getByText('paused everywhere by ada').waitFor();
    expect(await at.client().pauses()).toMatchObject([{ scope: { kind: 'all' } }]);
    await page.getByRole('button', { name: 'End all pauses' }).click();
    await page.getByRole('group', { name: 'Auto-answer' }).getByText('on everywhere').waitFor();
    expect(await at.client().mutes()).toEqual([]);
  });

  it('lists the notifiers with what is wrong with them, and tests one', async () => {
    const page = await opened('#/settings', { size });
    await page.getByText('should be in the environment variable NOT_SET').waitFor();
    await page.getByRole('button', { name: 'Test desk' }).click();
    await page.locator('.notice.good').getByText('A test message was sent.').waitFor();
    await page.getByRole('button', { name: 'Test hook' }).click();
    await page.locator('.notice.bad').getByText('NOT_SET').waitFor();
  });
});

it.each([
  ['phone', true],
  ['desk', false],
] as const)('axe finds nothing serious: %s, dark: %s', async (size, dark) => {
  await at.client().ask(simple());
  const page = await opened('#/sessions', { size, dark });
  await page.getByRole('button', { name: 'Send a prompt' }).first().click();
  await page.getByLabel(/^Prompt for/).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.goto(`${visits[0]?.origin}/#/settings`);
  await page.getByRole('button', { name: 'Test desk' }).waitFor();
  await page.getByRole('button', { name: 'Turn on' }).waitFor();
  expect(await violations(page)).toEqual([]);
});
