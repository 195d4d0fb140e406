// answerback help: the same as --help.
import { command } from '../app/command.ts';
import { examples, text } from '../app/parameters.ts';

/** The words are turned round before any command runs (main.ts); this is for the help itself. */
const helpCommand = command<Record<never, never>, string[]>(() => {}, {
  parameters: {
    flags: {},
    positional: { kind: 'array', parameter: { parse: text, brief: 'The command', placeholder: 'command' } },
  },
  docs: {
    fullDescription: examples('The same as --help after the command.', ['answerback help', 'answerback help route explain']),
    customUsage: ['[command]'],
  },
});
export const commands = { help: helpCommand };
