// Draws thousands of random screens, and checks that each is read as what was drawn. `npm run test:hard` draws 20,000.
import { describe, expect, it } from 'vitest';
import { type Line, palettes, type Size } from '../../../../test/support/claude-code/screens/drawing.ts';
import { renderQuestion } from '../../../../test/support/claude-code/screens/render.ts';
import { renderPermission, renderReview } from '../../../../test/support/claude-code/screens/render-others.ts';
import { type Random, randomPermission, randomQuestion, randomReview, seeded } from '../../../../test/support/claude-code/screens/scene.ts';
import type { Rendered } from '../../../../test/support/claude-code/screens/sheet.ts';
import { runs } from '../../../../test/support/runs.ts';
import { parseScreen } from './parse.ts';
import { readScreen } from './read.ts';
import type { ScreenState } from './state.ts';

const COUNT = runs(2_500);

const TRANSCRIPT: readonly Line[] = [
  [],
  [['❯ ask 1. foo', '48;5;237']],
  [['● User answered Claude’s questions:', '']],
  [['  ⎿  · Which? → Redis', '38;5;246']],
  [['✻ Baked for 0s · done 2:44 AM', '38;5;246']],
  [['  ❯ 1. Yes', '']],
  [['❯ 2. No', '48;5;237']],
];

function draw(random: Random): Rendered & { size: Size } {
  const size = { columns: 60 + random.below(181), rows: 12 + random.below(49), classic: random.chance(40) };
  const ink = random.pick(palettes);
  const before = Array.from({ length: random.below(20) }, () => random.pick(TRANSCRIPT));
  const kind = random.below(10);
  if (kind === 0) return { ...renderReview(randomReview(random), size, ink, before), size };
  if (kind === 1) return { ...renderPermission(randomPermission(random), size, ink, before), size };
  return { ...renderQuestion(randomQuestion(random, size.rows), size, ink, before), size };
}

/** For comparing: sorts keys, removes white space (which wrapping changes), and leaves out reasons and texts that are cut off. */
function canonical(state: ScreenState): string {
  if (state.kind === 'unknown') return 'unknown';
  return JSON.stringify(state, (key, value: unknown) => {
    if (typeof value === 'string') return value.replaceAll(/\s+/g, '');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const entries = Object.entries(value).filter(
      ([name, own]) => own !== undefined && name !== 'atEdge' && !(key === 'scrolled' && name === 'cut'),
    );
    const shown = key === 'textRow' && (value as { cut: boolean }).cut ? entries.filter(([name]) => name !== 'content') : entries;
    return Object.fromEntries(shown.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

describe('a drawn screen', () => {
  it(`is read as what was drawn, ${COUNT} times`, { timeout: 3_600_000 }, () => {
    const kinds = new Map<string, number>();
    for (let seed = 0; seed < COUNT; seed++) {
      const { ansi, cursor, expected, size } = draw(seeded(seed));
      const state = readScreen(parseScreen(ansi, cursor, size.columns, !size.classic));
      if (canonical(state) !== canonical(expected)) {
        expect.fail(
          `seed ${seed}, ${size.columns}×${size.rows}\n${ansi}\n${JSON.stringify(cursor)}\n${canonical(state)}\n${canonical(expected)}`,
        );
      }
      const kind = state.kind === 'question' ? `${state.layout}${state.pointer === undefined ? ' without its pointer' : ''}` : state.kind;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    for (const kind of ['single', 'multi', 'preview', 'review', 'permission', 'single without its pointer']) {
      expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(0);
    }
  });
});
