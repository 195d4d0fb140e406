// Finds in plain sentences the acts that cannot be undone, and tells those meant from those denied, done or merely named.

import { type Clause, clausesOf } from './irreversible-clause.ts';
import { irreversibleCommand } from './irreversible-command.ts';
import { finished, names, negated, objectOf, ofTheProduct, proposed } from './irreversible-grammar.ts';
import { phrasesIn } from './irreversible-phrases.ts';
import { sqlReason } from './irreversible-sql.ts';
import { ACTS, type Act, COMMANDS, FOREIGN, FOREIGN_NO, FOREVER, HOLDS_BACK, RUNS, SERIOUS } from './irreversible-words.ts';
import { bare, plainly } from './spelling.ts';

/** Callers give no more than this, and never call harmless what they did not read to its end. */
export const MOST_PROSE = 4000;

export type Finding = {
  readonly word: string;
  readonly why: string;
  /** The sentence proposes the act itself and does not merely mention it. */
  readonly asked: boolean;
  /** Places where the act would be harmless ("staging"). */
  readonly safe?: ReadonlySet<string> | undefined;
  /** The clause offers an alternative ("delete or archive"). */
  readonly either?: boolean;
};

export type Reading = {
  readonly live: readonly Finding[];
  /** Acts that the text holds back ("Cancel the deployment?"): saying no to it sets them free. */
  readonly held: readonly Finding[];
};

/** `gentle` is for plans of code changes: there "delete" means a file under version control unless data is named. */
export function readActs(text: string, gentle = false): Reading {
  const seen = plainly(text);
  const reading = readPlain(seen, gentle);
  // Accents set on a word of English hide it; those of other languages stand in its own words.
  const without = reading.live.length === 0 ? bare(seen) : seen;
  return without === seen ? reading : { ...reading, live: readPlain(without, gentle).live };
}

function readPlain(text: string, gentle: boolean): Reading {
  const pieces = text.split('`');
  const isCode = (i: number) => i % 2 === 1 && i < pieces.length - 1 && pieces[i]?.trim() !== '';
  const live = pieces.flatMap((piece, i) => (isCode(i) ? codeActs(piece, pieces[i - 1] ?? '') : wholeCommand(piece)));
  const held: Finding[] = [];
  const prose = pieces.map((piece, i) => (isCode(i) ? ' codespan ' : piece)).join('');
  for (const clause of clausesOf(prose)) {
    if (live.length >= MOST_FINDINGS) break;
    readClause(clause, gentle, live, held);
  }
  if (live.length === 0) live.push(...foreignActs(text.toLowerCase()));
  return { live, held };
}
/** One is enough for a verdict; the others only decide which is named. */
const MOST_FINDINGS = 8;

