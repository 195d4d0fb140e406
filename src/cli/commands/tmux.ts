// answerback tmux install, uninstall: shows the change to the settings of tmux, asks, and writes it.
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { carryOut, carryOutUndo } from '../../setup/change.ts';
import { planTmux, planTmuxUndo, tmuxConfig } from '../../setup/tmux.ts';
import { printable } from '../../text/printable.ts';
import { shellQuoted } from '../../text/shell-quoted.ts';
import { command, group } from '../app/command.ts';
import { examples, flag, json, optionalText } from '../app/parameters.ts';
import { type Context, UsageError } from '../context.ts';
import { isWanted, refuse, showChanges } from '../setup-words.ts';

const flags = {
  json,
  dryRun: flag('Show what would be done, and do nothing'),
  yes: flag('Do not ask before writing'),
  config: optionalText('The settings file, if it is not the one that tmux reads', 'file'),
} as const;

const aliases = { y: 'yes' } as const;

const tmuxCommands = group({
  commands: {
    install: command(install, {
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
    uninstall: command(uninstall, {
      people: true,
      parameters: { flags, aliases },
      docs: { brief: 'Undo it: restores the file exactly, or removes only our lines if you have changed it since' },
    }),
  },
});
export const commands = { tmux: tmuxCommands };

type Flags = { readonly json: boolean; readonly dryRun: boolean; readonly yes: boolean; readonly config?: string };

/** The first tmux with popups. */
const NEEDED = 3.2;

async function install(this: Context, flags: Flags & { readonly key?: string }): Promise<void> {
  const { out, place, now } = this;
  const { key = 'a' } = flags;
  if (!/^[a-z]$/.test(key))
    throw new UsageError(`--key ${key} is not a small letter`, 'Its capital goes to the pane that asks: --key i gives i and I.');
  checkVersion();
  const path = fileOf(this, flags);
  const change = planTmux(path, { program: programOf(this), countFile: place.count, key });
  if (change && 'kind' in change) return refuse(this, change, flags.json);
  if (!change) return flags.json ? out.json({ file: path, changed: false }) : out.line('Already installed: nothing to change.');
  if (!flags.json) showChanges(this, [change]);
  if (!flags.dryRun) {
    if (!(await isWanted(this, flags, 'Write this?'))) return out.line('Nothing was written.');
    const written = carryOut([change], place.undo, now());
    if (written.kind === 'refused') return refuse(this, written, flags.json);
  }
  if (flags.json) return out.json({ file: path, changed: !flags.dryRun });
  if (flags.dryRun) return out.line('This was a dry run: nothing was written.');
  out.line(
    `${out.style('✓', 'green')} prefix ${key} opens the inbox, prefix ${key.toUpperCase()} goes to the pane that asks, and the status line shows open asks.`,
  );
  out.line(`${out.style('Now', 'bold')}      tmux source-file ${printable(path)}`);
  out.line(`${out.style('Undo it', 'bold')}  answerback tmux uninstall`);
}

async function uninstall(this: Context, flags: Flags): Promise<void> {
  const { out, place } = this;
  const path = fileOf(this, flags);
  const change = planTmuxUndo(path, place.undo);
  if (change && 'kind' in change) return refuse(this, change, flags.json);
  if (!change) return flags.json ? out.json({ file: path, changed: false }) : out.line(`There is nothing of ours in ${printable(path)}.`);
  if (!flags.json) showChanges(this, [change]);
  if (!flags.dryRun) {
    if (!(await isWanted(this, flags, 'Undo it?'))) return out.line('Nothing was written.');
    const undone = carryOutUndo([change]);
    if (undone.kind === 'refused') return refuse(this, undone, flags.json);
  }
  if (flags.json) return out.json({ file: path, changed: !flags.dryRun });
  out.line(flags.dryRun ? 'This was a dry run: nothing was written.' : 'Removed. A running tmux keeps its keys until it is started again.');
}

const fileOf = ({ env }: Context, { config }: Flags): string => config ?? tmuxConfig(env, env.HOME || homedir());

function checkVersion(): void {
  const { stdout, error } = spawnSync('tmux', ['-V'], { encoding: 'utf8' });
  if (error) throw new UsageError('tmux is not installed', 'Install tmux 3.2 or later.');
  const version = Number.parseFloat(/(\d+\.\d+)/.exec(stdout)?.[1] ?? '');
  if (version < NEEDED) throw new UsageError(`${stdout.trim()} has no popups`, 'Install tmux 3.2 or later.');
}

/** With the folder of this broker, if it is not the usual one. */
function programOf({ env, process }: Context): string {
  const words = [process.execPath, realpathSync(process.argv[1] ?? '.')].map(shellQuoted);
  return [...(env.ANSWERBACK_HOME ? [`ANSWERBACK_HOME=${shellQuoted(env.ANSWERBACK_HOME)}`] : []), ...words].join(' ');
}
