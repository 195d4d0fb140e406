// Stars in patterns, compared with a slow matcher that is easy to understand.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anything, commandGlobMatches, globMatches, withinCommand, withinFolder } from './glob.ts';

type Reach = (character: string) => boolean;

/** Every place in the pattern that the text may have led to. */
function slowly(tokens: readonly string[], text: string, reach: Reach, doubleReach: Reach): boolean {
  const grown = (places: Iterable<number>) => {
    const all = new Set(places);
    // A set also visits what is added to it meanwhile.
    for (const place of all) {
      if (tokens[place]?.startsWith('*')) all.add(place + 1);
      if (tokens[place] === ' *') all.add(place + 2);
    }
    return all;
  };
  let places = grown([0]);
  for (const character of text) {
    const next: number[] = [];
    for (const place of places) {
      const token = tokens[place];
      if (token === character || (token === ' *' && character === ' ')) next.push(place + 1);
      if (token?.startsWith('*') && (token.length > 1 ? doubleReach : reach)(character)) next.push(place);
    }
    places = grown(next);
  }
  return places.has(tokens.length);
}

const text = (most: number) =>
  fc.array(fc.constantFrom('a', 'b', ' ', '/', ';', '\u{1f600}'), { maxLength: most }).map((all) => all.join(''));
const glob = (most: number) =>
  fc.array(fc.constantFrom('a', 'a', 'b', ' ', '/', '*', '*', '**', '\u{1f600}'), { maxLength: most }).map((all) => all.join(''));
/** Often a text that fits: the pattern with something in the place of its stars. */
const both = fc
  .tuple(glob(120), fc.array(text(6), { minLength: 1, maxLength: 5 }), text(80), fc.boolean())
  .map(([pattern, fillings, other, fits]) => {
    let i = 0;
    return [pattern, fits ? pattern.replaceAll(/\*+/g, () => fillings[i++ % fillings.length] ?? '') : other] as const;
  });

it('match what a slow matcher matches, in folders', () => {
  fc.assert(
    fc.property(both, ([pattern, given]) => {
      const tokens = pattern.match(/\*{2,}|./gsu) ?? [];
      expect(globMatches(pattern, given, withinFolder, anything)).toBe(slowly(tokens, given, withinFolder, anything));
    }),
    { numRuns: 1_000 },
  );
});

it('match what a slow matcher matches, in commands, where a star after a letter needs a space', () => {
  fc.assert(
    fc.property(both, ([pattern, given]) => {
      const tokens = (pattern.match(/\*+|./gsu) ?? []).flatMap((token, i, all) =>
        token.startsWith('*') && /[\p{L}\p{N}]$/u.test(all[i - 1] ?? '') ? [' *', token] : [token],
      );
      expect(commandGlobMatches(pattern, given)).toBe(slowly(tokens, given, withinCommand, withinCommand));
    }),
    { numRuns: 1_000 },
  );
});

it('beyond 32 and 64 parts of a pattern', () => {
  for (const length of [30, 31, 32, 33, 62, 63, 64, 65, 100]) {
    const plain = 'ab'.repeat(length).slice(0, length - 1);
    expect(globMatches(`${plain}*`, plain, anything)).toBe(true);
    expect(globMatches(`*${plain}`, `x${plain}`, anything)).toBe(true);
    expect(globMatches(`*${plain}`, `${plain}x`, anything)).toBe(false);
    expect(commandGlobMatches(`${plain}*`, plain)).toBe(true);
    expect(commandGlobMatches(`${plain}*`, `${plain} x`)).toBe(true);
    expect(commandGlobMatches(`${plain}*`, `${plain}x`)).toBe(false);
  }
});
