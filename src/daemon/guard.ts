// Who may come in. The unix socket is guarded by its file mode; over TCP every request shows the token and a local Host and Origin.
import type { MiddlewareHandler } from 'hono';
import type { Door } from './door.ts';
import { refusal } from './errors.ts';
import { sameToken } from './token.ts';

const LOCAL_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** Where coding agents come in, with a token that opens nothing else. */
export const isChannel = (path: string): boolean => path.startsWith('/v1/channels/');

/** What anyone on this machine may read without the token: that a broker is here. */
const OPEN_PATHS = new Set(['/v1/health']);

/**
 * Host keeps away pages that point a name of theirs at this machine (DNS rebinding), Origin keeps away other pages in the user's
 * browser, the token keeps away other users of this machine.
 */
export function guard(token: string, hookToken: string): MiddlewareHandler<{ Bindings: Door }> {
  return async (c, next) => {
    if (c.env.door === 'socket') return next();
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
    if (isChannel(c.req.path) && sameToken(shown, hookToken)) return next();
    if (!sameToken(shown, token)) {
      // An agent would show an error to its user; a hook that may not come in is one that is not there.
      if (isChannel(c.req.path)) return c.json({});
      const what = shown === '' ? 'the token is missing' : 'the token is wrong';
      return refusal(c, 'unauthorised', what, 'Send "Authorization: Bearer <token>"; `answerback status` says where the token file is.');
    }
    return next();
  };
}
