// The routes of the web page: getting in, devices, and where the page is served. Also which routes a device may use.
import { z } from 'zod';
import { named, time } from '../question/schema/named.ts';
import type { Routes } from './route.ts';

const LONGEST_NAME = 60;
const deviceName = z.string().trim().min(1).max(LONGEST_NAME);

const device = named(
  'Device',
  z.looseObject({
    id: z.string(),
    name: z.string(),
    door: z.enum(['local', 'lan', 'public']).describe('where it got in; its cookie is of no use elsewhere'),
    madeAt: time,
    seenAt: time,
    browser: z.string().describe('what it said it is: `Firefox on Android`'),
    isThis: z.boolean().describe('the device that sent this request'),
  }),
);

export const web = named(
  'Web',
  z.looseObject({
    url: z.string().describe('on this computer; a name that only you know, where browsers support that'),
    publicUrl: z.string().optional().describe('`web: public-url` of the configuration'),
    lan: z
      .looseObject({
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

export const webRoutes = {
  'GET /v1/web': { summary: 'where the web page is', replies: { 200: web } },
  'PUT /v1/web/lan': {
    summary: 'serve the page to the local network, or stop that',
    body: z.strictObject({ on: z.boolean() }),
    replies: { 200: web },
  },
  'POST /v1/web/codes': {
    summary: 'make a code that lets one browser in',
    replies: { 201: named('WebCode', z.looseObject({ code: z.string(), expiresAt: time })) },
  },
  'POST /v1/web/login': {
    summary: 'let a browser in with a code; needs no token',
    body: z.strictObject({
      code: z.string().max(40).describe('as `answerback web` prints it'),
      name: deviceName.optional().describe('what to call this device; by default its browser and system'),
    }),
    largestBody: 4096,
    replies: { 200: z.looseObject({ device }) },
    errors: ['wrong-code', 'locked-out'],
  },
  'POST /v1/web/logout': {
    summary: 'end the access of the browser that sends this',
    replies: { 200: z.looseObject({ device }) },
    errors: ['not-a-device'],
  },
  'GET /v1/web/session': {
    summary: 'whose page this is',
    replies: { 200: z.looseObject({ device, person: z.string(), version: z.string() }) },
    errors: ['not-a-device'],
  },
  'GET /v1/devices': { summary: 'the authorised browsers', replies: { 200: z.looseObject({ devices: z.array(device) }) } },
  'PUT /v1/devices/:id': {
    summary: 'rename a device',
    body: z.strictObject({ name: deviceName }),
    replies: { 200: device },
    errors: ['unknown-device'],
  },
  'POST /v1/devices/:id/revoke': {
    summary: 'end the access of a device',
    replies: { 200: device },
    errors: ['unknown-device'],
  },
} as const satisfies Routes;
