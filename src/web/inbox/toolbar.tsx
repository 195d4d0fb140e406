// Above the list: find, filter by project and kind, sort or group, mark.
import type { JSX } from 'preact';
import type { AskKind } from '../../ask/schema/ask.ts';
import { EVERYTHING, isFiltering } from '../../dialog/inbox/filter.ts';
import { orderWords } from '../../dialog/inbox/keys.ts';
import { markedAsks, summarised } from '../../dialog/inbox/marks.ts';
import { openedMarked } from '../../dialog/inbox/press-list.ts';
import { type Inbox, ORDERS, type Order } from '../../dialog/inbox/state.ts';
import { projectName } from '../../dialog/words/words.ts';
import { FindField } from '../find-field.tsx';
import { ICONS, Icon } from '../icons.tsx';
import { KINDS } from '../kinds.ts';
import type { Page, PageState } from '../page.ts';

type Props = { readonly page: Page; readonly state: PageState };

export function Toolbar({ page, state }: Props): JSX.Element {
  const { inbox, marking } = state;
  const { filter, order, marked } = inbox;
  const change = (how: (inbox: Inbox) => Inbox) => page.change((before) => ({ inbox: { ...how(before), notice: undefined } }));
  const narrow = (to: Partial<Inbox['filter']>) => change((before) => ({ ...before, filter: { ...before.filter, ...to } }));
  const projects = [...new Set(inbox.asks.map(({ project }) => project))].sort();
  const isNarrowed = isFiltering(filter) || order !== 'newest';
  return (
    <div class="toolbar" role="search">
      <FindField label="Find asks" field="find" value={filter.text} onChange={(text) => narrow({ text })} />
      <div class="filters">
        <select
          aria-label="Project"
          value={filter.project ?? ''}
          onChange={(event) => narrow({ project: event.currentTarget.value || undefined })}
        >
          <option value="">All projects</option>
          {projects.map((project) => (
            <option key={project} value={project}>
              {projectName(project)}
            </option>
          ))}
        </select>
        <select
          aria-label="Kind"
          value={filter.kind ?? ''}
          onChange={(event) => narrow({ kind: (event.currentTarget.value || undefined) as AskKind | undefined })}
        >
          <option value="">All kinds</option>
          {KINDS.map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </select>
        <select
          aria-label="Order"
          value={order}
          onChange={(event) => change((before) => ({ ...before, order: event.currentTarget.value as Order }))}
        >
          {ORDERS.map((each) => (
            <option key={each} value={each}>
              {capital(orderWords(each))}
            </option>
          ))}
        </select>
        <button
          type="button"
          class="icon-button"
          aria-pressed={marking}
          title="Mark several asks"
          aria-label="Mark several asks"
          onClick={() => marks(page, state)}
        >
          <Icon path={ICONS.select} />
        </button>
      </div>
      {isNarrowed ? (
        <button type="button" class="link clear" onClick={() => change((before) => ({ ...before, filter: EVERYTHING, order: 'newest' }))}>
          Clear filter and order
        </button>
      ) : null}
      {marked.size > 0 ? <MarkedBar page={page} count={marked.size} /> : null}
    </div>
  );
}

function marks(page: Page, { marking }: PageState): void {
  page.set({ marking: !marking });
  if (marking) page.change((inbox) => ({ inbox: { ...inbox, marked: new Set() } }));
}

/** What can be done with the marked asks. */
function MarkedBar({ page, count }: { readonly page: Page; readonly count: number }): JSX.Element {
  return (
    <div class="marked" role="group" aria-label="Marked asks">
      <strong>{count} marked</strong>
      <button type="button" class="quiet" disabled={count < 2} onClick={() => page.change((inbox) => openedMarked(inbox) ?? { inbox })}>
        Answer together
      </button>
      <button
        type="button"
        class="quiet danger"
        onClick={() => page.change((inbox) => ({ inbox: summarised(inbox, markedAsks(inbox), { kind: 'decline' }) }))}
      >
        Decline
      </button>
      <button type="button" class="quiet" onClick={() => page.change((inbox) => ({ inbox: { ...inbox, marked: new Set() } }))}>
        Clear
      </button>
    </div>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
