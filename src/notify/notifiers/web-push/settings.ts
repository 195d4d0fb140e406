// The settings of web push, and those of devices that the configuration does not mention.
import { z } from 'zod';
import { oneOrMore } from '../../../ask/match/fields.ts';
import { everyNotifier, type SettingsOf, url } from '../../settings.ts';

export const WEB_PUSH = 'web-push';

export const settings = {
  devices: oneOrMore(z.string().min(1))
    .optional()
    .describe('only these devices, by their names (answerback web devices); without it, all that have notifications on'),
  contact: z
    .url({ protocol: /^(https|mailto)$/, error: 'write mailto: and an address, or an address with https://' })
    .default('mailto:answerback@example.com')
    .describe('whom the push services of browsers may write to: mailto:you@example.com'),
  services: oneOrMore(url).optional().describe('push services in your own network; all others must be public'),
};

export type WebPushSettings = SettingsOf<typeof settings>;

/** For devices that have notifications on, if the configuration does not mention them. */
export const USUAL: WebPushSettings = {
  kind: WEB_PUSH,
  ...z.object({ ...settings, ...everyNotifier }).parse({}, { jitless: true }),
};
