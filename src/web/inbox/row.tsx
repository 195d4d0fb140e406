// One ask in the list. A simple question has its options here, so that two taps answer it: one chooses, one sends.
import { Component, type JSX } from 'preact';
import { undeliveredReason } from '../../ask/lifecycle.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { isSecret } from '../../ask/sealed.ts';
import { onlyAt } from '../../ask/verdict.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { factsOf, stateMark } from '../../dialog/inbox/facts.ts';
import { toggled } from '../../dialog/inbox/marks.ts';
import { ago, left } from '../../dialog/words/words.ts';
import type { Page } from '../page.ts';
import { addressOf } from '../routes.ts';
import { Line } from '../text/foreign.tsx';

type Props = {
  readonly page: Page;
  readonly view: AskView;
  readonly now: number;
  /** Changes as often as the times in the row have to be painted. */
  readonly minute: number;
  readonly isSelected: boolean;
  readonly isOpened: boolean;
  readonly isMarked: boolean;
  readonly isMarking: boolean;
  readonly hasDraft: boolean;
};

const MOST_CHIPS = 4;
const LONGEST_CHIP = 40;

export class Row extends Component<Props> {
  /** Otherwise hundreds of rows would be painted again whenever anything changes. */
  override shouldComponentUpdate(next: Props): boolean {
    return (Object.keys(next) as (keyof Props)[]).some((name) => name !== 'now' && next[name] !== this.props[name]);
  }

  override render({ page, view, now, isSelected, isOpened, isMarked, isMarking, hasDraft }: Props): JSX.Element {
    const { headline, project, program, outside } = factsOf(view);
    const reason = undeliveredReason(view);
    const chips = isMarking || isOpened ? [] : chipsOf(view);
    return (
      <li class="row" data-selected={isSelected ? '' : undefined} data-kind={view.kind} data-state={view.state}>
        {isMarking ? (
          <input
            type="checkbox"
            class="mark"
            checked={isMarked}
            aria-label={`Mark: ${headline}`}
            onChange={() => page.change((inbox) => ({ inbox: toggled(inbox, view.id) }))}
          />
        ) : null}
        <div class="row-body">
          <a href={addressOf({ name: 'ask', rest: [view.id] })} class="row-link" aria-current={isOpened ? 'true' : undefined}>
            <span class="row-top">
              <span class="project">{project}</span>
              <span class="program">{program}</span>
              <time class="age" dateTime={new Date(view.createdAt).toISOString()}>
                {ago(now - view.createdAt)}
              </time>
            </span>
            <Line text={headline} class="headline" />
            <span class="row-facts">
              <span class="tag" data-kind={view.kind}>
                {view.kind}
              </span>
              {outside ? <span class="tag warn">outside the project</span> : null}
              {view.deadline !== undefined && view.state === 'open' ? (
                <span class="tag time">expires in {left(view.deadline - now)}</span>
              ) : null}
              {reason !== undefined ? <span class="tag bad">not delivered</span> : null}
              {view.state === 'mismatched' ? <span class="tag bad">{stateMark(view).word.toLowerCase()}</span> : null}
              {view.route?.waitingFor && view.route.waitingFor.kind !== 'people' ? (
                <span class="tag plain">{oneLine(view.route.waitingFor.name)} is deciding</span>
              ) : null}
              {hasDraft ? <span class="tag draft">draft</span> : null}
            </span>
          </a>
          {chips.length > 0 ? (
            <div class="chips" role="group" aria-label="Options">
              {chips.map((label, row) => (
                <button key={row} type="button" class="chip" dir="auto" onClick={() => page.openWith(view.id, row)}>
                  {label}
                </button>
              ))}
            </div>
          ) : null}
        </div>
      </li>
    );
  }
}

/** The labels of a question with few and short options and nothing else to read. */
function chipsOf(view: AskView): readonly string[] {
  const [question, ...others] = view.questions;
  if (!question || others.length > 0 || question.multiSelect || view.kind === 'plan' || view.state !== 'open') return [];
  const { options } = question;
  if (options.length > MOST_CHIPS || isSecret(view) || onlyAt(view) !== undefined || options.some(({ preview }) => preview)) return [];
  const labels = options.map(({ label }) => oneLine(label));
  return labels.every((label) => label.length <= LONGEST_CHIP) ? labels : [];
}
