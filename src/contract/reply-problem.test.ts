// What is said about replies that are not understood.
import { describe, expect, it } from 'vitest';
import { anAsk } from '../../test/support/samples.ts';
import { problemIn } from './reply-problem.ts';

const view = { ...anAsk(), state: 'open', version: 1, updatedAt: 2 };

describe('a page of asks', () => {
  it('fits, even with unknown fields', () => {
    expect(problemIn('GET /v1/asks', 200, { asks: [view], next: 3 })).toBeUndefined();
    expect(problemIn('GET /v1/asks', 200, { asks: [{ ...view, mood: 'fine' }], more: true })).toBeUndefined();
  });

  it.each([
    [undefined, 'the input is missing'],
    ['hello', 'the input should be an object with fields'],
    [{}, 'asks: is missing'],
    [{ asks: [view, { ...view, state: 'happy' }] }, 'asks[1].state: should be one of open, answered'],
    [{ asks: [{ ...view, questions: [{ text: 'a' }] }] }, 'asks[0].questions[0].options: is missing'],
    [{ asks: [], next: 'soon' }, 'next: should be a number'],
  ])('that is not understood: %j', (reply, message) => {
    expect(problemIn('GET /v1/asks', 200, reply)).toContain(message);
  });
});

it('each status has its own reply, and others are not known', () => {
  expect(problemIn('GET /v1/asks/:id/result', 202, { id: 'a', outcome: 'open' })).toBeUndefined();
  expect(problemIn('GET /v1/asks/:id/result', 200, { id: 'a', outcome: 'open' })).toContain('outcome');
  expect(problemIn('GET /v1/asks/:id/result', 201, {})).toBe('it has the status 201');
});
