// The card of a conversation as it is now, and the card of an ask that is over.

import type { Ask } from '../../ask/schema/ask.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { isSecret } from '../../ask/sealed.ts';
import { decisionLine, summarise } from '../../ask/summary.ts';
import { onlyAt } from '../../ask/verdict.ts';
import type { Block, Button, Card } from '../../dialog/card.ts';
import {
  type Action,
  actionsOf,
  type Conversation,
  isChosen,
  numberIn,
  onReview,
  questionOf,
} from '../../dialog/conversation/conversation.ts';
import { lines, pageBlocks } from '../../dialog/conversation/shown.ts';
import { nameOf } from '../../dialog/dialog/verdict.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { projectName } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { shortened } from '../../text/shortened.ts';
import { documentOf, fitted, lookOf, type TextLimits } from './text.ts';

/** `perRow` and `rows`: how many buttons there may be. `label`: the characters of a button. */
export type CardLimits = TextLimits & { readonly rows: number; readonly perRow: number; readonly label: number };

/** `dataOf`: what comes back when the button of this action is tapped. */
export function conversationCard(ask: Ask, state: Conversation, space: CardLimits, dataOf: (action: Action) => string): Card {
  const cut = `Cut. ${documentOf(ask, space) ? 'All of it is in the attached file' : 'See all of it'}: answerback show ${ask.id}`;
  return { blocks: fitted(blocksOf(ask, state), space, cut), buttons: rowsOf(ask, state, space, dataOf) };
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

function blocksOf(ask: Ask, state: Conversation): readonly Block[] {
  const count = ask.questions.length > 1 && !onReview(ask, state) ? ` (${state.page + 1} of ${ask.questions.length})` : '';
  const what = ask.kind === 'idle' ? 'Agent finished its turn' : 'Decision needed';
  const look = lookOf((number) => (questionOf(ask, state)?.multiSelect ? (isChosen(state, number) ? '☑ ' : '☐ ') : ''));
  return [
    { kind: 'title', text: `${what}: ${projectName(ask.project)}${count}` },
    ...pageBlocks(ask, state, look),
    { kind: 'aside', text: asideOf(ask, state) },
  ];
}

function asideOf(ask: Ask, state: Conversation): string {
  const place = onlyAt(ask);
  if (place !== undefined) return `It can only be answered in its own terminal: ${printable(place)}`;
  switch (state.mode) {
    case 'words':
      return 'Reply to this message with your own words.';
    case 'note':
      return 'Reply to this message with your note. Then choose.';
    case 'redirect':
      return 'Reply to this message with what the agent should read instead of an answer.';
    case 'decline':
      return 'Decline to answer? The agent is told. You can also reply with a reason.';
    case 'list':
      if (isSecret(ask)) return `This asks for a secret, which is never given in a chat. Answer it with: answerback answer ${ask.id}`;
      if (onReview(ask, state)) return 'Nothing is sent before you press Send.';
      return ask.kind === 'idle' ? 'Reply to this message with the next prompt.' : 'Or reply to this message in your own words.';
  }
}

// ── the buttons ────────────────────────────────────────────────────────────────────────────────────────────────────

function rowsOf(ask: Ask, state: Conversation, space: CardLimits, dataOf: (action: Action) => string): Card['buttons'] {
  const button = (action: Action, label: string): Button => ({ label: shortened(label, space.label), data: dataOf(action) });
  const actions = actionsOf(ask, state);
  // On a question without options every text is own words.
  const hasWords = (questionOf(ask, state)?.options.length ?? 0) > 0;
  const ofKind = (...kinds: readonly Action[]) =>
    actions.filter((each) => kinds.includes(each) && (each !== 'words' || hasWords)).map((each) => button(each, labelOf(ask, state, each)));
  const rest = [ofKind('back', 'next', 'send'), ofKind('words', 'note'), ofKind('skip', 'redirect', 'decline')].filter(
    (row) => row.length > 0,
  );
  const numbered = actions.filter((each) => numberIn(each) > 0);
  const choices = numbered.map((each) => button(each, labelOf(ask, state, each)));
  if (choices.length + rest.length <= space.rows) return [...choices.map((each) => [each]), ...rest];
  const together = inRows(rest.flat(), space.perRow);
  const room = Math.max(1, space.rows - together.length);
  const perRow = Math.min(space.perRow, Math.ceil(choices.length / room));
  const isNarrow = perRow === 1 || choices.every(({ label }) => label.length <= MOST_BESIDE_OTHERS);
  // What does not fit is chosen by its number, in a reply.
  const shown = isNarrow ? choices : numbered.map((each) => button(each, shortLabel(state, numberIn(each))));
  return [...inRows(shown, perRow).slice(0, room), ...together];
}

/** A label of a button that has others beside it; longer ones are replaced by their numbers. */
const MOST_BESIDE_OTHERS = 24;

const inRows = (buttons: readonly Button[], perRow: number): readonly (readonly Button[])[] =>
  Array.from({ length: Math.ceil(buttons.length / perRow) }, (_, i) => buttons.slice(i * perRow, (i + 1) * perRow));

const shortLabel = (state: Conversation, number: number): string => `${isChosen(state, number) ? '☑ ' : ''}${number}`;

function labelOf(ask: Ask, state: Conversation, action: Action): string {
  const number = numberIn(action);
  if (number === 0) return state.mode === 'decline' && action === 'send' ? 'Decline' : LABELS[action as keyof typeof LABELS];
  if (onReview(ask, state)) return `Change ${number}. ${oneLine(nameOf(ask.questions[number - 1], number - 1))}`;
  const question = questionOf(ask, state);
  const chosen = isChosen(state, number);
  const mark = question?.multiSelect ? (chosen ? '☑ ' : '☐ ') : chosen ? '● ' : '';
  return `${mark}${oneLine(question?.options[number - 1]?.label ?? '')}`;
}
const LABELS = {
  words: 'Own words',
  note: 'Note',
  redirect: 'Message instead',
  decline: 'Decline',
  skip: 'Skip',
  back: 'Back',
  next: 'Next',
  send: 'Send',
} as const;
