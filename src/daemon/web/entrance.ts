// Where a request over TCP came in, and which page it may come from.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Bindings } from '../bindings.ts';

/** `local`: this computer. `lan`: the local network, over TLS. `public`: through the proxy or tunnel of `web: public-url`. */
export type Door = 'local' | 'lan' | 'public';

export type Entrance = {
  readonly door: Door;
  /** Where the page of this request was loaded from; undefined if nobody has said under which address the proxy is reached. */
  readonly page: string | undefined;
  /** All origins from which a request with a token may come. */
  readonly origins: readonly string[];
  readonly takesTokens: boolean;
  /** Browsers send cookies to every port of a host, so that the name says whose it is. */
  readonly cookie: string;
  readonly isSecure: boolean;
};

export type Known = {
  /** See own-name.ts. */
  readonly name: string;
  /** `web: public-url` of the configuration. */
  readonly publicUrl: URL | undefined;
};

const LOCAL_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** Undefined: a foreign host. That rejects pages whose name resolves to this computer (DNS rebinding). */
export function entranceOf(via: Bindings['via'], { headers, socket }: IncomingMessage, { name, publicUrl }: Known): Entrance | undefined {
  const port = socket.localPort;
  const host = headers.host?.toLowerCase() ?? '';
  if (via === 'lan') {
    const page = `https://${host}`;
    return isOwnName(host, port) ? { door: 'lan', page, origins: [page], takesTokens: false, ...cookieOf(port, true) } : undefined;
  }
  const hosts = [...LOCAL_NAMES, name].map((each) => `${each}:${port}`);
  const isLocal = hosts.includes(host);
  const local = hosts.map((each) => `http://${each}`);
  // Some proxies send the broker's own address as the host.
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined);
  if (isLocal && !isForwarded)
    return { door: 'local', page: `http://${host}`, origins: local, takesTokens: true, ...cookieOf(port, false) };
  if (!isLocal && host !== publicUrl?.host) return undefined;
  const page = publicUrl?.origin;
  const origins = [...(page === undefined ? [] : [page]), ...(isLocal ? local : [])];
  return { door: 'public', page, origins, takesTokens: isLocal, ...cookieOf(port, publicUrl?.protocol === 'https:') };
}

/** An address is always safe: a page of somebody else has a name. */
function isOwnName(host: string, port: number | undefined): boolean {
  const [, name = ''] = /^(.+):\d+$/.exec(host) ?? [];
  const own = hostname().toLowerCase();
  const isAddress = isIP(name) === 4 || (name.startsWith('[') && isIP(name.slice(1, -1)) === 6);
  return host.endsWith(`:${port}`) && (isAddress || [own, `${own}.local`, 'localhost'].includes(name));
}

/** The prefix makes browsers refuse such a cookie from anyone but this very host over TLS. */
function cookieOf(port: number | undefined, isSecure: boolean): Pick<Entrance, 'cookie' | 'isSecure'> {
  return { cookie: `${isSecure ? '__Host-' : ''}answerback-${port}`, isSecure };
}
