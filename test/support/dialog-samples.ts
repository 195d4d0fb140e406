// Random asks and keys for tests of the dialog.
import fc from 'fast-check';
import type { Answer, Ask, Question } from '../../src/ask/schema/ask.ts';
import type { Key, NamedKey } from '../../src/dialog/key.ts';
import { anAsk, anyQuestion, awkwardText } from './samples.ts';

export const NAMED: Readonly<Record<NamedKey, true>> = {
  enter: true,
  newline: true,
  tab: true,
  'back-tab': true,
  up: true,
  down: true,
  left: true,
  right: true,
  'word-left': true,
  'word-right': true,
  home: true,
  end: true,
  'page-up': true,
  'page-down': true,
  backspace: true,
  delete: true,
  'delete-word': true,
  'delete-to-start': true,
  'delete-to-end': true,
  escape: true,
  interrupt: true,
  redraw: true,
};

export const anyKey: fc.Arbitrary<Key> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...(Object.keys(NAMED) as NamedKey[])).map((kind) => ({ kind })) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...'jkgGnrsq?[]123459 yx', 'jj2', '中', 'e\u0301').map((text) => ({ kind: 'char' as const, text })),
  },
  { weight: 1, arbitrary: awkwardText.map((text) => ({ kind: 'paste' as const, text })) },
);

/** Ctrl-C, Esc Enter, q and r end a dialog soon; these keys lead to an answer. */
export const answeringKey: fc.Arbitrary<Key> = fc.oneof(
  anyKey.filter((key) => !['interrupt', 'escape'].includes(key.kind) && !(key.kind === 'char' && /[rq]/.test(key.text))),
  fc.constantFrom<Key>({ kind: 'enter' }, { kind: 'enter' }, { kind: 'char', text: '1' }, { kind: 'char', text: 'x' }),
);

const optionsWithPreviews = fc.array(
  fc.record({
    label: awkwardText,
    description: fc.option(awkwardText, { nil: undefined }),
    preview: fc.option(
      fc.array(awkwardText, { maxLength: 30 }).map((lines) => lines.join('\n')),
      { nil: undefined },
    ),
  }),
  { maxLength: 12 },
);

export const anyAsk: fc.Arbitrary<Ask> = fc
  .record({
    questions: fc.array(fc.oneof(anyQuestion, fc.record({ text: awkwardText, options: optionsWithPreviews, multiSelect: fc.boolean() })), {
      minLength: 1,
      maxLength: 5,
    }) as fc.Arbitrary<Question[]>,
    detail: fc.option(
      fc.oneof(
        fc.record({ kind: fc.constant('plan' as const), plan: awkwardText }),
        fc.record({ kind: fc.constant('permission' as const), tool: awkwardText, input: fc.record({ command: awkwardText }) }),
        fc.record({ kind: fc.constant('idle' as const), lastMessage: awkwardText }),
      ),
      { nil: undefined },
    ),
    deadline: fc.option(fc.integer({ min: 0, max: 10_000_000 }), { nil: undefined }),
    suggest: fc.boolean(),
  })
  .map(({ questions, detail, deadline, suggest }) =>
    anAsk({
      questions,
      kind: detail?.kind ?? 'question',
      ...(detail ? { detail } : {}),
      ...(deadline === undefined ? {} : { deadline }),
      ...(suggest ? { prefilled: questions.map(suggestion) } : {}),
    }),
  );

const suggestion = ({ options }: Question): Answer | null => (options.length > 0 ? { kind: 'chosen', chosen: [options.length] } : null);
