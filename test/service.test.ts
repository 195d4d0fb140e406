// The broker as a service: it takes over sockets that systemd has opened, and `answerback service` installs the units.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureBroker, healthOf, stopBroker } from '../src/client/start.ts';
import { isAlive } from '../src/system/processes.ts';
import { eventually } from './support/eventually.ts';
import { BROKER_PROGRAM, type Home, home } from './support/home.ts';
import { ownPort } from './support/own-port.ts';
import { hasSystemd, startUserSystemd, type UserSystemd } from './support/user-systemd.ts';

let at: Home;
let port: number;
const children: ChildProcess[] = [];
beforeEach(async () => {
  at = home();
  port = await ownPort();
});
afterEach(async () => {
  await at.close();
  for (const child of children.splice(0)) if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'close');
});

const ACTIVATOR = 'systemd-socket-activate';
const overTcp = async (): Promise<{ pid: number }> =>
  (await fetch(`http://127.0.0.1:${port}/v1/health`)).json() as Promise<{ pid: number }>;

describe.skipIf(spawnSync(ACTIVATOR, ['--version']).error)('sockets that systemd has opened', () => {
  /** Listens, and becomes the broker at the first connection. */
  async function activator(...sockets: readonly string[]): Promise<ChildProcess> {
    const env = Object.entries({ ANSWERBACK_HOME: at.place.folder, CLAUDE_CONFIG_DIR: at.env.CLAUDE_CONFIG_DIR });
    const args = [...sockets.flatMap((each) => ['-l', each]), ...env.flatMap(([name, value]) => ['-E', `${name}=${value}`])];
    const child = spawn(ACTIVATOR, [...args, process.execPath, BROKER_PROGRAM], { stdio: ['ignore', 'ignore', 'pipe'] });
    children.push(child);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await eventually(() => sockets.every((each) => said.includes(`Listening on ${each}`)));
    return child;
  }

  it('answer the first connection to the port: it starts the broker, which keeps that port', async () => {
    const { pid } = await activator(`127.0.0.1:${port}`);
    expect(existsSync(at.place.socket)).toBe(false);
    expect(await overTcp()).toMatchObject({ pid });
    expect(await at.client().status()).toMatchObject({ url: `http://127.0.0.1:${port}`, pid });
    expect(readFileSync(at.place.port, 'utf8')).toBe(`${port}\n`);
  });

  it('may include the unix socket, which is left to systemd when the broker stops', async () => {
    const { pid } = await activator(`127.0.0.1:${port}`, at.place.socket);
    expect(await healthOf(at.place)).toMatchObject({ pid });
    expect(await overTcp()).toMatchObject({ pid });
    // Only the socket needs no token.
    expect((await fetch(`http://127.0.0.1:${port}/v1/asks`)).status).toBe(401);
    expect((await at.client().list()).asks).toEqual([]);
    expect(await stopBroker(at.place)).toBe(true);
    await eventually(() => !isAlive(pid as number));
    expect(existsSync(at.place.socket)).toBe(true);
  });

  it('are not inherited by programs that the broker starts', async () => {
    const { pid } = await activator(`127.0.0.1:${port}`);
    await overTcp();
    expect(/^flags:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/fdinfo/3`, 'utf8'))?.[1]).toMatch(/^0*2\d{6}$/); // O_CLOEXEC
  });

  it('make a broker that was started in another way stop and hand over', async () => {
    const before = await ensureBroker({ place: at.place, program: BROKER_PROGRAM, env: at.env });
    const { pid } = await activator(`127.0.0.1:${port}`);
    expect(await overTcp()).toMatchObject({ pid });
    expect(before.pid).not.toBe(pid);
    await eventually(() => !isAlive(before.pid));
    expect(await at.client().status()).not.toHaveProperty('portProblem');
  });

  it('that are meant for another process are left alone', async () => {
    const env = { ...at.env, LISTEN_FDS: '1', LISTEN_PID: '1' };
    const { pid } = await ensureBroker({ place: at.place, program: BROKER_PROGRAM, env });
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toContain('LISTEN_PID=1');
    expect(readdirSync(at.place.folder)).toContain('broker.sock');
  });

  it('must not be reachable from other computers', async () => {
    const child = await activator(`0.0.0.0:${port}`);
    const exit = once(child, 'exit');
    await overTcp().catch(() => {});
    expect((await exit)[0]).toBe(1);
  });
});

describe.skipIf(!hasSystemd)('answerback service, with a real systemd', () => {
  let systemd: UserSystemd;
  beforeEach(async () => {
    systemd = await startUserSystemd();
    writeFileSync(at.place.port, `${port}\n`);
    return () => systemd.stop();
  });

  const run = (...args: readonly string[]) => at.run(args, { env: { ...systemd.env, ANSWERBACK_PORT: '' } });
  const systemctl = (...args: readonly string[]) =>
    spawnSync('systemctl', ['--user', ...args], { env: { ...process.env, ...systemd.env }, encoding: 'utf8' }).stdout.trim();
  const files = () => readdirSync(systemd.home, { recursive: true, encoding: 'utf8' }).sort();

  it('installs units that systemd accepts, keeps the port open, and leaves nothing behind when it is uninstalled', async () => {
    const before = files();
    expect(await run('service', 'status')).toMatchObject({ code: 1, out: expect.stringContaining('No service is installed') });
    expect(await run('service', 'install', '--dry-run')).toMatchObject({ code: 0, out: expect.stringContaining('nothing was written') });
    expect(files()).toEqual(before);

    const installed = await run('service', 'install');
    expect(installed).toMatchObject({ code: 0, err: '' });
    expect(installed.out).toContain(`ListenStream=127.0.0.1:${port}`);
    expect(installed.out).toContain('systemctl --user enable --now answerback.socket');
    const units = join(systemd.home, '.config', 'systemd', 'user');
    const verified = spawnSync(
      'systemd-analyze',
      ['--user', 'verify', join(units, 'answerback.socket'), join(units, 'answerback.service')],
      {
        env: { ...process.env, ...systemd.env },
        encoding: 'utf8',
      },
    );
    expect(verified).toMatchObject({ status: 0, stderr: '' });
    expect(await run('service', 'status')).toMatchObject({ code: 0, out: expect.stringMatching(/^active, systemd runs .*broker\.js/) });
    const pid = Number(systemctl('show', '-P', 'MainPID', 'answerback.service'));
    expect(await at.pid()).toBe(pid);
    expect(await run('service', 'install')).toMatchObject({ code: 0, out: expect.stringContaining('Already installed') });

    expect((await run('doctor')).out).toContain('✓ service     systemd keeps the port open');

    // The port stays open without a broker, and a connection to it starts one.
    expect(await run('broker', 'stop')).toMatchObject({ code: 0 });
    await eventually(() => systemctl('is-active', 'answerback.service') === 'inactive');
    expect(await run('status')).toMatchObject({ code: 1, out: expect.stringContaining('No broker is running') });
    const woken = await overTcp();
    expect(String(woken.pid)).toBe(systemctl('show', '-P', 'MainPID', 'answerback.service'));

    // A command starts it through systemd too, on the same port.
    await run('broker', 'stop');
    expect(await run('list')).toMatchObject({ code: 0 });
    expect(String(await at.pid())).toBe(systemctl('show', '-P', 'MainPID', 'answerback.service'));
    expect(await run('status')).toMatchObject({ code: 0, out: expect.stringContaining(`.localhost:${port}`) });

    systemctl('stop', 'answerback.socket');
    expect((await run('doctor')).out).toMatch(/✗ service .*systemd has not loaded it\s+→ Repair it: answerback service install/);
    expect(await run('service', 'status')).toMatchObject({ code: 1, out: expect.stringContaining('not active') });
    expect(await run('service', 'install')).toMatchObject({ code: 0, err: '' });
    expect(await run('service', 'status')).toMatchObject({ code: 0 });

    expect(await run('service', 'uninstall')).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Uninstalled') });
    expect(files()).toEqual(before);
    expect(systemctl('list-unit-files', 'answerback*')).not.toContain('answerback.');
    expect(await run('status')).toMatchObject({ code: 0, out: expect.stringContaining(`.localhost:${port}`) });
    expect(await run('service', 'uninstall')).toMatchObject({ code: 0, out: expect.stringContaining('Nothing to undo') });
  });

  it('removes everything again if systemd refuses the units, and the broker keeps running', async () => {
    const extra = join(systemd.home, '.config', 'systemd', 'user', 'answerback.socket.d');
    mkdirSync(extra, { recursive: true });
    writeFileSync(join(extra, 'broken.conf'), '[Socket]\nExecStartPre=/bin/false\n');
    const before = files();
    const ran = await run('service', 'install');
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('answerback.socket failed: ') });
    expect(files()).toEqual(before);
    expect(existsSync(at.place.service)).toBe(false);
    expect(await run('status')).toMatchObject({ code: 0, out: expect.stringContaining(`.localhost:${port}`) });
  });
});

it('service install says what to do where there is no systemd', async () => {
  const ran = await at.run(['service', 'install'], { env: { XDG_RUNTIME_DIR: at.place.folder, DBUS_SESSION_BUS_ADDRESS: '' } });
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('systemd does not run here for your user') });
  expect(ran.err).toContain('answerback broker start');
});
