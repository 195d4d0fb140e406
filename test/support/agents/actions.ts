// For tests: everything that can be typed into a dialog of Claude Code: the question, the decision, and what the model must be told.
import type { Goal, Quirks } from '../../../src/agents/claude-code/keys/goal.ts';
import type { Answer, Question } from '../../../src/ask/schema/ask.ts';
import type { Verdict } from '../../../src/ask/schema/decision.ts';
import type { ToolCall } from './fake-model.ts';

export type Action = {
  readonly name: string;
  /** The calls of the model, one per turn. The dialog is about the first one; the last one must have `told` as its result. */
  readonly calls: (run: string) => readonly ToolCall[];
  readonly ask: (run: string, version: string) => Goal['ask'];
  readonly verdict: Verdict;
  readonly told: readonly string[] | RegExp;
  /** It ends the turn, so the model gets the result with the next prompt. */
  readonly ends?: true;
  /** The prompt that is typed once the dialog is closed. */
  readonly followUp?: string;
  /** The dialog is about a plan. */
  readonly plan?: 'written' | 'empty';
  /** Only for versions with this quirk. */
  readonly needs?: 'pastes' | 'ticksTyped' | 'leavesNotes';
  /** The longest time from the decision to the record. */
  readonly limitMs?: number;
};

const option = (label: string, more: object = {}) => ({ label, description: `about ${label}`, ...more });
export const question = (text: string, labels: readonly string[], more: Partial<Question> = {}): Question => ({
  text,
  header: 'Pick',
  options: labels.map((label) => option(label)),
  multiSelect: false,
  ...more,
});
export const colour = question('Which colour?', ['Red', 'Green', 'Blue', 'Yellow'], { header: 'Colour' });
export const parts = question('Which parts?', ['Logging', 'Metrics', 'Tracing', 'Alerts'], { header: 'Parts', multiSelect: true });
export const layout = question('Which layout?', [], {
  header: 'Layout',
  options: [option('Sidebar', { preview: '| a | b |' }), option('Topbar', { preview: '# top' }), option('None', { preview: 'nothing' })],
});
export const person = question('Which name?', ['Ada', 'Bob'], { header: 'Name' });
export const size = question('Which size?', ['Small', 'Large', 'Huge'], { header: 'Size' });

export const answers = (...list: readonly Answer[]): Verdict => ({ kind: 'answers', answers: list });
export const chosen = (...numbers: readonly number[]) => ({ kind: 'chosen', chosen: numbers }) as const;
export const words = (text: string) => ({ kind: 'words', words: text }) as const;

/** The tool call that asks these questions. */
export const asking = (questions: readonly Question[]): ToolCall => ({
  name: 'AskUserQuestion',
  input: { questions: questions.map(({ text, ...rest }) => ({ question: text, ...rest })) },
});

type Rest = Omit<Action, 'name' | 'calls' | 'ask' | 'verdict' | 'told'>;
const answered = (name: string, questions: readonly Question[], verdict: Verdict, told: Action['told'], rest: Rest = {}): Action => ({
  name,
  calls: () => [asking(questions)],
  ask: () => ({ kind: 'question', questions }),
  verdict,
  told,
  ...rest,
});
const REJECTED = /doesn't want to (proceed|take this action)|rejected/;
const CHOICE = { limitMs: 400 };
const WORDS = { limitMs: 600 };
const FORM = { limitMs: 1_500 };

const QUESTIONS: readonly Action[] = [
  answered('choose the first', [colour], answers(chosen(1)), ['"Which colour?"="Red"'], CHOICE),
  answered('choose the last', [colour], answers(chosen(4)), ['"Which colour?"="Yellow"'], CHOICE),
  answered('own words', [colour], answers(words('a warm grey, please')), ['"Which colour?"="a warm grey, please"'], WORDS),
  answered('own words, digits first', [colour], answers(words('3 shades of grey')), ['"Which colour?"="3 shades of grey"'], WORDS),
  answered(
    'own words, any script',
    [colour],
    answers(words('東京 🙂 “ñ” $HOME `x` #{y} ~;')),
    ['"="東京 🙂 “ñ” $HOME `x` #{y} ~;"'],
    WORDS,
  ),
  answered('own words, backslash at the end', [colour], answers(words('C:\\paints\\')), ['"Which colour?"="C:\\paints\\'], WORDS),
  answered(
    'own words, many lines',
    [colour],
    answers(words('first line\nsecond line\n\nlast')),
    ['"Which colour?"="first line\nsecond line\n\nlast"'],
    { ...WORDS, needs: 'pastes' },
  ),
  answered('several options', [parts], answers(chosen(1, 3)), ['"Which parts?"="Logging, Tracing"']),
  answered(
    'several options with commas',
    [question('Which cities?', ['Paris, France', 'Rome', 'Oslo, Norway'], { header: 'Cities', multiSelect: true })],
    answers(chosen(1, 3)),
    /"Which cities\?"="("?)Paris, France\1, ("?)Oslo, Norway\2"/,
  ),
  answered(
    'several options and own words',
    [parts],
    answers({ ...chosen(2), words: 'and coffee' }),
    ['"Which parts?"="Metrics, and coffee"'],
    { needs: 'ticksTyped' },
  ),
  answered('a preview', [layout], answers(chosen(2)), ['"Which layout?"="Topbar"'], CHOICE),
  answered('a preview and a note', [layout], answers({ ...chosen(3), note: 'keep it calm' }), ['"Which layout?"="None"', 'keep it calm'], {
    needs: 'leavesNotes',
  }),
  answered(
    'a form of four',
    [colour, person, size, parts],
    answers(chosen(2), chosen(2), chosen(3), chosen(4)),
    ['"Which colour?"="Green"', '"Which name?"="Bob"', '"Which size?"="Huge"', '"Which parts?"="Alerts"'],
    FORM,
  ),
  answered('a form with own words', [colour, person], answers(words('plaid'), words('Grace')), [
    '"Which colour?"="plaid"',
    '"Which name?"="Grace"',
  ]),
  answered('a form with one skipped', [colour, person], answers({ kind: 'skipped' }, chosen(1)), ['"Which name?"="Ada"']),
  answered('chat about it', [colour], { kind: 'redirect', message: 'none of these' }, /wants to clarify these questions/, {
    followUp: 'none of these',
  }),
  answered('decline', [colour], { kind: 'decline' }, REJECTED, { ends: true }),
  answered('decline, and say why', [colour], { kind: 'decline', message: 'ask me tomorrow' }, REJECTED, { followUp: 'ask me tomorrow' }),
];

