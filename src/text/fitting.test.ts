import { expect, it } from 'vitest';
import { z } from 'zod';
import { readShape } from '../ask/shape.ts';
import { fittingValue } from './fitting.ts';

const schema = z.object({ id: z.string().min(1) });
const HOSTILE = JSON.parse('{"id": {"length": {"toString": 0, "valueOf": 0}}}');

it('what fits is read, and what does not is not, whatever it calls its length', () => {
  expect(fittingValue(schema, { id: 'a' })).toEqual({ id: 'a' });
  for (const wrong of [{}, null, { id: '' }, HOSTILE]) expect(fittingValue(schema, wrong)).toBeUndefined();
});

it('whoever sent it is told', () => {
  expect(readShape(schema, HOSTILE)).toMatchObject({ kind: 'invalid', problems: [{ message: expect.stringContaining('"length"') }] });
  expect(readShape(schema, HOSTILE, 'ask')).toMatchObject({ kind: 'invalid', problems: [{ message: expect.stringContaining('ask') }] });
});
