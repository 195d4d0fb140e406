// A text as clauses of lower-case words. A pause ends a clause, so that a negation does not reach over it.

import { ACTS } from './irreversible-words.ts';

export type Clause = readonly string[];

export function clausesOf(text: string): Clause[] {
  const clauses: string[][] = [[]];
  const plain = text
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\b(instead of|rather than|(?:ask|confirm|prompt|warn)s? before|hold off|refrain from)\b/g, joined)
    .replaceAll(/\bdry run\b/g, 'dry-run');
  for (const [raw] of plain.matchAll(/[^\s,;!?()[\]{}"“”„«»…|—–]+|[,;!?()[\]{}…|—–\n]/g)) {
    if (/^[,;!?()[\]{}…|—–\n-]$/.test(raw)) {
      clauses.push([]);
      continue;
    }
    const word = raw.replace(/^['*_~>.]+/, '').replace(/['*_~.:]+$/, '');
    if (word !== '') clauses.at(-1)?.push(...parts(word));
    if (/[.:]$/.test(raw)) clauses.push([]);
  }
  return clauses.flatMap(cut);
}

const joined = (phrase: string): string => phrase.replace(/^(ask|confirm|prompt|warn)s /, '$1 ').replace(' ', '-');

/** "force-push" is two words, "delete/overwrite" are two acts; "drop-down", "publish/subscribe" and "src/delete.ts" are names. */
function parts(word: string): readonly string[] {
  if (/^(?:force|hard|re|auto|mass|bulk|un)-[a-z]+$|^[a-z]+-(?:all|everything)$/.test(word)) return word.split('-');
  if (!/^[a-z]+(?:\/[a-z]+)+$/.test(word)) return [word];
  const each = word.split('/');
  const acts = each.some((part) => ACTS.has(part)) && !each.some((part) => PARTS_OF_NAMES.has(part));
  return acts ? each.flatMap((part) => ['or', part]).slice(1) : [word];
}
const PARTS_OF_NAMES = new Set('subscribe create read update add edit insert get post put patch src lib test tests'.split(' '));

/** Rules look all over a clause: one without end is cut, so that the work stays linear. */
function cut(clause: Clause): Clause[] {
  const pieces: Clause[] = [];
  for (let at = 0; at < clause.length; at += MOST_CLAUSE) pieces.push(clause.slice(at, at + MOST_CLAUSE));
  return pieces;
}
const MOST_CLAUSE = 60;
