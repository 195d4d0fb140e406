// Decides the next step towards a decision from what is on the screen: `(screen, goal) → step`.

import type { Question } from '../../../ask/schema/ask.ts';
import type { AnswerSummary } from '../../../ask/schema/result.ts';
import { answerLine, summarise } from '../../../ask/summary.ts';
import { asObject } from '../../../text/json.ts';
import { refuses, wordsOfRefusal } from '../rejected.ts';
import { bare } from '../screen/join.ts';
import type { MenuRow, Permission, Plan, Review, ScreenState, Unknown } from '../screen/state.ts';
import { isAbout, LEAST_TEXT, takesLines } from './about.ts';
import { type Goal, takesNotes } from './goal.ts';
import { areTabs, isGone, isTextOf, type Memory, questionStep } from './question.ts';
import { couldBe, looksLike, moves, press, type Step, stop } from './step.ts';

export function nextStep(state: ScreenState, goal: Goal, memory: Memory): Step {
  switch (state.kind) {
    case 'question':
      return goal.ask.kind === 'question' ? questionStep(state, goal, memory) : stop('a question is on the screen instead');
    case 'review':
      return goal.ask.kind === 'question' ? reviewStep(state, goal, memory) : stop('a review is on the screen instead');
    case 'permission':
      return goal.ask.kind === 'permission' ? permissionStep(state, goal) : stop('a permission dialog is on the screen instead');
    case 'plan':
      return goal.ask.kind === 'plan' ? planStep(state, goal) : stop('a plan is on the screen instead');
    case 'idle':
    case 'busy':
      return stop('the dialog is no longer on the screen');
    case 'nothing':
      return stop('Claude Code is not on the screen');
    case 'unknown':
      return unknownStep(state, goal);
  }
}

// ── a dialog with a detail that we do not know: a new version may have changed it ──────────────────────────────────────────────────────

/** Esc closes every dialog without an answer, and Left leads from the review back to the questions. Nothing else can be done safely. */
function unknownStep({ dialog, why, shown = '' }: Unknown, { ask, verdict }: Goal): Step {
  if (dialog === undefined) return stop(`the screen cannot be read (${why})`);
  const kind = dialog === 'review' ? 'question' : dialog;
  const dismisses =
    verdict.kind === 'decline' ||
    (kind !== 'question' && verdict.kind === 'answers' && verdict.answers.some((answer) => refuses(ask, answer)));
  const isOurs = ask.kind === kind && isShownIn(shown, ask, dialog);
  if (isOurs && dismisses) return press('Escape', isGone);
  if (isOurs && dialog === 'review' && verdict.kind === 'redirect') return press('Left', (after) => after.kind === 'question');
  const ways = !isOurs ? 'answer it in its pane' : dialog === 'review' ? WAYS_OUT_OF_REVIEW : 'decline it, or answer it in its pane';
  return stop(`the ${NAMES[dialog]} on the screen has a detail that Answerback does not know (${why}); ${ways}`);
}

const WAYS_OUT_OF_REVIEW = 'decline it, send a message instead, or answer it in its pane';
const NAMES = { question: 'question', review: 'review of the answers', permission: 'permission dialog', plan: 'plan' } as const;

/** Whether the text of a dialog is that of the ask. A plan's dialog may show any part of it, and there is only one. */
function isShownIn(shown: string, { kind, questions, detail }: Goal['ask'], dialog: Unknown['dialog']): boolean {
  if (shown === '') return false;
  const lines = shown.split('\n');
  if (kind === 'question' && questions.some((question) => isQuestionIn(lines, question))) return true;
  // A review shows no options, but it lists every question.
  if (kind === 'question') return dialog === 'review' && questions.every(({ text }) => takesLines(lines, text));
  return kind === 'plan' || (detail?.kind === 'permission' && isAbout({ detail: lines, question: '' }, detail));
}

/** Its text takes whole lines. A short one may do so anywhere, so then all of its options must be there, too. */
function isQuestionIn(lines: readonly string[], { text, options }: Question): boolean {
  if (!takesLines(lines, text)) return false;
  const hasOption = (label: string, i: number) =>
    takesLines(
      lines.map((line) => line.replace(ROW, '$1')),
      `${i + 1}.${label}`,
    );
  return bare(text).length >= LEAST_TEXT || (options.length > 0 && options.every(({ label }, i) => hasOption(label, i)));
}

/** The number of an option, after the pointer and before a box to tick. */
const ROW = /^[❯↑↓ ]*([1-9]\.)(?: ?\[[ ✔]\])?/u;

