// Checks a run: Claude Code must have recorded what was decided, or nothing.
import { untypable } from '../../../../src/agents/claude-code/keys/goal.ts';
import type { Question } from '../../../../src/ask/schema/ask.ts';
import type { Verdict } from '../../../../src/ask/schema/decision.ts';
import { normalised } from '../../../../src/text/visible.ts';
import { fewestMoves } from './fewest-moves.ts';
import type { Run } from './run.ts';
import type { Simulation } from './simulation.ts';

export function problemsOf(run: Run): string[] {
  const { simulation, verdict, done, world } = run;
  const { outcome } = simulation;
  const found = [...simulation.violations];
  if (done?.kind === 'threw') return [...found, `it threw: ${done.error instanceof Error ? done.error.stack : String(done.error)}`];
  if (done?.kind === 'stopped' && done.reason.trim() === '') found.push('it stopped without a reason');
  if (done?.kind === 'stopped' && !done.touched && simulation.keys.length > 0)
    found.push('it typed, but reports that it did not touch the dialog');
  const right = outcome?.by === 'us' && isDecided(verdict, outcome, world.questions);
  if (outcome?.by === 'us' && !right && !outcome.excused) found.push(`recorded ${JSON.stringify(outcome)} instead of what was decided`);
  if (done?.kind === 'typed' && !right && !(outcome?.by === 'us' && outcome.excused) && !simulation.raced)
    found.push(`“typed”, but recorded was ${JSON.stringify(outcome)}`);
  if (run.isCalm) found.push(...calmProblems(run, right));
  return found;
}

function isDecided(verdict: Verdict, outcome: NonNullable<Simulation['outcome']>, questions: readonly Question[]): boolean {
  if (verdict.kind === 'decline') return outcome.kind === 'decline';
  if (verdict.kind === 'redirect') return outcome.kind === 'chat';
  if (outcome.kind !== 'answers') return false;
  return questions.every((question, index) => {
    const [decided, recorded] = [verdict.answers[index], outcome.answers[index] ?? null];
    if (!decided || decided.kind === 'skipped' || !recorded) return decided?.kind === 'skipped' && recorded === null;
    const chosen = decided.kind === 'chosen' ? decided.chosen : [];
    const same = (a: string | undefined, b: string | undefined) => normalised(a ?? '') === normalised(b ?? '');
    // Claude Code records only text, so own words that equal a label look as if the option was chosen.
    const texts = (numbers: readonly number[], words: string | undefined) =>
      [...numbers.map((number) => question.options[number - 1]?.label ?? ''), ...(words === undefined ? [] : [words])]
        .map(normalised)
        .sort()
        .join('\n');
    const isLabel = question.options.some(({ label }) => decided.words !== undefined && same(label, decided.words));
    if (isLabel) return texts(chosen, decided.words) === texts(recorded.chosen, recorded.words) && same(decided.note, recorded.note);
    return (
      chosen.length === recorded.chosen.length &&
      chosen.every((number) => recorded.chosen.includes(number)) &&
      same(decided.words, recorded.words) &&
      same(decided.note, recorded.note)
    );
  });
}

function calmProblems({ simulation, verdict, quirks, done, world, started, ended, luck }: Run, right: boolean): string[] {
  const impossible = untypable({ ask: { kind: 'question', questions: world.questions }, verdict, version: quirks });
  if (impossible) return done?.kind === 'stopped' && !done.touched ? [] : ['it tried to type what cannot be typed'];
  if (done?.kind === 'stopped' && !simulation.whole && /too small|no effect/.test(done.reason)) return [];
  if (done?.kind !== 'typed') return [`nothing went wrong, but it stopped: ${done?.kind === 'stopped' ? done.reason : ''}`];
  if (!right) return ['nothing went wrong, but it was not recorded'];
  const { keys } = simulation;
  const moves = keys.filter((key) => key === 'Up' || key === 'Down').length;
  const fewest = fewestMoves(world.questions, verdict);
  const longest = 300 + keys.length * (quirks.gapMs + 40);
  return [
    ...(simulation.whole && moves !== fewest ? [`${moves} moves where ${fewest} are enough: ${keys.join(' ')}`] : []),
    ...(simulation.whole && ended - started > longest ? [`it took ${ended - started} ms for ${keys.length} keys`] : []),
    ...(luck.heldBackMs > 0 ? ['a calm run is not calm'] : []),
  ];
}
