// The recipes of docs/WEB.md for reverse proxies, run as they are written there: real nginx, real Caddy, a real browser.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../src/server/web/certificate.ts';
import { eventually } from '../support/eventually.ts';
import { aRequest, type Home, home } from '../support/home.ts';
import { ownPort } from '../support/own-port.ts';
import { CHROMIUM } from '../support/page.ts';

const NAME = 'inbox.example.com';
const DOCUMENT = readFileSync('docs/WEB.md', 'utf8');

let browser: Browser;
let folder: string;
let at: Home;
let proxy: ChildProcess | undefined;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--headless', '--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  });
});
afterAll(() => browser.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  at = home();
  const { certificate, key } = await makeCertificate([NAME], [], Date.now());
  writeFileSync(join(folder, 'c.pem'), certificate);
  writeFileSync(join(folder, 'c.key'), key);
});
afterEach(async () => {
  if (proxy && proxy.exitCode === null) {
    const over = once(proxy, 'exit');
    proxy.kill('SIGTERM');
    await over;
  }
  proxy = undefined;
  await at.close();
  rmSync(folder, { recursive: true, force: true });
});

type Addresses = { readonly listen: number; readonly broker: number };
type Proxy = {
  readonly name: string;
  /** The word after the backticks of its recipe. */
  readonly language: string;
  readonly program: string;
  /** The recipe with the paths and ports of the test, and what it stands in. */
  configured(recipe: string, ports: Addresses): string;
  arguments(file: string): readonly string[];
};

const PROXIES: readonly Proxy[] = [
  {
    name: 'Caddy',
    language: 'caddyfile',
    program: '/usr/bin/caddy',
    configured: (recipe, { listen, broker }) =>
      `{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system ${folder}\n\tskip_install_trust\n\tlog {\n\t\toutput stderr\n\t}\n}\n${changed(
        recipe,
        [
          [`${NAME} {`, `${NAME}:${listen} {\n\tlog {\n\t\toutput file ${folder}/access.log\n\t}\n\ttls ${folder}/c.pem ${folder}/c.key`],
          ['127.0.0.1:4547', `127.0.0.1:${broker}`],
        ],
      )}\n`,
    arguments: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
  {
    name: 'nginx',
    language: 'nginx',
    program: '/usr/sbin/nginx',
    configured: (recipe, { listen, broker }) =>
      `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log ${folder}/access.log;\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}\n${changed(
        recipe,
        [
          ['listen 443 ssl', `listen 127.0.0.1:${listen} ssl`],
          ['/etc/ssl/inbox.example.com.pem', `${folder}/c.pem`],
          ['/etc/ssl/inbox.example.com.key', `${folder}/c.key`],
          ['127.0.0.1:4547', `127.0.0.1:${broker}`],
        ],
      )}\n}\n`,
    arguments: (file) => ['-p', folder, '-c', file],
  },
];

describe.each(PROXIES)('$name', ({ language, program, configured, arguments: words }) => {
  it.skipIf(!existsSync(program))('lets a browser in, passes events on at once, and logs no code', async () => {
    const listen = await ownPort();
    const origin = `https://${NAME}:${listen}`;
    writeFileSync(at.place.config, `web: { public-url: "${origin}" }\n`);
    const { port: broker, token } = await at.tcp();
    const file = join(folder, 'proxy.conf');
    writeFileSync(file, configured(recipeIn(language), { listen, broker }));
    proxy = spawn(program, words(file), { env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } });
    let said = '';
    proxy.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
    await eventually(async () => {
      if (proxy?.exitCode !== null) throw new Error(said);
      return isOpen(listen);
    });

    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const { phone = '' } = JSON.parse((await at.run(['web', '--json'])).out) as { phone?: string };
    expect(phone).toContain(`${origin}/#code=`);
    await page.goto(phone);
    await page.locator('[data-contact=live]').waitFor();
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: `__Host-answerback-${broker}`, httpOnly: true, secure: true, sameSite: 'Strict' });

    // It is there without anyone reloading: nothing on the way holds events back.
    const { id } = await at.client().ask(aRequest());
    await page.getByText('Which database should we use?').first().waitFor();
    const decided = await page.evaluate(
      async (ask) =>
        (await fetch(`/v1/asks/${ask}/decision`, { method: 'POST', body: JSON.stringify({ kind: 'answers', answers: [2] }) })).status,
      id,
    );
    expect(decided).toBe(200);
    expect((await at.client().show(id)).decision?.by).toEqual({ kind: 'person', name: 'ada', surface: 'web' });

    // The token is of no use outside.
    const withToken = await context.request.get(`${origin.replace(NAME, '127.0.0.1')}/v1/asks`, {
      headers: { host: `${NAME}:${listen}`, authorization: `Bearer ${token}` },
    });
    expect(withToken.status()).not.toBe(200);

    await at.run(['web', 'revoke', '--all']);
    await page.getByText('This browser is not logged in').waitFor();
    const log = readFileSync(join(folder, 'access.log'), 'utf8');
    expect(log).toContain('/v1/events');
    expect(log).not.toContain(phone.split('=')[1]);
    expect(log).not.toContain(cookie?.value.split('.')[1]);
    await context.close();
  });
});

function recipeIn(language: string): string {
  const [, recipe] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(DOCUMENT) ?? [];
  if (recipe === undefined) throw new Error(`docs/WEB.md has no recipe for ${language}`);
  return recipe;
}

/** Every change must apply: otherwise the test would try something else than the document says. */
function changed(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`the recipe has no "${from}"`);
    return now.replace(from, to);
  }, text);
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