// ── review ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The last check before the final Enter: every answer must be the one that was decided. */
function reviewStep(seen: Review, { ask, verdict }: Goal, memory: Memory): Step {
  const others = seen.answers.filter(({ question }) => !ask.questions.some((each) => isTextOf(question, each)));
  const hasOurTabs = seen.tabs.length > 0 && areTabs(seen.tabs, ask.questions);
  // Some scripts are drawn over each other. With our tabs and one of our questions, it is still ours.
  const isOurs = others.length === 0 ? hasOurTabs || seen.tabs.length === 0 : hasOurTabs && others.length < seen.answers.length;
  if (!isOurs) return stop('the review of another form is on the screen');
  if (verdict.kind === 'decline') return press('Escape', isGone);
  if (verdict.kind === 'redirect') return press('Left', (after) => after.kind === 'question');
  if (others[0] !== undefined)
    return stop(`the review shows a question that was not asked: “${others[0].question}”; ${WAYS_OUT_OF_REVIEW}`);
  const intended = summarise(ask, verdict).answers;
  const wrong = intended.findIndex((answer, i) => {
    const shown = seen.answers.find((a) => isTextOf(a.question, ask.questions[i] as Question));
    const byUs = memory.done.has(i);
    if (!shown) return !(seen.cut ? byUs && !memory.unseen.has(i) : answer.skipped);
    // The review does not show notes. Where notes are possible, only an answer that we gave is certain.
    const question = ask.questions[i];
    if (answer.skipped || (!byUs && takesNotes(question))) return true;
    // Another label may differ only in white space.
    const isAnother = question?.options.some(({ label }) => label === shown.answer && label !== answerLine(answer));
    return (isAnother && !question?.multiSelect) || !shows(shown.answer, answer, byUs);
  });
  if (wrong !== -1) {
    if (memory.redo.has(wrong) || intended[wrong]?.skipped)
      return stop(`in the review, the answer to question ${wrong + 1} is not what was decided`);
    memory.redo.add(wrong);
    memory.done.delete(wrong);
    // What was ticked unseen had been ticked before.
    if (memory.unseen.has(wrong)) memory.ticks.set(`${wrong}.1`, !memory.ticks.get(`${wrong}.1`));
    return press('Left', (after) => after.kind === 'question');
  }
  if (seen.warning && !intended.some((answer) => answer.skipped)) return stop('the review says that not all questions are answered');
  if (seen.pointer === seen.submit) return press('Enter', isGone);
  const key = seen.submit < seen.pointer ? 'Up' : 'Down';
  return press(key, (after) => after.kind === 'review' && after.pointer === seen.pointer + (key === 'Up' ? -1 : 1));
}

/**
 * The order of ticks does not matter. A single item may be quoted or not. An answer that we did not give must match exactly: older versions
 * quote nothing, so that one label with a comma may look like two.
 */
function shows(shown: string, answer: AnswerSummary, byUs: boolean): boolean {
  const items = answer.words === undefined ? answer.chosen : [...answer.chosen, answer.words];
  const lines =
    items.length === 1
      ? [answerLine(answer), JSON.stringify(items[0])]
      : orders(answer.chosen).flatMap((chosen) => [answerLine({ ...answer, chosen }), ...(byUs ? [unquoted(chosen, answer.words)] : [])]);
  return lines.some((line) => (byUs ? couldBe(shown, line) : shown === line));
}

const unquoted = (chosen: readonly string[], words: string | undefined): string =>
  [...chosen, ...(words === undefined ? [] : [words])].join(', ');

function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((first, i) => orders(items.toSpliced(i, 1)).map((rest) => [first, ...rest]));
}

// ── permission and plan: rows are found by their text, never by number ───────────────────────────────────────────────────────────────

function permissionStep(seen: Permission, goal: Goal): Step {
  const { ask, verdict } = goal;
  const suggestions = ask.detail?.kind === 'permission' ? ask.detail.suggestions : [];
  const options = ask.questions[0]?.options ?? [];
  // Without suggestions, the options of the ask were read from this screen.
  const means = (number: number, label: string): boolean => {
    if (number === 1) return label === 'Yes';
    return suggestions === undefined ? looksLike(label, options[number - 1]?.label ?? '') : grants(suggestions[number - 2], label);
  };
  const pointed = seen.rows.find(({ number }) => number === seen.pointer)?.label ?? '';
  // The row of a suggested rule is a text field, so the pointer on it counts as editing. It is fine while it still shows the suggested rule.
  if (seen.editing && !options.some((_, i) => i > 0 && means(i + 1, pointed)))
    return stop(pointed.endsWith('…') ? 'the pane is too narrow to show the whole rule' : 'somebody is editing the request');
  if (ask.detail?.kind === 'permission' && !isAbout(seen, ask.detail)) return stop('another permission dialog is on the screen');
  const [answer] = verdict.kind === 'answers' ? verdict.answers : [];
  const refused = verdict.kind !== 'answers' || (answer && refuses(ask, answer));
  if (refused) return seen.editing ? stop('somebody is editing the request') : press('Escape', isGone);
  if (answer?.kind !== 'chosen') return stop('a permission cannot be skipped');
  const [number = 0] = answer.chosen;
  return choose(seen, (label) => means(number, label));
}

