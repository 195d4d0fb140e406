// Compares one criterion with an ask. For `when` every question must match and doubt means no; for `unless` one is enough and doubt means yes.

import { commandOf } from '../permission.ts';
import type { Ask, AskKind, Question } from '../schema/ask.ts';
import type { Criterion } from '../schema/route.ts';
import type { Hours, Pattern, Range } from './fields.ts';
import { anything, commandGlobMatches, globMatches, withinFolder } from './glob.ts';
import { found, MOST_MATCHED } from './pattern.ts';

/** Every given criterion must hold; of several values of one criterion, one is enough. */
export type Criteria = {
  /** Folders: `~` is home, `*` one folder, `**` any depth; a name alone is the last part of the path. */
  readonly project?: readonly string[] | undefined;
  readonly program?: readonly string[] | undefined;
  /** The name of the tmux session, or the id of the agent session; `*` matches anything. */
  readonly session?: readonly string[] | undefined;
  readonly kind?: readonly AskKind[] | undefined;
  readonly header?: readonly Pattern[] | undefined;
  readonly text?: readonly Pattern[] | undefined;
  readonly options?: readonly Range[] | undefined;
  readonly tool?: readonly string[] | undefined;
  readonly command?: readonly string[] | undefined;
  readonly hours?: readonly Hours[] | undefined;
};

/**
 * What is known besides the ask. `minuteOfDay` is local: 0 at midnight, 1439 at 23:59. `sessionName`: the tmux session it comes from, absent if
 * it does not run in tmux, null if it does but the name is not known.
 */
export type Circumstances = { readonly home: string; readonly minuteOfDay: number; readonly sessionName?: string | null | undefined };

type Side = 'when' | 'unless';

/** In a fixed order. `when` without a kind matches only questions: permissions, plans and idle asks must be named. */
export function judge(criteria: Criteria, facts: Facts, circumstances: Circumstances, side: Side): readonly Criterion[] {
  const { ask } = facts;
  const kind = criteria.kind ?? (side === 'when' ? (['question'] as const) : undefined);
  const of = <T>(
    name: keyof Criteria,
    values: readonly T[] | undefined,
    said: (value: T) => string,
    got: () => string,
    fits: (value: T) => boolean,
  ) => (values === undefined ? [] : [{ name, wanted: values.map(said).join(' or '), found: got(), holds: values.some(fits) }]);
  const everyQuestion = (fits: (question: Question) => boolean) =>
    side === 'when' ? ask.questions.length > 0 && ask.questions.every(fits) : ask.questions.some(fits);
  return [
    ...of(
      'project',
      criteria.project,
      String,
      () => ask.project,
      (glob) => projectMatches(glob, ask.project, circumstances.home),
    ),
    ...of(
      'program',
      criteria.program,
      String,
      () => ask.program,
      (glob) => globMatches(glob, ask.program, anything),
    ),
    ...of(
      'session',
      criteria.session,
      String,
      () => circumstances.sessionName ?? ask.session,
      (glob) => sessionMatches(glob, ask.session, circumstances.sessionName, side),
    ),
    ...of(
      'kind',
      kind,
      String,
      () => ask.kind,
      (each) => each === ask.kind,
    ),
    ...whole(
      'header',
      criteria.header,
      source,
      () => ask.questions.map((q) => q.header ?? ''),
      (wanted) => everyQuestion((q) => textMatches(wanted, q.header ?? '', side)),
    ),
    ...whole(
      'text',
      criteria.text,
      source,
      () => ask.questions.map((q) => q.text),
      (wanted) => everyQuestion((q) => textMatches(wanted, q.text, side)),
    ),
    ...whole(
      'options',
      criteria.options,
      rangeSaid,
      () => ask.questions.map((q) => q.options.length),
      (wanted) => everyQuestion((q) => wanted.some((each) => inRange(each, q.options.length))),
    ),
    ...of(
      'tool',
      criteria.tool,
      String,
      () => facts.tool ?? '(no tool)',
      (glob) => facts.tool !== undefined && globMatches(glob, facts.tool, anything),
    ),
    ...of(
      'command',
      criteria.command,
      String,
      () => facts.command ?? '(no command)',
      (glob) => commandMatches(glob, facts.command, side),
    ),
    ...of(
      'hours',
      criteria.hours,
      hoursSaid,
      () => clock(circumstances.minuteOfDay),
      (each) => inHours(each, circumstances.minuteOfDay),
    ),
  ];
}

/** A criterion about the questions of an ask: each question must match one of the values. */
function whole<T>(
  name: keyof Criteria,
  values: readonly T[] | undefined,
  said: (value: T) => string,
  got: () => readonly unknown[],
  holds: (values: readonly T[]) => boolean,
): Criterion[] {
  return values === undefined
    ? []
    : [{ name, wanted: values.map(said).join(' or '), found: got().map(String).join(' | '), holds: holds(values) }];
}

/** A name without a slash is the last part of the path; with a slash it is the whole path. A path that contains ".." never matches. */
export function projectMatches(glob: string, project: string, home: string): boolean {
  const path = project.length > 1 ? project.replace(/(?<!\/)\/+$/, '') : project;
  if (/(?:^|\/)\.\.(?:\/|$)/.test(path)) return false;
  const wanted = glob.length > 1 ? glob.replace(/(?<!\/)\/+$/, '') : glob;
  if (wanted.startsWith('~'))
    return wanted === '~' ? path === home : globMatches(`${home}${wanted.slice(1)}`, path, withinFolder, anything);
  return wanted.includes('/')
    ? globMatches(wanted, path, withinFolder, anything)
    : globMatches(wanted, path.split('/').at(-1) ?? '', withinFolder);
}

function sessionMatches(glob: string, id: string, name: string | null | undefined, side: Side): boolean {
  if (globMatches(glob, id, anything)) return true;
  return name === null ? side === 'unless' : name !== undefined && globMatches(glob, name, anything);
}

/** For `unless`, a command also counts if it is one of several, and a star matches anything. */
function commandMatches(glob: string, command: string | undefined, side: Side): boolean {
  if (command === undefined) return false;
  if (command.length > MOST_MATCHED) return side === 'unless';
  if (side === 'when') return commandGlobMatches(glob, command);
  const parts = command.split(/[;&|`(){}\r\n]+/).map((part) => part.trim());
  return [command, ...parts].some((part) => globMatches(glob, part, anything));
}

function textMatches(patterns: readonly Pattern[], text: string, side: Side): boolean {
  return text.length > MOST_MATCHED ? side === 'unless' : patterns.some((pattern) => found(pattern, text));
}

const inRange = ({ least, most }: Range, count: number): boolean => count >= least && count <= most;
const inHours = ({ from, to }: Hours, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to;

const source = (pattern: Pattern): string => pattern.source;
const rangeSaid = ({ least, most }: Range): string => (least === most ? `${least}` : `${least}..${most === Infinity ? '' : most}`);
const hoursSaid = ({ from, to }: Hours): string => `${clock(from)}-${clock(to)}`;
const clock = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export type Facts = {
  readonly ask: Ask;
  /** For a permission: the tool, and its command as one text if it has one. */
  readonly tool?: string | undefined;
  readonly command?: string | undefined;
};

export function factsOf(ask: Ask): Facts {
  const permission = ask.detail?.kind === 'permission' ? ask.detail : undefined;
  const command = commandOf(permission?.input)?.trim();
  return { ask, tool: permission?.tool, command };
}
