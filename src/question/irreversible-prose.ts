// Finds in plain sentences the acts that cannot be undone, and tells the negated, the finished and the merely named from the live ones.

import { irreversibleCommand } from './irreversible-command.ts';
import { sqlReason } from './irreversible-command-words.ts';
import {
  ACTS,
  type Act,
  AFTER_VERB,
  AGENT,
  BEFORE_PERSONS,
  EASE,
  FILLERS,
  FOREIGN,
  FOREIGN_NO,
  HOLDS_BACK,
  NAMES_A_THING,
  NEGATORS,
  PASSIVE,
  PAST,
  PERSONS,
  PHRASE_ENDS,
  READY,
  RUNS,
  STARTERS,
  THINGS,
  type Thing,
} from './irreversible-words.ts';

/** What was not read to its end is never called harmless. */
export const MOST_PROSE = 4000;

export type Finding = {
  readonly word: string;
  readonly why: string;
  /** The sentence proposes the act itself ("Delete them?", "Which should I delete?") and does not merely mention it. */
  readonly asked: boolean;
  /** Words in whose company the act would be harmless ("staging"). */
  readonly safe: ReadonlySet<string> | undefined;
  /** The clause offers an alternative ("delete or archive"). */
  readonly either: boolean;
};

export type Reading = {
  readonly live: readonly Finding[];
  /** Acts that the text holds back ("Cancel the deployment?"): saying no to it sets them free. */
  readonly held: readonly Finding[];
};

/** `gentle` is for long plans of code changes: there "delete" means a file under version control unless data is named. */
export function readActs(text: string, gentle = false): Reading {
  const live: Finding[] = [];
  const held: Finding[] = [];
  const pieces = text.split('`');
  const isCode = (i: number) => i % 2 === 1 && i < pieces.length - 1;
  pieces.forEach((piece, i) => {
    if (piece.trim() === '') return;
    const why = isCode(i) ? (commandWhy(piece) ?? sqlReason(piece)) : firstWordWhy(piece);
    if (why === undefined) return;
    const before = isCode(i) ? (wordsOf(pieces[i - 1]?.slice(-80) ?? '').at(-1) ?? []) : [];
    if (negated([...before, piece], before.length) === undefined) live.push(finding(piece.trim().slice(0, 40), why, false));
  });
  const prose = pieces.map((piece, i) => (isCode(i) ? ' codespan ' : piece)).join('');
  for (const clause of wordsOf(prose)) {
    readClause(clause, gentle, live, held);
    if (live.length > MOST_FINDINGS || held.length > MOST_FINDINGS) break;
  }
  const foreign = live.length === 0 && FOREIGN.exec(text.toLowerCase());
  if (foreign && !FOREIGN_NO.test(text.toLowerCase())) live.push(finding(foreign[0], 'it deletes, publishes or pays', true));
  return { live, held };
}

const MOST_FINDINGS = 8;
const finding = (word: string, why: string, asked: boolean): Finding => ({ word, why, asked, safe: undefined, either: false });

