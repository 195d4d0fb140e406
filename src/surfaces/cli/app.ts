// All commands: what they are called, what they take, and where their code is. The code is loaded when a command runs.
import {
  type Application,
  type BaseArgs,
  buildApplication,
  buildCommand,
  buildRouteMap,
  type Command,
  type CommandBuilderArguments,
  type CommandContext,
  numberParser,
  type TypedCommandParameters,
  text_en,
} from '@stricli/core';
import { healthOf } from '../../client/start.ts';
import { VERSION } from '../../client/version.ts';
import { type Context, UsageError } from './context.ts';
import { reportFailure } from './errors.ts';
import { shortId } from './words.ts';

export type Cli = Context & CommandContext;
type Flags = { readonly json?: boolean; readonly plain?: boolean };
type Code<F extends Flags, A extends BaseArgs> = (this: Context, flags: F, ...args: A) => void | Promise<void>;

/** A command whose code is loaded when it runs, and which fails in the same way as every other. */
function command<const F extends Flags, const A extends BaseArgs>(
  load: () => Promise<Code<F, A>>,
  described: NoInfer<{ readonly parameters: TypedCommandParameters<F, A, Cli>; readonly docs: CommandBuilderArguments<F, A, Cli>['docs'] }>,
): Command<Cli> {
  return buildCommand<F, A, Cli>({
    loader: async () =>
      async function run(this: Cli, flags: F, ...args: A) {
        try {
          const code = await load();
          await code.call(this, flags, ...args);
        } catch (error) {
          reportFailure(this, error, flags.json === true);
        }
      },
    ...described,
  });
}

// ── parameters that several commands share ─────────────────────────────────────────────────────────────────────────

const text = (input: string): string => input;
const json = { kind: 'boolean', brief: 'Print JSON', default: false, withNegated: false } as const;
const plain = { kind: 'boolean', brief: 'Numbered prompts instead of a screen', default: false, withNegated: false } as const;
const optionalText = (brief: string, placeholder = 'text') =>
  ({ kind: 'parsed', parse: text, brief, optional: true, placeholder }) as const;
const several = (brief: string, placeholder = 'text') =>
  ({ kind: 'parsed', parse: text, brief, optional: true, variadic: true, placeholder }) as const;
const commaSeparated = (brief: string, placeholder: string) =>
  ({ kind: 'parsed', parse: text, brief, optional: true, variadic: ',', placeholder }) as const;

/** TAB must never start a broker. */
async function openIds(this: Cli): Promise<string[]> {
  if (!(await healthOf(this.place))) return [];
  const { asks } = await this.client().list({ state: ['open'], limit: 50 });
  return asks.map((ask) => shortId(ask.id));
}
const id = { parse: askId, brief: 'The ask, by its id or the beginning of it', placeholder: 'id', proposeCompletions: openIds } as const;
const limit = { kind: 'parsed', parse: wholeNumber, brief: 'How many at most', default: '50', placeholder: 'n' } as const;

const filterFlags = {
  kind: commaSeparated('Only these kinds: question, permission, plan, idle', 'kinds'),
  project: optionalText('Only this project: a folder (. is this one) or its name', 'project'),
  program: optionalText('Only this agent program, e.g. claude-code', 'program'),
  session: optionalText('Only this agent session', 'id'),
  text: optionalText('Only asks that contain this'),
  limit,
} as const;

const signFlags = {
  json,
  by: optionalText('Who decides, if not you: person:ada, agent:openclaw', 'who'),
  reason: optionalText('Why; kept in the log'),
} as const;

function askId(input: string): string {
  if (input.trim() === '') throw new SyntaxError('the id is empty; is a variable unset? `answerback list` shows the ids');
  return input;
}

function wholeNumber(input: string): number {
  const value = numberParser(input);
  if (!Number.isInteger(value) || value < 1) throw new SyntaxError(`${input} is not a whole number above 0`);
  return value;
}

