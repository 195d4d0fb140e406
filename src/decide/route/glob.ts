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

/** Loop invariant: `at[i]` is true if pattern tokens 0..i-1, plus what a star at i has matched so far, match the text read so far. */
function tokensMatch(tokens: readonly string[], text: string, reach: StarReach, doubleReach: StarReach): boolean {
  let at = stretched([true, ...tokens.map(() => false)], tokens);
  for (const character of text) {
    const next = Array.from(at, () => false);
    tokens.forEach((token, i) => {
      if (at[i] !== true) return;
      if (token === character || (token === BLANK_FIRST && character === ' ')) next[i + 1] = true;
      if (isStar(token) && (token.length > 1 ? doubleReach : reach)(character)) next[i] = true;
    });
    at = stretched(next, tokens);
    if (!at.includes(true)) return false;
  }
  return at.at(-1) === true;
}

/** A star may match nothing. */
function stretched(at: boolean[], tokens: readonly string[]): boolean[] {
  tokens.forEach((token, i) => {
    if (at[i] === true && isStar(token)) at[i + 1] = true;
    if (at[i] === true && token === BLANK_FIRST) at[i + 2] = true;
  });
  return at;
}

const isStar = (token: string): boolean => token.startsWith('*');
