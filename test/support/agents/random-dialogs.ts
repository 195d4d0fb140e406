// For tests: random question dialogs of every length, language and shape, a random decision for each, and what the model must be told.

import type { Answer, Question } from '../../../src/ask/schema/ask.ts';
import type { VerdictInput } from '../../../src/ask/schema/input.ts';
import { verdictInputOf } from '../../../src/ask/verdict.ts';
import type { Random } from '../claude-code/screens/scene.ts';

export type RandomDialog = {
  readonly questions: readonly Question[];
  readonly verdict: VerdictInput;
  /** What is wrong with the result that the model got; undefined when it is right. */
  wrongIn(result: string): string | undefined;
  /** The words that do not fit into the dialog, and are typed as a prompt when it is closed. */
  readonly followUp?: string;
  /** The decision ends the turn, so the model gets the result with the next prompt. */
  readonly ends: boolean;
};

const WORDS =
  `we should use a small server for the new catalogue because it is searched often and nobody wants to wait, yes no maybe (really) — naïve “quoted” 'single' C:\\path $HOME \`code\` **bold** # 1. 2) [x] <b>html</b> & ; | ~ ^ %d {a:1} http://example.com/a/long/path?with=query Straße œuvre señor`.split(
    ' ',
  );
/** 2.1.325 and older draw these over each other. */
export const drawsCombining = (version: string): boolean => version.localeCompare('2.1.326', 'en', { numeric: true }) >= 0;
const COMBINING = ['किस डेटाबेस का उपयोग करना चाहिए', 'ฐานข้อมูลใด'];
const FOREIGN = [
  '東京で新しいサービスを始めるにはどのデータベースを使えばよいでしょうか',
  '我们应该使用哪个数据库来存储所有的发票和订单',
  '어떤 데이터베이스를 사용해야 합니까 그리고 왜',
  'Какую базу данных нам следует использовать для каталога',
  'Ποια βάση δεδομένων πρέπει να χρησιμοποιήσουμε',
  '🙂 🚀 ✅ 👍',
];
const foreign = (random: Random): string => random.pick([...FOREIGN, ...COMBINING]);

/** Never cuts a character in two. */
const cut = (whole: string, most: number): string => [...whole].slice(0, most).join('').trim();

export const randomText = (random: Random, most: number): string => {
  if (random.chance(15)) return cut(foreign(random), most);
  let made = random.pick(WORDS);
  const length = 1 + random.below(most);
  while (made.length < length) made += ` ${random.chance(8) ? foreign(random) : random.pick(WORDS)}`;
  return cut(made, most);
};

/** Now and then of several lines, with a blank one among them. */
export const randomLines = (random: Random, most: number, percent: number): string => {
  if (!random.chance(percent)) return randomText(random, most);
  const all = Array.from({ length: 2 + random.below(3) }, () => randomText(random, Math.ceil(most / 3)));
  if (random.chance(25)) all.splice(1, 0, '');
  return all.join('\n');
};

const distinct = (count: number, make: () => string): readonly string[] => {
  const found = new Map<string, string>();
  while (found.size < count) {
    const made = make();
    // Two texts that look the same on a screen are refused before the first key, which other tests check.
    found.set(made.replaceAll(/\s/g, ''), made);
  }
  return [...found.values()];
};

/** `simple`: without scripts whose letters are drawn over each other. */
export function randomDialog(random: Random, simple = false): RandomDialog {
  for (;;) {
    const dialog = anyDialog(random);
    if (!simple || !/[\p{Script=Devanagari}\p{Script=Thai}]/u.test(JSON.stringify(dialog))) return dialog;
  }
}

