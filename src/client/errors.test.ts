// Errors thrown by another copy of these classes are recognised: the command line and its screens are two bundles.
import { expect, test } from 'vitest';
import { Refused, Unavailable } from './errors.ts';

test('errors are recognised by name', () => {
  const foreign = (name: string) => Object.assign(new Error('no'), { name });
  expect(foreign('Refused')).toBeInstanceOf(Refused);
  expect(foreign('Unavailable')).toBeInstanceOf(Unavailable);
  expect(foreign('Unavailable')).not.toBeInstanceOf(Refused);
  expect(new Error('no')).not.toBeInstanceOf(Refused);
  expect({ name: 'Refused' }).not.toBeInstanceOf(Refused);
});
