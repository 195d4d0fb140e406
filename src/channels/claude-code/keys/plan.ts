// Decides the next step towards a decision from what is on the screen: `(screen, goal) → step`.
import { asObject } from '../../../question/json.ts';
import { commandOf } from '../../../question/permission.ts';
import { answerLine, summarise } from '../../../question/summary.ts';
import type { AnswerSummary } from '../../../question/words.generated.ts';
import { refuses, wordsOfRefusal } from '../rejected.ts';
import type { MenuRow, Permission, Plan, Review, ScreenState } from '../screen/state.ts';
import { type Goal, takesNotes } from './goal.ts';
import { areTabs, isGone, type Memory, questionStep } from './question.ts';
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
      return stop(`the screen cannot be read (${state.why})`);
  }
}

// ── review ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The last check before the final Enter: every answer must be the one that was decided. */
function reviewStep(seen: Review, { ask, verdict }: Goal, memory: Memory): Step {
  const isAsked = ({ question }: { question: string }) => ask.questions.some(({ text }) => couldBe(question, text));
  if ((seen.tabs.length > 0 && !areTabs(seen.tabs, ask.questions)) || !seen.answers.every(isAsked))
    return stop('the review of another form is on the screen');
  if (verdict.kind === 'decline') return press('Escape', isGone);
  if (verdict.kind === 'redirect') return press('Left', (after) => after.kind === 'question');
  const intended = summarise(ask, verdict).answers;
  const wrong = intended.findIndex((answer, i) => {
    const shown = seen.answers.find((a) => couldBe(a.question, ask.questions[i]?.text ?? ''));
    const byUs = memory.done.has(i);
    if (!shown) return !(seen.cut ? byUs : answer.skipped);
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
    return press('Left', (after) => after.kind === 'question');
  }
  if (seen.warning && !intended.some((answer) => answer.skipped)) return stop('the review says that not all questions are answered');
  if (seen.pointer !== 'submit') return press('Up', (after) => after.kind === 'review' && after.pointer === 'submit');
  return press('Enter', isGone);
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
  const { input, suggestions } = ask.detail?.kind === 'permission' ? ask.detail : { input: undefined, suggestions: [] };
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
  if (ask.detail?.kind === 'permission' && !isAbout(seen, input)) return stop('another permission dialog is on the screen');
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

/** Whether the dialog is about this tool input: its command, file or URL must be visible. For a file or URL, the last part is enough. */
export function isAbout(seen: Pick<Permission, 'detail' | 'question'>, input: unknown): boolean {
  const { file_path, url, screen } = asObject(input) ?? {};
  if (typeof screen === 'string') return looksLike(aboutOf(seen), screen);
  const command = commandOf(input);
  const subject = [command, file_path, url].find((value) => typeof value === 'string');
  if (subject === undefined) return true;
  const shown = [...seen.detail, seen.question].join('').replace(/\s/gu, '');
  const bare = subject.replace(/\s/gu, '');
  const name = subject.split('/').at(-1) ?? subject;
  return shown.includes(bare) || (command === undefined && shown.includes(name.replace(/\s/gu, '')));
}

/** Everything that a permission dialog says about the request. */
export const aboutOf = ({ detail, question }: Pick<Permission, 'detail' | 'question'>): string => [...detail, question].join('\n');

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

/** What to tell the agent once the dialog is closed, because the dialog itself cannot accept it. */
export function followUp({ ask, verdict }: Goal): string | undefined {
  if (verdict.kind === 'redirect') return ask.kind === 'plan' ? undefined : verdict.message;
  if (verdict.kind === 'decline') return verdict.message;
  return ask.kind === 'permission' ? wordsOfRefusal(ask, verdict.answers[0]) : undefined;
}
