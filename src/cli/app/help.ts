// The help: all commands in groups, the commands of one group, or one command with its arguments, flags and examples.
import type { RouteMap } from '@stricli/core';
import { wrap } from '../../text/wrap.ts';
import type { Output } from '../output.ts';
import type { Cli, CommandEntry, Target } from './command.ts';
import { ABOUT, argumentsOf, describedBy, flagBrief, flagName, flagsOf, grouped, isCommand, usageOf } from './described.ts';

type Row = readonly [name: string, brief: string];

const HELP: Row = ['-h, --help', 'Show this help'];
const VERSION: Row = ['-v, --version', 'Show the version'];

export function printHelp(out: Output, prefix: readonly string[], target: Target, commands: readonly CommandEntry[]): void {
  if (prefix.length === 1) return printRoot(out, commands);
  const { text, examples } = describedBy(target);
  out.line(target.brief);
  section(out, 'usage', usageOf(prefix, target));
  if (text) for (const line of ['', ...wrap(text, out.columns)]) out.line(line);
  if (isCommand(target)) {
    rows(
      out,
      'arguments',
      argumentsOf(target).map(({ placeholder = 'value', brief }): Row => [placeholder, brief]),
    );
    rows(out, 'flags', [...flagsOf(target).map(([name, flag, alias]): Row => [flagName(name, flag, alias), flagBrief(flag)]), HELP]);
  } else rows(out, 'commands', commandsOf(prefix, target));
  section(out, 'examples', examples);
}

function printRoot(out: Output, commands: readonly CommandEntry[]): void {
  out.line(ABOUT.brief);
  rows(out, 'usage', [
    ['answerback', 'the inbox, on a terminal'],
    ['answerback <command> [flags]', ''],
  ]);
  const widest = Math.max(...commands.map(({ name }) => name.length));
  for (const [title, members] of grouped(commands))
    rows(
      out,
      title,
      members.map(({ name, brief }): Row => [name.padEnd(widest), brief]),
    );
  rows(out, 'flags', [HELP, VERSION]);
  section(out, 'examples', ABOUT.examples);
  for (const line of ['', ...wrap(ABOUT.text, out.columns)]) out.line(line);
}

/** With their arguments, but without the words that lead to them. */
function commandsOf(prefix: readonly string[], map: RouteMap<Cli>): readonly Row[] {
  return map.getAllEntries().flatMap(({ name, target }) => {
    const [first = ''] = usageOf([...prefix, name.original], target);
    return [[first.slice(prefix.join(' ').length + 1).replace(' [flags]', ''), target.brief] as const];
  });
}

function section(out: Output, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  out.line();
  out.line(out.style(title.toUpperCase(), 'bold'));
  for (const line of lines) out.line(`  ${line}`);
}

const WIDEST_NAME = 30;
const NARROWEST_BRIEF = 30;

function rows(out: Output, title: string, all: readonly Row[]): void {
  const nameWidth = Math.min(WIDEST_NAME, Math.max(0, ...all.map(([name]) => name.length)));
  section(
    out,
    title,
    all.flatMap(([name, brief]) => {
      const [first = '', ...more] = wrap(brief, Math.max(NARROWEST_BRIEF, out.columns - nameWidth - 4));
      const indented = more.map((line) => `${' '.repeat(nameWidth + 2)}${line}`);
      return name.length > nameWidth
        ? [name, `${' '.repeat(nameWidth + 2)}${first}`, ...indented]
        : [`${name.padEnd(nameWidth)}  ${first}`.trimEnd(), ...indented];
    }),
  );
}