function readClause(clause: Clause, gentle: boolean, live: Finding[], held: Finding[]): void {
  const dry = clause.indexOf('dry-run');
  if (dry >= 0 && !/^(?:no|not|without|skip|after|the|any)$/.test(clause[dry - 1] ?? '')) return;
  live.push(...commandActs(clause));
  if (NO_WAY_BACK.test(clause.join(' '))) live.push({ word: 'undone', why: 'the text itself says so', asked: false });
  for (const { at, word, why } of phrasesIn(clause))
    if (negated(clause, at) === undefined && !ofTheProduct(clause, at)) live.push({ word, why, asked: proposed(clause, at) });
  clause.forEach((word, at) => {
    const act = actAt(clause, at, gentle);
    if (act === undefined) return;
    const found = {
      word,
      why: act.why,
      asked: proposed(clause, at),
      safe: act.safe,
      either: clause.includes('or') || clause.includes('vs'),
    };
    const holder = negated(clause, at);
    if (holder === undefined) live.push(found);
    else if (HOLDS_BACK.has(holder)) held.push(found);
  });
}
const NO_WAY_BACK = /\b(?:cannot|can't|can not|never|not) (?:be |ever be )?(?:undone|reversed|recovered|restored|reversible|recoverable)\b/;

/** The act this word is here, or nothing when it is harmless, finished or the name of something. */
function actAt(clause: Clause, at: number, gentle: boolean): Act | undefined {
  const word = clause[at] ?? '';
  const acts = ACTS.get(word) ?? ACTS.get(lastPart(word));
  if (acts === undefined || names(clause, at) || finished(clause, at) || ofTheProduct(clause, at)) return undefined;
  return acts.find((act) => fits(act, clause, at) && !inSafePlace(act, clause, at) && touches(act, clause, at, gentle));
}

/** "wipe-delete" and "squash-merge" are acts; "soft-delete" and "drag-and-drop" are not. */
const lastPart = (word: string): string => /^(?!soft-|non-|pre-|pub-)[a-z]+-([a-z]+)$/.exec(word)?.[1] ?? '';

/** The words around the act are those it needs, and not those that make something else of it. */
function fits(act: Act, clause: Clause, at: number): boolean {
  if (act.unless?.has(clause[at + 1] ?? '')) return false;
  // A capability, where a warning would name what is lost: "sessions can be revoked", but "data can be deleted".
  if (act.object === undefined && clause[at - 1] === 'be' && clause[at - 2] === 'can') return false;
  if (act.needs === undefined || (act.bare && standsAlone(clause, at))) return true;
  return clause.some((_, i) => i !== at && meets(act, clause, i, at));
}

/** A needed word marked "!" counts only as a destination: "merge into main", not "merge main into the branch". */
function meets(act: Act, clause: Clause, i: number, at: number): boolean {
  const word = clause[i] ?? '';
  if (act.needs?.has(word) || (act.needs?.has('version') && /^v?\d+\.\d/.test(word))) return true;
  if (!act.needs?.has(`${word}!`) || NOT_A_PLACE.test(clause[i + 1] ?? '')) return false;
  if (i === at + 1 && PRODUCTION.test(word)) return true;
  const before = /^(?:the|our)$/.test(clause[i - 1] ?? '') ? clause[i - 2] : clause[i - 1];
  return /^(?:to|into|in|on|onto|against|with|of|the|down|our|all)$/.test(before ?? '');
}
const PRODUCTION = /^prod(?:uction)?$/;
const NOT_A_PLACE = /^(?:build|builds|ready|code|grade|quality|mode|use|dependencies|bundle|settings|config|preview|reload|like)$/;

const standsAlone = (clause: Clause, at: number): boolean =>
  clause.length - at < 5 && clause.slice(at + 1).every((word) => ALONE.has(word));
const ALONE = new Set(
  'it this that them out now all both today immediately please anyway everything directly and push deploy publish'.split(' '),
);

/** "To staging", "in a sandbox", "deploy preview", "locally"; but not "deploy and test". */
function inSafePlace(act: Act, clause: Clause, at: number): boolean {
  if (act.safe === undefined || clause.some((word) => SERIOUS.has(word))) return false;
  return clause.some((word, i) => {
    if (!act.safe?.has(word)) return false;
    return (
      i === at + 1 ||
      /ly$|^draft$/.test(word) ||
      /^(?:to|on|in|for|the|a|as|our|your|this|into|onto|via|against|only)$/.test(clause[i - 1] ?? '')
    );
  });
}

/** What is done to code comes back from version control, unless it is code in production. */
function touches(act: Act, clause: Clause, at: number, gentle: boolean): boolean {
  if (act.object === undefined || clause.some((word) => FOREVER.has(word))) return true;
  const thing = objectOf(clause, at);
  const inProduction = clause.some((word, i) => PRODUCTION.test(word) && !NOT_A_PLACE.test(clause[i + 1] ?? ''));
  if (thing === 'code') return act.object === 'any' && inProduction;
  return thing === 'data' || (act.object === 'any' && !gentle);
}

/** A piece of code in backticks, judged as a command and as SQL. */
function codeActs(code: string, textBefore: string): Finding[] {
  const why = commandWhy(code) ?? sqlReason(code);
  if (why === undefined) return [];
  const before = clausesOf(textBefore.slice(-80)).at(-1) ?? [];
  if (negated([...before, 'codespan'], before.length) !== undefined) return [];
  return [{ word: code.trim().slice(0, 40), why, asked: before.length === 0 || RUNS.has(before.at(-1) ?? '') }];
}

/** A text that is a command as it stands: "git branch -D wip". Its capitals matter, so it is read before the clauses are. */
function wholeCommand(text: string): Finding[] {
  const [, first = ''] = /^\s*(?:\$ |run )?([a-z-]+) /i.exec(text.slice(0, 60)) ?? [];
  const why = COMMANDS.has(first.toLowerCase()) ? commandWhy(text.trim().replace(/^(?:\$ |run )/i, '')) : undefined;
  return why === undefined ? [] : [{ word: text.trim().slice(0, 40), why, asked: true }];
}

/** A command in the middle of a sentence. */
function commandActs(clause: Clause): Finding[] {
  const at = clause.findIndex((word) => COMMANDS.has(word));
  const why = at < 0 ? undefined : commandWhy(clause.slice(at).join(' '));
  if (why === undefined || negated(clause, at) !== undefined) return [];
  return [{ word: clause.slice(at, at + 3).join(' '), why, asked: proposed(clause, at) || RUNS.has(clause[at - 1] ?? '') }];
}

/** Text is not quite a command: what only shows that it is none ("don't", "$name", "publish()") does not count. */
function commandWhy(text: string): string | undefined {
  const { irreversible, reason } = irreversibleCommand(text);
  if (!irreversible || /^the (?:command has|name of the command)/.test(reason)) return undefined;
  return reason.startsWith('the command is called') && !/^\.?\/|\.sh\b|\s/.test(text.trim()) ? undefined : reason;
}

function foreignActs(text: string): Finding[] {
  const found = FOREIGN.exec(text);
  if (found === null) return [];
  const before =
    text
      .slice(Math.max(0, found.index - 30), found.index)
      .split(PAUSE)
      .at(-1) ?? '';
  const after = text.slice(found.index, found.index + 40).split(PAUSE, 1)[0] ?? '';
  if (FOREIGN_NO.test(before) || /\s(?:nicht|nichts|pas|rien|nada)(?:\s|$)/.test(after)) return [];
  return [{ word: found[0], why: 'it deletes, overwrites, publishes or pays', asked: true }];
}
const PAUSE = /[,;.:!?\n]/;
