// For tests: what can be chosen in a race between a person and the command line, and whether the record of an ask says what the model got.
import { isPending } from '../../../src/ask/lifecycle.ts';
import type { Answer, Question } from '../../../src/ask/schema/ask.ts';
import type { Decision } from '../../../src/ask/schema/decision.ts';
import type { AskView, State } from '../../../src/ask/schema/history.ts';
import { summarise } from '../../../src/ask/summary.ts';
import type { Ran } from '../home.ts';
import { answers, asking, chosen, colour, parts, person, size, words } from './actions.ts';
import { blindKeys, type Stroke } from './blind-keys.ts';
import type { ToolCall, ToolResult } from './fake-model.ts';

/** What the model got, or what a record says that it got: one text per question (undefined for one without an answer), or one of these. */
export type Meaning = readonly (string | undefined)[] | 'refused' | 'interrupted' | 'chat' | 'unanswered' | 'allowed' | 'allowed for good';

/** The same choice for both sides. Without keys, only the command makes it. */
export type Choice = { readonly keys?: readonly Stroke[]; readonly command: (id: string) => readonly string[]; readonly means: Meaning };

export type Kind = {
  readonly name: string;
  readonly questions: readonly Question[];
  readonly call: (run: string) => ToolCall;
  readonly choices: readonly Choice[];
};

const ESC: Choice = { keys: ['Escape'], command: (id) => ['decline', id], means: 'refused' };

function choice(questions: readonly Question[], ...given: readonly Answer[]): Choice {
  const summary = summarise({ questions }, { ...answers(...given), key: '', by: { kind: 'person', name: '', surface: '' }, at: 0 });
  const args = given.flatMap((answer) =>
    answer.kind === 'words' ? ['-m', answer.words] : answer.kind === 'chosen' ? [answer.chosen.join()] : [],
  );
  // Text that is typed after the dialog was closed would be the next prompt.
  const keys = given.some(({ kind }) => kind === 'words') ? {} : { keys: blindKeys(questions, given) };
  return { ...keys, command: (id) => ['answer', id, ...args], means: summary.answers.map(textOf) };
}

const asked = (name: string, questions: readonly Question[], ...all: readonly (readonly Answer[])[]): Kind => ({
  name,
  questions,
  call: () => asking(questions),
  choices: [...all.map((given) => choice(questions, ...given)), ESC],
});

const textOf = (answer: { readonly chosen: readonly string[]; readonly words?: string | undefined }): string =>
  [...answer.chosen, ...(answer.words === undefined ? [] : [answer.words])].join(', ');

export const KINDS: readonly Kind[] = [
  asked('question', [colour], [chosen(1)], [chosen(2)], [chosen(4)], [words('a warm grey')]),
  asked('multi-select', [parts], [chosen(1)], [chosen(2, 3)], [chosen(1, 3, 4)]),
  asked(
    'form',
    [colour, person, size, parts],
    [chosen(1), chosen(1), chosen(1), chosen(1)],
    [chosen(2), chosen(2), chosen(3), chosen(4)],
    [chosen(4), chosen(1), chosen(2), chosen(2, 3)],
  ),
  {
    name: 'permission',
    questions: [],
    call: (run) => ({ name: 'Bash', input: { command: `touch ${run} && echo made it`, description: 'Try it' } }),
    choices: [
      { keys: ['Enter'], command: (id) => ['answer', id, 'Yes'], means: 'allowed' },
      { keys: ['Escape'], command: (id) => ['answer', id, 'No'], means: 'refused' },
      // Past “Yes, and always allow access …” and “Yes, and switch to auto mode”.
      { keys: ['Down', 'Down', 'Down', 'Enter'], command: (id) => ['answer', id, 'No'], means: 'refused' },
    ],
  },
];

