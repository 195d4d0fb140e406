// Mistakes in the words of a command, in our own voice: what is wrong, and how it is written.
import {
  AliasNotFoundError,
  ArgumentParseError,
  type Command,
  EnumValidationError,
  FlagNotFoundError,
  InvalidNegatedFlagSyntaxError,
  type RouteMap,
  UnexpectedFlagError,
  UnexpectedPositionalError,
  UnsatisfiedFlagError,
  UnsatisfiedPositionalError,
} from '@stricli/core';
import { nearest } from '../../text/nearest.ts';
import { UsageError } from '../context.ts';
import type { Cli } from './command.ts';
import { argumentsOf, flagName, flagsOf, namesIn, usageOf } from './described.ts';

/** What people type who know other programs. */
const SAME: Readonly<Record<string, string>> = {
  ls: 'list',
  questions: 'list',
  history: 'log',
  approve: 'answer',
  reject: 'decline',
  deny: 'decline',
  cancel: 'withdraw',
  connect: 'setup',
  install: 'setup',
  init: 'setup',
  start: 'broker start',
  stop: 'broker stop',
  logs: 'broker logs',
  resume: 'unpause',
  rules: 'route',
  version: '--version',
};

export function unknownCommand(word: string, prefix: readonly string[], map: RouteMap<Cli>): UsageError {
  const [, ...above] = prefix;
  const meant = nearest(word, namesIn(map)) ?? (above.length === 0 ? SAME[word.toLowerCase()] : undefined);
  const path = prefix.join(' ');
  return new UsageError(
    above.length === 0 ? `there is no command "${word}"` : `"${above.join(' ')}" has no command "${word}"`,
    meant === undefined
      ? above.length === 0
        ? '`answerback help` lists the commands.'
        : `It has ${namesIn(map).join(', ')}.`
      : `Did you mean: ${path} ${meant}`,
  );
}

/** `error` comes from the parser, or from a function that reads one value. */
export function mistake(error: unknown, prefix: readonly string[], command: Command<Cli>): UsageError {
  const [usage = ''] = usageOf(prefix, command);
  const path = prefix.join(' ');
  const name = `"${prefix.slice(1).join(' ')}"`;
  const how = `Usage: ${usage}`;
  const flags = flagsOf(command);
  const dashes = argumentsOf(command).length === 0 ? '' : ' Arguments that begin with - go after --.';
  const valued = (name: string): string => {
    const found = flags.find(([known]) => known === name);
    return found ? flagName(found[0], found[1], undefined).trim() : `--${name}`;
  };
  if (error instanceof FlagNotFoundError) {
    const meant = nearest(error.input, [...flags.map(([name]) => name), 'help']);
    return new UsageError(
      `${name} has no flag --${error.input}`,
      meant === undefined ? `\`${path} --help\` shows its flags.${dashes}` : `Did you mean: --${meant}`,
    );
  }
  if (error instanceof AliasNotFoundError)
    return new UsageError(`${name} has no flag -${error.input}`, `\`${path} --help\` shows its flags.${dashes}`);
  if (error instanceof UnsatisfiedFlagError)
    return new UsageError(`--${error.externalFlagName} needs a value`, `Write it after the flag: ${valued(error.externalFlagName)}`);
  if (error instanceof UnexpectedFlagError)
    return new UsageError(`--${error.externalFlagName} is given twice: "${error.previousInput}" and "${error.input}"`, 'Give it once.');
  if (error instanceof InvalidNegatedFlagSyntaxError) return new UsageError(`--${error.externalFlagName} takes no value`, how);
  if (error instanceof UnsatisfiedPositionalError) {
    const [first] = error.placeholder.split(' ');
    return new UsageError(`the ${first} is missing`, first === 'id' ? `${how}. \`answerback list\` shows the ids.` : how);
  }
  if (error instanceof UnexpectedPositionalError)
    return new UsageError(
      `"${error.input}" is one argument too many`,
      argumentsOf(command).length === 0 ? how : `${how}. Put a text with spaces in quotes.`,
    );
  if (error instanceof EnumValidationError) {
    const meant = nearest(error.input, error.values);
    return new UsageError(
      `--${error.externalFlagName} ${error.input}: write ${error.values.join(', ')}`,
      meant === undefined ? how : `Did you mean: --${error.externalFlagName} ${meant}`,
    );
  }
  if (error instanceof ArgumentParseError) return notParsed(error, flags, how);
  return error instanceof UsageError ? error : new UsageError(error instanceof Error ? error.message : String(error), how);
}

function notParsed(error: ArgumentParseError, flags: ReturnType<typeof flagsOf>, how: string): UsageError {
  const { exception, externalFlagNameOrPlaceholder: name, input } = error;
  if (exception instanceof UsageError) return exception;
  const [, flag] = flags.find(([known]) => known === name) ?? [];
  if (flag?.kind === 'boolean') return new UsageError(`--${name} takes no value, got "${input}"`, `Write --${name}, or leave it out.`);
  const why = exception instanceof Error ? exception.message : String(exception);
  return new UsageError(flag ? `--${name}: ${why}` : why, how);
}
