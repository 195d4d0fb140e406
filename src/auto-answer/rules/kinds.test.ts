// What every kind of rule must do.
import { describe, expect, it } from 'vitest';
import { parseRouting } from '../../../test/support/routing.ts';
import { anAsk } from '../../../test/support/samples.ts';
import { pattern } from '../../ask/match/fields.ts';
import { sameStep, stepName } from '../route/step-name.ts';
import { decideByRule } from './decide.ts';
import { RULE_KINDS } from './kinds.ts';
import type { Rule } from './rule-kind.ts';

/** Possible settings of a rule: each kind accepts at least one of these. */
const WRITTEN = [true, 'Postgres', { times: 2 }];
const CALLS = ['Bash(npm test)'];

const FACTS = { past: [], irreversible: true, named: false, home: '/home/ada', real: (path: string) => path };

function rulesOf(name: string): Rule[] {
  return (name === 'allow' ? [CALLS] : WRITTEN).flatMap((written) => {
    const parsed = parseRouting({ routes: [{ when: { kind: ['question', 'permission'] }, decide: [{ rule: { [name]: written } }] }] });
    const [step] = parsed.kind === 'ok' ? (parsed.value.routes[0]?.decide ?? []) : [];
    return step?.kind === 'rule' ? [step.rule] : [];
  });
}

describe.each(RULE_KINDS.map((kind) => [kind.name, kind] as const))('the kind %s', (name, kind) => {
  const [rule, ...others] = rulesOf(name);
  if (!rule) throw new Error(`no example in this test can be written after "${name}"`);

  it('is read from a route under its name, in one way only', () => {
    expect(others).toEqual([]);
    expect(rule.kind).toBe(kind);
    expect(kind.schema(pattern).safeParse(undefined).success).toBe(false);
  });

  it('gives its name in the record, and in why it passed or decided', () => {
    expect(stepName({ kind: 'rule', rule })).toMatch(new RegExp(`^rule ${name}`));
    expect(decideByRule(rule, anAsk(), FACTS).reason).toMatch(new RegExp(`^${name}`));
  });

  it('is recognised in a project’s file, which can only make it stricter', () => {
    const step = { kind: 'rule', rule } as const;
    expect(sameStep(step, step)).toBe(true);
    expect(kind.narrowed?.(rule.settings, rule.settings) ?? rule.settings).toEqual(rule.settings);
    for (const other of RULE_KINDS.filter((each) => each.name !== name).flatMap((each) => rulesOf(each.name)))
      expect(sameStep(step, { kind: 'rule', rule: other })).toBe(false);
  });
});

it('no two kinds have the same name', () => {
  expect(new Set(RULE_KINDS.map(({ name }) => name)).size).toBe(RULE_KINDS.length);
});
