// The web page in a real browser: Debian's chromium, through playwright-core. One browser per file, a new context (cookies, storage) per visit.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type Home, home } from './home.ts';
import { ownPort } from './own-port.ts';

export const CHROMIUM =
  process.env.ANSWERBACK_CHROMIUM ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync) ??
  '/usr/bin/chromium';

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const;
export type Size = keyof typeof SIZES;

export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });

/** A broker whose page stays at the same address when it is restarted. */
export async function homeWithPage(): Promise<Home> {
  const at = home();
  at.env.ANSWERBACK_PORT = String(await ownPort());
  return at;
}

export type Visit = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly origin: string;
  /** Errors of the page and of its security policy; a test that expects none looks here. */
  readonly errors: string[];
};

export type VisitOptions = {
  readonly size?: Size;
  readonly dark?: boolean;
  /** The part of the address after #, once logged in. */
  readonly at?: string;
};

/** Logs a new browser profile in with a code, and waits until the page is live. */
export async function visit(browser: Browser, at: Home, { size = 'desk', dark = false, at: place }: VisitOptions = {}): Promise<Visit> {
  const { port } = await at.tcp();
  const { code } = await at.client().webCode();
  const origin = `http://127.0.0.1:${port}`;
  const context = await browser.newContext({
    viewport: SIZES[size],
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) errors.push(message.text());
  });
  await page.goto(`${origin}/#code=${code}`);
  await page.locator('[data-contact=live]').waitFor();
  if (place !== undefined) await page.goto(`${origin}/${place}`);
  return { page, context, origin, errors };
}
