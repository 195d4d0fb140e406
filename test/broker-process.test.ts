// The broker as a process: one per folder, replaced when old, stopped on request, and clear about why it cannot start.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { placeAt } from '../src/client/place.ts';
import { ensureBroker, healthOf, startBroker, stopBroker, stopForGood } from '../src/client/start.ts';
import { openBroker, type RunningBroker } from '../src/server/broker.ts';
import { DEFAULT_PORT } from '../src/server/servers.ts';
import { isAlive } from '../src/system/processes.ts';
import { eventually } from './support/eventually.ts';
import { aRequest, BROKER_PROGRAM, by, CLI, type Home, home } from './support/home.ts';
import { ownPort } from './support/own-port.ts';
import { removeFolder } from './support/remove-folder.ts';
import { answers } from './support/samples.ts';
import { canLimitWatchers, withoutWatchers } from './support/without-watchers.ts';

let at: Home;
beforeEach(() => {
  at = home();
});
afterEach(() => at.close());

const options = () => ({ place: at.place, program: BROKER_PROGRAM, env: at.env });
const asRoot = process.getuid?.() === 0;

describe('one broker per folder', () => {
  it('ten simultaneous starts give one winner, which everyone reaches', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => startBroker(options())));
    expect(new Set(all.map((h) => h.pid)).size).toBe(1);
  });

  it('the folder of a killed broker is taken over at once', async () => {
    const first = await ensureBroker(options());
    process.kill(first.pid, 'SIGKILL');
    const second = await ensureBroker(options());
    expect(second.pid).not.toBe(first.pid);
    expect(existsSync(at.place.socket)).toBe(true);
  });

  it.each(['folder', 'lock'] as const)('ends when its %s is removed, and the next command starts another', async (what) => {
    const first = await ensureBroker(options());
    await removeFolder(at.place[what]);
    await eventually(() => !isAlive(first.pid));
    expect(await at.run(['list'])).toMatchObject({ code: 0, out: expect.stringContaining('No open asks') });
    expect(await at.pid()).not.toBe(first.pid);
  });

  it.runIf(canLimitWatchers)('starts and stops although the system lets us watch no more files', async () => {
    for (const [command, words] of [
      ['list', 'No open asks'],
      ['broker stop', 'has stopped'],
    ] as const)
      expect(withoutWatchers([process.execPath, CLI, ...command.split(' ')], at.env)).toMatchObject({
        status: 0,
        stdout: expect.stringContaining(words),
        stderr: '',
      });
  });

  it('is started by commands that need it, not by status', async () => {
    expect(await at.run(['status'])).toMatchObject({ code: 1 });
    expect(await at.pid()).toBeUndefined();
    expect(await at.run(['list'])).toMatchObject({ code: 0, out: expect.stringContaining('No open asks') });
    expect(await at.pid()).toBeGreaterThan(0);
    expect(await at.run(['status'])).toMatchObject({ code: 0, out: expect.stringContaining('running') });
  });

  it('that is frozen is running but does not reply: status and stop say so, with its pid and what to do', async () => {
    const { pid } = await ensureBroker(options());
    process.kill(pid, 'SIGSTOP');
    try {
      const [status, json, stop] = await Promise.all([at.run(['status']), at.run(['status', '--json']), at.run(['broker', 'stop'])]);
      for (const { code, err } of [status, stop]) {
        expect({ code, err }).toMatchObject({
          code: 1,
          err: expect.stringContaining(`a broker is running (pid ${pid}) but does not reply`),
        });
        expect(err).toContain(`kill -CONT ${pid}`);
      }
      expect(json).toMatchObject({ code: 1, err: '' });
      expect(JSON.parse(json.out)).toEqual({ running: true, replies: false, pid, folder: at.place.folder });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    // It finds the request to stop, which was waiting for it.
    await eventually(async () => (await at.pid()) === undefined);
  });

  it.runIf(asRoot)('that may be somebody else’s is not talked to: the socket and its folder must be ours alone', async () => {
    await ensureBroker(options());
    const refused = async (why: string) => {
      const ran = await at.run(['list']);
      expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining('the broker is not trusted') });
      expect(ran.err.replaceAll(/\s+/g, ' ')).toContain(why);
    };
    chownSync(at.place.socket, 65534, 65534);
    await refused(`${at.place.socket} belongs to another user (number 65534, you are 0)`);
    chownSync(at.place.socket, 0, 0);
    chownSync(at.place.folder, 65534, 65534);
    await refused(`${at.place.folder} belongs to another user`);
    chownSync(at.place.folder, 0, 0);
    chmodSync(at.place.folder, 0o777);
    await refused(`other users can write to ${at.place.folder}`);
    chmodSync(at.place.folder, 0o700);
    expect(await at.run(['list'])).toMatchObject({ code: 0 });
  });

  it('has closed its journal when `broker stop` returns: it is complete in one file, and can be replaced', async () => {
    await at.client().ask(aRequest());
    expect(await stopForGood(at.place)).toBe(true);
    expect(readdirSync(at.place.folder)).not.toContain('journal.last');
    expect(statSync(`${at.place.journal}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  });

  it('stops on request and loses nothing', async () => {
    const client = at.client();
    const ask = await client.ask(aRequest());
    expect(await stopBroker(at.place)).toBe(true);
    expect(await healthOf(at.place)).toBeUndefined();
    expect(existsSync(at.place.socket)).toBe(false);
    expect(await client.show(ask.id)).toMatchObject({ state: 'open' });
  });

  it('makes its files readable only by its user', async () => {
    await ensureBroker(options());
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect([mode(at.place.folder), mode(at.place.socket), mode(at.place.token), mode(at.place.journal)]).toEqual([
      0o700, 0o600, 0o600, 0o600,
    ]);
  });
});

describe('a stop', () => {
  it('finishes running requests: a waiting asker continues with the next broker', async () => {
    const client = at.client();
    const ask = await client.ask(aRequest());
    const waiting = client.result(ask.id);
    await stopBroker(at.place);
    await at.client().decide(ask.id, answers(2), by('bob'));
    expect(await waiting).toMatchObject({ outcome: 'answers', by: { name: 'bob' } });
  });

  it('with `broker stop` holds, also with an open inbox and a waiting ask, until a command needs the broker', async () => {
    const asking = at.start(['ask', 'Still there?', '-o', 'Yes', '-o', 'No']);
    const client = at.client();
    await eventually(async () => (await at.pid()) !== undefined);
    const reader = at.client();
    await reader.list();
    const heard: string[] = [];
    const following = new AbortController();
    onTestFinished(() => following.abort());
    void (async () => {
      for await (const item of client.events({ after: 0, signal: following.signal }))
        heard.push(item.kind === 'lost' ? (item.reason ?? 'lost') : item.kind);
    })();
    await eventually(() => heard.includes('event'));
    const [ask] = (await client.list()).asks;
    expect((await at.run(['broker', 'stop'])).out).toContain('an open inbox or a waiting ask does not');
    await eventually(() => heard.filter((each) => each.startsWith('the broker was stopped')).length >= 2);
    expect(await at.pid()).toBeUndefined();
    for (const each of [client, reader]) await expect(each.list()).rejects.toThrow('the broker was stopped');
    expect(await at.run(['answer', ask?.id ?? '', '1'])).toMatchObject({ code: 0 });
    expect(await asking.over).toMatchObject({ code: 0, out: 'Yes\n' });
    await eventually(() => heard.at(-1) === 'event');
  });

  it('is not started again by a closed client that was following events', async () => {
    const [client, pid] = [at.client(), (await ensureBroker(options())).pid];
    const heard: string[] = [];
    const following = (async () => {
      for await (const { kind } of client.events({ after: 0 })) heard.push(kind);
    })();
    await eventually(() => heard.includes('connected'));
    client.close();
    process.kill(pid, 'SIGKILL');
    await following;
    expect(await at.pid()).toBeUndefined();
  });

  it('by SIGTERM is as clean as on request', async () => {
    const { pid } = await ensureBroker(options());
    process.kill(pid, 'SIGTERM');
    await eventually(async () => (await at.pid()) === undefined);
    await ensureBroker(options());
    await expect.poll(() => readFileSync(at.place.log, 'utf8')).toContain('"stopped"');
  });
});

describe('a start during a stop', () => {
  it('waits until the old broker has released the folder', async () => {
    const client = at.client();
    const { pid } = await ensureBroker(options());
    const streaming = client.events();
    await streaming.next();
    process.kill(pid, 'SIGTERM');
    const health = await startBroker(options());
    await streaming.return(undefined);
    expect(await ensureBroker(options())).toMatchObject({ ok: true });
    expect(health.ok).toBe(true);
  });
});

describe('an older broker', () => {
  it('is replaced by the first newer command, and waiting clients notice nothing', async () => {
    const started = await openBroker({ place: at.place, version: '0.0.1', log: pino({ level: 'silent' }), port: 0 });
    const old = (started as { broker: RunningBroker }).broker;
    const client = at.client();
    expect((await healthOf(at.place))?.version).toBe('0.0.1');
    const run = at.run(['status', '--json']);
    const ask = await client.ask(aRequest());
    await old.stopped;
    await run;
    const status = JSON.parse((await at.run(['broker', 'start', '--json'])).out);
    expect(status.version).not.toBe('0.0.1');
    expect(await client.show(ask.id)).toMatchObject({ state: 'open' });
  });

  it('that is newer than the command is left alone', async () => {
    const started = await openBroker({ place: at.place, version: '99.0.0', log: pino({ level: 'silent' }), port: 0 });
    expect(await at.run(['list'])).toMatchObject({ code: 0 });
    expect((await healthOf(at.place))?.version).toBe('99.0.0');
    await (started as { broker: RunningBroker }).broker.stop();
  });
});

describe('the port', () => {
  it('stays the same across restarts', async () => {
    const env = { ...at.env };
    delete env.ANSWERBACK_PORT;
    // The usual port is in use, by us or by another process, so the broker has to choose one and remember it.
    const other = createServer().listen(DEFAULT_PORT, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise<void>((resolve) => other.once('listening', resolve).once('error', () => resolve()));
    const port = async () => {
      await ensureBroker({ ...options(), env });
      const { url } = await at.client().status();
      await stopBroker(at.place);
      return `${new URL(url).port}\n`;
    };
    expect(await port()).toBe(readFileSync(at.place.port, 'utf8'));
    // While the broker is down, any program may get the port that it chose, so it is started again with one that nobody else gets.
    const saved = `${await ownPort()}\n`;
    writeFileSync(at.place.port, saved);
    expect(await port()).toBe(saved);
    expect(readFileSync(at.place.port, 'utf8')).toBe(saved);
  });

  it('that another program uses is left to it, and the status says so', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const client = at.client();
    await ensureBroker({ ...options(), env: { ...at.env, ANSWERBACK_PORT: String(port) } });
    expect(await client.status()).toMatchObject({ portProblem: expect.stringContaining(`port ${port} is used by another program`) });
    other.close();
  });
});

describe('the reason why a broker cannot start is reported, with what to do', () => {
  it('a journal that is not a database', async () => {
    writeFileSync(at.place.journal, 'not a database, but something the user wrote here by mistake');
    const ran = await at.run(['list']);
    expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(/journal\.db is damaged[\s\S]*Restore the file from a backup/) });
    expect(readFileSync(at.place.journal, 'utf8')).toContain('by mistake');
  });

  it('a folder too deep for a socket', async () => {
    const deep = join(at.place.folder, 'x'.repeat(120));
    const ran = await at.run(['ask', 'Really?', '-o', 'Yes', '-o', 'No'], { env: { ANSWERBACK_HOME: deep } });
    expect(ran).toMatchObject({
      code: 1,
      err: expect.stringMatching(/too deep: the socket's path would have \d+ bytes[\s\S]*set ANSWERBACK_HOME to a shorter folder/),
    });
    expect(existsSync(deep)).toBe(false);
  });

  it('a folder that is a file', async () => {
    const file = join(at.place.folder, 'file');
    writeFileSync(file, 'mine');
    const ran = await at.run(['list'], { env: { ANSWERBACK_HOME: file } });
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('cannot be used') });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it.runIf(asRoot)('a read-only journal', async () => {
    const folder = at.place.folder;
    await at.run(['list']);
    await stopBroker(at.place);
    chmodSync(at.place.journal, 0o444);
    // Root can write every file, so the broker runs as another user, who owns the folder but not the journal.
    const nobody = 65_534;
    for (const name of ['', 'token', 'broker.lock', 'broker.log']) chownSync(join(folder, name), nobody, nobody);
    const child = spawn(process.execPath, [BROKER_PROGRAM], {
      env: at.env,
      uid: nobody,
      gid: nobody,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const report = await new Promise((resolve) => child.once('message', resolve));
    expect(report).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('cannot be opened for writing'),
      fix: expect.stringContaining('who owns the file'),
    });
  });

  it.runIf(asRoot)('a full disk: the ask is refused, open asks stay, and it continues when there is space', async () => {
    const disk = join(at.place.folder, 'disk');
    mkdirSync(disk);
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    try {
      const env = { ANSWERBACK_HOME: disk };
      const first = (await at.run(['ask', 'First?', '-o', 'Yes', '-o', 'No', '--no-wait'], { env })).out.trim();
      spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'ballast')}`, 'bs=1k', 'count=2000'], { stdio: 'ignore' });
      const long = 'x'.repeat(90_000);
      const refused = await at.run(['ask', `${long}?`, '-o', 'Yes', '-o', 'No', '--no-wait'], { env });
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('the disk is full') });
      expect(JSON.parse((await at.run(['list', '--json'], { env })).out)).toMatchObject([{ id: first }]);
      spawnSync('rm', [join(disk, 'ballast')]);
      expect(await at.run(['ask', `${long}?`, '-o', 'Yes', '-o', 'No', '--no-wait'], { env })).toMatchObject({ code: 0 });
      await stopBroker(placeAt(disk));
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  });
});
