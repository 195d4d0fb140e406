// The routes of the web page: getting in, devices, and where the page is served. Also which routes a device may use.

import { z } from 'zod';
import { named, time, type Word } from '../../ask/schema/named.ts';
import { noBrowser, refusal } from '../../http/errors.ts';
import type { In } from '../../http/request.ts';
import { routesWith } from '../../http/route.ts';
import { printable } from '../../text/printable.ts';
import type { RouteContext } from '../app.ts';
import { browserName } from '../web/browser.ts';
import { cookieHeader, noCookieHeader } from '../web/cookie.ts';

const route = routesWith<RouteContext>();

const LONGEST_NAME = 60;
const deviceName = z.string().trim().min(1).max(LONGEST_NAME);

const device = named(
  'Device',
  z.object({
    id: z.string(),
    name: z.string(),
    door: z.enum(['local', 'lan', 'public']).describe('where it got in; its cookie is of no use elsewhere'),
    madeAt: time,
    seenAt: time,
    browser: z.string().describe('what it said it is: `Firefox on Android`'),
    isThis: z.boolean().describe('the device that sent this request'),
  }),
);
export type Device = Word<typeof device>;

export const web = named(
  'Web',
  z.object({
    url: z.string().describe('on this computer; a name that only you know, where browsers support that'),
    publicUrl: z.string().optional().describe('`web: public-url` of the configuration'),
    lan: z
      .object({
        port: z.int(),
        urls: z.array(z.string()).describe('the addresses of this computer'),
        fingerprint: z.string().describe('of the certificate: SHA-256'),
        problem: z.string().optional().describe('why it cannot be reached'),
      })
      .optional()
      .describe('present if the local network is served'),
    devices: z.int(),
  }),
);
export type Web = Word<typeof web>;

export const webRoutes = [
  route('GET /v1/web', {
    summary: 'where the web page is',
    replies: { 200: web },
    handle: async ({ reply }, { web }) => reply(await web.state()),
  }),
  route('PUT /v1/web/lan', {
    summary: 'serve the page to the local network, or stop that',
    body: z.strictObject({ on: z.boolean() }),
    replies: { 200: web },
    handle: async ({ body, reply }, { web }) => {
      await (body.on ? web.lan.turnOn() : web.lan.turnOff());
      return reply(await web.state());
    },
  }),
  route('POST /v1/web/codes', {
    summary: 'make a code that lets one browser in',
    replies: { 201: named('WebCode', z.object({ code: z.string(), expiresAt: time })) },
    handle: ({ reply }, { web }) => reply(web.codes.make(), 201),
  }),
  route('POST /v1/web/login', {
    summary: 'let a browser in with a code; needs no token',
    browsers: true,
    body: z.strictObject({
      code: z.string().max(40).describe('as `answerback web` prints it'),
      name: deviceName.optional().describe('what to call this device; by default its browser and system'),
    }),
    largestBody: 4096,
    replies: { 200: z.object({ device }) },
    errors: ['wrong-code'],
    handle: ({ c, body, reply }, { web }) => {
      const { access } = c.env;
      if (!access) return noBrowser(c);
      if (!web.codes.use(body.code))
        return refusal(
          c,
          'wrong-code',
          'this code is wrong, used up or too old',
          '`answerback web` prints a new one; it lasts two minutes.',
        );
      const browser = browserName(c.req.header('user-agent'));
      const name = body.name === undefined ? undefined : printable(body.name);
      const { device, cookie } = web.devices.add({ name, door: access.kind, browser });
      c.header('set-cookie', cookieHeader(access, cookie));
      return reply({ device: { ...device, isThis: true } });
    },
  }),
  route('POST /v1/web/logout', {
    summary: 'end the access of the browser that sends this',
    browsers: true,
    replies: { 200: z.object({ device }) },
    errors: ['not-a-device'],
    handle: ({ c, reply }, { web, notifying }) => {
      const { device, access } = c.env;
      if (!device || !access) return noBrowser(c);
      web.devices.unfollow(device, c.env.outgoing);
      web.devices.revoke(device.id);
      notifying.push.unsubscribe(device);
      c.header('set-cookie', noCookieHeader(access));
      return reply({ device: { ...device, isThis: true } });
    },
  }),
  route('GET /v1/web/session', {
    summary: 'whose page this is',
    browsers: true,
    replies: { 200: z.object({ device, person: z.string(), version: z.string() }) },
    errors: ['not-a-device'],
    handle: ({ c, reply }, { web, version }) => {
      const { device } = c.env;
      if (!device) return noBrowser(c);
      return reply({ device: { ...device, isThis: true }, person: web.person().name, version });
    },
  }),
  route('GET /v1/devices', {
    summary: 'the authorised browsers',
    browsers: true,
    replies: { 200: z.object({ devices: z.array(device) }) },
    handle: ({ c, reply }, { web }) => reply({ devices: web.devices.list().map((device) => shown(c, device)) }),
  }),
  route('PUT /v1/devices/:id', {
    summary: 'rename a device',
    browsers: true,
    body: z.strictObject({ name: deviceName }),
    replies: { 200: device },
    errors: ['unknown-device'],
    handle: ({ c, params, body, reply }, { web }) => {
      const device = web.devices.rename(params.id, printable(body.name));
      return device ? reply(shown(c, device)) : unknown(c, params.id);
    },
  }),
  route('POST /v1/devices/:id/revoke', {
    summary: 'end the access of a device',
    browsers: true,
    replies: { 200: device },
    errors: ['unknown-device'],
    handle: ({ c, params, reply }, { web, notifying }) => {
      // The reply to a browser that removes itself must still get through.
      if (c.env.device?.id === params.id) web.devices.unfollow(c.env.device, c.env.outgoing);
      const device = web.devices.revoke(params.id);
      if (device) notifying.push.unsubscribe(device);
      return device ? reply(shown(c, device)) : unknown(c, params.id);
    },
  }),
];

const shown = (c: In, device: Omit<Device, 'isThis'>) => ({ ...device, isThis: device.id === c.env.device?.id });

const unknown = (c: In, id: string): Response => refusal(c, 'unknown-device', `no device "${id}"`, '`answerback web devices` lists them.');
