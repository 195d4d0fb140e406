// What a person should know before answering: earlier answers to the same question, the agent's last words, where it runs.
import type { JSX } from 'preact';
import type { AskView } from '../../ask/schema/history.ts';
import type { Precedent } from '../../ask/schema/result.ts';
import { answerLine, askerOf } from '../../ask/summary.ts';
import type { Opened } from '../../dialog/inbox/state.ts';
import { ago } from '../../dialog/words/words.ts';
import { Line } from '../text/foreign.tsx';
import { Markdown } from '../text/markdown.tsx';

type Props = { readonly view: AskView; readonly opened: Opened; readonly now: number };

export function About({ view, opened: { context, story }, now }: Props): JSX.Element {
  return (
    <aside class="about" aria-label="About this ask">
      {context && context.precedents.length > 0 ? (
        <section>
          <h2>Answered before</h2>
          <ul class="precedents">
            {context.precedents.slice(0, 5).map((precedent) => (
              <PrecedentRow key={`${precedent.ask} ${precedent.question}`} {...{ precedent, view, now }} />
            ))}
          </ul>
        </section>
      ) : null}
      {context?.lastWords ? (
        <section>
          <h2>The agent’s last words</h2>
          <div class="last-words">
            <Markdown text={context.lastWords} />
          </div>
        </section>
      ) : null}
      {story ? (
        <section>
          <h2>What happened</h2>
          <ol class="story">
            {story.map(({ at, actor, what }, i) => (
              <li key={i}>
                <time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleTimeString()}</time> <Line text={what} />{' '}
                <span class="dim">{actor}</span>
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      <section>
        <h2>Where</h2>
        <dl class="facts">
          <dt>Project</dt>
          <dd>
            <Line text={view.project} />
          </dd>
          <dt>Agent</dt>
          <dd>
            <Line text={askerOf(view)} />
          </dd>
          <dt>Session</dt>
          <dd>
            <Line text={view.session} />
          </dd>
        </dl>
      </section>
    </aside>
  );
}

function PrecedentRow({
  precedent,
  view,
  now,
}: {
  readonly precedent: Precedent;
  readonly view: AskView;
  readonly now: number;
}): JSX.Element {
  const { answer, message, outcome, by, at, reason, question } = precedent;
  const said = answer
    ? answerLine(answer)
    : `${outcome === 'decline' ? 'declined' : 'redirected'}${message === undefined ? '' : `: ${message}`}`;
  return (
    <li>
      {view.questions.length > 1 ? <span class="dim">{view.questions[question]?.header ?? `Question ${question + 1}`}: </span> : null}
      <Line text={said} class="strong" />
      <span class="dim">
        {' '}
        {by.name}, {ago(now - at)}
      </span>
      {reason ? <Line text={reason} class="dim reason" /> : null}
    </li>
  );
}
