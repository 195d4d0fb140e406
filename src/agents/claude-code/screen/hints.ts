// Reads the last line of a dialog, which says what keys do: short hints with dots between them. Versions word them differently.

/** `unfamiliar` names the first hint that we do not know, or the whole line if a known one is missing or in another place. */
type Hints = { readonly all: readonly string[]; readonly unfamiliar?: string };

/** Undefined when this is not a line of hints. `usual` is the whole line as we know it, `known` each hint. */
export function hintsIn(text: string, usual: RegExp, known: RegExp): Hints | undefined {
  const all = text.split(' · ');
  if (usual.test(text)) return { all };
  if (all.length > MOST || !all.every(isHint) || all.some((hint) => ELSEWHERE.test(hint))) return undefined;
  const other = all.find((hint) => !known.test(hint));
  return { all, unfamiliar: named(other ?? text) };
}

/** What is different, in words for people. */
export const named = (hint: string): string => `its last line says “${hint}”`;

const MOST = 8;
const isHint = (hint: string): boolean => hint.length <= 60 && /^\S(?:.*\S)?$/u.test(hint) && /\p{L}/u.test(hint) && !/ {3}/.test(hint);

/** Hints of other menus of Claude Code, in which Esc and numbers do something else. */
const ELSEWHERE =
  /^Enter to (?:confirm|continue|set as default|stay|view|apply)\b|^Type to filter$|\besc to interrupt\b|shift\+tab to cycle/i;
