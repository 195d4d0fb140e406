// Access control. The unix socket is protected by its file mode; over TCP every request needs the token and a local Host and Origin.
import type { MiddlewareHandler } from 'hono';
import { sameToken } from '../client/token.ts';
import type { Bindings } from './bindings.ts';
import { refusal } from './errors.ts';
import { isLink } from './links.ts';
import { isMcp } from './routes/mcp.ts';

const LOCAL_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** The routes for coding agents, which have a token of their own. */
export const isChannel = (path: string): boolean => path.startsWith('/v1/channels/');

/** Readable for everyone on this computer without a token: that a broker is running. */
const OPEN_PATHS = new Set(['/v1/health']);

/**
 * Host rejects pages whose name resolves to this computer (DNS rebinding), Origin rejects other pages in the user's
 * browser, the token rejects other users of this computer.
 */
export function guard(token: string, tokenFor: (path: string) => string | undefined): MiddlewareHandler<{ Bindings: Bindings }> {
  return async (c, next) => {
    if (c.env.via === 'socket') return next();
    // A link is its own proof, and comes through whatever the person has put in front of the broker.
    if (isLink(c.req.path)) return next();
    const port = c.env.incoming.socket.localPort;
    const host = c.req.header('host') ?? '';
    if (!LOCAL_NAMES.some((name) => host === `${name}:${port}`)) {
      return refusal(c, 'foreign-host', `this broker does not answer to the host "${host}"`, `Use http://127.0.0.1:${port}.`);
    }
    const origin = c.req.header('origin');
    if (origin !== undefined && !LOCAL_NAMES.some((name) => origin === `http://${name}:${port}`)) {
      return refusal(c, 'foreign-origin', `pages from "${origin}" may not talk to this broker`, 'Open the inbox from the broker itself.');
    }
    if (OPEN_PATHS.has(c.req.path)) return next();
    const shown = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    const own = tokenFor(c.req.path);
    if (own !== undefined && sameToken(shown, own)) return next();
    if (!sameToken(shown, token)) {
      // Any error would show up in the agent, so a hook with a wrong token gets an empty reply.
      if (isChannel(c.req.path)) return c.json({});
      const what = shown === '' ? 'the token is missing' : 'the token is wrong';
      const where = isMcp(c.req.path) ? '`answerback mcp --url` prints it' : '`answerback status` says where the token file is';
      return refusal(c, 'unauthorised', what, `Send "Authorization: Bearer <token>"; ${where}.`);
    }
    return next();
  };
}
