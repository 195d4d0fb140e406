// The rule "precedent": what people answered before to the same question in this project, if they always answered the same.
import type { AskView } from '../../question/lifecycle.ts';
import { normalised } from '../../question/visible.ts';
import type { Answer, Ask, Question } from '../../question/words.ts';
import { pass, type Said } from './said.ts';

/** Only people make precedents: a machine that followed one would otherwise confirm itself. */
export function precedent(times: number, ask: Ask, question: Question, past: readonly AskView[]): Said {
  const wanted = fingerprint(ask, question);
  const rulings = past.filter((view) => view.project === ask.project && view.id !== ask.id).flatMap((view) => rulingsOf(view, wanted));
  if (rulings.length < times) return pass(`people answered this ${rulings.length} of the ${times} times that are needed`);
  const [first] = rulings;
  if (first === undefined || rulings.some((ruling) => ruling.said !== first.said))
    return pass('people did not always answer this the same');
  const answer = answerOf(first, question);
  return answer === undefined
    ? pass('what people did before cannot be repeated here')
    : { kind: 'answer', answer, why: `people answered it so ${rulings.length} times` };
}

/** What people said to one question: labels, not numbers, since options may come in another order. */
type Ruling = {
  readonly said: string;
  readonly labels?: readonly string[];
  readonly words?: string | undefined;
  readonly note?: string | undefined;
};

function rulingsOf(view: AskView, wanted: string): Ruling[] {
  const { decision } = view;
  if (decision?.by.kind !== 'person') return [];
  return view.questions.flatMap((question, i) => {
    if (fingerprint(view, question) !== wanted) return [];
    if (decision.kind !== 'answers') return [{ said: decision.kind }];
    return [rulingOf(decision.answers[i], question)];
  });
}

function rulingOf(answer: Answer | undefined, question: Question): Ruling {
  if (answer === undefined || answer.kind === 'skipped') return { said: 'skipped' };
  const labels = answer.kind === 'chosen' ? answer.chosen.map((n) => normalised(question.options[n - 1]?.label ?? '')) : [];
  const { words, note } = answer;
  return { said: JSON.stringify([[...labels].sort(), words ?? null, note ?? null]), labels, words, note };
}

function answerOf({ labels, words, note }: Ruling, question: Question): Answer | undefined {
  if (labels === undefined) return undefined;
  const noted = note === undefined ? {} : { note };
  const chosen = labels.map((label) => question.options.findIndex((option) => normalised(option.label) === label) + 1);
  if (chosen.includes(0)) return undefined;
  if (chosen.length > 0) return { kind: 'chosen', chosen, ...(words === undefined ? {} : { words }), ...noted };
  return words === undefined ? undefined : { kind: 'words', words, ...noted };
}

/** The same for the same question: white space, Unicode form, case and the order of options do not count; what is to be allowed or approved does. */
function fingerprint(ask: Pick<Ask, 'kind' | 'detail'>, question: Question): string {
  const options = question.options.map((option) => [plain(option.label), plain(option.description ?? ''), plain(option.preview ?? '')]);
  return JSON.stringify([
    ask.kind,
    plain(question.header ?? ''),
    plain(question.text),
    options.map((o) => JSON.stringify(o)).sort(),
    question.multiSelect,
    subject(ask),
  ]);
}

/** A permission's question may be shortened: its whole input counts. */
function subject({ detail }: Pick<Ask, 'detail'>): unknown {
  if (detail?.kind === 'permission') return [detail.tool, detail.input ?? null];
  return detail?.kind === 'plan' ? detail.plan : null;
}

const plain = (text: string): string => normalised(text).toLowerCase();
