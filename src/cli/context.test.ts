// In whose name the command line acts.
import { describe, expect, it } from 'vitest';
import { answererFrom, forPeople } from './context.ts';

const inside = { USER: 'ada', ANSWERBACK_ANSWERING: 'k3f9', ANSWERBACK_ANSWERER: 'claw' };

describe('on behalf of an answerer', () => {
  it('everything is done in its name, with or without --by', () => {
    const claw = { kind: 'agent', name: 'claw', surface: 'cli' };
    expect(answererFrom(undefined, inside)).toEqual(claw);
    expect(answererFrom('agent:claw', inside)).toEqual(claw);
  });

  it.each(['person:ada', 'agent:other', 'rule:affirm'])('--by %s is refused', (by) => {
    expect(() => answererFrom(by, inside)).toThrow('on behalf of the answerer claw');
  });

  it('nobody is taken for a person if the name is unknown', () => {
    const nameless = { USER: 'ada', ANSWERBACK_ANSWERING: 'k3f9' };
    expect(() => answererFrom(undefined, nameless)).toThrow('say who you are');
    expect(() => answererFrom('person:ada', nameless)).toThrow('say who you are');
    expect(answererFrom('agent:claw', nameless)).toMatchObject({ kind: 'agent', name: 'claw' });
  });

  it('commands for people are refused', () => {
    expect(() => forPeople(inside)).toThrow('for people');
    expect(() => forPeople({ USER: 'ada' })).not.toThrow();
  });
});

it('a person acts under their own name, others under the name they give', () => {
  expect(answererFrom(undefined, { USER: 'ada' })).toEqual({ kind: 'person', name: 'ada', surface: 'cli' });
  expect(answererFrom('agent:claw', { USER: 'ada' })).toMatchObject({ kind: 'agent', name: 'claw' });
  expect(() => answererFrom('claw', { USER: 'ada' })).toThrow('not understood');
});