const examples = (description: string, lines: readonly string[]): string =>
  `${description}\n\nEXAMPLES\n${lines.map((line) => `  ${line}`).join('\n')}`;

// ── the commands ───────────────────────────────────────────────────────────────────────────────────────────────────

const ask = command(async () => (await import('./commands/ask.ts')).ask, {
  parameters: {
    flags: {
      option: several('An option: "Label" or "Label: what it means"; 2 to 4 of them, or none for an open question', 'option'),
      header: optionalText('A short name for the question, at most 12 characters', 'name'),
      multi: { kind: 'boolean', brief: 'Several options may be chosen', default: false, withNegated: false },
      from: optionalText('Take the questions as JSON from a file, or - for standard input', 'file|-'),
      tolerant: { kind: 'boolean', brief: 'Take JSON as other agents write it', default: false, withNegated: false },
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

const wait = command(async () => (await import('./commands/ask.ts')).wait, {
  parameters: { flags: { json }, positional: { kind: 'tuple', parameters: [id] } },
  docs: {
    brief: 'Wait for the answer to an ask that is open already',
    fullDescription: examples('Prints and exits like ask.', ['answerback wait k3f9']),
  },
});

const answer = command(async () => (await import('./commands/decide.ts')).answer, {
  parameters: {
    flags: {
      words: several('Answer in your own words', 'words'),
      note: several('A note beside the answer; with several questions "2: note" or "Header: note"', 'note'),
      plain,
      ...signFlags,
    },
    positional: {
      kind: 'array',
      parameter: { parse: text, brief: 'The ask, then one choice per question', placeholder: 'id choice', proposeCompletions: openIds },
      minimum: 1,
    },
    aliases: { m: 'words' },
  },
  docs: {
    brief: 'Answer an ask',
    fullDescription: examples(
      'One argument per question: an option by number or label, several as 1,3 where that is allowed, `other` with -m for your own words, - to skip a question. The first answer wins. Without a choice, on a terminal, a dialog opens.',
      [
        'answerback answer k3f9',
        'answerback answer k3f9 2',
        'answerback answer k3f9 Postgres --note "but keep it small"',
        'answerback answer k3f9 1,3 -m "and logging"',
        'answerback answer k3f9 2 other - -m "call it Ada"',
      ],
    ),
    customUsage: ['<id> <choice>… [-m words]… [--note note]… [--reason why] [--by who] [--json]', '<id> [--plain]'],
  },
});

const redirect = command(async () => (await import('./commands/decide.ts')).redirect, {
  parameters: {
    flags: signFlags,
    positional: { kind: 'tuple', parameters: [id, { parse: text, brief: 'What is wrong with the question', placeholder: 'message' }] },
  },
  docs: {
    brief: 'Say that the question itself is wrong',
    fullDescription: examples('The agent gets the message instead of an answer.', [
      'answerback redirect k3f9 "we have no database at all, see README"',
    ]),
  },
});

const decline = command(async () => (await import('./commands/decide.ts')).decline, {
  parameters: {
    flags: signFlags,
    positional: {
      kind: 'tuple',
      parameters: [id, { parse: text, brief: 'What to tell the agent', placeholder: 'message', optional: true }],
    },
  },
  docs: {
    brief: 'Refuse to answer',
    fullDescription: examples('The agent is told that nobody will answer this.', [
      'answerback decline k3f9',
      'answerback decline k3f9 "not now"',
    ]),
  },
});

const withdraw = command(async () => (await import('./commands/decide.ts')).withdraw, {
  parameters: {
    flags: { json },
    positional: { kind: 'tuple', parameters: [id, { parse: text, brief: 'Why', placeholder: 'reason', optional: true }] },
  },
  docs: {
    brief: 'Take an ask back on behalf of the agent',
    fullDescription: examples('For asks whose agent is gone.', ['answerback withdraw k3f9 "the build was cancelled"']),
  },
});

const list = command(async () => (await import('./commands/list.ts')).list, {
  parameters: {
    flags: {
      json,
      all: { kind: 'boolean', brief: 'Not only the open ones', default: false, withNegated: false },
      state: commaSeparated('Only these states: open, answered, verified, mismatched, expired …', 'states'),
      ...filterFlags,
    },
    aliases: { a: 'all', n: 'limit' },
  },
  docs: {
    brief: 'List the asks that wait',
    fullDescription: examples('Newest first.', [
      'answerback list',
      'answerback list --all --project . -n 200',
      'answerback list --json | jq -r ".[].id"',
    ]),
  },
});

const show = command(async () => (await import('./commands/show.ts')).show, {
  parameters: {
    flags: {
      json,
      events: { kind: 'boolean', brief: 'With everything that happened to it', default: false, withNegated: false },
      answer: { kind: 'boolean', brief: 'Answer it, in a dialog', default: false, withNegated: false },
      plain,
    },
    positional: { kind: 'tuple', parameters: [id] },
  },
  docs: {
    brief: 'Show one ask in full',
    fullDescription: examples('The beginning of an id is enough.', [
      'answerback show k3f9',
      'answerback show k3f9 --events',
      'answerback show k3f9 --answer',
    ]),
  },
});

const inbox = command(async () => (await import('./commands/inbox.ts')).inbox, {
  parameters: {
    flags: {
      plain: { kind: 'boolean', brief: 'Numbered lists and prompts instead of a screen', default: false, withNegated: false },
      bell: { kind: 'boolean', brief: 'Ring the bell when an ask arrives', default: false, withNegated: false },
      notify: { kind: 'boolean', brief: 'Let the terminal show a notification when an ask arrives', default: false, withNegated: false },
    },
  },
  docs: {
    brief: 'Everything that waits, live, to be answered in place',
    fullDescription: examples(
      'Open asks, what was decided and whether it arrived, and which agents run where. `answerback` alone opens it on a terminal. ? shows the keys.',
      ['answerback', 'answerback inbox --bell', 'answerback inbox --plain'],
    ),
  },
});

const log = command(async () => (await import('./commands/log.ts')).log, {
  parameters: {
    flags: {
      json,
      why: { ...optionalText('How this ask came to its decision: its route, each stop, reasons, the brief', 'id'), parse: askId },
      ...filterFlags,
    },
    aliases: { n: 'limit' },
  },
  docs: {
    brief: 'Who decided what, when, where, why, and whether it arrived',
    fullDescription: examples('The latest decision first.', [
      'answerback log',
      'answerback log --project . --json',
      'answerback log --why k3f9',
    ]),
  },
});

const watch = command(async () => (await import('./commands/watch.ts')).watch, {
  parameters: {
    flags: {
      json,
      after: { kind: 'parsed', parse: numberParser, brief: 'Begin after this event number; 0 for all', optional: true, placeholder: 'seq' },
    },
  },
  docs: {
    brief: 'Print what happens, as it happens',
    fullDescription: examples('Goes on across broker restarts. With --json, one event per line.', [
      'answerback watch',
      'answerback watch --json | jq .happening.kind',
    ]),
  },
});

const sessions = command(async () => (await import('./commands/sessions.ts')).sessions, {
  parameters: {
    flags: { json, all: { kind: 'boolean', brief: 'Also those that ended', default: false, withNegated: false } },
    aliases: { a: 'all' },
  },
  docs: { brief: 'Which agents run where, and who is asking', fullDescription: examples('', ['answerback sessions']).trimStart() },
});

const scopeFlags = {
  json,
  project: optionalText('Only in this project: a folder (. is this one) or its name', 'project'),
  session: optionalText('Only for this agent session', 'id'),
  by: signFlags.by,
} as const;

const pause = command(async () => (await import('./commands/pause.ts')).pause, {
  parameters: { flags: { ...scopeFlags, for: optionalText('For this long: 30m, 2h; until `unpause` otherwise', 'time') } },
  docs: {
    brief: 'Stop all machine answering at once',
    fullDescription: examples(
      'Rules and appointed agents answer nothing until `unpause`; an agent that is at work on an ask is taken off it. People answer as before.',
      ['answerback pause', 'answerback pause --for 2h', 'answerback pause --project .'],
    ),
  },
});

const unpause = command(async () => (await import('./commands/pause.ts')).unpause, {
  parameters: { flags: scopeFlags },
  docs: {
    brief: 'Let the machines answer again',
    fullDescription: examples('They take up what is still open where they were.', ['answerback unpause', 'answerback unpause --project .']),
  },
});

const route = buildRouteMap({
  routes: {
    explain: command(async () => (await import('./commands/route.ts')).explain, {
      parameters: {
        flags: {
          json,
          from: optionalText('An ask that was never made: JSON as `show --json` prints it, or - for standard input', 'file|-'),
        },
        positional: { kind: 'tuple', parameters: [{ ...id, optional: true }] },
      },
      docs: { brief: 'Which route an ask takes, and why: every criterion' },
    }),
    test: command(async () => (await import('./commands/route-test.ts')).test, {
      parameters: {
        flags: { json },
        positional: {
          kind: 'tuple',
          parameters: [
            {
              parse: text,
              brief: 'Past asks, as `log --json` prints them; your own history otherwise',
              placeholder: 'file',
              optional: true,
            },
          ],
        },
      },
      docs: { brief: 'Try the routes on what people decided before; agents are named, not asked' },
    }),
    check: command(async () => (await import('./commands/route.ts')).check, {
      parameters: { flags: { json } },
      docs: { brief: 'Whether the configuration is understood, with the line of what is wrong' },
    }),
  },
  docs: { brief: 'Who decides which asks in your place' },
});

const reply = command(async () => (await import('./commands/reply.ts')).reply, {
  parameters: {
    flags: { json, by: optionalText('Whose words these are: agent:openclaw, person:ada', 'who') },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, brief: 'The text; standard input otherwise', placeholder: 'text', optional: true }],
    },
  },
  docs: {
    brief: 'Take the answers out of what a chat agent wrote',
    fullDescription: examples(
      'Finds <answer ask="id">2</answer> and <cc_answer project="name">2</cc_answer> anywhere in the text. Exit code 0 when all were taken, 1 when one was not, 2 when there was none.',
      [
        `answerback reply --by agent:claw 'I looked into it. <answer ask="k3f9">2</answer>'`,
        'chat-agent | answerback reply --by agent:claw',
      ],
    ),
  },
});

const roster = command(async () => (await import('./commands/reply.ts')).roster, {
  parameters: { flags: { json } },
  docs: { brief: 'What runs and what is pending, as a text for chat agents' },
});

const send = command(async () => (await import('./commands/send.ts')).send, {
  parameters: {
    flags: {
      json,
      list: { kind: 'boolean', brief: 'Show the prompts that wait', default: false, withNegated: false },
      all: { kind: 'boolean', brief: 'Show all of them', default: false, withNegated: false },
      cancel: optionalText('Cancel one that waits', 'id'),
      by: signFlags.by,
    },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: text, brief: 'The session: the beginning of its id, or the name of its project', placeholder: 'session', optional: true },
        { parse: text, brief: 'The prompt, or a /slash-command', placeholder: 'text', optional: true },
      ],
    },
  },
  docs: {
    brief: 'Give an agent its next prompt',
    fullDescription: examples(
      'It is typed into the tmux pane when the agent is idle: one per turn, in order, never into a draft or a dialog.',
      [
        'answerback send shop "run the tests again"',
        'answerback send shop /compact',
        'answerback send --list',
        'answerback send --cancel k3f9',
      ],
    ),
  },
});

