// answerback config: where the configuration is, a first one, its mistakes, and its schema for editors.
import { buildRouteMap } from '@stricli/core';
import { command } from './command.ts';
import { examples, flag, json } from './parameters.ts';

export const config = buildRouteMap({
  routes: {
    path: command(async () => (await import('../commands/config.ts')).path, {
      parameters: { flags: { json } },
      docs: { brief: 'Print where the configuration is' },
    }),
    init: command(async () => (await import('../commands/config.ts')).init, {
      people: true,
      parameters: { flags: { json } },
      docs: {
        brief: 'Write a configuration to start from, with comments',
        fullDescription: examples(
          'Everything in it is commented out, so it changes nothing. An existing file is left alone. Puts a JSON Schema next to it, which editors use to complete and check it.',
          ['answerback config init'],
        ),
      },
    }),
    edit: command(async () => (await import('../commands/config.ts')).edit, {
      people: true,
      parameters: { flags: { json } },
      docs: {
        brief: 'Open the configuration in your editor, and check it afterwards',
        fullDescription: examples('Uses $VISUAL or $EDITOR. Creates the file if there is none.', ['answerback config edit']),
      },
    }),
    check: command(async () => (await import('../commands/config.ts')).check, {
      parameters: { flags: { json } },
      docs: {
        brief: 'Check the configuration and the files of this project, with line and column of every mistake',
        fullDescription: examples('Exit code 1 if something is wrong.', ['answerback config check']),
      },
    }),
    schema: command(async () => (await import('../commands/config.ts')).schema, {
      parameters: { flags: { json, project: flag("The schema of a project's own file, .answerback.yaml") } },
      docs: {
        brief: 'Print the JSON Schema of the configuration, for editors',
        fullDescription: examples('`config init` puts it next to the file, where editors find it.', [
          'answerback config schema > config.schema.json',
          'answerback config schema --project',
        ]),
      },
    }),
  },
  docs: { brief: 'Find, write and check the configuration' },
});
