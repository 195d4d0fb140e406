// The page itself: keys, screen readers, many asks, every script, HTML of agents, undelivered and mismatched decisions.

import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { SIZES, type Size } from '../support/page.ts';
import { at, browser, freshForEach, open } from '../support/page-per-test.ts';
import { writePast } from '../support/past.ts';
import * as samples from '../support/web-samples.ts';

freshForEach();

const decisionOf = (id: string) => eventually(async () => (await at.client().show(id)).decision);

it('a browser without a cookie gets a form for the code; a wrong code is explained, the right one lets it in', async () => {
  await at.client().ask(samples.simple());
  const { origin } = await open();
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(origin);
    await page.getByText('answerback web', { exact: true }).waitFor();
    await page.getByLabel('Code').fill('0000-0000');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Code').fill((await at.client().webCode()).code);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.locator('.row', { hasText: 'Which database' }).waitFor();
    expect(page.url()).not.toContain('code');
  } finally {
    await context.close();
  }
});

describe('by keyboard alone', () => {
  it('an ask is found, opened and answered with a note', async () => {
    const client = at.client();
    const { id } = await client.ask(samples.multi());
    await client.ask(samples.simple());
    const { page } = await open();
    await page.locator('.row').nth(1).waitFor();
    await page.keyboard.press('j');
    await page.locator('.row[data-selected] a:focus', { hasText: 'Which checks' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('Types').waitFor();
    await page.keyboard.press('1');
    await page.locator('.option[data-chosen]', { hasText: 'Types' }).waitFor();
    expect(await page.getByLabel('Types').isChecked()).toBe(true);
    await page.keyboard.press('3');
    await page.locator('.option[data-chosen]').nth(1).waitFor();
    await page.keyboard.press('n');
    await page.locator('[data-field=note]:focus').waitFor();
    await page.keyboard.type('be quick');
    await expect.poll(() => page.locator('[data-field=note]').inputValue()).toBe('be quick');
    await page.keyboard.press('Enter');
    expect(await decisionOf(id)).toMatchObject({ answers: [{ chosen: [1, 3], note: 'be quick' }] });
  });

  it('a number in the list opens the ask with that option chosen, and Enter sends it', async () => {
    const { id } = await at.client().ask(samples.simple());
    const { page } = await open();
    await page.locator('.row').waitFor();
    await page.keyboard.press('3');
    await page.locator('.option[data-chosen]', { hasText: 'Redis' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await decisionOf(id)).toMatchObject({ answers: [{ chosen: [3] }] });
  });

  it('Esc keeps what was typed, / finds, and ? shows the keys', async () => {
    const { id } = await at.client().ask(samples.simple());
    await at.client().ask(samples.idle());
    const { page } = await open({ at: `#/ask/${id}` });
    await page.getByLabel('Or in your own words').fill('half');
    await page.keyboard.press('Escape');
    await page.locator('[data-field=words]:focus').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.locator('.tag.draft').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.locator('[data-field=find]:focus').waitFor();
    await page.keyboard.type('database');
    await page.locator('.row').nth(1).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.locator('.row[data-selected] a:focus', { hasText: 'Which database' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel('Or in your own words').inputValue()).toBe('half');
  });
});

const isInView = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');

describe('texts of every kind', () => {
  const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(6);
  it.each([320, 390, 1440, 3840])('long words, CJK, right-to-left and hidden characters fit into %i px', async (width) => {
    const client = at.client();
    const texts = [
      LONG,
      '要使用哪个数据库来存储会话？'.repeat(12),
      'أي قاعدة بيانات يجب أن نستخدم؟ '.repeat(10),
      'pay ada\u202Ekcab em yap\u202C now\u200B?',
    ];
    const asks = [];
    for (const text of texts) {
      const options = [{ label: text.slice(0, 300), description: text }, { label: 'Other 选项' }];
      asks.push(await client.ask({ ...samples.simple(), questions: [{ question: text, header: 'Text', multiSelect: false, options }] }));
    }
    const { page, origin } = await open();
    await page.setViewportSize({ width, height: 800 });
    await page.locator('.row').nth(3).waitFor();
    expect(await isInView(page)).toBe(true);
    for (const { id } of asks) {
      await page.goto(`${origin}/#/ask/${id}`);
      await page.locator('.option').first().waitFor();
      expect(await isInView(page)).toBe(true);
    }
    // Nothing can reorder or hide a text.
    await page.locator('legend', { hasText: 'pay ada<U+202E>kcab em yap<U+202C> now<U+200B>?' }).waitFor();
  });
});

it('200 asks are listed, filtered, and one of them is answered', async () => {
  const client = at.client();
  const asks = [];
  for (let n = 1; n <= 200; n += 1) asks.push(await client.ask(samples.simple(`Question number ${n}?`)));
  const { page } = await open({ size: 'phone' });
  await page.locator('.count', { hasText: '200' }).waitFor();
  expect(await page.locator('.row').count()).toBe(200);
  await page.getByLabel('Find asks').fill('number 150?');
  await page.locator('.row').nth(1).waitFor({ state: 'detached' });
  await page.locator('.row').getByRole('button', { name: 'SQLite' }).click();
  await page.getByRole('button', { name: 'Send “SQLite”' }).click();
  expect(await decisionOf(asks[149]?.id ?? '')).toMatchObject({ answers: [{ chosen: [1] }] });
});

it('HTML of an agent is shown in a frame in which nothing runs and nothing is loaded', async () => {
  const requests: string[] = [];
  const elsewhere = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const spy = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  try {
    const { id } = await at.client().ask(
      samples.htmlPreview(`<div><style>p { color: rgb(1, 2, 3) }</style><p>A card</p><img src="${spy}/image"><link rel="stylesheet" href="${spy}/style">
<script>fetch('${spy}/script'); parent.document.title = 'taken'</script><iframe src="${spy}/frame"></iframe>
<form action="${spy}/form"><button>Press</button></form><a href="${spy}/link" target="_top">a link</a><svg onload="fetch('${spy}/svg')"></svg></div>`),
    );
    const { page, errors } = await open({ at: `#/ask/${id}` });
    const frame = page.frameLocator('iframe.frame');
    await frame.getByText('A card').waitFor();
    expect(await frame.locator('p').evaluate((node) => getComputedStyle(node).color)).toBe('rgb(1, 2, 3)');
    await frame.getByRole('button', { name: 'Press' }).click();
    await frame.getByText('a link').click();
    await page.locator('.option').first().waitFor();
    expect(await page.title()).toContain('Answerback');
    expect(requests).toEqual([]);
    // What the policy of the frame refused is not an error of the page.
    errors.splice(0);
  } finally {
    elsewhere.close();
  }
});

it('Markdown of an agent loads no image, its HTML is shown as text, and its links say where they go', async () => {
  const { id } = await at.client().ask({
    ...samples.plan(),
    detail: {
      kind: 'plan',
      plan: '# Plan\n\n<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>\n\n![p](https://evil.example/p.png)\n\n[docs](https://evil.example/x) [no](javascript:alert(1)) <b style="position:fixed" id="app">bold</b>',
    },
  });
  const { page } = await open({ at: `#/ask/${id}` });
  await page.locator('.document a', { hasText: 'docs (https://evil.example/x)' }).waitFor();
  expect(await page.locator('.document :is(img, script, [style], [id], a[href^="javascript"])').count()).toBe(0);
  await page.locator('.document', { hasText: '<b style="position:fixed" id="app">bold</b>' }).waitFor();
  await page.locator('.document', { hasText: 'https://evil.example/p.png' }).waitFor();
  expect(await page.locator('.document a').first().getAttribute('rel')).toBe('noopener noreferrer');
  expect(await page.title()).toContain('Answerback');
});

it('a decision that did not arrive says why, can be tried again, and can be withdrawn', async () => {
  mkdirSync(at.place.folder, { recursive: true });
  // The last of these was decided, but its agent had exited.
  const id = (await writePast(at.place.journal, 23, Date.now())).at(-1) ?? '';
  const { page } = await open();
  await page.locator('.row[data-state=undelivered] a').click();
  const box = page.getByRole('region', { name: 'Not delivered' });
  await box.getByText('the agent has exited').waitFor();
  await box.getByRole('button', { name: 'Deliver again' }).click();
  await eventually(async () => (await at.client().show(id)).delivery?.failures.length === 2);
  await box.getByRole('button', { name: 'Withdraw' }).click();
  await page.locator('.outcome h2', { hasText: 'Withdrawn' }).waitFor();
  expect((await at.client().show(id)).state).toBe('withdrawn');
});

it('an ask shows how the same question was answered before, and the last words of its agent', async () => {
  const client = at.client();
  const { session } = samples.simple();
  const { id: earlier } = await client.ask(samples.simple());
  await client.decide(earlier, { kind: 'answers', answers: [2] }, { by: { kind: 'person', name: 'grace', surface: 'cli' } });
  await client.ask({ ...samples.idle(), session });
  const { id } = await client.ask(samples.simple());
  const { page } = await open({ at: `#/ask/${id}` });
  const about = page.getByRole('complementary', { name: 'About this ask' });
  await about.getByText('PostgreSQL').waitFor();
  await about.getByText('grace').waitFor();
  await about.getByText('42 tests pass.').waitFor();
});

it('a decision that the agent recorded differently is visible, side by side, and can be corrected', async () => {
  const client = at.client();
  const { id } = await client.ask(samples.simple());
  const { page } = await open();
  await client.decide(id, { kind: 'answers', answers: [1] }, { by: { kind: 'person', name: 'ada', surface: 'cli' } });
  const result = await client.result(id);
  await client.receipt({ ...result, answers: result.answers.map((answer) => ({ ...answer, chosen: ['Redis'], numbers: [3] })) });
  await page.locator('.group', { hasText: 'Recorded differently' }).waitFor();
  await page.locator('.row[data-state=mismatched] a').click();
  await page.locator('.differences').getByText('"Redis"', { exact: true }).waitFor();
  await page.locator('.differences').getByText('"SQLite"', { exact: true }).waitFor();
  await page.getByLabel('Message', { exact: true }).fill('SQLite, please');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  expect(await eventually(async () => (await client.show(id)).overruled)).toMatchObject({ message: 'SQLite, please' });
});

describe.each<[Size, boolean]>([
  ['phone', false],
  ['desk', true],
])('accessibility on a %s', (size, dark) => {
  it('axe finds no serious violation in any view of an ask', async () => {
    const client = at.client();
    const makers = [samples.plan, samples.edit, samples.several, samples.previews, samples.outside, samples.idle, samples.simple];
    const asks = [];
    for (const make of makers) asks.push(await client.ask(make()));
    const { page, origin } = await open({ size, dark });
    await page
      .locator('.row')
      .nth(makers.length - 1)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    for (const { id } of asks) {
      await page.goto(`${origin}/#/ask/${id}`);
      await page.locator('.actions').waitFor();
      expect(await violations(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Decline' }).first().click();
    expect(await violations(page)).toEqual([]);
    await client.decide(asks.at(-1)?.id ?? '', { kind: 'decline' }, { by: { kind: 'person', name: 'ada', surface: 'cli' } });
    await page.locator('.outcome').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${origin}/#/`);
    expect(SIZES[size].width).toBe(page.viewportSize()?.width);
  });
});
