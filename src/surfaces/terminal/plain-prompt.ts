// What plain prompts print: each question once when it comes up, and a prompt for each line of input.
import { shownInput } from '../../question/permission.ts';
import { isVisible } from '../../question/visible.ts';
import type { Warning } from '../../question/warning.ts';
import type { Ask } from '../../question/words.generated.ts';
import { printableLines } from '../../text/printable.ts';
import { nameOf } from '../views/dialog/verdict.ts';
import { label } from './dialog/agent-text.ts';
import { type PlainState, reviewText } from './plain.ts';

export function questionText(state: PlainState, risks: readonly Warning[]): string[] {
  const { ask, page, drafts } = state.dialog;
  const question = ask.questions[page];
  const draft = drafts[page];
  if (!question || !draft) return [];
  const count = ask.questions.length > 1 ? `Question ${page + 1} of ${ask.questions.length}` : 'Question';
  const name = label(nameOf(question, page));
  const how = question.options.length === 0 ? 'answer in your own words' : question.multiSelect ? 'choose any' : 'choose one';
  const options = question.options.flatMap((option, i) => {
    const described = option.description !== undefined && option.description !== option.label && isVisible(option.description);
    const risk = risks.find((each) => each.question === page && each.option === i + 1)?.reason;
    return [
      `${i + 1}. ${label(option.label)}${described ? `: ${label(option.description ?? '')}` : ''}${draft.chosen.includes(i + 1) ? ' (chosen)' : ''}`,
      ...(option.preview !== undefined && isVisible(option.preview) ? printableLines(option.preview).map((each) => `      ${each}`) : []),
      ...(risk === undefined ? [] : [`   Warning: ${label(risk)}`]),
    ];
  });
  const own = draft.other && isVisible(draft.words.text) ? `: ${label(draft.words.text)} (chosen)` : ': answer in your own words';
  return [
    '',
    `${count === name ? count : `${count}, ${name}`} (${how}):`,
    ...printableLines(question.text),
    ...detailText(ask),
    ...options,
    ...(question.options.length > 0 ? [`o. Other${own}`] : []),
  ];
}

export function promptText(state: PlainState): string {
  const { ask, page } = state.dialog;
  if (state.begun !== '') return '… ';
  switch (state.expecting) {
    case 'choice': {
      const open = ask.questions[page]?.options.length === 0;
      return `${open ? 'Your answer' : 'Your choice'} (? for help): `;
    }
    case 'words':
      return 'Your own words: ';
    case 'note':
      return 'Note for the agent: ';
    case 'redirect':
      return 'What is wrong with the question: ';
    case 'decline':
      return 'Declining. A reason, or Enter for none, or b to go back: ';
    case 'review':
      return 'Submit? (y, n): ';
  }
}

export const reviewLines = (state: PlainState): string[] => ['', 'Your answer:', ...reviewText(state)];

function detailText({ detail }: Ask): string[] {
  if (!detail) return [];
  if (detail.kind === 'plan') return printableLines(detail.plan);
  if (detail.kind === 'file') return [`${label(detail.name)}:`, ...printableLines(detail.text)];
  if (detail.kind === 'idle')
    return detail.lastMessage === undefined ? [] : ['The agent’s last message:', ...printableLines(detail.lastMessage)];
  return [`Tool: ${label(detail.tool)}`, ...printableLines(shownInput(detail.input).text)];
}
