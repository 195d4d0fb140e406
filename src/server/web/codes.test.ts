import { expect, it } from 'vitest';
import { createCodes } from './codes.ts';

const START = 1_000_000;

function at() {
  const time = { now: START };
  return { time, codes: createCodes({ now: () => time.now }) };
}

it('a code works once, as people type it', () => {
  const { codes } = at();
  const { code } = codes.make();
  // 32 signs: 50 bits. Together with its two minutes, that is what makes guessing hopeless.
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(codes.use(` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `)).toBe(true);
  expect(codes.use(code)).toBe(false);
});

it('a code dies after two minutes', () => {
  const { codes, time } = at();
  const { code, expiresAt } = codes.make();
  const other = codes.make().code;
  time.now = expiresAt - 1;
  expect(codes.use(code)).toBe(true);
  time.now += 1;
  expect(codes.use(other)).toBe(false);
  expect(expiresAt - START).toBe(120_000);
});

it('no number of wrong codes keeps a right one out', () => {
  const { codes } = at();
  const { code } = codes.make();
  for (let i = 0; i < 20_000; i += 1) expect(codes.use(`WRONG-${i}`)).toBe(false);
  expect(codes.use(code)).toBe(true);
});

it('an empty or endless code is only wrong', () => {
  const { codes } = at();
  codes.make();
  for (const typed of ['', '-', '\0', '🔑'.repeat(1000)]) expect(codes.use(typed)).toBe(false);
});