/** The rule that Claude Code suggests. Older versions write `:*`. */
const rule = (run: string, version: string) => {
  const ruleContent = `./tool-${run}${version === '2.1.100' ? ':' : ' '}*`;
  return { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent }], behavior: 'allow', destination: 'localSettings' };
};
const MODE = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
export const bash = (command: string): ToolCall => ({ name: 'Bash', input: { command, description: 'Try it' } });
const allowed = ({ name, input }: ToolCall, suggestions: readonly unknown[] = []): Goal['ask'] => ({
  kind: 'permission',
  questions: [question(`Allow ${name}?`, ['Yes', ...suggestions.map(() => 'Yes, and …'), 'No'])],
  detail: { kind: 'permission', tool: name, input, suggestions },
});
const touch = (run: string) => bash(`touch made-${run} && echo made it`);
const tool = (run: string, flag: string) => bash(`./tool-${run} ${flag}`);
const write = (run: string): ToolCall => ({ name: 'Write', input: { file_path: `made-${run}.txt`, content: 'hello\n' } });

const PERMISSIONS: readonly Action[] = [
  { name: 'allow once', calls: (run) => [touch(run)], ask: (run) => allowed(touch(run)), verdict: answers(chosen(1)), told: ['made it'] },
  {
    name: 'allow, and do not ask again',
    // The second call needs no permission.
    calls: (run) => [tool(run, '--one'), tool(run, '--two')],
    ask: (run, version) => allowed(tool(run, '--one'), [rule(run, version)]),
    verdict: answers(chosen(2)),
    told: /tool-.*(not found|No such file)/,
  },
  {
    name: 'refuse',
    calls: (run) => [touch(run)],
    ask: (run) => allowed(touch(run)),
    verdict: answers(chosen(2)),
    told: REJECTED,
    ends: true,
  },
  {
    name: 'refuse, and say why',
    calls: (run) => [touch(run)],
    ask: (run) => allowed(touch(run)),
    verdict: answers(words('use the other folder')),
    told: REJECTED,
    followUp: 'use the other folder',
  },
];

const ACCEPT_EDITS: Action = {
  name: 'allow all edits',
  calls: (run) => [write(run), write(`${run}-too`)],
  ask: (run) => allowed(write(run), [MODE]),
  verdict: answers(chosen(2)),
  told: /created successfully|updated/,
};

const PLAN: Goal['ask'] = {
  kind: 'plan',
  questions: [question('Approve this plan?', ['Yes', 'No, keep planning'])],
  detail: { kind: 'plan', plan: '' },
};
const planned = (name: string, verdict: Verdict, told: RegExp, rest: Rest = {}): Action => ({
  name,
  calls: () => [{ name: 'ExitPlanMode', input: {} }],
  ask: () => PLAN,
  verdict,
  told,
  plan: 'written',
  ...rest,
});

const PLANS: readonly Action[] = [
  planned('approve a plan', answers(chosen(1)), /approved your plan/),
  planned('send a plan back with words', answers(words('smaller steps, please')), /smaller steps, please/),
  planned('keep planning', answers(chosen(2)), REJECTED, { ends: true }),
  planned('leave plan mode without a plan', answers(chosen(1)), /approved|exit/i, { plan: 'empty' }),
];

export const ACTIONS: readonly Action[] = [...QUESTIONS, ...PERMISSIONS, ACCEPT_EDITS, ...PLANS];

/** The actions that a version supports. */
export const actionsOf = (quirks: Quirks): readonly Action[] => ACTIONS.filter(({ needs }) => needs === undefined || quirks[needs]);

export const isTold = (told: Action['told'], content: string): boolean =>
  told instanceof RegExp ? told.test(content) : told.every((part) => content.includes(part));
