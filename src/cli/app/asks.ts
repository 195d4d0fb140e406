// Commands for askers: ask, wait for the answer, withdraw the ask.
import { EXIT } from '../context.ts';
import { command } from './command.ts';
import { examples, flag, id, json, maybe, optionalText, plain, several, text } from './parameters.ts';
import { signFlags } from './sign-flags.ts';

export const ask = command(async () => (await import('../commands/ask.ts')).ask, {
  parameters: {
    flags: {
      option: several('An option: "Label" or "Label: what it means"; none for an open question', 'option'),
      header: optionalText('A short name for the question', 'name'),
      multi: flag('Allow several options to be chosen'),
      from: optionalText('Read the questions as JSON from a file, or - for standard input', 'file|-'),
      confirm: flag('A yes or no question: the exit code is the answer, 0 for yes and 1 for no; any other code is no answer'),
      input: flag('Ask for free text'),
      secret: flag('Ask for a password or token: encrypted for this process, never stored unencrypted, printed once'),
      default: optionalText('The suggested answer: shown as selected, never used without a person', 'choice|text'),
      file: optionalText('Show this file with the question', 'file'),
      preview: several('A file to show when an option is selected: the first for the first option, and so on', 'file'),
      strict: flag('Apply the rules of the tool for agents: 2 to 4 options, short labels, ends with ?'),
      timeout: optionalText('Time limit: 90s, 5m, 2h; after that the ask expires', 'time'),
      wait: { kind: 'boolean', brief: 'Print the id and return without waiting', default: true },
      dialog: { kind: 'boolean', brief: 'Only wait, without a dialog on the terminal', default: true },
      plain,
      json,
      session: optionalText('The agent session that asks', 'id'),
      program: optionalText('The program that asks', 'name'),
      project: optionalText('The project it is about (default: this folder)', 'folder'),
      key: optionalText('A repeated call with the same key is the same ask', 'key'),
    },
    positional: maybe('The question', 'question'),
    aliases: { o: 'option', t: 'timeout' },
  },
  // 1 means no.
  failed: ({ confirm }) => (confirm ? EXIT.unanswered : EXIT.failed),
  docs: {
    brief: 'Ask a question and wait for the answer',
    fullDescription: examples(
      'The answer is printed on standard output. The exit code says how it ended: 0 answered, 3 declined, 4 redirected (a message instead of an answer), 5 expired, 6 withdrawn, 1 error (7 with --confirm, where 1 means no), 2 wrong usage.',
      [
        'answerback ask "Which database?" -o "Postgres: a server" -o "SQLite: one file"',
        'colour=$(answerback ask "Which colour?" -o Red -o Blue --timeout 10m) || exit',
        'answerback ask --confirm "Deploy?" && ./deploy',
        'answerback ask --input "What should it be called?" --default shop',
        'token=$(answerback ask --secret "Token for the registry?") || exit',
        'answerback ask "Apply it?" -o Yes -o No --file changes.diff',
        'answerback ask --from questions.json --json',
      ],
    ),
  },
});

export const wait = command(async () => (await import('../commands/ask.ts')).wait, {
  parameters: { flags: { json }, positional: { kind: 'tuple', parameters: [id] } },
  docs: {
    brief: 'Wait for the answer to an existing ask',
    fullDescription: examples('The output and exit codes are those of ask.', ['answerback wait k3f9']),
  },
});

export const withdraw = command(async () => (await import('../commands/decide.ts')).withdraw, {
  parameters: {
    flags: { json, by: signFlags.by },
    positional: { kind: 'tuple', parameters: [id, { parse: text, brief: 'Why', placeholder: 'reason', optional: true }] },
  },
  docs: {
    brief: 'Withdraw an ask that is no longer needed',
    fullDescription: examples('For asks whose agent is gone. Nobody is told; to tell the agent that you will not answer, use decline.', [
      'answerback withdraw k3f9 "the build was cancelled"',
    ]),
  },
});
