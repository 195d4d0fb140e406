// Stars in folders, names and commands. The work is at most text length times pattern length, so no pattern is slow.

/** Which characters a star may match. */
type StarReach = (character: string) => boolean;

export const anything: StarReach = () => true;
export const withinFolder: StarReach = (c) => c !== '/';
/** A star must not match what ends one command and begins another: "npm test*" does not match "npm test; rm -rf ~". */
export const withinCommand: StarReach = (c) => !/[;&|<>`$(){}\\#!]|(?! )[\p{C}\p{Z}]/u.test(c);

/** In a command, a star after a letter or digit matches nothing or starts with a space: "npm test*" does not match "npm testify". */
export function commandGlobMatches(pattern: string, command: string): boolean {
  const tokens = (pattern.match(/\*+|./gsu) ?? []).flatMap((token, i, all) =>
    isStar(token) && /[\p{L}\p{N}]$/u.test(all[i - 1] ?? '') ? [BLANK_FIRST, token] : [token],
  );
  return tokensMatch(tokens, command, withinCommand, withinCommand);
}
/** Matches one space before the star after it, or nothing together with that star. */
const BLANK_FIRST = ' *';

export function globMatches(pattern: string, text: string, reach: StarReach, doubleReach = reach): boolean {
  if (!pattern.includes('*')) return pattern === text;
  return tokensMatch(pattern.match(/\*{2,}|./gsu) ?? [], text, reach, doubleReach);
}

/**
 * Loop invariant: bit i of `at` is set if pattern tokens 0..i-1, plus what a star at i has matched so far, match the text read so far. One operation
 * moves 32 of them: a pattern may be a stranger's, and so may be the text.
 */
function tokensMatch(tokens: readonly string[], text: string, reach: StarReach, doubleReach: StarReach): boolean {
  const size = (tokens.length >> 5) + 1;
  const empty = (): Bits => new Uint32Array(size);
  const [none, single, double, stars, blanks] = [empty(), empty(), empty(), empty(), empty()] as const;
  const moves = new Map<string, Bits>();
  const movesAt = (character: string, i: number): void => {
    const bits = moves.get(character) ?? empty();
    moves.set(character, bits);
    set(bits, i);
  };
  tokens.forEach((token, i) => {
    if (isStar(token)) set(stars, i);
    if (isStar(token)) set(token.length > 1 ? double : single, i);
    else movesAt(token === BLANK_FIRST ? ' ' : token, i);
    if (token === BLANK_FIRST) set(blanks, i);
  });
  const stays = [none, single, double, stars] as const;
  const seen = new Map<string, Step>();
  const stepOf = (character: string): Step => {
    const known = seen.get(character);
    if (known) return known;
    const which = ((reach(character) ? 1 : 0) | (doubleReach(character) ? 2 : 0)) as 0 | 1 | 2 | 3;
    const made = { moves: moves.get(character) ?? none, stays: stays[which] };
    seen.set(character, made);
    return made;
  };
  const at: Bits = new Uint32Array(size);
  at[0] = 1;
  stretch(at, stars, blanks);
  for (const character of text) {
    const step = stepOf(character);
    let any = 0;
    let carry = 0;
    for (let w = 0; w < size; w += 1) {
      const now = at[w] ?? 0;
      const moved = now & (step.moves[w] ?? 0);
      const next = (moved << 1) | carry | (now & (step.stays[w] ?? 0));
      at[w] = next;
      any |= next;
      carry = moved >>> 31;
    }
    if (any === 0) return false;
    stretch(at, stars, blanks);
  }
  return (((at[tokens.length >> 5] ?? 0) >>> (tokens.length & 31)) & 1) === 1;
}

type Bits = Uint32Array;
const set = (bits: Bits, i: number): void => {
  bits[i >> 5] = (bits[i >> 5] ?? 0) | (1 << (i & 31));
};
/** What one character does: after which tokens it moves on, and at which stars it stays. */
type Step = { readonly moves: Bits; readonly stays: Bits };

/** A star may match nothing, and so may a star with the space before it. No star follows another one, so one pass is enough. */
function stretch(at: Bits, stars: Bits, blanks: Bits): void {
  let afterStar = 0;
  let afterBlank = 0;
  for (let w = 0; w < at.length; w += 1) {
    const now = at[w] ?? 0;
    const star = now & (stars[w] ?? 0);
    const blank = now & (blanks[w] ?? 0);
    at[w] = now | (star << 1) | afterStar | (blank << 2) | afterBlank;
    afterStar = star >>> 31;
    afterBlank = blank >>> 30;
  }
}

const isStar = (token: string): boolean => token.startsWith('*');
