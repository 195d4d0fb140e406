// What an asker runs: ask, wait for the answer, take the ask back.
import { command } from './command.ts';
import { examples, flag, id, json, optionalText, plain, several, signFlags, text } from './parameters.ts';

export const ask = command(async () => (await import('../commands/ask.ts')).ask, {
  parameters: {
    flags: {
      option: several('An option: "Label" or "Label: what it means"; 2 to 4 of them, or none for an open question', 'option'),
      header: optionalText('A short name for the question, at most 12 characters', 'name'),
      multi: flag('Several options may be chosen'),
      from: optionalText('Take the questions as JSON from a file, or - for standard input', 'file|-'),
      tolerant: flag('Take JSON as other agents write it'),
      timeout: optionalText('Give up after this long: 90s, 5m, 2h; the ask then expires openly', 'time'),
      wait: { kind: 'boolean', brief: 'Wait for the answer; --no-wait prints the id and returns', default: true },
      dialog: { kind: 'boolean', brief: 'On a terminal, answer in a dialog; --no-dialog only waits', default: true },
      plain,
      json,
      session: optionalText('The agent session that asks', 'id'),
      program: optionalText('The program that asks', 'name'),
      project: optionalText('The project it is about; this folder otherwise', 'folder'),
      key: optionalText('Makes a repeated call the same ask', 'key'),
    },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, brief: 'The question; ends with ?', placeholder: 'question', optional: true }],
    },
    aliases: { o: 'option', t: 'timeout' },
  },
  docs: {
    brief: 'Ask a question and wait for the answer',
    fullDescription: examples(
      'The answer comes on standard output. The exit code tells how it ended: 0 answered, 3 declined, 4 redirected, 5 expired, 6 withdrawn, 1 an error, 2 a mistake in the call.',
      [
        'answerback ask "Which database?" -o "Postgres: a server" -o "SQLite: one file"',
        'colour=$(answerback ask "Which colour?" -o Red -o Blue --timeout 10m) || exit',
        'answerback ask "What should it be called?"',
        'answerback ask --from questions.json --json',
      ],
    ),
  },
});

export const wait = command(async () => (await import('../commands/ask.ts')).wait, {
  parameters: { flags: { json }, positional: { kind: 'tuple', parameters: [id] } },
  docs: {
    brief: 'Wait for the answer to an ask that is open already',
    fullDescription: examples('Prints and exits like ask.', ['answerback wait k3f9']),
  },
});

export const withdraw = command(async () => (await import('../commands/decide.ts')).withdraw, {
  parameters: {
    flags: { json, by: signFlags.by },
    positional: { kind: 'tuple', parameters: [id, { parse: text, brief: 'Why', placeholder: 'reason', optional: true }] },
  },
  docs: {
    brief: 'Take an ask back on behalf of the agent',
    fullDescription: examples('For asks whose agent is gone.', ['answerback withdraw k3f9 "the build was cancelled"']),
  },
});