const watchPane = command(async () => (await import('./commands/watch-pane.ts')).watchPane, {
  parameters: {
    flags: {
      json,
      socket: optionalText('The tmux server: its name (-L) or the path of its socket (-S)', 'socket'),
      stop: { kind: 'boolean', brief: 'Leave the pane alone again', default: false, withNegated: false },
    },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, brief: 'The pane, as tmux names it; this one unless said', placeholder: 'pane', optional: true }],
    },
  },
  docs: {
    brief: 'Read the questions of an agent off its tmux pane',
    fullDescription: examples(
      'Agents in tmux are found by themselves; this is for those that are not: over ssh, in a container, under another user or folder.',
      ['answerback watch-pane work:1.0', 'answerback watch-pane %3 --socket /tmp/tmux-1000/default', 'answerback watch-pane %3 --stop'],
    ),
  },
});

const status = command(async () => (await import('./commands/broker.ts')).status, {
  parameters: { flags: { json } },
  docs: {
    brief: 'How the broker is doing',
    fullDescription: examples('Starts nothing; exit code 1 when no broker runs.', ['answerback status']),
  },
});

const broker = buildRouteMap({
  routes: {
    start: command(async () => (await import('./commands/broker.ts')).start, {
      parameters: { flags: { json } },
      docs: { brief: 'Start the broker, unless it runs' },
    }),
    stop: command(async () => (await import('./commands/broker.ts')).stop, {
      parameters: { flags: { json } },
      docs: { brief: 'Stop the broker; it finishes what it began' },
    }),
    status,
    logs: command(async () => (await import('./commands/broker.ts')).logs, {
      parameters: {
        flags: {
          json,
          follow: { kind: 'boolean', brief: 'Go on as it grows', default: false, withNegated: false },
          lines: { kind: 'parsed', parse: wholeNumber, brief: 'How many of the last lines', default: '50', placeholder: 'n' },
        },
        aliases: { f: 'follow', n: 'lines' },
      },
      docs: { brief: "Print the broker's log" },
    }),
  },
  docs: { brief: 'Start, stop and look at the broker (it starts by itself when needed)' },
});

