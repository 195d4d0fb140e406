// What a kind of rule is: one object with everything about it (kinds.ts lists them). And what it answers to one question: one option, or a pass.
import type { z } from 'zod';
import type { Pattern } from '../../ask/match/fields.ts';
import { shown } from '../../ask/problem.ts';
import type { Answer, Ask, Question } from '../../ask/schema/ask.ts';
import type { AskView } from '../../ask/schema/history.ts';

export type RuleKind<Settings extends object = object> = {
  /** As written in a route: `rule: { choose: Postgres }`. */
  readonly name: string;
  /** For the table in docs/ANSWERING.md: what it decides, and how it is written there after `rule:`. */
  readonly brief: string;
  readonly example: string;
  /** What is written after the name. `text`: how a pattern is parsed, which differs between the user's file and a project's. */
  readonly schema: (text: z.ZodType<Pattern>) => z.ZodType<Settings>;
  /** `rule: affirm` is short for `rule: { affirm: true }`. */
  readonly nameIsEnough?: true;
  /** Needs earlier answers, so they have to be loaded. */
  readonly needsPast?: true;
  /** Decides only what the user's own route names by its text, unless that route says `irreversible: allow`. */
  readonly onlyNamed?: true;
  /** Decides permissions and nothing else. The other kinds never decide a permission. */
  readonly permissions?: true;
  /** Absolute paths whose real location it needs, with links followed. */
  readonly places?: (settings: Settings, ask: Ask, home: string) => readonly string[];
  /** A short description for the record and for messages. */
  readonly describe: (settings: Settings) => string;
  /** Answers one question or passes. Every answer is also checked by the guard. */
  readonly decide: (question: Question, settings: Settings, facts: RuleFacts) => RuleAnswer;
  /** Whether a project's rule of this kind refers to the user's. Without this, it always does. */
  readonly isSame?: (users: Settings, projects: Settings) => boolean;
  /** The user's rule as restricted by a project. Without this, a project cannot change it. */
  readonly narrowed?: (users: Settings, projects: Settings) => Settings;
  /** What a project's rule names and the user's does not. It is ignored and reported. */
  readonly surplus?: (users: Settings, projects: Settings) => readonly string[];
};

/** A rule in a route: its kind, and what is written after the name. */
export type Rule = { readonly kind: RuleKind; readonly settings: object };

/** Forgets the type of the settings, so that all kinds fit in one list. Safe, because a kind only gets what its own schema parsed. */
export function defineRuleKind<Settings extends object>(kind: RuleKind<Settings>): RuleKind {
  return kind as unknown as RuleKind;
}

export type RuleFacts = {
  readonly ask: Ask;
  /** Decided asks of the same project, in any order, for kinds that need them. */
  readonly past: readonly AskView[];
  readonly home: string;
  /** The real location of a path, with links followed; undefined if unknown. Known for the `places` of the rule. */
  readonly real: (path: string) => string | undefined;
};

export type RuleAnswer =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly why: string }
  | { readonly kind: 'pass'; readonly why: string };

export const pass = (why: string): RuleAnswer => ({ kind: 'pass', why });

/** Exactly one option must match; two or none is a pass. */
export function onlyOne(question: Question, matching: readonly number[], what: string): RuleAnswer {
  const [only, another] = matching;
  if (only === undefined) return pass(`no option ${what}`);
  if (another !== undefined) return pass(`options ${matching.join(' and ')} ${what}`);
  return {
    kind: 'answer',
    answer: { kind: 'chosen', chosen: [only] },
    why: `option ${only} ${shown(question.options[only - 1]?.label)} ${what}`,
  };
}

/** The 1-based numbers of the options for which this holds. */
export function numbersWhere(question: Question, holds: (label: string) => boolean): readonly number[] {
  return question.options.flatMap((option, i) => (holds(option.label) ? [i + 1] : []));
}

/** A word that negates a label, or makes it conditional. */
export const TURNS =
  /(?<![\p{L}\p{N}])(?:no|not|non|never|none|neither|nor|without|don['’]?t|doesn['’]?t|won['’]?t|can['’]?t|cannot|isn['’]?t|shouldn['’]?t|avoid|skip|stop|cancel|abort|reject|decline|deny|refuse|except|unless|instead|but|wait|later|only|if|after|before|until)(?![\p{L}\p{N}])/iu;