function anyDialog(random: Random): RandomDialog {
  const count = random.pick([1, 1, 1, 2, 3, 4]);
  const texts = distinct(count, () => `${randomLines(random, random.pick([20, 60, 100, 200, 400]), 30)}?`);
  const questions = texts.map((each) => randomQuestion(random, each));
  const answers = questions.map((question) => randomAnswer(random, question, count > 1));
  if (answers.every(({ kind }) => kind === 'skipped')) answers[0] = chosenAnswer(random, questions[0] as Question);
  const luck = random.below(100);
  if (luck < 6) return declined(questions, random.chance(50) ? randomText(random, 60) : undefined);
  if (luck < 12) return redirected(questions, randomText(random, 100));
  return {
    questions,
    verdict: verdictInputOf({ kind: 'answers', answers }),
    ends: false,
    wrongIn: (result) => questions.map((question, i) => wrongAnswer(result, question, answers[i] as Answer)).find(Boolean),
  };
}

function randomQuestion(random: Random, asked: string): Question {
  const layout = random.pick(['single', 'single', 'multi', 'multi', 'preview']);
  const labels = distinct(2 + random.below(3), () => randomLines(random, random.pick([8, 20, 40, 90]), 0));
  const options = labels.map((label) => ({
    label,
    description: random.chance(15) ? '' : randomLines(random, random.pick([20, 60, 150]), 5),
    ...(layout === 'preview' ? { preview: randomLines(random, random.pick([20, 80]), 60) } : {}),
  }));
  return { text: asked, header: randomText(random, random.pick([6, 12, 20])), options, multiSelect: layout === 'multi' };
}

function randomAnswer(random: Random, question: Question, mayBeSkipped: boolean): Answer {
  if (mayBeSkipped && random.chance(10)) return { kind: 'skipped' };
  const hasPreview = question.options.some(({ preview }) => preview !== undefined);
  if (!hasPreview && !question.multiSelect && random.chance(25)) return { kind: 'words', words: randomLines(random, 120, 25) };
  const given = chosenAnswer(random, question);
  if (hasPreview && random.chance(30)) return { ...given, note: randomText(random, 60) };
  return given.kind === 'chosen' && question.multiSelect && random.chance(20) ? { ...given, words: randomText(random, 60) } : given;
}

function chosenAnswer(random: Random, { options, multiSelect }: Question): Answer {
  const numbers = options.map((_, i) => i + 1);
  const some = numbers.filter(() => random.chance(50));
  return { kind: 'chosen', chosen: multiSelect && some.length > 0 ? some : [random.pick(numbers)] };
}

function declined(questions: readonly Question[], message: string | undefined): RandomDialog {
  const wrongIn = (result: string) => (/doesn't want to|rejected/.test(result) ? undefined : 'it was not declined');
  const verdict = message === undefined ? ({ kind: 'decline' } as const) : ({ kind: 'decline', message } as const);
  return { questions, verdict, wrongIn, ends: message === undefined, ...(message === undefined ? {} : { followUp: message }) };
}

function redirected(questions: readonly Question[], message: string): RandomDialog {
  const wrongIn = (result: string) => (/wants to clarify these questions/.test(result) ? undefined : 'it was not sent back');
  return { questions, verdict: { kind: 'redirect', message }, wrongIn, followUp: message, ends: false };
}

/** Claude Code quotes an item of a multi-select if it has a comma or quotes; its older versions do not. */
function wrongAnswer(result: string, { text: asked, options, multiSelect }: Question, answer: Answer): string | undefined {
  const before = `"${asked}"=`;
  if (answer.kind === 'skipped') return result.includes(before) ? `"${asked}" was answered` : undefined;
  const chosen = answer.kind === 'chosen' ? answer.chosen : [];
  const { words, note } = answer;
  const items = [...chosen.map((number) => options[number - 1]?.label ?? ''), ...(words === undefined ? [] : [words])];
  const wanted = multiSelect ? [items.join(', '), items.map(quoted).join(', ')] : items;
  if (!wanted.some((value) => result.includes(`${before}"${value}"`) || result.includes(`${before}"${value} "`)))
    return `not ${before}"${wanted.at(-1)}"`;
  return note === undefined || result.includes(note) ? undefined : `not the note "${note}"`;
}

const quoted = (item: string): string => (item.includes(', ') || item.includes('"') ? JSON.stringify(item) : item);