const doctor = command(async () => (await import('./commands/doctor.ts')).doctor, {
  parameters: { flags: { json } },
  docs: {
    brief: 'Find out what is wrong and how to mend it',
    fullDescription: examples('Checks the installation and sends a question through the whole path.', ['answerback doctor']),
  },
});

const demo = command(async () => (await import('./commands/demo.ts')).demo, {
  parameters: { flags: {} },
  docs: { brief: 'See a question arrive, answer it, see the answer arrive' },
});

const setup = buildRouteMap({
  routes: {
    'claude-code': command(async () => (await import('./commands/setup.ts')).setupClaudeCode, {
      parameters: {
        flags: {
          user: { kind: 'boolean', brief: 'In your own settings, for all projects (the default)', default: false, withNegated: false },
          project: { kind: 'boolean', brief: "In this project's .claude/settings.local.json", default: false, withNegated: false },
          dryRun: { kind: 'boolean', brief: 'Show what would change and write nothing', default: false, withNegated: false },
          undo: { kind: 'boolean', brief: 'Take the hooks out again', default: false, withNegated: false },
          yes: { kind: 'boolean', brief: 'Do not ask before writing', default: false, withNegated: false },
          json,
        },
        aliases: { y: 'yes' },
      },
      docs: {
        brief: 'Add our hooks to the settings of Claude Code, or take them out again',
        fullDescription: examples(
          'Shows what will change and asks before it writes; without a terminal, or with --json, it writes without asking. Whatever else is in the settings stays as it is. Running it twice changes nothing, and --undo restores the file to the byte.',
          [
            'answerback setup claude-code --dry-run',
            'answerback setup claude-code',
            'answerback setup claude-code --project',
            'answerback setup claude-code --undo',
          ],
        ),
      },
    }),
    openclaw: command(async () => (await import('./commands/setup-openclaw.ts')).setupOpenClaw, {
      parameters: {
        flags: {
          workspace: optionalText("OpenClaw's workspace, if it is not the one in its settings", 'folder'),
          dryRun: { kind: 'boolean', brief: 'Show what would change and write nothing', default: false, withNegated: false },
          undo: { kind: 'boolean', brief: 'Take it out again', default: false, withNegated: false },
          yes: { kind: 'boolean', brief: 'Do not ask before writing', default: false, withNegated: false },
          json,
        },
        aliases: { y: 'yes' },
      },
      docs: {
        brief: 'Appoint OpenClaw to answer in your place, or dismiss it again',
        fullDescription: examples(
          'Puts a skill into its workspace, its token into a file of ours, and an answerer into our configuration. Its own settings are not touched. It decides nothing until a route names it.',
          ['answerback setup openclaw --dry-run', 'answerback setup openclaw', 'answerback setup openclaw --undo'],
        ),
      },
    }),
  },
  docs: { brief: 'Connect a coding agent to the inbox, or appoint one to answer' },
});

