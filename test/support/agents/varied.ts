// For tests: an action whose questions and options have random texts: short and long, of several lines, in any script, narrow and wide.
import type { Question } from '../../../src/ask/schema/ask.ts';
import type { Random } from '../claude-code/screens/scene.ts';
import { type Action, asking } from './actions.ts';
import { randomLines, randomText } from './random-dialogs.ts';

/** The same action with other texts. Permissions and plans stay as they are. `simple`: without scripts that older versions draw over each other. */
export function varied(action: Action, random: Random, simple: boolean): Action {
  const ask = action.ask('', '');
  if (ask.kind !== 'question') return action;
  const other = othersOf(ask.questions, random, simple);
  const questions = ask.questions.map(
    (question): Question => ({
      ...question,
      text: other(question.text),
      options: question.options.map((option) => ({ ...option, label: other(option.label) })),
    }),
  );
  const inText = (text: string) => ask.questions.reduce((now, question) => inResult(now, question, other), text);
  const told = action.told instanceof RegExp ? inPattern(action.told, ask.questions, other) : action.told.map(inText);
  return { ...action, calls: () => [asking(questions)], ask: () => ({ kind: 'question', questions }), told };
}

/** In what the model is told, a question is `"Which?"=`, and what was chosen follows. */
function inResult(text: string, question: Question, other: (text: string) => string): string {
  const before = `"${question.text}"=`;
  if (!text.startsWith(before)) return text;
  const labels = question.options.map(({ label }) => label).sort((a, b) => b.length - a.length);
  // What ends in a backslash is told with a blank behind it, so some actions leave the closing quote out.
  const [, value = '', end = ''] = /^"(.*?)("?)$/s.exec(text.slice(before.length)) ?? [];
  const items = value.split(', ').map((item) => (labels.includes(item) ? other(item) : item));
  return `"${other(question.text)}"="${items.join(', ')}${end}`;
}

/** The labels of an action with a pattern stay: the pattern is about them. */
const inPattern = (told: RegExp, questions: readonly Question[], other: (text: string) => string): RegExp =>
  new RegExp(
    questions.reduce((source, { text }) => source.replace(escaped(text), escaped(other(text))), told.source),
    told.flags,
  );

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Each text gets one other text, with its own beginning, so that none is confused with another. */
function othersOf(questions: readonly Question[], random: Random, simple: boolean): (text: string) => string {
  const others = new Map<string, string>();
  for (const { text, options } of questions) {
    others.set(text, `${text.slice(0, -1)} ${made(() => randomLines(random, random.pick([8, 60, 100, 200]), 30), simple, /"/)}?`);
    // A comma or a quote in an option would be quoted in the result.
    const isPattern = options.some(({ label }) => label.includes(','));
    for (const { label } of isPattern ? [] : options)
      others.set(label, `${label} ${made(() => randomText(random, random.pick([6, 20, 70])), simple, /[",“”]/)}`);
  }
  return (text) => others.get(text) ?? text;
}

function made(make: () => string, simple: boolean, unwanted: RegExp): string {
  for (;;) {
    const text = make();
    if (!unwanted.test(text) && !(simple && /[\p{Script=Devanagari}\p{Script=Thai}]/u.test(text))) return text;
  }
}
