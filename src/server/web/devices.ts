// The browsers that were let in: one small file, replaced in one step. Only a hash of each cookie's secret is stored.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { sameToken } from '../../client/token.ts';
import type { AccessKind } from '../../http/request.ts';
import type { Clock } from '../../system/clock.ts';
import { replaceFile } from '../../system/replaced-file.ts';
import { UNUSED_FOR_MS } from './cookie.ts';

const stored = z.object({
  id: z.string(),
  name: z.string(),
  /** An AccessKind. The protocol and stored files call it door. */
  door: z.enum(['local', 'lan', 'public']),
  madeAt: z.number(),
  seenAt: z.number(),
  browser: z.string(),
  hash: z.string(),
});
const file = z.object({ devices: z.array(stored) });
type Stored = z.output<typeof stored>;

export type Device = Omit<Stored, 'hash'>;
type NewDevice = { readonly name: string | undefined; readonly door: AccessKind; readonly browser: string };
export type Devices = ReturnType<typeof openDevices>;

/** How often it is written down that a device was seen. */
const SEEN_EVERY_MS = 3_600_000;

type DevicesOptions = { readonly path: string; readonly clock: Pick<Clock, 'now'>; readonly onError: (error: unknown) => void };

/** Invariant: before `revoke` returns, the open responses of the device are closed and its removal is on disk. If the disk fails, it is still out until a restart. */
export function openDevices({ path, clock: { now }, onError }: DevicesOptions) {
  let devices = read();
  const open = new Map<string, Set<ServerResponse>>();

  return {
    list: (): readonly Device[] => current().map(withoutHash),

    /** `cookie`: what the browser has to show from now on. */
    add({ name, door, browser }: NewDevice): { readonly device: Device; readonly cookie: string } {
      const id = randomBytes(6).toString('hex');
      const secret = randomBytes(32).toString('base64url');
      const at = now();
      const device = { id, name: name ?? browser, door, madeAt: at, seenAt: at, browser, hash: hashOf(secret) };
      const next = [...current(), device];
      write(next);
      devices = next;
      return { device: withoutHash(device), cookie: `${id}.${secret}` };
    },

    /** `renew`: it was not seen for a while, so its cookie is due for a new date of expiry. */
    find(cookie: string, kind: AccessKind): { readonly device: Device; readonly renew: boolean } | undefined {
      const [id, secret = ''] = cookie.split('.');
      const device = current().find((each) => each.id === id);
      if (!device || !sameToken(hashOf(secret), device.hash) || device.door !== kind) return undefined;
      const renew = now() - device.seenAt >= SEEN_EVERY_MS;
      if (renew) seen(device);
      return { device: withoutHash(device), renew };
    },

    rename(id: string, name: string): Device | undefined {
      if (!current().some((each) => each.id === id)) return undefined;
      devices = current().map((each) => (each.id === id ? { ...each, name } : each));
      write(devices);
      return this.list().find((each) => each.id === id);
    },

    revoke(id: string): Device | undefined {
      const device = devices.find((each) => each.id === id);
      if (!device) return undefined;
      devices = devices.filter((each) => each !== device);
      for (const response of open.get(id) ?? []) response.destroy();
      write(devices);
      return withoutHash(device);
    },

    /** Closes the open responses of devices with this access. The devices stay. */
    disconnect(kind: AccessKind): void {
      for (const { id } of devices.filter((each) => each.door === kind)) for (const response of open.get(id) ?? []) response.destroy();
    },

    /** The response is cut off when the device is revoked. */
    follow({ id }: Device, response: ServerResponse): void {
      const responses = open.get(id) ?? new Set();
      open.set(id, responses.add(response));
      response.once('close', () => this.unfollow({ id }, response));
    },

    unfollow({ id }: Pick<Device, 'id'>, response: ServerResponse): void {
      const responses = open.get(id);
      responses?.delete(response);
      if (responses?.size === 0) open.delete(id);
    },
  };

  function current(): readonly Stored[] {
    return devices.filter(({ seenAt }) => now() - seenAt < UNUSED_FOR_MS);
  }

  function seen(device: Stored): void {
    devices = current().map((each) => (each === device ? { ...each, seenAt: now() } : each));
    try {
      write(devices);
    } catch (error) {
      // A full disk must not keep a person out.
      onError(error);
    }
  }

  /** If it is damaged, nobody is let in with an old cookie. */
  function read(): readonly Stored[] {
    try {
      return file.parse(JSON.parse(readFileSync(path, 'utf8'))).devices;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
      return [];
    }
  }

  function write(all: readonly Stored[]): void {
    replaceFile(path, `${JSON.stringify({ devices: all }, null, 1)}\n`, true);
  }
}

const withoutHash = ({ hash: _, ...device }: Stored): Device => device;
/** The secret has 256 random bits, so one round is enough. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