const completion = command(async () => (await import('./commands/completion.ts')).completion, {
  parameters: {
    flags: { json },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: shellName, brief: 'bash, zsh or fish', placeholder: 'shell', proposeCompletions: () => ['bash', 'zsh', 'fish'] },
      ],
    },
  },
  docs: {
    brief: 'Print the shell completion script',
    fullDescription: examples('Completes commands, flags and the ids of open asks.', [
      'eval "$(answerback completion bash)"   # in ~/.bashrc',
      'answerback completion zsh > ~/.zsh/completions/_answerback',
      'answerback completion fish > ~/.config/fish/completions/answerback.fish',
    ]),
  },
});

function shellName(input: string): 'bash' | 'zsh' | 'fish' {
  if (input === 'bash' || input === 'zsh' || input === 'fish') return input;
  throw new SyntaxError(`there is a script for bash, zsh and fish, not for ${input}`);
}

const root = buildRouteMap({
  routes: {
    inbox,
    list,
    show,
    answer,
    redirect,
    decline,
    ask,
    wait,
    withdraw,
    watch,
    log,
    sessions,
    send,
    'watch-pane': watchPane,
    pause,
    unpause,
    route,
    reply,
    roster,
    status,
    broker,
    setup,
    doctor,
    demo,
    completion,
  },
  docs: {
    brief: 'One inbox for every question your coding agents ask.',
    fullDescription: examples(
      'One inbox for every question your coding agents ask.\nThe broker behind it starts by itself; your data is in one folder (answerback status).',
      [
        'answerback demo                          see it work',
        'answerback                               the inbox, on a terminal',
        'answerback list                          what waits',
        'answerback answer k3f9 2                 answer it',
        'answerback ask "Ship it?" -o Yes -o No   ask from a script',
      ],
    ),
  },
});

export const app: Application<Cli> = buildApplication<Cli>(root, {
  name: 'answerback',
  versionInfo: { currentVersion: VERSION },
  scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true },
  documentation: { useAliasInUsageLine: true, onlyRequiredInUsageLine: true },
  localization: { text: { ...text_en, noCommandRegisteredForInput: unknownCommand, exceptionWhileParsingArguments } },
});

function unknownCommand({ input, corrections }: { readonly input: string; readonly corrections: readonly string[] }): string {
  const hint = corrections.length > 0 ? `Did you mean ${corrections.join(' or ')}?` : 'answerback --help lists the commands.';
  return `answerback: there is no command "${input}"\n  ${hint}`;
}

function exceptionWhileParsingArguments(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `answerback: ${error instanceof UsageError ? `${message}\n  ${error.fix}` : message}\n  Add --help to see what the command takes.`;
}
