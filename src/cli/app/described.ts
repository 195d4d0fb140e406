// Commands as data, for the help, the man page and the messages about mistakes: what each takes, and how it is written.
import type { Command, RouteMap } from '@stricli/core';
import type { Cli, CommandEntry, Target } from './command.ts';

/** Of the program itself. */
export const ABOUT = {
  brief: 'One inbox for every question your coding agents ask.',
  text: 'The broker starts by itself; your data is in one folder (answerback status).',
  examples: [
    'answerback demo                          see it work',
    'answerback setup                         what can be connected',
    'answerback list                          open asks',
    'answerback answer k3f9 2                 answer it',
    'answerback ask "Ship it?" -o Yes -o No   ask from a script',
  ],
} as const;

/** The titles of the help with their commands. */
export function grouped<Entry extends CommandEntry>(commands: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const each of commands) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  return groups;
}

type Flag = {
  readonly kind: 'boolean' | 'enum' | 'parsed' | 'counter';
  readonly brief: string;
  readonly placeholder?: string;
  readonly values?: readonly string[];
  readonly default?: unknown;
};
type Argument = { readonly brief: string; readonly placeholder?: string; readonly optional?: boolean };

export const isCommand = (target: Target): target is Command<Cli> => 'parameters' in target;

export const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** By their names as typed, without the dashes. */
export function flagsOf(command: Command<Cli>): readonly (readonly [name: string, flag: Flag, alias: string | undefined])[] {
  const { flags = {}, aliases = {} } = command.parameters;
  const short = Object.fromEntries(Object.entries(aliases).map(([alias, name]) => [name, alias]));
  return Object.entries(flags as Readonly<Record<string, Flag>>).map(([name, flag]) => [kebab(name), flag, short[name]]);
}

export function argumentsOf(command: Command<Cli>): readonly Argument[] {
  const { positional } = command.parameters;
  if (!positional) return [];
  return positional.kind === 'array' ? [positional.parameter] : positional.parameters;
}

/** `answerback show <id> [flags]` */
export function usageOf(prefix: readonly string[], target: Target): readonly string[] {
  const path = prefix.join(' ');
  if (!isCommand(target)) return [`${path} <command> [flags]`];
  const { usage } = target as { usage?: readonly string[] };
  if (usage) return usage.map((line) => `${path} ${line}`);
  const more = target.parameters.positional?.kind === 'array' ? '…' : '';
  const named = argumentsOf(target).map(
    ({ placeholder = 'value', optional }) => (optional ? `[${placeholder}]` : `<${placeholder}>`) + more,
  );
  return [[path, ...named, ...(flagsOf(target).length > 0 ? ['[flags]'] : [])].join(' ')];
}

/** `-n, --limit <n>` */
export function flagName(name: string, flag: Flag, alias: string | undefined): string {
  const value = flag.kind === 'boolean' ? '' : ` <${flag.placeholder ?? (flag.values ? name : 'value')}>`;
  return `${alias ? `-${alias}, ` : '    '}--${flag.kind === 'boolean' && flag.default === true ? 'no-' : ''}${name}${value}`;
}

export function flagBrief({ brief, values, kind, default: usual }: Flag): string {
  const more = [...(values ? [values.join(', ')] : []), ...(usual === undefined || kind === 'boolean' ? [] : [`default ${String(usual)}`])];
  return more.length === 0 ? brief : `${brief} (${more.join('; ')})`;
}

/** The text of a description, and its examples. */
export function describedBy(target: Target): { readonly text: string; readonly examples: readonly string[] } {
  const [text = '', examples] = (target.fullDescription ?? '').split(EXAMPLES);
  return { text: text.trim(), examples: examples?.split('\n').map((line) => line.trim()) ?? [] };
}

const EXAMPLES = /(?:^|\n\n)EXAMPLES\n/;

/** Where the words lead: the command, or the first word that is none. */
export function destination(root: RouteMap<Cli>, words: readonly string[]): { prefix: string[]; target: Target; unknown?: string } {
  const prefix = ['answerback'];
  let target: Target = root;
  for (const word of words) {
    if (isCommand(target) || word.startsWith('-')) break;
    const next = target.getRoutingTargetForInput(word);
    const usual = target.getDefaultCommand();
    if (!next && usual) return { prefix, target: usual };
    if (!next) return { prefix, target, unknown: word };
    prefix.push(word);
    target = next;
  }
  return { prefix, target };
}

export const namesIn = (map: RouteMap<Cli>): readonly string[] => map.getAllEntries().map(({ name }) => name.original);
