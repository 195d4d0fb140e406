// What a kind of rule is: one object with everything about it. kinds.ts lists them.
import type { z } from 'zod';
import type { AskView } from '../../question/lifecycle.ts';
import type { Ask, Question } from '../../question/words.ts';
import type { Pattern } from '../route/fields.ts';
import type { Said } from './said.ts';

export type RuleKind<Name extends string, Settings extends object> = {
  /** As written in a route: `rule: { choose: Postgres }`. */
  readonly name: Name;
  /** What is written after the name. `text`: how a pattern is parsed, which differs between the user's file and a project's. */
  readonly schema: (text: z.ZodType<Pattern>) => z.ZodType<Settings>;
  /** `rule: affirm` is short for `rule: { affirm: true }`. */
  readonly nameIsEnough?: true;
  /** Needs earlier answers, so they have to be loaded. */
  readonly needsPast?: true;
  /** Decides permissions and nothing else. The other kinds never decide a permission. */
  readonly permissions?: true;
  /** Absolute paths whose real location it needs, with links followed. */
  readonly places?: (settings: Settings, ask: Ask, home: string) => readonly string[];
  /** A short description for the record and for messages. */
  readonly describe: (settings: Settings) => string;
  /** Answers one question or passes. Every answer is also checked by the guard. */
  readonly decide: (question: Question, settings: Settings, facts: RuleFacts) => Said;
  /** Whether a project's rule of this kind refers to the user's. Without this, it always does. */
  readonly isSame?: (users: Settings, projects: Settings) => boolean;
  /** The user's rule as restricted by a project. Without this, a project cannot change it. */
  readonly narrowed?: (users: Settings, projects: Settings) => Settings;
  /** What a project's rule names and the user's does not. It is ignored and reported. */
  readonly surplus?: (users: Settings, projects: Settings) => readonly string[];
};

export type RuleFacts = {
  readonly ask: Ask;
  /** Decided asks of the same project, in any order, for kinds that need them. */
  readonly past: readonly AskView[];
  readonly home: string;
  /** The real location of a path, with links followed; undefined if unknown. Known for the `places` of the rule. */
  readonly real: (path: string) => string | undefined;
};