/** Clauses as lower-case words. A pause ends a clause, so that a negation does not reach over it. */
function wordsOf(text: string): string[][] {
  const clauses: string[][] = [[]];
  const plain = text
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\b(instead of|rather than|(?:ask|confirm)s? before|hold off|refrain from)\b/g, joined)
    .replaceAll(/\bdry run\b/g, 'dry-run');
  for (const [raw] of plain.matchAll(/[^\s,;!?()[\]{}"“”„«»…|—–\n]+|[,;!?()[\]{}…|—–\n]/g)) {
    if (/^[,;!?()[\]{}…|—–\n-]$/.test(raw)) {
      clauses.push([]);
      continue;
    }
    const word = raw.replace(/^['*_~>.]+/, '').replace(/['*_~.:]+$/, '');
    if (word !== '') clauses.at(-1)?.push(...parts(word));
    if (/[.:]$/.test(raw)) clauses.push([]);
  }
  return clauses.filter((clause) => clause.length > 0).flatMap(cut);
}

/** Rules look all over a clause: one without end is cut, so that the work stays linear. */
const MOST_CLAUSE = 60;
const cut = (clause: string[]): string[][] =>
  clause.length <= MOST_CLAUSE
    ? [clause]
    : Array.from({ length: Math.ceil(clause.length / MOST_CLAUSE) }, (_, i) => clause.slice(i * MOST_CLAUSE, (i + 1) * MOST_CLAUSE));

const joined = (phrase: string): string => phrase.replace(/^(ask|confirm)s /, '$1 ').replace(' ', '-');

/** "force-push" is two words, "delete/overwrite" are two acts; "drop-down", "publish/subscribe" and "src/delete.ts" are names. */
function parts(word: string): string[] {
  if (/^(?:force|hard|re|auto|mass|bulk|un)-[a-z]+$/.test(word)) return word.split('-');
  if (/^[a-z]+-(?:all|everything)$/.test(word)) return word.split('-');
  if (/^[a-z]+(?:\/[a-z]+)+$/.test(word)) {
    const each = word.split('/');
    return each.some((part) => ACTS.has(part)) && !each.some((part) => NAMES.has(part))
      ? each.flatMap((part) => ['or', part]).slice(1)
      : [word];
  }
  return [word];
}
const NAMES = new Set('subscribe create read update add edit insert get post put patch src lib test tests'.split(' '));

function readClause(clause: readonly string[], gentle: boolean, live: Finding[], held: Finding[]): void {
  if (clause.includes('dry-run')) return;
  const command = clause.findIndex((word) => COMMANDS.has(word));
  if (command >= 0) {
    const why = commandWhy(clause.slice(command).join(' '));
    if (why !== undefined && !negated(clause, command)) live.push(finding(clause.slice(command, command + 3).join(' '), why, false));
  }
  if (
    !clause.includes('no') &&
    /\b(?:cannot|can't|can not|never|not) (?:be |ever be )?(?:undone|reversed|recovered|restored|reversible|recoverable)\b/.test(
      clause.join(' '),
    )
  )
    live.push(finding('undone', 'the text itself says so', false));
  clause.forEach((word, at) => {
    const act = actAt(clause, at, gentle);
    if (act === undefined) return;
    const found = { word, why: act.why, asked: asked(clause, at), safe: act.safe, either: clause.includes('or') || clause.includes('vs') };
    const holder = negated(clause, at);
    if (holder === undefined) live.push(found);
    else if (HOLDS_BACK.has(holder)) held.push(found);
  });
}

/** Programs whose names are not English words, so that they may be met in a sentence. */
const COMMANDS = new Set(
  'git rm npm pnpm yarn cargo twine gh terraform tofu kubectl helm docker aws gcloud vercel heroku flyctl prisma rsync dropdb curl redis-cli dd mkfs pulumi'.split(
    ' ',
  ),
);

/** A text that is a command as it stands. */
function firstWordWhy(text: string): string | undefined {
  const first = /^\s*(?:\$ |run )?([a-z-]+) /i.exec(text.slice(0, 60))?.[1]?.toLowerCase() ?? '';
  return COMMANDS.has(first) ? commandWhy(text.trim().replace(/^(?:\$ |run )/i, '')) : undefined;
}

function commandWhy(text: string): string | undefined {
  const verdict = irreversibleCommand(text.slice(0, 500));
  return verdict.irreversible && !verdict.reason.startsWith('the command') && !verdict.reason.startsWith('the name')
    ? verdict.reason
    : undefined;
}

/** The act this word is here, or nothing when it is harmless, finished or the name of something. */
function actAt(clause: readonly string[], at: number, gentle: boolean): Act | undefined {
  const word = clause[at] ?? '';
  const acts = ACTS.get(word) ?? ACTS.get(lastPart(word));
  if (acts === undefined || named(clause, at) || finished(clause, at) || byPersons(clause, at)) return undefined;
  return acts.find((act) => applies(act, clause, at, gentle));
}

/** "hard-delete" and "auto-publish" are acts; "soft-delete" and "drag-and-drop" are not. */
const lastPart = (word: string): string =>
  /^(?!soft-|non-|pre-|un-|pub-|drag-)[a-z]+-[a-z]+$/.test(word) ? (word.split('-')[1] ?? '') : '';

function applies(act: Act, clause: readonly string[], at: number, gentle: boolean): boolean {
  const next = clause[at + 1] ?? '';
  if (act.unless?.has(next)) return false;
  // A capability, where a warning would name what is lost: "sessions can be revoked", but "data can be deleted".
  if (act.object === undefined && clause[at - 1] === 'be' && clause[at - 2] === 'can') return false;
  if (act.safe !== undefined && clause.some((word) => act.safe?.has(word)) && !clause.includes('production') && !clause.includes('prod'))
    return false;
  if (act.needs !== undefined && !clause.some((word, i) => i !== at && meets(act, clause, word, i)) && !(act.bare && bare(clause, at)))
    return false;
  if (act.object === undefined) return true;
  const thing = objectOf(clause, at);
  if (FOREVER.some((word) => clause.includes(word))) return true;
  return thing === 'code' ? false : act.object === 'any' && !gentle ? true : thing === 'data';
}
const FOREVER = ['permanently', 'forever', 'irreversibly', 'irrevocably'];

/** A needed word marked "!" counts only as a destination: "merge into main", not "merge main into the branch". */
function meets(act: Act, clause: readonly string[], word: string, i: number): boolean {
  if (act.needs?.has(word) || (act.needs?.has('version') && /^v?\d+\.\d/.test(word))) return true;
  if (!act.needs?.has(`${word}!`)) return false;
  const before = clause[i - 1] === 'the' || clause[i - 1] === 'our' ? clause[i - 2] : clause[i - 1];
  return /^(?:to|into|in|on|onto|against|with|of|the|down|our|all)$/.test(before ?? '') && !NOT_A_PLACE.test(clause[i + 1] ?? '');
}
const NOT_A_PLACE =
  /^(?:build|builds|ready|code|grade|quality|mode|use|dependencies|bundle|settings|config|branch-name|preview|reload|like)$/;

const bare = (clause: readonly string[], at: number): boolean =>
  clause.slice(at + 1).every((word) => BARE.has(word)) && clause.length - at < 5;
const BARE = new Set(
  'it this that them now all both today immediately please anyway everything directly and push deploy publish'.split(' '),
);

/** The last known noun of the object; for a passive without one, the last before it. */
function objectOf(clause: readonly string[], at: number): Thing | undefined {
  let thing: Thing | undefined;
  for (let i = at + 1; i < clause.length && i <= at + 8; i++) {
    const word = clause[i] ?? '';
    if (PHRASE_ENDS.has(word)) break;
    if (word === 'merged' && /^branch/.test(clause[i + 1] ?? '')) return 'code';
    thing = THINGS.get(word.replace(/'s$/, '')) ?? thing;
  }
  if (thing !== undefined) return thing;
  for (let i = at - 1; i >= 0 && i >= at - 8; i--) {
    const before = THINGS.get(clause[i] ?? '');
    if (before !== undefined) return before;
  }
  return undefined;
}

/** "The publish button", "deploy script": a name, unless it is run. Also the participle as adjective: "deleted rows". */
function named(clause: readonly string[], at: number): boolean {
  const word = clause[at] ?? '';
  const next = clause[at + 1] ?? '';
  if (clause[at - 1] === 'soft' || /^(?:soft|drag)-/.test(word)) return true;
  if (next !== '' && !word.endsWith('ing') && NAMES_A_THING.has(next)) return !clause.slice(0, at).some((before) => RUNS.has(before));
  if (!isPast(word) || PASSIVE.has(clause[at - 1] ?? '')) return false;
  return next !== '' && !AFTER_VERB.has(next) && !NEGATORS.has(next);
}

const isPast = (word: string): boolean =>
  word.endsWith('ed') || word === 'sent' || word === 'lost' || word === 'bought' || word === 'overwritten' || word === 'made';

/** "I deleted", "was already published": done, whoever answers what. */
const finished = (clause: readonly string[], at: number): boolean =>
  isPast(clause[at] ?? '') && PAST.has(clause[at - 1] ?? '') && clause[at - 1] !== 'be';

/** "Users can delete their posts", "easy to deploy": said of the product, not done now. */
function byPersons(clause: readonly string[], at: number): boolean {
  let i = at - 1;
  if (isPast(clause[at] ?? '')) return false;
  if (clause[i] === 'to' && EASE.has(clause[i - 1] ?? '')) return true;
  while (i >= 0 && MODALS.has(clause[i] ?? '')) i--;
  if (!PERSONS.has(clause[i] ?? '')) return false;
  const modal = i < at - 1;
  return (
    (i === 0 ? modal || /s$/.test(clause[at] ?? '') : BEFORE_PERSONS.has(clause[i - 1] ?? '')) &&
    (clause[i] !== 'you' || clause[at - 1] === 'can' || clause[at - 1] === 'could')
  );
}
const MODALS = new Set(['can', 'could', 'may', 'to', 'will', 'must', 'should', 'also', 'then', 'might']);

/** The word that negates the act at this place, if one reaches it. */
function negated(clause: readonly string[], at: number): string | undefined {
  const after = clause[at + 1] ?? '';
  if (
    (/^(?:nothing|none|neither)$/.test(after) && !/^(?:but|except)$/.test(clause[at + 2] ?? '')) ||
    (after === 'no' && clause[at + 2] !== 'longer')
  )
    return after;
  for (let i = at - 1; i >= 0 && i >= at - 6; i--) {
    const word = clause[i] ?? '';
    if (NEGATORS.has(word)) return word;
    if (!FILLERS.has(word) && !ACTS.has(word)) return undefined;
  }
  return undefined;
}

function asked(clause: readonly string[], at: number): boolean {
  if (clause[at - 1] === 'be' && /^(?:what|which|should|shall|can|may)$/.test(clause[0] ?? '')) return true;

  let i = at - 1;
  while (i >= 0 && STARTERS.has(clause[i] ?? '') && !AGENT.has(clause[i] ?? '')) i--;
  if (i < 0) return true;
  if (clause[i] === 'to') return READY.has(clause[i - 1] ?? '');
  if (clause[i] === 'we') return !/^(?:how|where|which|what|when)$/.test(clause[0] ?? '');
  return AGENT.has(clause[i] ?? '');
}
