// How much the guard holds of the labelled examples, when a machine chooses each option once and no route names anything.
import { EXAMPLES, type Score } from '../../question/examples/measure.ts';
import type { Example } from '../../question/examples/questions.ts';
import type { Ask } from '../../question/words.ts';
import { guard } from './guard.ts';

/** Option by option: `said` is how often it holds, `labelled` how often the option is irreversible. */
export function heldScore(examples: readonly Example[] = EXAMPLES): Score {
  const found = examples.flatMap(({ ask, irreversible }) =>
    (ask.questions[0]?.options ?? []).map((_, i) => ({ held: isHeld(ask, i + 1), labelled: irreversible.includes(i + 1) })),
  );
  return {
    name: 'held by the guard',
    right: found.filter(({ held, labelled }) => held && labelled).length,
    said: found.filter(({ held }) => held).length,
    labelled: found.filter(({ labelled }) => labelled).length,
  };
}

function isHeld(example: Example['ask'], option: number): boolean {
  const ask: Ask = { id: 'x', session: 's', toolUseId: 't', program: 'p', project: '/srv/app', source: 'hook', createdAt: 0, ...example };
  const answers = ask.questions.map((_, i) => (i === 0 ? ({ kind: 'chosen', chosen: [option] } as const) : ({ kind: 'skipped' } as const)));
  return guard(ask, { kind: 'answers', answers }, false).kind === 'held';
}
