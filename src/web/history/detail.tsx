// One ask that is over: what was asked, who decided what and why, what was delivered, what the agent recorded, and everything that happened on the way.

import type { JSX } from 'preact';
import { undeliveredReason } from '../../ask/lifecycle.ts';
import type { AskView, JournalEvent } from '../../ask/schema/history.ts';
import { askerOf } from '../../ask/summary.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { stateMark } from '../../dialog/inbox/facts.ts';
import { eventWords, overruledWords, projectName } from '../../dialog/words/words.ts';
import { Answers, Differences } from '../ask/over.tsx';
import { ICONS, Icon } from '../icons.tsx';
import { useLoaded } from '../loaded.ts';
import type { Page } from '../page.ts';
import { addressOf } from '../routes.ts';
import { Line, Lines } from '../text/foreign.tsx';
import { lengthWords, momentWords } from './times.ts';

type Props = { readonly page: Page; readonly id: string; readonly now: number };

export function Detail({ page, id }: Props): JSX.Element {
  const { value, problem } = useLoaded(
    page,
    async (signal) => {
      const [view, { events }] = await Promise.all([
        page.call('GET /v1/asks/:id', { params: { id }, signal }),
        page.call('GET /v1/asks/:id/events', { params: { id }, signal }),
      ]);
      return { view, events };
    },
    [id],
    (event) => 'ask' in event && event.ask === id,
  );
  if (!value) return <p class="empty">{problem ?? 'Loading…'}</p>;
  const { view, events } = value;
  return (
    <article class="ask past-detail">
      <header class="ask-head">
        <a class="icon-button back" href={addressOf({ name: 'history', rest: [] })} aria-label="Back to the history">
          <Icon path={ICONS.back} />
        </a>
        <div class="ask-title">
          <h1>
            {projectName(view.project)} <span class="program">{oneLine(askerOf(view))}</span>
          </h1>
          <p class="row-facts">
            <span class="tag" data-kind={view.kind}>
              {view.kind}
            </span>
            <time dateTime={new Date(view.createdAt).toISOString()}>{momentWords(view.createdAt)}</time>
            <span class="id">{view.id}</span>
          </p>
        </div>
      </header>
      <div class="ask-main">
        <section aria-label="What was asked">
          <Answers view={view} />
        </section>
        <Outcome view={view} />
        {view.receipt && view.receipt.differences.length > 0 ? (
          <section aria-labelledby="differences">
            <h2 id="differences">Decided and recorded</h2>
            <Differences differences={view.receipt.differences} />
          </section>
        ) : null}
        <Story events={events} start={view.createdAt} />
      </div>
    </article>
  );
}

function Outcome({ view }: { readonly view: AskView }): JSX.Element {
  const { decision, delivery, receipt, overruled, ending } = view;
  const { sign, word, tone } = stateMark(view);
  const failed = undeliveredReason(view);
  const facts: readonly (readonly [string, JSX.Element | string] | undefined)[] = [
    decision && [
      'Decided by',
      `${decision.by.kind === 'person' ? '' : `${decision.by.kind} `}${decision.by.name} (${decision.by.surface})`,
    ],
    decision && ['When', `${momentWords(decision.at)}, after ${lengthWords(decision.at - view.createdAt)}`],
    decision?.reason === undefined ? undefined : ['Why', <Lines key="why" text={decision.reason} />],
    ending === undefined ? undefined : ['Ended', <Line key="ended" text={ending} />],
    delivery && ['Delivered', delivery.done ? `by ${delivery.way}, ${momentWords(delivery.at)}` : `not yet (by ${delivery.way})`],
    failed === undefined ? undefined : ['Not delivered', <Line key="failed" text={failed} />],
    receipt && ['Checked', receipt.verdict === 'unconfirmed' ? 'no record to compare with' : `against ${receipt.evidence}`],
    overruled && ['Overruled', <Line key="overruled" text={overruledWords(overruled)} />],
  ];
  return (
    <section class={`box outcome ${tone}`} aria-label="What became of it">
      <h2>
        <span aria-hidden="true">{sign}</span> {word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()}
      </h2>
      <dl class="past-facts">
        {facts.flatMap((fact) =>
          fact
            ? [
                <div key={fact[0]}>
                  <dt>{fact[0]}</dt>
                  <dd>{fact[1]}</dd>
                </div>,
              ]
            : [],
        )}
      </dl>
      {view.state === 'undelivered' || view.state === 'mismatched' ? (
        <a class="primary as-button" href={addressOf({ name: 'ask', rest: [view.id] })}>
          {view.state === 'undelivered' ? 'Deliver again or replace it' : 'Tell the agent what was meant'}
        </a>
      ) : null}
    </section>
  );
}

function Story({ events, start }: { readonly events: readonly JournalEvent[]; readonly start: number }): JSX.Element {
  return (
    <section aria-labelledby="story">
      <h2 id="story">What happened</h2>
      <ol class="story">
        {events.map(({ seq, at, actor, happening }) => (
          <li key={seq}>
            <time dateTime={new Date(at).toISOString()} title={momentWords(at)}>
              {at - start < 1_000 ? '0 s' : `+${lengthWords(at - start)}`}
            </time>
            <span>
              <Line text={eventWords(happening)} /> <span class="dim">{actor}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
