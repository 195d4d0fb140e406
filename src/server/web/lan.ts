// The page for the local network: off until a person turns it on, and then over TLS. It stays on across restarts.
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import type { BrokerFolder } from '../../client/place.ts';
import type { Clock } from '../../system/clock.ts';
import { replaceFile } from '../../system/replaced-file.ts';
import { ownAddresses } from './addresses.ts';
import { createConnections } from './connections.ts';

type LanOptions = {
  readonly place: Pick<BrokerFolder, 'lan' | 'lanCertificate'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly onError: (error: unknown) => void;
};

/** `defaultPort` is tried first, if no port was used before. */
type Served = { readonly listener: RequestListener; readonly defaultPort: number };

export type Lan = ReturnType<typeof createLan>;
type LanState = {
  readonly port: number;
  readonly urls: readonly string[];
  readonly fingerprint: string;
  readonly problem?: string;
};

/** A certificate that expires within this time is replaced. */
const NEARLY_OVER_MS = 30 * 24 * 3_600_000;
/** Strangers can connect here, so whatever they begin has to be finished soon. Node's own limits are up to two minutes, or none. */
const TIMES = {
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 60_000,
} as const;
/** No byte in either direction; the event stream sends one every 15 seconds. */
const SILENT_AT_MOST_MS = 120_000;
const CONNECTIONS = { most: 500, mostOfOne: 100 } as const;

/** Invariant: the file `place.lan` exists as long as it is on. It is written last and removed first. */
export function createLan({ place, clock, onError }: LanOptions) {
  const connections = createConnections(CONNECTIONS);
  let served: Served | undefined;
  let server: Server | undefined;
  let problem: string | undefined;
  let changing: Promise<unknown> = Promise.resolve();
  /** One change at a time. */
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const done = changing.then(change);
    changing = done.catch(() => {});
    return done;
  };

  return {
    /** The connection of an authorised browser. */
    trust: connections.trust,

    /** Undefined if it is off. */
    async state(): Promise<LanState | undefined> {
      const port = server ? portOf(server) : storedPort();
      if (port === undefined) return undefined;
      const urls = (await ownAddresses()).map((address) => `https://${address.includes(':') ? `[${address}]` : address}:${port}`);
      return { port, urls, fingerprint: certificate()?.fingerprint256 ?? '', ...(problem === undefined ? {} : { problem }) };
    },

    /** On another port, if its own is taken: a person is there who gets the new link. */
    turnOn: () =>
      inTurn(async () => {
        if (server) return;
        if (!served) throw new Error('the broker is still starting');
        const opened = await open(storedPort() ?? served.defaultPort, served, true);
        writeFileSync(place.lan, `${portOf(opened)}\n`, { mode: 0o600 });
      }),

    turnOff: () =>
      inTurn(async () => {
        rmSync(place.lan, { force: true });
        problem = undefined;
        await close();
      }),

    /** From now on it can be turned on, and it is if it was before a restart. What goes wrong is shown in the status, and keeps nobody else out. */
    serve: (what: Served) =>
      inTurn(async () => {
        served = what;
        const port = storedPort();
        if (port !== undefined) await open(port, what, false).catch(onError);
      }),

    stop: () => inTurn(close),
  };

  async function open(port: number, { listener }: Served, orAnother: boolean): Promise<Server> {
    try {
      await makeCertificateIfNeeded();
      const both = readFileSync(place.lanCertificate);
      const secrets = { cert: both, key: both, minVersion: 'TLSv1.2' } as const;
      const { createServer } = await import('node:https');
      const made = createServer({ ...secrets, ...TIMES }, listener);
      made.setTimeout(SILENT_AT_MOST_MS);
      made.on('connection', connections.add);
      await listen(made, port).catch((error: NodeJS.ErrnoException) => {
        if (!orAnother || error.code !== 'EADDRINUSE') throw error;
        return listen(made, 0);
      });
      made.on('error', onError);
      server = made;
      problem = undefined;
      return made;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      problem = code === 'EADDRINUSE' ? `port ${port} is used by another program` : message;
      throw error;
    }
  }

  /** Open event streams would keep it open for ever. */
  async function close(): Promise<void> {
    const closing = server;
    server = undefined;
    if (!closing) return;
    const closed = new Promise((resolve) => closing.close(resolve));
    closing.closeAllConnections();
    await closed;
  }

  function storedPort(): number | undefined {
    if (!existsSync(place.lan)) return undefined;
    const port = Number(readFileSync(place.lan, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : served?.defaultPort;
  }

  /** Undefined if there is none, or it is damaged. */
  function certificate(): X509Certificate | undefined {
    try {
      return new X509Certificate(readFileSync(place.lanCertificate));
    } catch {
      return undefined;
    }
  }

  async function makeCertificateIfNeeded(): Promise<void> {
    const known = certificate();
    if (known && Date.parse(known.validTo) - clock.now() > NEARLY_OVER_MS) return;
    const { makeCertificate } = await import('./certificate.ts');
    const names = [hostname(), `${hostname()}.local`, 'localhost'].filter((name) => /^[\w.-]+$/.test(name));
    const made = await makeCertificate(names, ['127.0.0.1', ...(await ownAddresses())], clock.now());
    replaceFile(place.lanCertificate, `${made.certificate}\n${made.key}`);
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** All addresses, of both families if the system has both. */
async function listen(server: Server, port: number): Promise<void> {
  const on = (host: string) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  await on('::').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EAFNOSUPPORT' && error.code !== 'EADDRNOTAVAIL') throw error;
    return on('0.0.0.0');
  });
}
