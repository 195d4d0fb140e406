// answerback web: opens the page in a browser that is let in by a one-time code. web devices|rename|revoke: the browsers that were let in.
import { spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import type { Device } from '../../../protocol/contract.generated.ts';
import { printable } from '../../../text/printable.ts';
import { type Context, UsageError } from '../context.ts';
import { printTable } from '../table.ts';
import { ago } from '../words.ts';

type Json = { readonly json: boolean };

export async function open(this: Context, flags: Json & { readonly noOpen: boolean }): Promise<void> {
  const { out } = this;
  const client = this.client();
  const [web, { code, expiresAt }] = [await client.web(), await client.webCode()];
  const address = await localAddress(web.url, this.process.platform);
  const link = linkTo(address, code);
  if (flags.json) return out.json({ ...web, url: address, link, code, expiresAt });
  const isOpened = !flags.noOpen && (await openBrowser(this, link));
  out.line(isOpened ? `Opened ${address} in your browser. If it did not appear, use this link:` : 'Open this link:');
  out.line();
  out.line(`  ${out.ink(link, 'bold')}`);
  out.line();
  out.line('It works once, within two minutes.');
}

export async function devices(this: Context, flags: Json): Promise<void> {
  const { out, now } = this;
  const list = await this.client().devices();
  if (flags.json) return out.json({ devices: list });
  if (list.length === 0) return out.line('No browser was let in. Begin with: answerback web');
  printTable(
    out,
    list.map(({ id, name, door, browser, seenAt, madeAt }) => [
      { text: id.slice(0, SHORT) },
      { text: printable(name), ink: ['bold'] },
      { text: printable(browser) },
      { text: DOORS[door] },
      { text: `since ${ago(now() - madeAt)}, last seen ${ago(now() - seenAt)}` },
    ]),
    { flexible: 4 },
  );
}

export async function rename(this: Context, flags: Json, named: string, name: string): Promise<void> {
  const { id } = await deviceNamed(this, named);
  const device = await this.client().renameDevice(id, name);
  if (flags.json) return this.out.json(device);
  this.out.line(`${this.out.ink('✓', 'green')} It is called ${printable(device.name)} now.`);
}

export async function revoke(this: Context, flags: Json & { readonly all: boolean }, named?: string): Promise<void> {
  if (flags.all === (named !== undefined)) throw new UsageError('which device?', 'Give its name or the beginning of its id, or --all.');
  const chosen = named === undefined ? await this.client().devices() : [await deviceNamed(this, named)];
  const revoked: Device[] = [];
  for (const { id } of chosen) revoked.push(await this.client().revokeDevice(id));
  if (flags.json) return this.out.json({ revoked });
  if (revoked.length === 0) return this.out.line('No browser was let in.');
  for (const { name } of revoked) this.out.line(`${this.out.ink('✓', 'green')} ${printable(name)} has no access any more.`);
}

const SHORT = 6;
const DOORS = { local: 'this computer', lan: 'local network', public: 'public address' } as const;

async function deviceNamed({ client }: Context, named: string): Promise<Device> {
  const all = await client().devices();
  const exact = all.filter(({ id, name }) => id === named || name === named);
  const found = exact.length > 0 ? exact : all.filter(({ id }) => named !== '' && id.startsWith(named));
  const [device, another] = found;
  if (!device) throw new UsageError(`no device "${named}"`, '`answerback web devices` lists them.');
  if (another) throw new UsageError(`"${named}" is the name of several devices`, 'Give the id: `answerback web devices` lists them.');
  return device;
}

/** Behind the #, a browser sends it to no server. */
const linkTo = (address: string, code: string): string => `${address}/#code=${code}`;

/**
 * Browsers send the cookies of 127.0.0.1 to every program that listens there, and those of a name of our own only to us. Safari on older systems
 * does not know that such names are this computer.
 */
async function localAddress(url: string, platform: NodeJS.Platform): Promise<string> {
  const { port } = new URL(url);
  const isKnown = platform !== 'darwin' || (await lookup(OWN_NAME).catch(() => undefined))?.address.startsWith('127.') === true;
  return isKnown ? `http://${OWN_NAME}:${port}` : url;
}
const OWN_NAME = 'answerback.localhost';

/** Whether a program that opens browsers took the link. Over ssh and without a screen there is none that a person sees. */
async function openBrowser({ env, process: { platform } }: Context, link: string): Promise<boolean> {
  const isRemote = Boolean(env.SSH_CONNECTION || env.SSH_TTY);
  const hasScreen = platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME);
  if (!env.BROWSER && (isRemote || !hasScreen)) return false;
  const programs = [env.BROWSER, platform === 'darwin' ? 'open' : undefined, env.WSL_DISTRO_NAME ? 'wslview' : undefined, 'xdg-open'];
  for (const program of programs) if (program && (await starts(program, link))) return true;
  return false;
}

function starts(program: string, link: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, [link], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
