// answerback service: install, uninstall, status.
import { buildRouteMap } from '@stricli/core';
import { command } from './command.ts';
import { examples, flag, json } from './parameters.ts';

const parameters = {
  flags: { json, dryRun: flag('Show what would be done, and do nothing'), yes: flag('Do not ask before writing') },
  aliases: { y: 'yes' },
} as const;

export const service = buildRouteMap({
  routes: {
    install: command(async () => (await import('../commands/service.ts')).install, {
      people: true,
      parameters,
      docs: {
        brief: 'Let systemd or launchd keep the port open',
        fullDescription: examples(
          'Without a broker, agents whose hooks use its port print errors. With systemd the port is always open, and the first connection starts the broker; launchd keeps the broker running. Shows what it will do and asks first; without a terminal, or with --json, it does not ask.',
          ['answerback service install --dry-run', 'answerback service install', 'answerback service uninstall'],
        ),
      },
    }),
    uninstall: command(async () => (await import('../commands/service.ts')).uninstall, {
      people: true,
      parameters,
      docs: { brief: 'Remove the service' },
    }),
    status: command(async () => (await import('../commands/service.ts')).status, {
      parameters: { flags: { json } },
      docs: { brief: 'Show whether a service is installed and works' },
    }),
  },
  docs: { brief: 'Start the broker on demand with systemd or launchd' },
});
