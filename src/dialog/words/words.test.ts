// An event of an ask, as a person reads it.
import { expect, it } from 'vitest';
import { eventWords } from './words.ts';

it('an attempt by an answerer is shown with who, what and why', () => {
  const at = { kind: 'considered', route: 'night', step: 0 } as const;
  expect(eventWords({ ...at, answerer: { kind: 'agent', name: 'claw' }, outcome: 'timed-out', reason: 'ended with code 1' })).toBe(
    'agent claw timed-out: ended with code 1',
  );
  expect(eventWords({ ...at, answerer: { kind: 'people', name: 'people' }, outcome: 'asked' })).toBe('people asked');
});

it('no text in it reaches the terminal as an escape sequence', () => {
  const reason = 'x\u001b[2J';
  const shown = eventWords({
    kind: 'considered',
    route: 'r',
    step: 0,
    answerer: { kind: 'rule', name: reason },
    outcome: 'passed',
    reason,
  });
  expect(shown).not.toContain('\u001b');
});
