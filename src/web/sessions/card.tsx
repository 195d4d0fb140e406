// One session: where it runs, what it does now, its queue of prompts, and its actions.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AskView } from '../../ask/schema/history.ts';
import type { Pause, Prompt } from '../../ask/schema/session.ts';
import type { Contract } from '../../contract/types.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { factsOf } from '../../dialog/inbox/facts.ts';
import { ago, clockTime, projectName } from '../../dialog/words/words.ts';
import { useAttempt } from '../loaded.ts';
import type { Page } from '../page.ts';
import { addressOf } from '../routes.ts';
import { Line, Lines } from '../text/foreign.tsx';
import { SendPrompt } from './send-prompt.tsx';

type Session = Contract['GET /v1/sessions']['reply']['sessions'][number];

type Props = {
  readonly page: Page;
  readonly session: Session;
  readonly asks: readonly AskView[];
  readonly prompts: readonly Prompt[];
  readonly mute: Pause | undefined;
  readonly pause: Pause | undefined;
  readonly now: number;
  readonly onChange: () => void;
};

const AN_HOUR = 3_600_000;

export function SessionCard({ page, session, asks, prompts, mute, pause, now, onChange }: Props): JSX.Element {
  const [isSending, setSending] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isOver = session.endedAt !== undefined;
  const scope = { kind: 'session', session: session.id } as const;
  const { run } = useAttempt(page, onChange);
  const isMuted = mute?.scope.kind === 'session';
  const name = `${projectName(session.project)} (${oneLine(session.name ?? session.program)})`;
  return (
    <article class="card" data-over={isOver ? '' : undefined} aria-label={name}>
      <header class="card-head">
        <h2>{projectName(session.project)}</h2>
        <span class="dim">{oneLine(session.program)}</span>
        {session.name === undefined ? null : <span class="tag plain">{oneLine(session.name)}</span>}
        <time class="age" dateTime={new Date(session.seenAt).toISOString()}>
          {ago(now - (session.endedAt ?? session.seenAt))}
        </time>
      </header>
      <Doing session={session} asks={asks} />
      {prompts.length > 0 ? <Queue page={page} prompts={prompts} onChange={onChange} /> : null}
      <p class="row-facts">
        {mute ? <span class="tag warn">muted{mute.until === undefined ? '' : ` until ${clockTime(mute.until, now)}`}</span> : null}
        {pause ? <span class="tag warn">auto-answer paused</span> : null}
      </p>
      {isOver ? null : (
        <div class="buttons">
          <button type="button" class="quiet" aria-expanded={isSending} onClick={() => setSending(!isSending)}>
            Send a prompt
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() =>
              void run(
                () => page.call('PUT /v1/mute', { body: { scope, ...(isMuted ? { muted: false } : { muted: true, forMs: AN_HOUR }) } }),
                isMuted ? 'Notifications are on again.' : 'No notifications about it for an hour.',
              )
            }
          >
            {isMuted ? 'Unmute' : 'Mute for 1 h'}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() =>
              void run(
                () => page.call('PUT /v1/pause', { body: { paused: !pause, scope } }),
                pause ? 'Auto-answer is on again for it.' : 'Only people answer it now.',
              )
            }
          >
            {pause ? 'Resume auto-answer' : 'Pause auto-answer'}
          </button>
          {isAsking ? (
            <span class="confirm" role="group" aria-label="Interrupt it?">
              <button
                type="button"
                class="primary danger"
                ref={(button) => button?.focus()}
                onClick={() => {
                  setAsking(false);
                  void run(
                    () => page.call('POST /v1/sessions/:id/interrupt', { params: { id: session.id }, body: {} }),
                    'It was interrupted.',
                  );
                }}
              >
                Interrupt it now
              </button>
              <button type="button" class="quiet" onClick={() => setAsking(false)}>
                Keep it running
              </button>
            </span>
          ) : (
            <button type="button" class="quiet danger" onClick={() => setAsking(true)}>
              Interrupt…
            </button>
          )}
        </div>
      )}
      {isSending && !isOver ? (
        <SendPrompt
          page={page}
          session={session.id}
          name={name}
          onDone={() => {
            setSending(false);
            onChange();
          }}
        />
      ) : null}
    </article>
  );
}

/** What it waits for, or why it cannot be given anything. */
function Doing({ session, asks }: { readonly session: Session; readonly asks: readonly AskView[] }): JSX.Element {
  if (session.endedAt !== undefined) return <p class="dim">Ended</p>;
  if (asks.length > 0)
    return (
      <ul class="doing">
        {asks.map((view) => (
          <li key={view.id}>
            <span class="tag" data-kind={view.kind}>
              {view.kind === 'idle' ? 'idle' : 'waits for you'}
            </span>{' '}
            <a href={addressOf({ name: 'ask', rest: [view.id] })}>
              <Line text={factsOf(view).headline} />
            </a>
          </li>
        ))}
      </ul>
    );
  const { cannotPrompt, prompting } = session;
  return (
    <p class="dim">
      {cannotPrompt === undefined ? 'Running' : <Line text={cannotPrompt} />}
      {prompting && prompting.prompts > 0
        ? ` · auto-answer gave it ${prompting.prompts} of ${prompting.mostPrompts} prompts without a person`
        : ''}
    </p>
  );
}

function Queue({ page, prompts, onChange }: Pick<Props, 'page' | 'prompts' | 'onChange'>): JSX.Element {
  const { run } = useAttempt(page, onChange);
  const cancel = (id: string) => run(() => page.call('POST /v1/prompts/:id/cancel', { params: { id } }), 'The prompt was cancelled.');
  return (
    <section aria-label="Prompts that wait">
      <h3 class="small-title">Waiting prompts</h3>
      <ol class="queue">
        {prompts.map(({ id, text, by, state }) => (
          <li key={id}>
            <Lines text={text} class="prompt-text" />
            <span class="dim">{state === 'sending' ? 'being sent' : oneLine(by.name)}</span>
            {state === 'queued' ? (
              <button
                type="button"
                class="quiet"
                aria-label={`Cancel the prompt: ${oneLine(text).slice(0, 80)}`}
                onClick={() => void cancel(id)}
              >
                Cancel
              </button>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
