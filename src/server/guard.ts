// Access control. The unix socket is protected by its file mode; over TCP a request needs the token or a device's cookie, and a Host and Origin of ours.
import type { MiddlewareHandler, Next } from 'hono';
import { sameToken } from '../client/token.ts';
import { refusal } from '../http/errors.ts';
import type { Access, Bindings, In } from '../http/request.ts';
import { isLink } from '../notify/links.ts';
import { isMcp } from './routes/mcp.ts';
import { accessOf } from './web/access.ts';
import { cookieHeader, cookiesIn, noCookieHeader } from './web/cookie.ts';
import { setStrictHeaders } from './web/headers.ts';
import type { Web } from './web/web.ts';

/** The routes for coding agents, which have a token of their own. */
export const isChannel = (path: string): boolean => path.startsWith('/v1/channels/');

/** Readable for everyone on this computer without a token: that a broker is running. */
const OPEN_PATHS = new Set(['/v1/health']);
const LOGIN = '/v1/web/login';

type GuardParts = {
  readonly token: string;
  readonly tokenFor: (path: string) => string | undefined;
  readonly web: Web;
};

/**
 * Host rejects pages whose name resolves to this computer (DNS rebinding), Origin rejects other pages in the user's
 * browser, the token or the cookie rejects everybody else.
 */
export function guard({ token, tokenFor, web }: GuardParts): MiddlewareHandler<{ Bindings: Bindings }> {
  return async (c, next) => {
    const { via, incoming, outgoing } = c.env;
    const { path } = c.req;
    if (via === 'socket' || via === 'process') return next();
    // A link is its own proof, and comes through whatever the person has put in front of the broker.
    if (via === 'tcp' && isLink(path)) return next();
    setStrictHeaders(outgoing);
    const access = accessOf(via, incoming, { name: web.name, publicUrl: web.publicUrl() });
    if (!access) {
      const { localPort: port } = incoming.socket;
      const fix = via === 'lan' ? `Use the address of this computer, with the port ${port}.` : `Use http://127.0.0.1:${port}.`;
      return refusal(c, 'foreign-host', `this broker does not answer to the host "${c.req.header('host') ?? ''}"`, fix);
    }
    c.env.access = access;
    const origin = c.req.header('origin');
    if (origin !== undefined && !access.origins.includes(origin)) {
      const fix =
        access.kind === 'public'
          ? 'Set `web: { public-url: … }` in the configuration to the address in your browser.'
          : 'Open the inbox from the broker itself.';
      return refusal(c, 'foreign-origin', `pages from "${origin}" may not talk to this broker`, fix);
    }
    const file = web.files.reply(c.req.raw, path);
    if (file) return file;
    if (path === LOGIN) return isFromPage(c, access) ? next() : notFromPage(c);
    if (access.takesTokens && OPEN_PATHS.has(path)) return next();
    const shown = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    const cookies = cookiesIn(c.req.header('cookie'), access);
    if (shown === '' && cookies.length > 0 && !isChannel(path)) return withCookie(c, next, access, cookies);
    if (!access.takesTokens) return noDevice(c);
    const own = tokenFor(path);
    if (own !== undefined && sameToken(shown, own)) return next();
    if (!sameToken(shown, token)) {
      // Any error would show up in the agent, so a hook with a wrong token gets an empty reply.
      if (isChannel(path)) return c.json({});
      const what = shown === '' ? 'the token is missing' : 'the token is wrong';
      const where = isMcp(path) ? '`answerback mcp --url` prints it' : '`answerback status` says where the token file is';
      return refusal(c, 'unauthorised', what, `Send "Authorization: Bearer <token>"; ${where}.`);
    }
    return next();
  };

  async function withCookie(c: In, next: Next, access: Access, cookies: readonly string[]): Promise<Response | undefined> {
    const [found] = cookies.flatMap((cookie) => {
      const known = web.devices.find(cookie, access.kind);
      return known ? [{ ...known, cookie }] : [];
    });
    if (!found) {
      c.header('set-cookie', noCookieHeader(access));
      return noDevice(c);
    }
    if (!isFromPage(c, access)) return notFromPage(c);
    // What is not part of the contract is not for browsers; serve.ts decides about the rest.
    if (!c.req.path.startsWith('/v1/')) return notForDevices(c);
    // On Node's own response: the first request after a while may be for the event stream.
    if (found.renew) c.env.outgoing.setHeader('set-cookie', cookieHeader(access, found.cookie));
    c.env.device = found.device;
    if (c.env.via === 'lan') web.lan.trust(c.env.incoming.socket);
    web.devices.follow(found.device, c.env.outgoing);
    await next();
    return undefined;
  }
}

/** Browsers add these headers themselves; no page can change them. Reading needs no Origin, because browsers do not send one then. */
function isFromPage(c: In, { page }: Access): boolean {
  const site = c.req.header('sec-fetch-site');
  if (page === undefined || (site !== undefined && site !== 'same-origin')) return false;
  const origin = c.req.header('origin');
  return origin === page || (origin === undefined && ['GET', 'HEAD'].includes(c.req.method));
}

const notFromPage = (c: In): Response =>
  refusal(c, 'foreign-origin', 'this request does not come from the page of this broker', 'Open the page: `answerback web`.');

const noDevice = (c: In): Response =>
  refusal(c, 'unauthorised', 'this browser is not authorised', 'To authorise it, use the link or the code that `answerback web` prints.');

export const notForDevices = (c: In): Response =>
  refusal(c, 'not-for-devices', 'browsers may not do this', 'Use the command line on the computer of the broker.');
