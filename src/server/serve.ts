// Serves the routes: each request is parsed once, with the schemas of its route, and handed to its handler.
import { LARGEST_BODY } from '../contract/limits.ts';
import { type In, parsedBody, parsedParams, parsedQuery, type Routes } from '../http/request.ts';
import type { RouteContext } from './app.ts';
import { notForDevices } from './guard.ts';
import { ROUTES } from './routes/routes.ts';

export function serveRoutes(app: Routes, context: RouteContext): void {
  for (const { name, params, query, body, largestBody = LARGEST_BODY, readsBody, browsers, handle } of ROUTES) {
    const [method = '', path = ''] = name.split(' ');
    app.on(method, path, async (c: In) => {
      const { device } = c.env;
      if (device && !browsers) return notForDevices(c);
      const named = params ? parsedParams(c, params) : c.req.param();
      if (named instanceof Response) return named;
      const read = body && !readsBody && (await parsedBody(c, body, largestBody));
      if (read instanceof Response) return read;
      const request = {
        c,
        params: named,
        query: query && parsedQuery(c, query),
        // A page acts in the name of its person, whatever it says.
        body: device && typeof read === 'object' ? { ...read, by: context.web.person() } : read,
        reply: (value: unknown, status = 200) => c.json(value as object, status as 200),
      };
      return handle(request as never, context as never);
    });
  }
}
