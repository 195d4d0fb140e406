// answerback web: opens the page in a browser that is let in by a one-time code. web lan-off|devices|rename|revoke.
import { spawn } from 'node:child_process';
import type { Device, Web } from '../../contract/types.ts';
import { ago } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { command, group } from '../app/command.ts';
import { examples, flag, json, text } from '../app/parameters.ts';
import { type Context, UsageError } from '../context.ts';
import { printTable } from '../table.ts';

const device = { parse: text, brief: 'The device: its name, or the beginning of its id', placeholder: 'device' } as const;

const webCommands = group({
  commands: {
    open: command(open, {
      people: true,
      parameters: {
        flags: {
          json,
          lan: flag('Serve the local network too, over TLS, until `answerback web lan-off`'),
          noOpen: flag('Print the link and do not open a browser'),
        },
      },
      docs: {
        brief: 'Open the inbox in a browser, or print a link for another browser',
        fullDescription: examples(
          'The link contains a code that authorises one browser. The code is valid for two minutes and works once.',
          ['answerback web', 'answerback web --no-open', 'answerback web --lan'],
        ),
      },
    }),
    'lan-off': command(lanOff, {
      people: true,
      parameters: { flags: { json } },
      docs: { brief: 'Stop serving the local network', fullDescription: examples('', ['answerback web lan-off']).trimStart() },
    }),
    devices: command(devices, {
      parameters: { flags: { json } },
      docs: { brief: 'List authorised browsers', fullDescription: examples('', ['answerback web devices']).trimStart() },
    }),
    rename: command(rename, {
      people: true,
      parameters: {
        flags: { json },
        positional: { kind: 'tuple', parameters: [device, { parse: text, brief: 'What to call it', placeholder: 'name' }] },
      },
      docs: { brief: 'Rename a device', fullDescription: examples('', ['answerback web rename 3f9c phone']).trimStart() },
    }),
    revoke: command(revoke, {
      people: true,
      parameters: {
        flags: { json, all: flag('Revoke every device') },
        positional: { kind: 'tuple', parameters: [{ ...device, optional: true }] },
      },
      docs: {
        brief: 'End the access of a device at once',
        fullDescription: examples('', ['answerback web revoke phone', 'answerback web revoke --all']).trimStart(),
      },
    }),
  },
  usual: 'open',
});
export const commands = { web: webCommands };

type Json = { readonly json: boolean };

type OpenFlags = Json & { readonly lan: boolean; readonly noOpen: boolean };

async function open(this: Context, flags: OpenFlags): Promise<void> {
  const { out } = this;
  const client = this.client();
  const web = flags.lan ? await client.call('PUT /v1/web/lan', { body: { on: true } }) : await client.call('GET /v1/web');
  const { code, expiresAt } = await client.call('POST /v1/web/codes');
  const outside = web.publicUrl ?? web.lan?.urls[0];
  // One code lets one browser in, and there may be two.
  const phone = outside === undefined ? undefined : linkTo(outside, (await client.call('POST /v1/web/codes')).code);
  const link = linkTo(web.url, code);
  if (flags.json) return out.json({ ...web, link, code, expiresAt, ...(phone === undefined ? {} : { phone }) });
  const isOpened = !flags.noOpen && !flags.lan && (await openBrowser(this, link));
  out.line(isOpened ? `Opened ${web.url} in your browser. If it did not appear, use this link:` : 'On this computer:');
  out.line(`  ${out.style(link, 'bold')}`);
  if (phone !== undefined) await showPhone(this, web, phone);
  out.line('A link works once, within two minutes.');
  if (phone === undefined) out.line(out.style('For your phone: answerback web --lan, or a public address (docs/WEB.md)', 'dim'));
}

