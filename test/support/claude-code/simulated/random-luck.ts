// Versions of Claude Code, and random mishaps for a run; or none, for a calm run.
import type { Quirks } from '../../../../src/agents/claude-code/keys/goal.ts';
import type { Key } from '../../../../src/system/terminal.ts';
import { type Random, seeded } from '../screens/scene.ts';
import { otherQuestions } from './asked.ts';
import { WORDS } from './decided.ts';
import type { Behaviour, Dialog } from './dialog.ts';
import type { World } from './drawing.ts';
import type { Incident, Luck, Mishap } from './luck.ts';

export const NEWEST: Quirks = { gapMs: 0, pastes: true, ticksTyped: true, leavesNotes: true, noteColumns: 0 };
export const OLDER: Quirks = { gapMs: 60, pastes: false, ticksTyped: true, leavesNotes: true, noteColumns: 0 };
export const OLDEST: Quirks = { gapMs: 60, pastes: false, ticksTyped: false, leavesNotes: false, noteColumns: 0 };

export function behaviourOf(quirks: Quirks, random: Random): Behaviour {
  return {
    guards: quirks.gapMs === 0,
    pastes: quirks.pastes,
    ticksTyped: quirks.ticksTyped,
    leavesNotes: quirks.leavesNotes,
    previewBack: random.chance(50),
    quotesAlone: random.chance(50),
    needsGap: quirks.gapMs > 0,
  };
}

export const calm = (behaviour: Behaviour): Luck => ({
  behaviour,
  heldBackMs: 0,
  lateMs: 0,
  droppedPercent: 0,
  slowestMs: 0,
  halvesPercent: 0,
  changedBefore: () => {},
  incidents: [],
});

export function randomLuck(random: Random, behaviour: Behaviour, world: World): Luck {
  const some = <T>(percent: number, value: T, otherwise: T) => (random.chance(percent) ? value : otherwise);
  const isChanged = random.chance(30);
  const seed = random.below(1e9);
  return {
    behaviour: { ...behaviour, pastes: behaviour.pastes && !random.chance(5), ticksTyped: behaviour.ticksTyped && !random.chance(5) },
    heldBackMs: some(20, random.below(1_500), 0),
    lateMs: some(30, random.pick([100, 1_200, 2_500, 60_000]), 0),
    droppedPercent: some(15, random.pick([2, 10, 30]), 0),
    slowestMs: some(20, random.pick([60, 400, 1_500]), 0),
    halvesPercent: some(20, random.pick([20, 100]), 0),
    changedBefore: isChanged ? (dialog) => useDialog(seeded(seed), dialog) : () => {},
    incidents: Array.from({ length: random.chance(70) ? 1 + random.below(2) : 0 }, () => randomIncident(random, world)),
  };
}

/** A person uses the dialog for a while, and does not finish it. */
function useDialog(random: Random, dialog: Dialog): void {
  const steps = 1 + random.below(random.chance(30) ? 25 : 4);
  for (let i = 0; i < steps; i += 1) {
    const copy = structuredClone({ tabs: dialog.tabs, current: dialog.current, review: dialog.review });
    const ended =
      dialog.press(random.pick(['Up', 'Down', 'Down', 'Space', 'Enter', 'Tab', 'Tab', 'BTab', 'n'] satisfies Key[])) ??
      (random.chance(20) ? dialog.type(random.pick([...WORDS, 'ab', 'a b', 'pl aid'])) : undefined);
    if (!ended) continue;
    dialog.tabs.splice(0, dialog.tabs.length, ...copy.tabs);
    dialog.current = copy.current;
    dialog.review = copy.review;
  }
}

function randomIncident(random: Random, world: World): Incident {
  return {
    afterKeys: random.below(random.chance(50) ? 3 : 12),
    delayMs: random.below(random.pick([3, 30, 120, 700, 3_000])),
    what: randomMishap(random, world),
  };
}

function randomMishap(random: Random, world: World): Mishap {
  const kind = random.below(16);
  if (kind < 5) {
    const keys = Array.from({ length: 1 + random.below(3) }, () =>
      random.chance(25)
        ? { typed: random.pick(['1', '2', '3', '4', '5', 'x', 'hello', 'j', 'n']) }
        : random.pick(['Up', 'Down', 'Up', 'Down', 'Space', 'Enter', 'Tab', 'BTab', 'Escape', 'BSpace'] satisfies Key[]),
    );
    return { kind: 'person', keys, announced: random.chance(40) };
  }
  if (kind === 5) return { kind: 'copy mode', leavesAfterMs: random.chance(50) ? random.below(500) : undefined };
  if (kind === 6) return { kind: 'resized', columns: random.pick([60, 90, 200]), rows: random.pick([15, 20, 50]) };
  if (kind < 12) return { kind: 'replaced', questions: otherQuestions(random, world.questions), gapMs: random.pick([0, 0, 5, 200]) };
  return { kind: random.pick(['answered elsewhere', 'dismissed', 'closed', 'shell', 'aborted', 'another process'] as const) };
}
