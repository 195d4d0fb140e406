// The first steps: the demo, agents connected to the inbox, completion in the shell.
import { buildRouteMap } from '@stricli/core';
import { command } from './command.ts';
import { examples, flag, json, optionalText } from './parameters.ts';

export const demo = command(async () => (await import('../commands/demo.ts')).demo, {
  people: true,
  parameters: { flags: {} },
  docs: { brief: 'See a question arrive, answer it, see the answer arrive' },
});

export const setup = buildRouteMap({
  routes: {
    'claude-code': command(async () => (await import('../commands/setup.ts')).setupClaudeCode, {
      people: true,
      parameters: {
        flags: {
          user: flag('In your own settings, for all projects (the default)'),
          project: flag("In this project's .claude/settings.local.json"),
          dryRun: flag('Show what would change and write nothing'),
          undo: flag('Take the hooks out again'),
          yes: flag('Do not ask before writing'),
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
    openclaw: command(async () => (await import('../commands/setup-openclaw.ts')).setupOpenClaw, {
      people: true,
      parameters: {
        flags: {
          workspace: optionalText("OpenClaw's workspace, if it is not the one in its settings", 'folder'),
          dryRun: flag('Show what would change and write nothing'),
          undo: flag('Take it out again'),
          yes: flag('Do not ask before writing'),
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

export const completion = command(async () => (await import('../commands/completion.ts')).completion, {
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
