// answerback tmux: a status line and keys for the inbox, in the person's tmux settings.
import { buildRouteMap } from '@stricli/core';
import { command } from './command.ts';
import { examples, flag, json, optionalText } from './parameters.ts';

const flags = {
  json,
  dryRun: flag('Show what would be done, and do nothing'),
  yes: flag('Do not ask before writing'),
  config: optionalText('The settings file, if it is not the one that tmux reads', 'file'),
} as const;
const aliases = { y: 'yes' } as const;

export const tmux = buildRouteMap({
  routes: {
    install: command(async () => (await import('../commands/tmux.ts')).install, {
      people: true,
      parameters: {
        flags: {
          ...flags,
          key: optionalText('The key after the prefix that opens the inbox; its capital goes to the pane that asks (default: a)', 'key'),
        },
        aliases,
      },
      docs: {
        brief: 'Add the number of open asks and two keys to tmux',
        fullDescription: examples(
          'The status line shows how many asks are open; prefix a opens the inbox in a popup, and prefix A goes to the pane that asks. Shows the change and asks first.',
          ['answerback tmux install --dry-run', 'answerback tmux install', 'answerback tmux install --key i', 'answerback tmux uninstall'],
        ),
      },
    }),
    uninstall: command(async () => (await import('../commands/tmux.ts')).uninstall, {
      people: true,
      parameters: { flags, aliases },
      docs: { brief: 'Undo it: restores the file exactly, or removes only our lines if you have changed it since' },
    }),
  },
  docs: { brief: 'Show open asks in the status line of tmux, and open the inbox with a key' },
});
