// The routes of the web page: getting in, devices.
import { printable } from '../../text/printable.ts';
import { refusal } from '../errors.ts';
import type { In, Routes } from '../request.ts';
import { serve } from '../serve.ts';
import { browserName } from '../web/browser.ts';
import { cookieHeader, noCookieHeader } from '../web/cookie.ts';
import type { Device } from '../web/devices.ts';
import type { Push } from '../web/push.ts';
import { personAtPage, type Web } from '../web/web.ts';

type Parts = { readonly web: Web; readonly push: Push; readonly version: string };

export function webRoutes(app: Routes, { web, push, version }: Parts): void {
  serve(app, 'GET /v1/web', async ({ reply }) => reply(await web.state()));
  serve(app, 'PUT /v1/web/lan', async ({ body, reply }) => {
    await (body.on ? web.lan.turnOn() : web.lan.turnOff());
    return reply(await web.state());
  });
  serve(app, 'POST /v1/web/codes', ({ reply }) => reply(web.codes.make(), 201));
  serve(app, 'POST /v1/web/login', ({ c, body, reply }) => {
    const { access } = c.env;
    if (!access) return noBrowser(c);
    const used = web.codes.use(body.code, access.kind);
    if (used.kind === 'locked') {
      const minutes = Math.ceil((used.until - web.now()) / 60_000);
      return refusal(
        c,
        'locked-out',
        'too many wrong codes',
        `Wait ${minutes} minutes, or make a new code on the computer of the broker: answerback web`,
      );
    }
    if (used.kind === 'wrong')
      return refusal(c, 'wrong-code', 'this code is wrong, used up or too old', '`answerback web` prints a new one; it lasts two minutes.');
    const browser = browserName(c.req.header('user-agent'));
    const name = body.name === undefined ? undefined : printable(body.name);
    const { device, cookie } = web.devices.add({ name, door: access.kind, browser });
    c.header('set-cookie', cookieHeader(access, cookie));
    return reply({ device: { ...device, isThis: true } });
  });
  serve(app, 'POST /v1/web/logout', ({ c, reply }) => {
    const { device, access } = c.env;
    if (!device || !access) return noBrowser(c);
    web.devices.unfollow(device, c.env.outgoing);
    web.devices.revoke(device.id);
    push.unsubscribe(device);
    c.header('set-cookie', noCookieHeader(access));
    return reply({ device: { ...device, isThis: true } });
  });
  serve(app, 'GET /v1/web/session', ({ c, reply }) => {
    const { device } = c.env;
    if (!device) return noBrowser(c);
    return reply({ device: { ...device, isThis: true }, person: personAtPage().name, version });
  });
  serve(app, 'GET /v1/devices', ({ c, reply }) => reply({ devices: web.devices.list().map((device) => shown(c, device)) }));
  serve(app, 'PUT /v1/devices/:id', ({ c, params, body, reply }) => {
    const device = web.devices.rename(params.id, printable(body.name));
    return device ? reply(shown(c, device)) : unknown(c, params.id);
  });
  serve(app, 'POST /v1/devices/:id/revoke', ({ c, params, reply }) => {
    // The reply to a browser that removes itself must still get through.
    if (c.env.device?.id === params.id) web.devices.unfollow(c.env.device, c.env.outgoing);
    const device = web.devices.revoke(params.id);
    if (device) push.unsubscribe(device);
    return device ? reply(shown(c, device)) : unknown(c, params.id);
  });
}

const shown = (c: In, device: Device) => ({ ...device, isThis: device.id === c.env.device?.id });

const unknown = (c: In, id: string): Response => refusal(c, 'unknown-device', `no device "${id}"`, '`answerback web devices` lists them.');

export const noBrowser = (c: In): Response =>
  refusal(c, 'not-a-device', 'this is for authorised browsers', 'Open the page: `answerback web`.');
