// The broker itself: how it does, start and stop, what is wrong.
import { buildRouteMap } from '@stricli/core';
import { command } from './command.ts';
import { examples, flag, json, wholeNumber } from './parameters.ts';

export const status = command(async () => (await import('../commands/broker.ts')).status, {
  parameters: { flags: { json } },
  docs: {
    brief: 'How the broker is doing',
    fullDescription: examples('Starts nothing; exit code 1 when no broker runs.', ['answerback status']),
  },
});

export const broker = buildRouteMap({
  routes: {
    start: command(async () => (await import('../commands/broker.ts')).start, {
      people: true,
      parameters: { flags: { json } },
      docs: { brief: 'Start the broker, unless it runs' },
    }),
    stop: command(async () => (await import('../commands/broker.ts')).stop, {
      people: true,
      parameters: { flags: { json } },
      docs: { brief: 'Stop the broker; it finishes what it began' },
    }),
    status,
    logs: command(async () => (await import('../commands/broker.ts')).logs, {
      parameters: {
        flags: {
          json,
          follow: flag('Go on as it grows'),
          lines: { kind: 'parsed', parse: wholeNumber, brief: 'How many of the last lines', default: '50', placeholder: 'n' },
        },
        aliases: { f: 'follow', n: 'lines' },
      },
      docs: { brief: "Print the broker's log" },
    }),
  },
  docs: { brief: 'Start, stop and look at the broker (it starts by itself when needed)' },
});

export const doctor = command(async () => (await import('../commands/doctor.ts')).doctor, {
  people: true,
  parameters: { flags: { json } },
  docs: {
    brief: 'Find out what is wrong and how to mend it',
    fullDescription: examples('Checks the installation and sends a question through the whole path.', ['answerback doctor']),
  },
});
