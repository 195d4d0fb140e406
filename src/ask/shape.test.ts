import { expect, it } from 'vitest';
import { z } from 'zod';
import { readShape } from './shape.ts';

const schema = z.object({ name: z.string().min(1), code: z.string().min(4), list: z.array(z.string()).min(1), times: z.number().min(1) });

it('says what is too short in the words of a person', () => {
  const read = readShape(schema, { name: '', code: 'abc', list: [], times: 0 });
  expect(read.kind === 'invalid' && read.problems.map(({ message }) => message)).toEqual([
    'name: must not be empty, got ""',
    'code: should have at least 4 characters, got "abc"',
    'list: must not be empty, got []',
    'times: should be at least 1, got 0',
  ]);
});
