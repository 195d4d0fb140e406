// Commands for the web page: open it, and the browsers that were let in.
import { buildRouteMap } from '@stricli/core';
import { command } from './command.ts';
import { examples, flag, json, text } from './parameters.ts';

const device = { parse: text, brief: 'The device: its name, or the beginning of its id', placeholder: 'device' } as const;

export const web = buildRouteMap({
  routes: {
    open: command(async () => (await import('../commands/web.ts')).open, {
      people: true,
      parameters: {
        flags: {
          json,
          lan: flag('Serve the local network too, over TLS, until `answerback web lan-off`'),
          noOpen: flag('Print the link and do not open a browser'),
        },
      },
      docs: {
        brief: 'Open the inbox in a browser, or print a link for another browser',
        fullDescription: examples(
          'The link contains a code that authorises one browser. The code is valid for two minutes and works once.',
          ['answerback web', 'answerback web --no-open', 'answerback web --lan'],
        ),
      },
    }),
    'lan-off': command(async () => (await import('../commands/web.ts')).lanOff, {
      people: true,
      parameters: { flags: { json } },
      docs: { brief: 'Stop serving the local network', fullDescription: examples('', ['answerback web lan-off']).trimStart() },
    }),
    devices: command(async () => (await import('../commands/web.ts')).devices, {
      parameters: { flags: { json } },
      docs: { brief: 'List authorised browsers', fullDescription: examples('', ['answerback web devices']).trimStart() },
    }),
    rename: command(async () => (await import('../commands/web.ts')).rename, {
      people: true,
      parameters: {
        flags: { json },
        positional: { kind: 'tuple', parameters: [device, { parse: text, brief: 'What to call it', placeholder: 'name' }] },
      },
      docs: { brief: 'Rename a device', fullDescription: examples('', ['answerback web rename 3f9c phone']).trimStart() },
    }),
    revoke: command(async () => (await import('../commands/web.ts')).revoke, {
      people: true,
      parameters: {
        flags: { json, all: flag('Revoke every device') },
        positional: { kind: 'tuple', parameters: [{ ...device, optional: true }] },
      },
      docs: {
        brief: 'End the access of a device at once',
        fullDescription: examples('', ['answerback web revoke phone', 'answerback web revoke --all']).trimStart(),
      },
    }),
  },
  defaultCommand: 'open',
  docs: { brief: 'Use the inbox in a browser, on this computer or your phone' },
});
