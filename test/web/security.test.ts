// The page under attack, in a real browser: hostile texts, other pages, other names, frames, and what a stranger could read.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AskRequest } from '../../src/client/client.ts';
import { eventually } from '../support/eventually.ts';
import { aRequest, type Home } from '../support/home.ts';
import { CHROMIUM, homeWithPage, visit } from '../support/page.ts';
import { ALL, by, EVIL, formatted, found, HOSTILE, hostile, hover } from './attack.ts';

let browser: Browser;
let at: Home;
let other: Server;
let otherPort: number;
let got: IncomingMessage[];
let otherPage: string;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', `--host-resolver-rules=MAP ${EVIL} 127.0.0.1`],
  });
  at = await homeWithPage();
  // Another program on this computer, such as the development server of an agent.
  other = createServer((request, response) => {
    got.push(request);
    response.setHeader('content-type', 'text/html').end(otherPage);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  otherPort = (other.address() as AddressInfo).port;
});
beforeEach(() => {
  got = [];
  otherPage = '<!doctype html><title>other</title>';
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser.close();
  other.close();
  await at.close();
});

describe('hostile text', () => {
  it('is inert in every field of a question, and of its answer', async () => {
    const { page, errors, requests, origin } = await watched();
    for (const text of HOSTILE) {
      const request = hostile(text);
      const { session } = request;
      const { id } = await at.client().ask(request);
      await page.goto(`${origin}/#/ask/${id}`);
      await page.locator('.about').getByText(session.id).waitFor();
      await formatted(page);
      await hover(page);
      expect(await found(page), text).toEqual([]);
      await at.client().decide(id, { kind: 'answers', answers: [{ words: text, note: text }] }, by(text));
      await page.getByText(`ada ${text}`.slice(0, 12)).first().waitFor();
      expect(await found(page), text).toEqual([]);
      expect(errors, text).toEqual([]);
      expect(requests(), text).toEqual([]);
    }
  });

  it.each([
    [
      'a permission',
      {
        kind: 'permission',
        tool: ALL(),
        input: { command: ALL(), description: ALL(), file_path: ALL(), old_string: ALL(), new_string: ALL('x') },
      },
    ],
    ['a plan', { kind: 'plan', plan: ALL(), file: ALL() }],
    ['a file', { kind: 'file', name: `${ALL()}.html`, text: ALL() }],
    ['an idle agent', { kind: 'idle', lastMessage: ALL() }],
  ] as const)('is inert in %s', async (_, detail) => {
    const kind = detail.kind === 'file' ? 'question' : detail.kind;
    const { id } = await at.client().ask({ ...hostile(ALL()), kind, detail } as AskRequest);
    const { page, errors, requests } = await watched();
    await page.goto(`${page.url().split('#')[0]}#/ask/${id}`);
    await page.locator('.about').waitFor();
    await formatted(page);
    await hover(page);
    expect(await found(page)).toEqual([]);
    expect(errors).toEqual([]);
    expect(requests()).toEqual([]);
  });

  it('is inert in the names of devices, in what is over, and in every view', async () => {
    const { id, session } = await at.client().ask(hostile(HOSTILE[0]));
    await at.client().decide(id, { kind: 'answers', answers: [{ words: ALL() }] }, by(HOSTILE[0]));
    await at
      .client()
      .ask({ ...hostile(ALL()), session: { id: session, program: HOSTILE[0], project: `/srv/${HOSTILE[1]}` } } as AskRequest);
    const { page, errors, requests, origin } = await watched();
    const { device } = await page.evaluate(async () => (await fetch('/v1/web/session')).json());
    await at.client().renameDevice(device.id, HOSTILE[1]);
    const views = await page.locator('nav a').evaluateAll((links) => links.map((each) => (each as HTMLAnchorElement).hash));
    expect(views).toEqual(['#/', '#/history', '#/sessions', '#/statistics', '#/settings']);
    for (const view of views) {
      await page.goto(`${origin}/${view}`);
      // Each has some of it, as text.
      await page.locator('main').getByText('pwned=1').first().waitFor({ state: 'attached' });
      await formatted(page);
      await hover(page);
      expect(await found(page), view).toEqual([]);
    }
    expect(errors).toEqual([]);
    expect(requests()).toEqual([]);
  });
});

