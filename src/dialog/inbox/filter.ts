// Filters asks and sessions by text, project and kind. All conditions must match; an empty filter shows everything.

import type { AskKind } from '../../ask/schema/ask.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { AgentSession } from '../../ask/schema/session.ts';

export type Filter = { readonly text: string; readonly project?: string | undefined; readonly kind?: AskKind | undefined };

export const EVERYTHING: Filter = { text: '' };

export function isFiltering({ text, project, kind }: Filter): boolean {
  return text !== '' || project !== undefined || kind !== undefined;
}

export function showsAsk({ text, project, kind }: Filter, view: AskView): boolean {
  if (kind !== undefined && view.kind !== kind) return false;
  if (project !== undefined && view.project !== project) return false;
  return text === '' || contains(searchText(view), text);
}

/** A session has no kind; with a kind in the filter, it is shown if it has an open ask of that kind. */
export function showsSession({ text, project, kind }: Filter, session: AgentSession, asking: readonly AskView[]): boolean {
  if (kind !== undefined && !asking.some((view) => view.kind === kind)) return false;
  if (project !== undefined && session.project !== project) return false;
  if (text === '') return true;
  const { id, program, name = '', machine = '', pane = '', terminal = '' } = session;
  return (
    contains([id, program, name, session.project, machine, pane, terminal].join('\n').toLowerCase(), text) ||
    asking.some((view) => contains(searchText(view), text))
  );
}

/** The next of these values, then no value, then the first again. */
export function cycled<T>(values: readonly T[], current: T | undefined): T | undefined {
  return current === undefined ? values[0] : values[values.indexOf(current) + 1];
}

/** Every word must be found, in any order. */
const contains = (searched: string, text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => searched.includes(word));

/** Computed once per view: views never change, and a key press in a list of a thousand asks must not compute them all again. */
const made = new WeakMap<AskView, string>();

function searchText(view: AskView): string {
  const known = made.get(view);
  if (known !== undefined) return known;
  const { id, project, program, agent = '', kind, state, decision, detail } = view;
  const subject =
    detail?.kind === 'permission' ? `${detail.tool} ${JSON.stringify(detail.input)}` : detail?.kind === 'plan' ? detail.plan : '';
  const asked = view.questions.flatMap((q) => [q.header ?? '', q.text, ...q.options.map(({ label }) => label)]);
  const text = [id, project, program, agent, kind, state, decision?.by.name ?? '', subject, ...asked].join('\n').toLowerCase();
  made.set(view, text);
  return text;
}
