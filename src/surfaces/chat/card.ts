// The card of a conversation as it is now, and the card of an ask that is over.
import type { Block, Button, Card } from '../../question/card.ts';
import { isSecret } from '../../question/sealed.ts';
import { shortened } from '../../question/shortened.ts';
import { answerLine, decisionLine, summarise } from '../../question/summary.ts';
import { onlyAt } from '../../question/verdict.ts';
import { isVisible } from '../../question/visible.ts';
import { chosenWarnings, firstWarning } from '../../question/warning.ts';
import type { Ask, AskView } from '../../question/words.generated.ts';
import { printable } from '../../text/printable.ts';
import { projectName } from '../cli/words.ts';
import { nameOf, standing, verdictOf } from '../views/dialog/verdict.ts';
import { oneLine } from '../views/foreign-text.ts';
import { type Action, actionsOf } from './press.ts';
import { dialogOf, hasReview, onReview, questionOf, type Talk } from './talk.ts';
import { detailBlocks, documentOf, fitted, lines, questionBlocks, type TextLimits } from './text.ts';

/** `perRow` and `rows`: how many buttons there may be. `label`: the characters of a button. */
export type Space = TextLimits & { readonly rows: number; readonly perRow: number; readonly label: number };

/** `dataOf`: what comes back when the button of this action is tapped. */
export function talkCard(ask: Ask, talk: Talk, space: Space, dataOf: (action: Action) => string): Card {
  const cut = `Cut. ${documentOf(ask, space) ? 'All of it is in the attached file' : 'See all of it'}: answerback show ${ask.id}`;
  return { blocks: fitted(blocksOf(ask, talk), space, cut), buttons: rowsOf(ask, talk, space, dataOf) };
}

export function overCard(view: AskView, space: TextLimits): Card {
  const { decision, state } = view;
  const how = decision ? { answers: 'Answered', redirect: 'Redirected', decline: 'Declined' }[decision.kind] : (STATES[state] ?? 'Over');
  const outcome = decision
    ? `${oneLine(decision.by.name)} (${oneLine(decision.by.surface)}): ${lines(decisionLine(view, decision))}`
    : lines(view.ending ?? 'Its deadline has passed.');
  const notes =
    decision?.kind === 'answers'
      ? summarise(view, decision).answers.flatMap(({ note }) => (note === undefined ? [] : [`Note: ${lines(note)}`]))
      : [];
  const blocks: Block[] = [
    { kind: 'title', text: `${decision && decision.kind !== 'decline' ? '✓' : '✗'} ${how}: ${projectName(view.project)}` },
    ...view.questions.map(({ text }): Block => ({ kind: 'text', text: lines(text) || '‹blank›' })),
    { kind: 'text', text: [outcome, ...notes].join('\n') },
  ];
  return { blocks: fitted(blocks, space, `Cut. See all of it: answerback show ${view.id}`), buttons: [] };
}
const STATES: Readonly<Record<string, string>> = { withdrawn: 'Withdrawn', expired: 'Expired' };

// ── the text ───────────────────────────────────────────────────────────────────────────────────────────────────────

function blocksOf(ask: Ask, talk: Talk): readonly Block[] {
  const { mode, page } = talk;
  const count = hasReview(ask) && !onReview(ask, talk) ? ` (${page + 1} of ${ask.questions.length})` : '';
  const warning = firstWarning(ask) === undefined ? '' : ' ⚠';
  const what = ask.kind === 'idle' ? 'Agent finished its turn' : 'Decision needed';
  const title: Block = { kind: 'title', text: `${what}: ${projectName(ask.project)}${count}${warning}` };
  const draft = talk.drafts[page];
  const question = questionOf(ask, talk);
  const mark = (number: number) => (question?.multiSelect ? (draft?.chosen.includes(number) && !draft.skipped ? '☑ ' : '☐ ') : '');
  const body = onReview(ask, talk)
    ? ask.questions.map((_, i): Block => ({ kind: 'text', text: reviewOf(ask, talk, i) }))
    : [...(page === 0 ? detailBlocks(ask.detail) : []), ...questionBlocks(ask, page, mark), ...enteredBlocks(talk)];
  return [title, ...body, ...asideOf(ask, talk, mode)];
}

function enteredBlocks({ drafts, page }: Talk): readonly Block[] {
  const draft = drafts[page];
  if (!draft) return [];
  const entered = [
    ...(draft.skipped ? ['Skipped'] : []),
    ...(draft.other && !draft.skipped && isVisible(draft.words.text) ? [`Own words: ${lines(draft.words.text)}`] : []),
    ...(isVisible(draft.note.text) ? [`Note: ${lines(draft.note.text)}`] : []),
  ];
  return entered.map((text) => ({ kind: 'text', text }));
}

function reviewOf(ask: Ask, { drafts }: Talk, index: number): string {
  const [question, draft] = [ask.questions[index], drafts[index]];
  if (!question || !draft) return '';
  const words = draft.other && isVisible(draft.words.text) ? { words: draft.words.text } : {};
  const chosen = draft.chosen.map((n) => question.options[n - 1]?.label ?? '');
  const answer = standing(draft) === 'missing' ? 'not answered yet' : answerLine({ chosen, skipped: draft.skipped, ...words });
  const note = isVisible(draft.note.text) ? `\nNote: ${lines(draft.note.text)}` : '';
  return `${index + 1}. ${oneLine(nameOf(question, index))}: ${lines(answer)}${note}`;
}

