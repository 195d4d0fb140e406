// Takes the pictures of the web page, of a broker with some weeks behind it and a few asks of every kind. `npm run screenshots`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Question } from '../../src/ask/schema/ask.ts';
import type { AskRequest } from '../../src/client/client.ts';
import { openSqliteJournal } from '../../src/journal/sqlite/journal.ts';
import { by, type Home } from './home.ts';
import { homeWithPage, openBrowser, type Size, visit } from './page.ts';
import { writePast } from './past.ts';
import * as samples from './web-samples.ts';

const [folder = '.'] = process.argv.slice(2);
const MINUTE = 60_000;

type Shot = {
  readonly name: string;
  readonly sizes: readonly Size[];
  readonly place: string;
  readonly prepare: (page: Page) => Promise<unknown>;
};

const at = await homeWithPage();
const browser = await openBrowser();
try {
  const ids = await fill(at);
  const ask = (name: string) => `#/ask/${ids[name]}`;
  const settled = (page: Page) => page.getByText('Loading…', { exact: true }).first().waitFor({ state: 'detached' });
  const both: readonly Size[] = ['desk', 'phone'];
  const shots: readonly Shot[] = [
    { name: 'list', sizes: both, place: '#/', prepare: (page) => page.locator('.row').nth(5).waitFor() },
    { name: 'inbox', sizes: ['desk'], place: ask('simple'), prepare: (page) => page.getByLabel('PostgreSQL').check() },
    { name: 'ask', sizes: ['phone'], place: ask('simple'), prepare: (page) => page.getByLabel('PostgreSQL').check() },
    { name: 'plan', sizes: both, place: ask('plan'), prepare: (page) => page.locator('.document table').waitFor() },
    { name: 'diff', sizes: both, place: ask('edit'), prepare: (page) => page.locator('.diff').waitFor() },
    { name: 'outside', sizes: both, place: ask('outside'), prepare: (page) => page.locator('.diff').waitFor() },
    { name: 'review', sizes: both, place: ask('several'), prepare: reviewed },
    { name: 'preview', sizes: both, place: ask('previews'), prepare: (page) => page.locator('.preview').waitFor() },
    { name: 'idle', sizes: both, place: ask('idle'), prepare: (page) => page.locator('.document').waitFor() },
    { name: 'keys', sizes: ['desk'], place: '#/', prepare: (page) => page.keyboard.press('?') },
    ...['history', 'sessions', 'statistics', 'settings'].map((name) => ({ name, sizes: both, place: `#/${name}`, prepare: settled })),
  ];
  for (const dark of [false, true]) for (const size of both) await take(browser, at, size, dark, shots);
} finally {
  await browser.close();
  await at.close();
}

async function take(chromium: Browser, home: Home, size: Size, dark: boolean, shots: readonly Shot[]): Promise<void> {
  const { page, context, origin } = await visit(chromium, home, { size, dark });
  for (const { name, sizes, place, prepare } of shots) {
    if (!sizes.includes(size)) continue;
    await page.goto(`${origin}/${place}`);
    // Nothing of the picture before stays: notices, sheets, scroll positions.
    await page.reload();
    await page.locator('[data-contact=live]').waitFor();
    await prepare(page);
    // The notifications, plots and pictures of a view come a moment later; this is no test.
    await page.waitForTimeout(800);
    await page.screenshot({ path: join(folder, `${name}-${size}-${dark ? 'dark' : 'light'}.png`) });
  }
  await context.close();
}

async function reviewed(page: Page): Promise<void> {
  await page.getByLabel('Continuous').check();
  await page.getByRole('button', { name: 'Next question' }).click();
  await page.getByLabel('PDF').check();
  await page.getByLabel('CSV').check();
  await page.getByRole('button', { name: 'Next question' }).click();
  await page.getByLabel('Accounting').check();
  await page.getByRole('button', { name: 'Review' }).last().click();
}

/** Into the journal itself, because nobody can ask in the past. */
async function fill(home: Home): Promise<Readonly<Record<string, string>>> {
  mkdirSync(home.place.folder, { recursive: true });
  const now = Date.now();
  await writePast(home.place.journal, 330, now);
  const journal = openSqliteJournal(home.place.journal);
  const asks: readonly (readonly [string, AskRequest, number])[] = [
    ['earlier', samples.simple(), 3 * 24 * 60],
    ['idle', samples.idle(), 42],
    ['previews', samples.previews(), 26],
    ['several', samples.several(), 17],
    ['edit', samples.edit(), 9],
    ['outside', samples.outside(), 6],
    ['plan', samples.plan(), 4],
    ['simple', samples.simple(), 1],
  ];
  const ids: Record<string, string> = {};
  for (const [name, { session, toolUseId, questions, kind = 'question', detail }, minutes] of asks) {
    const id = `${name}00000000`.slice(0, 12);
    ids[name] = id;
    const asked = (questions as readonly (Question & { question: string })[]).map(({ question: text, ...rest }) => ({ ...rest, text }));
    const { id: sessionId, program, project } = session;
    const createdAt = now - minutes * MINUTE;
    const deadline = name === 'outside' ? { deadline: now + 11 * MINUTE } : {};
    await journal.open(
      {
        id,
        kind,
        session: sessionId,
        toolUseId,
        program,
        project,
        source: 'tool',
        questions: asked,
        createdAt,
        ...(detail ? { detail } : {}),
        ...deadline,
      } as never,
      {},
      'agent',
    );
  }
  await journal.close();
  const client = home.client();
  for (const [program, project] of [
    ['claude-code', 'webshop'],
    ['opencode', 'billing'],
    ['claude-code', 'api-gateway'],
    ['codex', 'docs-site'],
    ['pi', 'dashboard'],
  ] as const)
    await client.putSession(`${program}-${project}`, {
      program,
      project: `/home/ada/code/${project}`,
      machine: 'workshop',
      pane: '%3',
      name: project,
    } as never);
  await client.decide(ids.earlier ?? '', { kind: 'answers', answers: [2] }, by('ada'));
  for (const { id } of (await client.list({ state: ['undelivered'], limit: 100 })).asks.slice(1))
    await client.withdraw(id, 'no longer needed');
  return ids;
}
