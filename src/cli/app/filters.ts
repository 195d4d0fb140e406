// Arguments and flags that choose asks and sessions.

import type { Ask } from '../../ask/schema/ask.ts';
import type { State } from '../../ask/schema/history.ts';
import { healthOf } from '../../client/start.ts';
import { projectName } from '../../dialog/words/words.ts';
import { STATE_STYLE } from '../words.ts';
import type { Cli } from './command.ts';
import { flag, optionalText, text, wholeNumber } from './parameters.ts';

const commaSeparated = <V extends string>(brief: string, values: readonly V[], placeholder: string) =>
  ({ kind: 'enum', values, brief, optional: true, variadic: ',', placeholder }) as const;

/** What running agents and open asks have in this field. */
const seen = (field: 'project' | 'program' | 'id') =>
  async function proposed(this: Cli): Promise<string[]> {
    if (!(await healthOf(this.place))) return [];
    const { sessions } = await this.client().call('GET /v1/sessions');
    return [
      ...new Set(
        sessions.map(({ id: session, name, ...more }) =>
          field === 'id' ? (name ?? session) : field === 'project' ? projectName(more.project) : more.program,
        ),
      ),
    ];
  };

export const session = {
  parse: text,
  brief: 'The session: the beginning of its id, its tmux session, or the name of its project',
  placeholder: 'session',
  proposeCompletions: seen('id'),
} as const;

const limit = { kind: 'parsed', parse: wholeNumber, brief: 'Maximum number', default: '50', placeholder: 'n' } as const;

const KINDS: readonly Ask['kind'][] = ['question', 'permission', 'plan', 'idle'];
export const states = commaSeparated('Only these states', Object.keys(STATE_STYLE) as State[], 'states');

export const filterFlags = {
  kind: commaSeparated('Only these kinds', KINDS, 'kinds'),
  project: { ...optionalText('Only this project: a folder (. is this one) or its name', 'project'), proposeCompletions: seen('project') },
  program: { ...optionalText('Only this agent program, e.g. claude-code', 'program'), proposeCompletions: seen('program') },
  session: {
    ...optionalText('Only this agent session: its id, or the name of its tmux session', 'session'),
    proposeCompletions: seen('id'),
  },
  text: optionalText('Only asks that contain this'),
  limit,
} as const;

const { limit: _, ...only } = filterFlags;
export const filtersOnly = only;
export const allFlags = { all: flag('Every open ask that matches; a summary is shown first'), ...filtersOnly } as const;

export const rangeFlags = {
  since: optionalText('Only asks since then: 7d, 12h, 2026-11-01', 'time'),
  until: optionalText('Only asks before then', 'time'),
} as const;
