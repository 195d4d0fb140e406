// How a request over TCP reached the broker (locally, from the LAN, through a proxy), and what is accepted there: hosts, origins, tokens, cookies.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Access, Bindings } from '../../http/request.ts';

type OwnAddresses = {
  /** See own-name.ts. */
  readonly name: string;
  /** `web: public-url` of the configuration. */
  readonly publicUrl: URL | undefined;
};

const LOCAL_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
/** What proxies add. */
const FORWARDED = /^(forwarded|x-forwarded-.+|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** Undefined: a foreign host. That rejects pages whose name resolves to this computer (DNS rebinding). */
export function accessOf(
  via: Bindings['via'],
  { headers, socket, httpVersion }: IncomingMessage,
  { name, publicUrl }: OwnAddresses,
): Access | undefined {
  const port = socket.localPort;
  const host = headers.host?.toLowerCase() ?? '';
  if (via === 'lan') {
    const page = `https://${host}`;
    return isOwnName(host, port) ? { kind: 'lan', page, origins: [page], takesTokens: false, ...cookieFor(port, true) } : undefined;
  }
  const hosts = [...LOCAL_NAMES, name].map((each) => `${each}:${port}`);
  const isLocal = hosts.includes(host);
  // Some proxies send the broker's own address as the host. nginx does if nobody tells it otherwise, and then it adds nothing and speaks HTTP/1.0.
  const isForwarded = httpVersion === '1.0' || Object.keys(headers).some((name) => FORWARDED.test(name));
  if (isLocal && !isForwarded) {
    const origins = hosts.map((each) => `http://${each}`);
    return { kind: 'local', page: `http://${host}`, origins, takesTokens: true, ...cookieFor(port, false) };
  }
  if (!isLocal && host !== publicUrl?.host) return undefined;
  const page = publicUrl?.origin;
  const origins = page === undefined ? [] : [page];
  return { kind: 'public', page, origins, takesTokens: false, ...cookieFor(port, publicUrl?.protocol === 'https:') };
}

/** IP addresses are always accepted: DNS rebinding needs a name. */
function isOwnName(host: string, port: number | undefined): boolean {
  const [, name = ''] = /^(.+):\d+$/.exec(host) ?? [];
  const own = hostname().toLowerCase();
  const isAddress = isIP(name) === 4 || (name.startsWith('[') && isIP(name.slice(1, -1)) === 6);
  return host.endsWith(`:${port}`) && (isAddress || [own, `${own}.local`, 'localhost'].includes(name));
}

/** With this prefix, browsers accept the cookie only from this host over TLS. */
function cookieFor(port: number | undefined, isSecure: boolean): Pick<Access, 'cookieName' | 'isSecure'> {
  return { cookieName: `${isSecure ? '__Host-' : ''}answerback-${port}`, isSecure };
}
