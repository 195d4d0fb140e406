// Above the history: find, filters, and what the list can be exported as.

import type { ComponentChildren, JSX } from 'preact';
import type { AskKind } from '../../ask/schema/ask.ts';
import type { Statistics } from '../../ask/schema/statistics.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { FindField } from '../find-field.tsx';
import { KINDS } from '../kinds.ts';
import { EVERYTHING, type HistoryFilter, isFiltered, OUTCOMES } from './filter.ts';

type Props = {
  readonly filter: HistoryFilter;
  /** Who and what there is to choose from. */
  readonly names: Statistics | undefined;
  readonly onChange: (filter: HistoryFilter) => void;
  readonly children: ComponentChildren;
};

export function FilterBar({ filter, names, onChange, children }: Props): JSX.Element {
  const narrow = (to: Partial<HistoryFilter>) => onChange({ ...filter, ...to });
  const answerers = [...new Set(names?.answerers.map(({ name }) => name))].sort();
  const projects = Object.keys(names?.projects ?? {}).sort();
  return (
    <div class="toolbar" role="search">
      <FindField label="Find in history" value={filter.text} onChange={(text) => narrow({ text })} />
      <div class="filters two-rows">
        <Select label="Outcome" all="All outcomes" value={filter.outcome} onChange={(outcome) => narrow({ outcome })}>
          {OUTCOMES.map(([name, words]) => [name, words] as const)}
        </Select>
        <Select label="Decided by" all="By anyone" value={filter.by} onChange={(by) => narrow({ by })}>
          {answerers.map((name) => [name, oneLine(name)] as const)}
        </Select>
        <Select label="Project" all="All projects" value={filter.project} onChange={(project) => narrow({ project })}>
          {projects.map((name) => [name, oneLine(name)] as const)}
        </Select>
        <Select label="Kind" all="All kinds" value={filter.kind} onChange={(kind) => narrow({ kind: kind as AskKind | '' })}>
          {KINDS}
        </Select>
      </div>
      <div class="under-filters">
        {isFiltered(filter) ? (
          <button type="button" class="link clear" onClick={() => onChange(EVERYTHING)}>
            Clear filter
          </button>
        ) : null}
        {children}
      </div>
    </div>
  );
}

type SelectProps = {
  readonly label: string;
  readonly all: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: readonly (readonly [value: string, words: string])[];
};

export function Select({ label, all, value, onChange, children }: SelectProps): JSX.Element {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{all}</option>
      {children.map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  );
}
