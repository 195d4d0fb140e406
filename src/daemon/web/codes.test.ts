import { expect, it } from 'vitest';
import { createCodes } from './codes.ts';

function at() {
  const time = { now: 1_000_000 };
  const codes = createCodes({ now: () => time.now });
  const guess = (from = 'local', times = 1) => Array.from({ length: times }, () => codes.use('WRONG-CODE', from)).at(-1);
  return { time, codes, guess };
}

it('a code works once, as people type it', () => {
  const { codes } = at();
  const { code } = codes.make();
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(codes.use(` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `, 'local').kind).toBe('right');
  expect(codes.use(code, 'local').kind).toBe('wrong');
});

it('a code dies after two minutes', () => {
  const { codes, time } = at();
  const { code, expiresAt } = codes.make();
  const other = codes.make().code;
  time.now = expiresAt - 1;
  expect(codes.use(code, 'local').kind).toBe('right');
  time.now += 1;
  expect(codes.use(other, 'local').kind).toBe('wrong');
  expect(expiresAt - 1_000_000).toBe(120_000);
});

it('after 20 wrong codes no code is taken for ten minutes, and those from before never', () => {
  const { codes, time, guess } = at();
  const { code } = codes.make();
  expect(guess('local', 19)?.kind).toBe('wrong');
  expect(guess()).toEqual({ kind: 'locked', until: 1_000_000 + 600_000 });
  expect(codes.use(code, 'local').kind).toBe('locked');
  time.now += 600_000;
  expect(codes.use(code, 'local').kind).toBe('wrong');
});

it('nobody outside can lock out the person at this computer, who can also end the lock', () => {
  const { codes, guess } = at();
  guess('lan', 20);
  expect(guess('local')?.kind).toBe('wrong');
  expect(guess('lan')?.kind).toBe('locked');
  expect(codes.use(codes.make().code, 'lan').kind).toBe('right');
});

it('an empty or endless code is only wrong', () => {
  const { codes } = at();
  codes.make();
  for (const typed of ['', '-', '\0', '🔑'.repeat(1000)]) expect(codes.use(typed, 'local').kind).toBe('wrong');
});