async function showPhone({ out }: Context, { lan, publicUrl }: Web, link: string): Promise<void> {
  const { renderUnicodeCompact } = await import('uqr');
  out.line();
  out.line(publicUrl === undefined ? 'On a phone in this network:' : 'Anywhere:');
  out.line(`  ${out.style(link, 'bold')}`);
  out.line();
  for (const row of renderUnicodeCompact(link, { border: 2 }).split('\n')) out.line(`  ${row}`);
  out.line();
  if (!lan) return;
  if (lan.problem !== undefined) out.line(out.style(`The local network is not served: ${printable(lan.problem)}`, 'red'));
  if (publicUrl === undefined) {
    out.line('The browser warns once, because the certificate was made on this computer. Its SHA-256 fingerprint must be:');
    for (const part of halves(lan.fingerprint)) out.line(`  ${part}`);
  }
  out.line(`The page is served to the local network on port ${lan.port} until: answerback web lan-off`);
}

const halves = (fingerprint: string): readonly string[] => [fingerprint.slice(0, 48), fingerprint.slice(48)];

async function lanOff(this: Context, flags: Json): Promise<void> {
  const web = await this.client().call('PUT /v1/web/lan', { body: { on: false } });
  if (flags.json) return this.out.json(web);
  this.out.line(
    `${this.out.style('✓', 'green')} The local network is not served. The page is at ${web.url} only${web.publicUrl ? `, and at ${web.publicUrl}` : ''}.`,
  );
}

async function devices(this: Context, flags: Json): Promise<void> {
  const { out, now } = this;
  const { devices: list } = await this.client().call('GET /v1/devices');
  if (flags.json) return out.json({ devices: list });
  if (list.length === 0) return out.line('No browser is authorised. Begin with: answerback web');
  printTable(
    out,
    list.map(({ id, name, door, browser, seenAt, madeAt }) => [
      { text: id.slice(0, SHORT) },
      { text: printable(name), style: ['bold'] },
      { text: printable(browser) },
      { text: ACCESS_LABELS[door] },
      { text: `authorised ${ago(now() - madeAt)}, last seen ${ago(now() - seenAt)}` },
    ]),
    { flexible: 4 },
  );
}

async function rename(this: Context, flags: Json, named: string, name: string): Promise<void> {
  const { id } = await deviceNamed(this, named);
  const device = await this.client().call('PUT /v1/devices/:id', { params: { id }, body: { name } });
  if (flags.json) return this.out.json(device);
  this.out.line(`${this.out.style('✓', 'green')} It is called ${printable(device.name)} now.`);
}

async function revoke(this: Context, flags: Json & { readonly all: boolean }, named?: string): Promise<void> {
  if (flags.all === (named !== undefined)) throw new UsageError('which device?', 'Give its name or the beginning of its id, or --all.');
  const chosen = named === undefined ? (await this.client().call('GET /v1/devices')).devices : [await deviceNamed(this, named)];
  const revoked: Device[] = [];
  for (const { id } of chosen) revoked.push(await this.client().call('POST /v1/devices/:id/revoke', { params: { id } }));
  if (flags.json) return this.out.json({ revoked });
  if (revoked.length === 0) return this.out.line('No browser is authorised.');
  for (const { name } of revoked) this.out.line(`${this.out.style('✓', 'green')} ${printable(name)} has no access any more.`);
}

const SHORT = 6;
const ACCESS_LABELS = { local: 'this computer', lan: 'local network', public: 'public address' } as const;

async function deviceNamed({ client }: Context, named: string): Promise<Device> {
  const { devices: all } = await client().call('GET /v1/devices');
  const exact = all.filter(({ id, name }) => id === named || name === named);
  const found = exact.length > 0 ? exact : all.filter(({ id }) => named !== '' && id.startsWith(named));
  const [device, another] = found;
  if (!device) throw new UsageError(`no device "${named}"`, '`answerback web devices` lists them.');
  if (another) throw new UsageError(`"${named}" is the name of several devices`, 'Give the id: `answerback web devices` lists them.');
  return device;
}

/** Behind the #, a browser sends it to no server. */
const linkTo = (address: string, code: string): string => `${address}/#code=${code}`;

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
