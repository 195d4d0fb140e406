// Commands for the broker itself: status, start, stop, logs, doctor.
import { buildRouteMap } from '@stricli/core';
import type { AgentEntry } from '../../agents/entry.ts';
import type { McpClient } from '../../mcp/setup/client.ts';
import { command } from './command.ts';
import { examples, flag, json, wholeNumber } from './parameters.ts';

export const status = command(async () => (await import('../commands/broker.ts')).status, {
  parameters: { flags: { json } },
  docs: {
    brief: 'Show the status of the broker',
    fullDescription: examples('Does not start the broker; exit code 1 if none is running.', ['answerback status']),
  },
});

export const broker = buildRouteMap({
  routes: {
    start: command(async () => (await import('../commands/broker.ts')).start, {
      people: true,
      parameters: { flags: { json } },
      docs: { brief: 'Start the broker if it is not running' },
    }),
    stop: command(async () => (await import('../commands/broker.ts')).stop, {
      people: true,
      parameters: { flags: { json } },
      docs: { brief: 'Stop the broker; it finishes its current work first' },
    }),
    status,
    logs: command(async () => (await import('../commands/broker.ts')).logs, {
      parameters: {
        flags: {
          json,
          follow: flag('Keep printing new lines'),
          lines: { kind: 'parsed', parse: wholeNumber, brief: 'How many lines from the end', default: '50', placeholder: 'n' },
        },
        aliases: { f: 'follow', n: 'lines' },
      },
      docs: { brief: "Print the broker's log" },
    }),
  },
  docs: { brief: 'Start, stop and inspect the broker (it starts automatically)' },
});

export const doctor = (agents: readonly AgentEntry[], clients: readonly McpClient[]) =>
  command(async () => (await import('../commands/doctor.ts')).doctorOf(agents, clients), {
    people: true,
    parameters: { flags: { json } },
    docs: {
      brief: 'Diagnose problems and suggest fixes',
      fullDescription: examples('Checks the installation, and asks and answers a test question.', ['answerback doctor']),
    },
  });
