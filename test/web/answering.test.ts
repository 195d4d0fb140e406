// Each kind of ask is answered in the page, at the size of a phone and of a desk, and what was chosen there is what the asker gets.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AskRequest } from '../../src/client/client.ts';
import { createOpener } from '../../src/client/seal.ts';
import { eventually } from '../support/eventually.ts';
import type { Home } from '../support/home.ts';
import { homeWithPage, openBrowser, type Size, type Visit, visit } from '../support/page.ts';
import * as samples from '../support/web-samples.ts';

let browser: Browser;
let at: Home;
let visited: Visit | undefined;
beforeAll(async () => {
  browser = await openBrowser();
  at = await homeWithPage();
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

/** Asks, opens the page at this size with the ask in the list, and returns how to wait for what the asker gets. */
async function asked(request: AskRequest, size: Size) {
  const client = at.client();
  const { id } = await client.ask(request);
  visited = await visit(browser, at, { size });
  const { page } = visited;
  const row = page.locator(`.row:has(a[href="#/ask/${id}"])`);
  await row.waitFor();
  return { page, id, row, client, open: () => row.locator('.row-link').click(), decision: () => decisionOf(id) };
}

const decisionOf = (id: string) => eventually(async () => (await at.client().show(id)).decision);
const send = (page: Page) => page.locator('.actions .primary');

describe.each<Size>(['phone', 'desk'])('on a %s', (size) => {
  it('a simple question takes two taps: the option in the list, and Send', async () => {
    const { page, row, decision } = await asked(samples.simple(), size);
    await row.getByRole('button', { name: 'PostgreSQL' }).click();
    await page.getByRole('button', { name: 'Send “PostgreSQL”' }).click();
    const { answers, by } = (await decision()) as { answers: unknown; by: unknown } & object;
    expect(answers).toEqual([{ kind: 'chosen', chosen: [2] }]);
    expect(by).toEqual({ kind: 'person', name: 'ada', surface: 'web' });
    await page.locator('.notice.good').waitFor();
    await page.locator('.split:not([data-open])').waitFor();
  });

  it('several options, own words and a note', async () => {
    const { page, open, decision } = await asked(samples.multi(), size);
    await open();
    await page.getByLabel('Types').check();
    await page.getByLabel('Unit tests').check();
    await page.getByLabel('Or in your own words').fill('and the spelling');
    await page.getByRole('button', { name: 'Note' }).click();
    await page.getByLabel('Note to the agent').fill('only if quick');
    await send(page).click();
    expect(await decision()).toMatchObject({
      answers: [{ kind: 'chosen', chosen: [1, 3], words: 'and the spelling', note: 'only if quick' }],
    });
  });

  it('several questions are reviewed before they are sent', async () => {
    const { page, open, decision } = await asked(samples.several(), size);
    await open();
    await page.getByLabel('Continuous').check();
    await page.getByRole('button', { name: 'Next question' }).click();
    await page.getByLabel('PDF').check();
    await page.getByLabel('CSV').check();
    await page.getByRole('button', { name: 'Next question' }).click();
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await page.locator('.review').getByText('→ PDF, CSV').waitFor();
    await page.getByRole('button', { name: 'Send answers' }).click();
    expect(await decision()).toMatchObject({ answers: [{ chosen: [2] }, { chosen: [1, 2] }, { kind: 'skipped' }] });
  });

  it('a question that was not answered is named in the review, and nothing is sent', async () => {
    const { page, open, id, client } = await asked(samples.several(), size);
    await open();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Send answers' }).click();
    await page.getByRole('alert').getByText('3 are still open').waitFor();
    expect((await client.show(id)).state).toBe('open');
    await client.withdraw(id, 'the test is over');
  });

  it('a permission shows its command', async () => {
    const { page, open, decision } = await asked(samples.permission(), size);
    await open();
    await page.locator('.call .code').getByText('npm run test -- --coverage').waitFor();
    await page.locator('.option input').first().check();
    await send(page).click();
    expect(await decision()).toMatchObject({ answers: [{ chosen: [1] }] });
  });

  it('a permission to change a file shows the difference', async () => {
    const { page, open, decision } = await asked(samples.edit(), size);
    await open();
    await page.locator('.diff [data-sign="-"]').getByText('perMinute: 60').waitFor();
    await page.locator('.diff [data-sign="+"]').getByText('perMinute: 120').waitFor();
    await page.locator('.option input').nth(1).check();
    await send(page).click();
    expect(await decision()).toMatchObject({ answers: [{ chosen: [2] }] });
  });

  it('a permission that reaches outside the project is marked, and sent like any other', async () => {
    const { page, open, decision } = await asked(samples.outside(), size);
    await open();
    await page.locator('.ask-head').getByText('outside the project').waitFor();
    await page.locator('.option').first().getByText('reaches outside the project').waitFor();
    await page.locator('.option input').first().check();
    await send(page).click();
    expect(await decision()).toMatchObject({ answers: [{ chosen: [1] }] });
  });

  it('a plan is a document: approved, approved with changes, or rejected', async () => {
    const first = await asked(samples.plan(), size);
    await first.open();
    await first.page.locator('.document h1').getByText('Move sessions from memory to SQLite').waitFor();
    await first.page.locator('.document table').waitFor();
    await first.page.getByRole('button', { name: 'Approve', exact: true }).click();
    expect(await first.decision()).toMatchObject({ answers: [{ chosen: [1] }] });
    await first.page.context().close();

    const second = await asked(samples.plan(), size);
    await second.open();
    await second.page.getByRole('button', { name: 'Approve with changes' }).click();
    await second.page.getByLabel('What should change').fill('Keep the store in memory for tests');
    await second.page.getByRole('button', { name: 'Approve with these changes' }).click();
    const words = 'Approve with these changes:\nKeep the store in memory for tests';
    expect(await second.decision()).toMatchObject({ answers: [{ kind: 'words', words }] });
    await second.page.context().close();

    const third = await asked(samples.plan(), size);
    await third.open();
    await third.page.getByRole('button', { name: 'Reject' }).click();
    await third.page.getByLabel('Why, or what to do instead').fill('Use Redis');
    await third.page.locator('.message').getByRole('button', { name: 'Reject' }).click();
    expect(await third.decision()).toMatchObject({ answers: [{ kind: 'words', words: 'Use Redis' }] });
  });

  it('an idle agent gets its next prompt', async () => {
    const { page, open, decision } = await asked(samples.idle(), size);
    await open();
    await page.locator('.document strong').getByText('42 tests pass.').waitFor();
    await page.getByLabel('Next prompt').fill('Fix the links in the navigation\nand run the tests');
    await page.getByRole('button', { name: 'Send prompt' }).click();
    expect(await decision()).toMatchObject({ answers: [{ kind: 'words', words: 'Fix the links in the navigation\nand run the tests' }] });
  });

  it('an open question takes own words', async () => {
    const { page, open, decision } = await asked(samples.openQuestion(), size);
    await open();
    await page.getByLabel('Your answer').fill('Hedgehog 🦔');
    await send(page).click();
    expect(await decision()).toMatchObject({ answers: [{ kind: 'words', words: 'Hedgehog 🦔' }] });
  });

  it('a message instead of an answer', async () => {
    const { page, open, decision } = await asked(samples.simple(), size);
    await open();
    await page.getByRole('button', { name: 'Message instead' }).click();
    await page.getByLabel('Message', { exact: true }).fill('Sessions are going away, skip this');
    await page.getByRole('button', { name: 'Send message' }).click();
    expect(await decision()).toMatchObject({ kind: 'redirect', message: 'Sessions are going away, skip this' });
  });

  it('a decline, with a reason', async () => {
    const { page, open, decision } = await asked(samples.simple(), size);
    await open();
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByLabel('Reason (optional)').fill('not now');
    await page.locator('.message').getByRole('button', { name: 'Decline' }).click();
    expect(await decision()).toMatchObject({ kind: 'decline', message: 'not now' });
  });

  it('a secret is sealed in the browser for the asker alone', async () => {
    const opener = await createOpener();
    const request = samples.openQuestion();
    const [question] = request.questions as readonly object[];
    const { page, open, decision } = await asked({ ...request, questions: [{ ...question, secret: opener.publicKey }] }, size);
    await open();
    const field = page.getByLabel('Secret');
    expect(await field.getAttribute('type')).toBe('password');
    await field.fill('hunter2 ü');
    await send(page).click();
    const { answers } = (await decision()) as { answers: readonly { words: string }[] } & object;
    expect(answers[0]?.words).not.toContain('hunter2');
    expect(await opener.open(answers[0]?.words ?? '')).toBe('hunter2 ü');
  });

  it('previews are Markdown and code', async () => {
    const { page, open, decision } = await asked(samples.previews(), size);
    await open();
    await page.locator('.preview strong').getByText('navigation').waitFor();
    await page.locator('.option input').nth(1).check();
    await page.locator('.preview .hl-keyword').first().waitFor();
    await send(page).click();
    expect(await decision()).toMatchObject({ answers: [{ chosen: [2] }] });
  });
});
