// The rule "precedent": what people answered before to the same question in this project, if they always answered the same.
import type { AskView } from '../../question/lifecycle.ts';
import { normalised } from '../../question/visible.ts';
import type { Answer, Ask, Question } from '../../question/words.ts';
import { pass, type Said } from './said.ts';

/** Only people make precedents: a machine that followed one would otherwise confirm itself. */
export function precedent(times: number, ask: Ask, question: Question, past: readonly AskView[]): Said {
  const wanted = { ask, question, fingerprint: fingerprint(ask, question) };
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

type Wanted = { readonly ask: Ask; readonly question: Question; readonly fingerprint: string };

/** What people said to one question: labels, not numbers, since options may come in another order. */
type Ruling = {
  readonly said: string;
  readonly labels?: readonly string[];
  readonly words?: string | undefined;
  readonly note?: string | undefined;
};

function rulingsOf(view: AskView, wanted: Wanted): Ruling[] {
  const { decision } = view;
  if (decision?.by.kind !== 'person') return [];
  return view.questions.flatMap((question, i) => {
    if (!isSame(view, question, wanted)) return [];
    if (decision.kind !== 'answers') return [{ said: decision.kind }];
    return [rulingOf(decision.answers[i], question)];
  });
}

function rulingOf(answer: Answer | undefined, question: Question): Ruling {
  if (answer === undefined || answer.kind === 'skipped') return { said: 'skipped' };
  const labels = answer.kind === 'chosen' ? answer.chosen.map((n) => plain(question.options[n - 1]?.label ?? '')) : [];
  const { words, note } = answer;
  return { said: JSON.stringify([[...labels].sort(), words ?? null, note ?? null]), labels, words, note };
}

function answerOf({ labels, words, note }: Ruling, question: Question): Answer | undefined {
  if (labels === undefined) return undefined;
  const noted = note === undefined ? {} : { note };
  const offered = question.options.map((option) => plain(option.label));
  if (labels.some((label) => offered.indexOf(label) !== offered.lastIndexOf(label) || !offered.includes(label))) return undefined;
  const chosen = labels.map((label) => offered.indexOf(label) + 1);
  if (chosen.length > 0) return { kind: 'chosen', chosen, ...(words === undefined ? {} : { words }), ...noted };
  return words === undefined ? undefined : { kind: 'words', words, ...noted };
}

/** There may be hundreds of past asks: most are told apart at a glance. */
function isSame(ask: Ask, question: Question, wanted: Wanted): boolean {
  if (ask.kind !== wanted.ask.kind || question.options.length !== wanted.question.options.length) return false;
  if (ask.kind !== 'question' && JSON.stringify(subject(ask)) !== JSON.stringify(subject(wanted.ask))) return false;
  return beginsAlike(question.text, wanted.question.text) && fingerprint(ask, question) === wanted.fingerprint;
}

/** False only where the first two words differ in plain letters; in doubt true. */
function beginsAlike(a: string, b: string): boolean {
  const [, a1 = '', a2 = ''] = PLAIN_START.exec(a) ?? [];
  const [, b1 = '', b2 = ''] = PLAIN_START.exec(b) ?? [];
  return a1 === '' || b1 === '' || (a1.toLowerCase() === b1.toLowerCase() && a2.toLowerCase() === b2.toLowerCase());
}
const PLAIN_START = /^\s*([\x21-\x7e]{1,40})\s+([\x21-\x7e]{1,40})\s/;

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