describe('an HTML preview', () => {
  it('is shown in a frame in which nothing runs and nothing is loaded, and nowhere else', async () => {
    const preview = `<html><base href="http://${EVIL}:${otherPort}/"><style>b{color:rgb(1,2,3);background:url(http://${EVIL}:${otherPort}/css)}</style><b>bold</b>
      <script>top.pwned=1;fetch('/')</script><img src=/x onerror=top.pwned=1><a id=a href="/away" target=_top>a</a>
      <meta http-equiv=refresh content="0;url=http://${EVIL}:${otherPort}/refresh"><form action="/form"><input name=a></form></html>`;
    const request = hostile('plain');
    const { id } = await at.client().ask({
      ...request,
      questions: [{ text: 'Which?', options: [{ label: 'A', preview }, { label: 'B' }] }],
    } as AskRequest);
    const { page, origin } = await watched();
    await page.goto(`${origin}/#/ask/${id}`);
    const bold = page.frameLocator('iframe').locator('b');
    await bold.waitFor();
    expect(await bold.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
    await page
      .frameLocator('iframe')
      .locator('#a')
      .evaluate((link) => (link as HTMLAnchorElement).click());
    await hover(page);
    expect(await found(page)).toEqual([]);
    expect(page.url()).toBe(`${origin}/#/ask/${id}`);
    // What the policy stops never reaches the other side.
    expect(got).toEqual([]);
    const address = await page.locator('iframe').getAttribute('src');
    const alone = await page.goto(`${origin}${address}`);
    expect(alone?.status()).toBeGreaterThanOrEqual(400);
    const inNewWindow = await page.evaluate(async (path) => (await fetch(path)).status, address ?? '').catch(() => 0);
    expect(inNewWindow).not.toBe(200);
  });
});

describe('the policy of the page', () => {
  it('runs no inline script, no eval and nothing from elsewhere, even if markup got in', async () => {
    const { page } = await watched();
    const ran = await page.evaluate(async (evil) => {
      const results: string[] = [];
      const script = document.createElement('script');
      try {
        script.text = 'globalThis.pwned = 1';
        document.body.append(script);
      } catch {
        results.push('text refused');
      }
      try {
        document.body.innerHTML += '<img src=x onerror="globalThis.pwned=1">';
      } catch {
        results.push('markup refused');
      }
      // Later, because the browser allows it to whoever controls the browser, as this test does right now.
      await new Promise<void>((resolve) => {
        setTimeout(() => {
          try {
            // biome-ignore lint/security/noGlobalEval: this is what must not work
            eval('globalThis.pwned = 1');
          } catch {
            results.push('eval refused');
          }
          resolve();
        });
      });
      await fetch(`http://${evil}/`).catch(() => results.push('fetch refused'));
      return [...results, (globalThis as { pwned?: number }).pwned ?? 'unharmed'];
    }, `${EVIL}:${otherPort}`);
    expect(ran).toEqual(['text refused', 'markup refused', 'eval refused', 'fetch refused', 'unharmed']);
    expect(got).toEqual([]);
  });

  it('keeps the page out of frames', async () => {
    const { page, origin } = await watched();
    otherPage = `<!doctype html><iframe src="${origin}/"></iframe><iframe src="${origin}/v1/asks"></iframe>`;
    await page.goto(`http://127.0.0.1:${otherPort}/`);
    await eventually(
      () =>
        page.frames().length === 3 &&
        page
          .frames()
          .slice(1)
          .every((frame) => frame.url().startsWith('chrome-error:')),
    );
  });
});

describe('another page in the same browser', () => {
  it.each(['127.0.0.1', 'localhost', EVIL])('at %s cannot read or decide anything', async (name) => {
    const { id } = await at.client().ask(aRequest());
    const { page, origin } = await watched();
    await page.goto(`http://${name}:${otherPort}/`);
    const outcome = await page.evaluate(
      async ({ target, ask }) => {
        const body = JSON.stringify({ kind: 'answers', answers: [1] });
        const tries = await Promise.all(
          [
            fetch(`${target}/v1/asks`, { credentials: 'include' }),
            fetch(`${target}/v1/asks`, { credentials: 'include', mode: 'no-cors' }),
            fetch(`${target}/v1/asks/${ask}/decision`, { method: 'POST', body, credentials: 'include' }),
            fetch(`${target}/v1/asks/${ask}/decision`, { method: 'POST', body, credentials: 'include', mode: 'no-cors' }),
          ].map((each) =>
            each.then(
              async (reply) => `${reply.type} ${await reply.text()}`,
              () => 'refused',
            ),
          ),
        );
        const source = new EventSource(`${target}/v1/events`, { withCredentials: true });
        const heard = await new Promise((resolve) => {
          source.onerror = () => resolve('refused');
          source.onopen = () => resolve('open');
        });
        source.close();
        // A form needs no permission of the target, and its text can be JSON.
        const form = Object.assign(document.createElement('form'), {
          method: 'post',
          action: `${target}/v1/asks/${ask}/decision`,
          enctype: 'text/plain',
        });
        form.append(Object.assign(document.createElement('input'), { name: '{"kind":"answers","answers":[1],"x":"', value: '"}' }));
        document.body.append(form);
        form.submit();
        return [...tries, heard];
      },
      { target: origin, ask: id },
    );
    // Chromium may refuse opaque replies of another origin altogether.
    expect(outcome.map((each) => String(each).replace('opaque ', 'refused'))).toEqual([
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
    ]);
    await page.waitForURL(/decision$/);
    expect(await page.textContent('body')).toContain('foreign-origin');
    expect((await at.client().show(id)).state).toBe('open');
  });

  it('a name that leads to this computer gets nothing, not even the page', async () => {
    const { page, origin } = await watched();
    const reply = await page.goto(origin.replace('127.0.0.1', EVIL));
    expect(reply?.status()).toBe(403);
    expect(await page.textContent('body')).toContain('foreign-host');
  });

  it('another program on this computer does not get the cookie, whatever names it tries', async () => {
    const { url } = await at.client().web();
    const { code } = await at.client().webCode();
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${url}/#code=${code}`);
    await page.locator('[data-contact=live]').waitFor();
    // It makes requests to itself, because a visit from elsewhere is without cookies.
    otherPage = '<!doctype html><img src="/again">';
    for (const name of ['127.0.0.1', 'localhost', 'answerback.localhost']) await page.goto(`http://${name}:${otherPort}/`);
    await eventually(() => got.filter(({ url: path }) => path === '/again').length === 3);
    expect(got.map(({ headers }) => headers.cookie)).not.toContainEqual(expect.stringContaining('answerback'));
  });
});

describe('secrets', () => {
  it('are in no address, no Referer, no storage, and out of reach of scripts', async () => {
    const { code } = await at.client().webCode();
    const { port } = await at.tcp();
    const context = await browser.newContext();
    const page = await context.newPage();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await page.goto(`http://127.0.0.1:${port}/#code=${code}`);
    await page.locator('[data-contact=live]').waitFor();
    const [cookie] = await context.cookies();
    const secret = cookie?.value.split('.')[1] ?? '';
    expect(secret).toHaveLength(43);
    expect(page.url()).not.toContain(code);
    // The address bar still has what the browser was told to open; a server gets only what is before the #.
    expect(sent.map((each) => each.replace(/#\S*/, '')).filter((each) => each.includes(code) || each.includes(secret))).toEqual([]);
    expect(sent.filter((each) => / ./.test(each))).toEqual([]);
    const reachable = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, history.state]),
    );
    expect(reachable).not.toContain(secret);
    expect(reachable).not.toContain(code);
    await page.reload();
    await page.locator('[data-contact=live]').waitFor();
    await page.goBack();
    expect(page.url()).not.toContain(code);
  });

  it('a revoked page shows nothing more, and asks for a code', async () => {
    const { page } = await watched();
    const { device } = await page.evaluate(async () => (await fetch('/v1/web/session')).json());
    await at.client().revokeDevice(device.id);
    await page.getByText('This browser is not logged in').waitFor();
    await at.client().ask(
      aRequest({
        questions: [
          {
            text: 'After the end?',
            header: 'Late',
            options: [
              { label: 'A', description: 'x' },
              { label: 'B', description: 'x' },
            ],
          },
        ],
      }),
    );
    const { page: kept } = await watched();
    await kept.getByText('After the end?').first().waitFor();
    expect(await page.textContent('body')).not.toContain('After the end?');
  });
});

/** Logged in. `requests`: what was sent to anyone but the broker. */
async function watched() {
  const visited = await visit(browser, at);
  const [elsewhere, errors]: [string[], string[]] = [[], []];
  // What a preview tries in its frame is refused there, which is as it should be.
  visited.page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text()) && !message.location().url.includes('/preview')) errors.push(message.text());
  });
  visited.page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(visited.origin) && !url.startsWith('data:') && !url.startsWith('about:')) elsewhere.push(url);
  });
  return { ...visited, errors, requests: () => elsewhere };
}
