// Sessions: what each agent does, the prompts that wait for it, and what a person can do with it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { JournalEvent } from '../../ask/schema/history.ts';
import { useLoaded } from '../loaded.ts';
import type { ViewProps } from '../routes.ts';
import { SessionCard } from './card.tsx';

export function SessionsView({ page, state }: ViewProps): JSX.Element {
  const [all, setAll] = useState(false);
  const { value, problem, reload } = useLoaded(
    page,
    async (signal) => {
      const [{ sessions }, { prompts }, { mutes }] = await Promise.all([
        page.call('GET /v1/sessions', { query: { all, now: true }, signal }),
        page.call('GET /v1/prompts', { query: {}, signal }),
        page.call('GET /v1/mute', { signal }),
      ]);
      return { sessions, prompts, mutes };
    },
    [all],
    concernsSessions,
  );
  if (!value) return <p class="empty">{problem ?? 'Loading…'}</p>;
  const { sessions, prompts, mutes } = value;
  const running = sessions.filter(({ endedAt }) => endedAt === undefined);
  const ended = sessions.filter(({ endedAt }) => endedAt !== undefined);
  const card = (session: (typeof sessions)[number]) => (
    <SessionCard
      key={session.id}
      page={page}
      session={session}
      asks={state.inbox.asks.filter((view) => view.session === session.id)}
      prompts={prompts.filter((prompt) => prompt.session === session.id)}
      mute={mutes.find(({ scope }) => scope.kind === 'all' || (scope.kind === 'session' && scope.session === session.id))}
      pause={state.inbox.pauses.find(({ scope, mutes: isMute }) => !isMute && scope.kind === 'session' && scope.session === session.id)}
      now={state.now}
      onChange={reload}
    />
  );
  return (
    <div class="view">
      <header class="view-head">
        <h1>Sessions</h1>
        <label class="check">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
          Also those that have ended
        </label>
      </header>
      {problem === undefined ? null : <p class="problem">{problem}</p>}
      {running.length === 0 ? (
        <div class="empty small">
          <p class="empty-title">No agent is running</p>
          <p>Agents appear here when they start.</p>
        </div>
      ) : (
        <div class="cards">{running.map(card)}</div>
      )}
      {ended.length > 0 ? (
        <>
          <h2 class="section-title">Ended</h2>
          <div class="cards">{ended.map(card)}</div>
        </>
      ) : null}
    </div>
  );
}

function concernsSessions(event: JournalEvent): boolean {
  if (!('ask' in event)) return true;
  return ['asked', 'settled', 'withdrawn', 'expired'].includes(event.happening.kind);
}