/**
 * The number of a row chooses it wherever the pointer is. Enter could choose another row if somebody moves the pointer at this moment, and
 * Claude Code does not record which one it was. On the row of a suggested rule, the number would become part of the rule.
 */
const byNumber = (seen: Permission | Plan, { number }: MenuRow): Step | undefined =>
  seen.kind === 'permission' && !seen.editing && number < 10 ? { kind: 'enter-text', text: String(number), expect: isGone } : undefined;

/** Whether a row grants exactly what was suggested. Some rows grant two things at once. */
function grants(suggestion: unknown, label: string): boolean {
  const { type, mode, rules, directories } = asObject(suggestion) ?? {};
  if (type === 'addRules') return isRule(Array.isArray(rules) ? rules : [], label);
  if (type === 'addDirectories') return isFolder(Array.isArray(directories) ? directories : [], label);
  if (type === 'setMode' && mode === 'acceptEdits')
    return /^Yes, (allow all edits during|and switch to accept edits \([^;]+\) for) this session( \(shift\+tab\))?$/.test(label);
  return false;
}

function isRule(rules: readonly unknown[], label: string): boolean {
  const match = /^Yes, and don.t ask again(?: for:? (.+))?$/su.exec(label);
  const [rule] = rules.map((one) => asObject(one)?.ruleContent);
  if (!match || rules.length !== 1) return false;
  return typeof rule !== 'string' || looksLike(match[1] ?? '', rule.replace(/^domain:/, ''));
}

/** Older versions show only the folder's own name. */
function isFolder([folder, ...others]: readonly unknown[], label: string): boolean {
  const match = /^Yes, and always allow access to ([^;]+?)\/?\s*(from this project|for this session)( \(shift\+tab\))?$/su.exec(label);
  if (!match || typeof folder !== 'string' || others.length > 0) return false;
  return [folder, folder.split('/').at(-1) ?? folder].some((name) => looksLike(match[1] ?? '', name));
}

function planStep(seen: Plan, { verdict, ask }: Goal): Step {
  if (verdict.kind === 'decline') return press('Escape', isGone);
  const [answer] = verdict.kind === 'answers' ? verdict.answers : [];
  const words = verdict.kind === 'redirect' ? verdict.message : wordsOfRefusal(ask, answer);
  if (words !== undefined) return feedbackStep(seen, words);
  if (answer?.kind !== 'chosen' || refuses(ask, answer)) return press('Escape', isGone);
  return choose(seen, (label) => /^Yes(, manually approve edits|, and switch to default \(ask each time\) for this session)?$/.test(label));
}

function feedbackStep(seen: Plan, words: string): Step {
  const { feedback } = seen;
  if (!feedback) return stop('this dialog has no text field for feedback');
  if (!feedback.focused) return move(seen, feedback.number);
  if (looksLike(feedback.content, words)) return press('Enter', isGone);
  if (feedback.content !== '') return stop('somebody has typed feedback');
  return { kind: 'enter-text', text: words, expect: (after) => after.kind === 'plan' && looksLike(after.feedback?.content ?? '', words) };
}

function choose(seen: Permission | Plan, isWanted: (label: string) => boolean): Step {
  const wanted = seen.rows.filter((row) => isWanted(row.label));
  const [row] = wanted;
  if (!row || wanted.length > 1) return stop('the choice that was decided is not on the screen');
  return byNumber(seen, row) ?? (seen.pointer === row.number ? press('Enter', isGone) : move(seen, row.number));
}

function move(seen: Permission | Plan, to: number): Step {
  const down = to > seen.pointer;
  return moves(
    down ? 'Down' : 'Up',
    Math.abs(to - seen.pointer),
    (after, pressed) =>
      (after.kind === 'permission' || after.kind === 'plan') &&
      after.kind === seen.kind &&
      after.pointer === seen.pointer + (down ? pressed : -pressed) &&
      after.rows.length === seen.rows.length,
  );
}
