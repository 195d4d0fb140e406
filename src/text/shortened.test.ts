import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortened } from './shortened.ts';

const text = fc.string({ unit: 'binary', maxLength: 40 });
const most = fc.integer({ min: 1, max: 50 });

describe('shortened', () => {
  it('leaves text that fits as it is', () => {
    expect(shortened('four', 4)).toBe('four');
    expect(shortened('fives', 4)).toBe('fiv…');
  });

  it('never cuts a surrogate pair in half', () => {
    expect(shortened('ab😀cd', 4)).toBe('ab…');
    fc.assert(fc.property(text, most, (whole, limit) => !/\p{Cs}/u.test(shortened(whole, limit))));
  });

  it('is never too long, and says when something is missing', () => {
    fc.assert(
      fc.property(text, most, (whole, limit) => {
        const short = shortened(whole, limit);
        expect(short.length).toBeLessThanOrEqual(limit);
        if (whole.length <= limit) expect(short).toBe(whole);
        else expect(short.endsWith('…') && whole.startsWith(short.slice(0, -1))).toBe(true);
      }),
    );
  });
});
