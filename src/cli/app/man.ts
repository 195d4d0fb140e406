// The man page, made of the same data as the help. The build writes it to dist/answerback.1.
import { VERSION } from '../../client/version.ts';
import { type CommandEntry, loaded, type Target } from './command.ts';
import { ABOUT, describedBy, flagBrief, flagName, flagsOf, grouped, isCommand, usageOf } from './described.ts';

const EXIT_CODES = [
  ['0', 'done; for ask and wait: answered'],
  ['1', 'it failed, or was not delivered'],
  ['2', 'wrong usage, noticed before anything was sent'],
  ['3, 4, 5, 6', 'for ask and wait: declined, redirected, expired, withdrawn'],
] as const;
const ENVIRONMENT = [
  ['ANSWERBACK_HOME', "the broker's folder (default: ~/.local/state/answerback)"],
  ['ANSWERBACK_CONFIG', 'the configuration (default: ~/.config/answerback/config.yaml)'],
  ['NO_COLOR', 'no colours'],
] as const;

/** Loads every command. */
export async function manPage(commands: readonly CommandEntry[]): Promise<string> {
  const { brief, text, examples } = ABOUT;
  const targets = await Promise.all(commands.map(async (each) => ({ ...each, target: await loaded(each) })));
  return [
    `.TH ANSWERBACK 1 "" "answerback ${VERSION}" "User Commands"`,
    '.SH NAME',
    `answerback \\- ${roff(brief.replace(/\.$/, '').toLowerCase())}`,
    '.SH SYNOPSIS',
    `.B ${roff('answerback <command> [flags]')}`,
    '.SH DESCRIPTION',
    roff(`${brief} Without a command, it opens the inbox. ${text}`),
    '.SH COMMANDS',
    ...[...grouped(targets)].flatMap(([title, members]) => [
      `.SS ${roff(title.charAt(0).toUpperCase() + title.slice(1))}`,
      ...members.flatMap(({ name, target }) => entry(['answerback', name], target)),
    ]),
    '.SH EXIT STATUS',
    ...EXIT_CODES.flatMap(([code, meaning]) => item(code, meaning)),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, meaning]) => item(name, meaning)),
    '.SH EXAMPLES',
    '.nf',
    ...examples.map(roff),
    '.fi',
    '',
  ].join('\n');
}

function entry(prefix: readonly string[], target: Target): readonly string[] {
  if (!isCommand(target)) return target.getAllEntries().flatMap(({ name, target: inner }) => entry([...prefix, name.original], inner));
  const { text, examples } = describedBy(target);
  return [
    ...usageOf(prefix, target).flatMap((line, i) => [i === 0 ? '.TP' : '.TQ', `.B ${roff(line)}`]),
    roff(`${target.brief}. ${text}`.trim()),
    '.RS',
    ...flagsOf(target).flatMap(([name, flag, alias]) => item(flagName(name, flag, alias).trim(), flagBrief(flag))),
    ...(examples.length === 0 ? [] : ['.PP', '.nf', ...examples.map(roff), '.fi']),
    '.RE',
  ];
}

const item = (name: string, meaning: string): readonly string[] => ['.TP', `.B ${roff(name)}`, roff(meaning)];

function roff(text: string): string {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('\n', ' ');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
