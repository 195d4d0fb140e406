// Several people and programs answer at once, the network goes away, the broker is restarted and killed: the page says what is true, and nothing typed is lost.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { killBroker } from '../support/kill.ts';
import { at, freshForEach, open } from '../support/page-per-test.ts';
import { multi, outside, permission, simple } from '../support/web-samples.ts';

freshForEach();

it('somebody else is first: the page shows at once who and what, and keeps the half-written answer', async () => {
  const { id } = await at.client().ask(simple());
  const { page } = await open({ at: `#/ask/${id}` });
  await page.getByLabel('Or in your own words').fill('DuckDB, because');
  const { code } = await at.run(['answer', id, '2']);
  expect(code).toBe(0);
  await page.getByText('ada (cli) was first: PostgreSQL').waitFor();
  await page.locator('.outcome').getByText('Answered').waitFor();
  await page.getByRole('region', { name: 'Not sent' }).getByText('DuckDB, because').waitFor();
});

it('two browsers and the command line answer at the same moment: one wins, everybody shows the same', async () => {
  const { id } = await at.client().ask(simple());
  const [first, second] = await Promise.all([open({ at: `#/ask/${id}` }), open({ at: `#/ask/${id}`, size: 'phone' })]);
  await first.page.getByLabel('SQLite').check();
  await second.page.getByLabel('Redis').check();
  // Whoever is late has nothing to click on any more.
  const send = (page: Page) =>
    Promise.race([page.locator('.actions .primary').click(), page.locator('.outcome').waitFor()]).catch(() => {});
  await Promise.all([send(first.page), send(second.page), at.run(['answer', id, '2'])]);
  const decided = await eventually(async () => (await at.client().show(id)).decision);
  const [chosen] = decided.kind === 'answers' ? decided.answers : [];
  const label = { 1: 'SQLite', 2: 'PostgreSQL', 3: 'Redis' }[chosen?.kind === 'chosen' ? Number(chosen.chosen[0]) : 0];
  for (const { page } of [first, second]) {
    // The winner is back at the list; the others see who was first.
    await page.locator('.notice', { hasText: label ?? '' }).waitFor();
    await page.goto(`${first.origin}/#/ask/${id}`);
    await page.locator('.answers', { hasText: `→ ${label}` }).waitFor();
  }
});

it('offline: the page says so at once, keeps what is typed, and catches up when the network is back', async () => {
  const { id } = await at.client().ask(simple());
  const { page, context } = await open({ at: `#/ask/${id}` });
  await page.getByLabel('Redis').check();
  await context.setOffline(true);
  await page.locator('.banner', { hasText: 'Not connected' }).waitFor();
  const other = await at.client().ask(multi());
  // The answer waits for the network.
  await page.locator('.actions .primary').click();
  await page.getByText('Waiting for the connection').waitFor();
  await context.setOffline(false);
  await page.locator('[data-contact=live]').waitFor();
  await page.locator(`.row a[href="#/ask/${other.id}"]`).waitFor();
  expect(await eventually(async () => (await at.client().show(id)).decision)).toMatchObject({ answers: [{ chosen: [3] }] });
});

it('the broker is stopped and started, and killed: the page comes back by itself with what happened meanwhile', async () => {
  const { id } = await at.client().ask(simple());
  const { page } = await open({ at: `#/ask/${id}` });
  await page.getByLabel('Or in your own words').fill('half written');
  for (const end of [() => at.run(['broker', 'stop']), () => killBroker(at)]) {
    const before = await at.pid();
    await end();
    await page.locator('[data-contact=stale]').waitFor();
    await at.run(['broker', 'start']);
    const { id: next } = await at.client().ask(permission());
    expect(await at.pid()).not.toBe(before);
    await page.locator('[data-contact=live]').waitFor();
    await page.locator(`.row a[href="#/ask/${next}"]`).waitFor();
  }
  expect(await page.getByLabel('Or in your own words').inputValue()).toBe('half written');
  await page.locator('.actions .primary').click();
  expect(await eventually(async () => (await at.client().show(id)).decision)).toMatchObject({ answers: [{ words: 'half written' }] });
});

it('several asks are marked and declined together, after a summary', async () => {
  const asks = await Promise.all([at.client().ask(simple('One?')), at.client().ask(simple('Two?')), at.client().ask(outside())]);
  const { page } = await open();
  await page.getByRole('button', { name: 'Mark several asks' }).click();
  for (const name of ['One?', 'Two?']) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('group', { name: 'Marked asks' }).getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('dialog').getByText('Decline 2 asks?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await eventually(async () => (await at.client().list({ state: ['open'] })).asks.length === 1);
  expect((await at.client().list({ state: ['open'] })).asks[0]?.id).toBe(asks[2].id);
});

it('the same question of two agents is answered together', async () => {
  const asks = await Promise.all([at.client().ask(simple('Same?')), at.client().ask(simple('Same?'))]);
  const { page } = await open({ size: 'phone' });
  await page.getByRole('button', { name: 'Mark several asks' }).click();
  for (const box of await page.getByRole('checkbox', { name: 'Same?' }).all()) await box.check();
  await page.getByRole('button', { name: 'Answer together' }).click();
  await page.getByLabel('Redis').check();
  await page.locator('.actions .primary').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  for (const { id } of asks)
    expect(await eventually(async () => (await at.client().show(id)).decision)).toMatchObject({ answers: [{ chosen: [3] }] });
});