function asideOf(ask: Ask, talk: Talk, mode: Talk['mode']): readonly Block[] {
  const place = onlyAt(ask);
  const aside = (text: string): readonly Block[] => [{ kind: 'aside', text }];
  if (place !== undefined) return aside(`It can only be answered in its own terminal: ${printable(place)}`);
  switch (mode) {
    case 'words':
      return aside('Reply to this message with your own words.');
    case 'note':
      return aside('Reply to this message with your note. Then choose.');
    case 'redirect':
      return aside('Reply to this message with what the agent should read instead of an answer.');
    case 'decline':
      return aside('Decline to answer? The agent is told. You can also reply with a reason.');
    case 'warned':
      return [{ kind: 'title', text: '⚠ Really send this?' }, ...warnedBlocks(ask, talk)];
    case 'list':
      if (isSecret(ask))
        return aside(`This asks for a secret, which is never given in a chat. Answer it with: answerback answer ${ask.id}`);
      if (onReview(ask, talk)) return aside('Nothing is sent before you press Send.');
      return aside(ask.kind === 'idle' ? 'Reply to this message with the next prompt.' : 'Or reply to this message in your own words.');
  }
}

function warnedBlocks(ask: Ask, talk: Talk): readonly Block[] {
  const result = verdictOf(dialogOf(ask, talk));
  if (result.kind !== 'ok') return [];
  const chosen = chosenWarnings(ask, result.verdict).map(({ question, option, reason }) => {
    const label = ask.questions[question]?.options[option - 1]?.label ?? '';
    return `${oneLine(label)}: ${printable(reason)}`;
  });
  return [{ kind: 'text', text: chosen.join('\n') }];
}

// ── the buttons ────────────────────────────────────────────────────────────────────────────────────────────────────

function rowsOf(ask: Ask, talk: Talk, space: Space, dataOf: (action: Action) => string): Card['buttons'] {
  const actions = actionsOf(ask, talk);
  const button = (action: Action, label: string): Button => ({ label: shortened(label, space.label), data: dataOf(action) });
  const ofKind = (...letters: readonly string[]) => actions.filter((each) => letters.includes(each[0] ?? ''));
  const named = (action: Action): Button => button(action, labelOf(ask, talk, action));
  const rest = [ofKind('b', 'g', 'y'), ofKind('w', 'n'), ofKind('s', 'r', 'd')]
    .filter((row) => row.length > 0)
    .map((row) => row.map(named));
  const choices = ofKind('c', 't', 'u', 'q').map(named);
  if (choices.length + rest.length <= space.rows) return [...choices.map((each) => [each]), ...rest];
  const together = inRows(rest.flat(), space.perRow);
  const room = Math.max(1, space.rows - together.length);
  const perRow = Math.min(space.perRow, Math.ceil(choices.length / room));
  const isNarrow = perRow === 1 || choices.every(({ label }) => label.length <= MOST_BESIDE_OTHERS);
  // What does not fit is chosen by its number, in a reply.
  const shown = isNarrow ? choices : ofKind('c', 't', 'u', 'q').map((action) => button(action, shortLabel(talk, action)));
  return [...inRows(shown, perRow).slice(0, room), ...together];
}

/** A label of a button that has others beside it; longer ones are replaced by their numbers. */
const MOST_BESIDE_OTHERS = 24;

const inRows = (buttons: readonly Button[], perRow: number): readonly (readonly Button[])[] =>
  Array.from({ length: Math.ceil(buttons.length / perRow) }, (_, i) => buttons.slice(i * perRow, (i + 1) * perRow));

const shortLabel = ({ drafts, page }: Talk, action: Action): string =>
  `${drafts[page]?.chosen.includes(Number(action.slice(1))) ? '☑ ' : ''}${action.slice(1)}`;

function labelOf(ask: Ask, talk: Talk, action: Action): string {
  const number = Number(action.slice(1));
  const question = questionOf(ask, talk);
  switch (action[0]) {
    case 'c':
    case 't':
    case 'u': {
      const draft = talk.drafts[talk.page];
      const isChosen = draft?.chosen.includes(number) === true && !draft.skipped;
      const mark = question?.multiSelect ? (isChosen ? '☑ ' : '☐ ') : isChosen ? '● ' : '';
      const risky = chosenWarnings(ask, onlyChosen(ask, talk.page, number)).length > 0 ? '⚠ ' : '';
      return `${mark}${risky}${oneLine(question?.options[number - 1]?.label ?? '')}`;
    }
    case 'q':
      return `Change ${number}. ${oneLine(nameOf(ask.questions[number - 1], number - 1))}`;
    case 'y':
      return talk.mode === 'decline' ? 'Decline' : talk.mode === 'warned' ? '⚠ Send anyway' : 'Send';
    default:
      return LABELS[action as keyof typeof LABELS];
  }
}
const LABELS = { w: 'Own words', n: 'Note', r: 'Message instead', d: 'Decline', s: 'Skip', b: 'Back', g: 'Next' } as const;

const onlyChosen = (ask: Ask, page: number, number: number) =>
  ({
    kind: 'answers',
    answers: ask.questions.map((_, i) => (i === page ? ({ kind: 'chosen', chosen: [number] } as const) : ({ kind: 'skipped' } as const))),
  }) as const;
