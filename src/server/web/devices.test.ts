import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UNUSED_FOR_MS } from './cookie.ts';
import { openDevices } from './devices.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'devices-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function at() {
  const path = join(mkdtempSync(join(folder, 'at-')), 'devices.json');
  const time = { now: 5_000 };
  const errors: unknown[] = [];
  const reopened = () => openDevices({ path, clock: { now: () => time.now }, onError: (error) => errors.push(error) });
  return { path, time, errors, reopened, devices: reopened() };
}
const phone = { name: 'phone', door: 'lan', browser: 'Safari on iPhone' } as const;

it('a cookie is accepted only where it was issued (local, LAN or public), also after a restart', () => {
  const { devices, reopened } = at();
  const { cookie, device } = devices.add(phone);
  for (const each of [devices, reopened()]) {
    expect(each.find(cookie, 'lan')?.device).toEqual(device);
    for (const wrong of [cookie.slice(1), `${cookie}x`, device.id, `${device.id}.`, '', '.', cookie.replace('.', '..')])
      expect(each.find(wrong, 'lan'), wrong).toBeUndefined();
    expect(each.find(cookie, 'local')).toBeUndefined();
    expect(each.find(cookie, 'public')).toBeUndefined();
  }
});

it('the file has no cookie in it, and only the user can read it', () => {
  const { devices, path } = at();
  const secret = devices.add(phone).cookie.split('.')[1] ?? '';
  expect(readFileSync(path, 'utf8')).not.toContain(secret);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('a revoked device is out, its open responses end, and it stays out after a restart', () => {
  const { devices, reopened } = at();
  const [lost, kept] = [devices.add(phone), devices.add({ ...phone, name: undefined })];
  const ended: string[] = [];
  const response = (name: string) => ({ once: () => {}, destroy: () => ended.push(name) }) as unknown as ServerResponse;
  devices.follow(lost.device, response('lost'));
  devices.follow(kept.device, response('kept'));
  expect(devices.revoke(lost.device.id)?.name).toBe('phone');
  expect(devices.revoke(lost.device.id)).toBeUndefined();
  expect(ended).toEqual(['lost']);
  for (const each of [devices, reopened()]) {
    expect(each.find(lost.cookie, 'lan')).toBeUndefined();
    expect(each.list().map(({ name }) => name)).toEqual(['Safari on iPhone']);
  }
});

it('if the disk fails, nobody new is let in and a revoked device is out all the same', () => {
  const { devices, path } = at();
  const { cookie, device } = devices.add(phone);
  rmSync(dirname(path), { recursive: true });
  expect(() => devices.add(phone)).toThrow();
  expect(devices.list()).toEqual([device]);
  expect(() => devices.revoke(device.id)).toThrow();
  expect(devices.find(cookie, 'lan')).toBeUndefined();
});

it('is noted as seen, and forgotten when it was not for 90 days', () => {
  const { devices, time, reopened } = at();
  const { cookie } = devices.add(phone);
  expect(devices.find(cookie, 'lan')?.renew).toBe(false);
  time.now += UNUSED_FOR_MS - 1;
  expect(devices.find(cookie, 'lan')?.renew).toBe(true);
  time.now += UNUSED_FOR_MS - 1;
  expect(reopened().find(cookie, 'lan')?.renew).toBe(true);
  time.now += UNUSED_FOR_MS;
  for (const each of [devices, reopened()]) {
    expect(each.find(cookie, 'lan')).toBeUndefined();
    expect(each.list()).toEqual([]);
  }
});

it('nobody is let in by a damaged file', () => {
  const { devices, path, reopened, errors } = at();
  const { cookie } = devices.add(phone);
  for (const text of ['', '{', '{"devices":[{}]}', 'null']) {
    writeFileSync(path, text);
    expect(reopened().find(cookie, 'lan')).toBeUndefined();
  }
  expect(errors).toHaveLength(4);
});