/** `leftOpen`: neither side closed the dialog, and the ask was in this state then. */
export type Raced = {
  readonly view: AskView;
  readonly result: ToolResult;
  readonly got: Meaning;
  readonly ran: Ran;
  readonly leftOpen: State | undefined;
};

/** `didRun`: the tool that needed the permission has run. `isGranted`: Claude Code will not ask for the next one. */
export function meaningOf({ questions }: Kind, { content, isError }: ToolResult, didRun: boolean, isGranted: boolean): Meaning {
  // Allowed, and then Esc: it may have run, but the model is told that it was refused.
  if (questions.length === 0 && didRun && isError) return 'interrupted';
  if (questions.length === 0) return !didRun ? 'refused' : isGranted ? 'allowed for good' : 'allowed';
  if (content.includes('did not answer the questions')) return 'unanswered';
  if (!content.includes('"="')) return content.includes('wants to clarify these questions') ? 'chat' : 'refused';
  return questions.map(({ text }) => content.split(`"${text}"="`)[1]?.split('"')[0]);
}

/** What the record of an ask says that the agent got; undefined when it says nothing. */
export function recordOf({ state, receipt, ending }: AskView): Meaning | undefined {
  if (state === 'withdrawn')
    return /Esc|refused at the keyboard/.test(ending ?? '') ? 'refused' : /without an answer/.test(ending ?? '') ? 'unanswered' : undefined;
  const recorded = receipt?.recorded as { kind: string; answers?: readonly (Parameters<typeof textOf>[0] | null)[] } | undefined;
  if (recorded === undefined || state === 'unconfirmed') return undefined;
  if (recorded.kind === 'unanswered') return 'unanswered';
  if (recorded.kind !== 'answers') return recorded.kind === 'redirect' ? 'chat' : 'refused';
  return recorded.answers?.map((answer) => (answer ? textOf(answer) : undefined));
}

/** The decision that the record calls verified. */
export const decidedIn = (view: AskView): Meaning | undefined =>
  view.decision &&
  {
    answers: () => summarise(view, view.decision as Decision).answers.map(textOf),
    redirect: () => 'chat' as const,
    decline: () => 'refused' as const,
  }[view.decision.kind]();

export const isSame = (a: Meaning | undefined, b: Meaning): boolean => JSON.stringify(plain(a)) === JSON.stringify(plain(b));

/** The order of ticks does not matter. The answers to a permission: "Yes" allows, "No" refuses. */
const plain = (meaning: Meaning | undefined): unknown => {
  if (typeof meaning !== 'object') return meaning;
  const sorted = meaning.map((text) => text?.split(', ').sort());
  return { Yes: 'allowed', No: 'refused' }[String(sorted)] ?? sorted;
};

/** Everything in which the record and the command's last words differ from what the model got. */
export function problemsOf({ view, got: happened, ran, leftOpen }: Raced, mine: Choice): readonly string[] {
  const record = recordOf(view);
  const got = happened === 'interrupted' ? 'refused' : happened;
  return [
    ...(happened === 'interrupted' && view.state === 'verified' ? ['verified, but it was interrupted'] : []),
    ...(isSame(record, got) ? [] : [`the record says ${JSON.stringify(record) ?? 'nothing'}`]),
    ...(view.state === 'verified' && !isSame(decidedIn(view), got) ? [`verified, but decided was ${JSON.stringify(decidedIn(view))}`] : []),
    ...(view.state === 'mismatched' && isSame(decidedIn(view), got) ? ['mismatched, but it is what was decided'] : []),
    ...(ran.code === 0 && !isSame(mine.means, got) ? ['the command says that its answer was delivered'] : []),
    ...(ran.code !== 0 && view.state === 'verified' && view.decision?.by.surface === 'cli' && !leftOpen
      ? ['the command says that its answer was not delivered']
      : []),
    ...(leftOpen !== undefined && !isPending({ state: leftOpen }) ? [`it was ${leftOpen} while the dialog was open`] : []),
  ];
}
