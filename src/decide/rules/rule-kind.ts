// What a kind of rule is: everything about it in one object, in one file. kinds.ts lists them.
import type { z } from 'zod';
import type { AskView } from '../../question/lifecycle.ts';
import type { Ask, Question } from '../../question/words.ts';
import type { Pattern } from '../route/fields.ts';
import type { Said } from './said.ts';

export type RuleKind<Name extends string, Settings extends object> = {
  /** As it is written in a route: `rule: { choose: Postgres }`. */
  readonly name: Name;
  /** What is written after the name. `text`: how a pattern is read, which differs between the user's own file and a project's. */
  readonly schema: (text: z.ZodType<Pattern>) => z.ZodType<Settings>;
  /** The name alone is enough: `rule: affirm` is the same as `rule: { affirm: true }`. */
  readonly nameIsEnough?: true;
  /** It is decided by what people answered before, so that has to be fetched. */
  readonly needsPast?: true;
  /** It decides permissions and nothing else. The others never decide a permission. */
  readonly permissions?: true;
  /** Paths in full of which it must know where they really are, with links followed. */
  readonly places?: (settings: Settings, ask: Ask, home: string) => readonly string[];
  /** In a few words, for the record and for messages. */
  readonly describe: (settings: Settings) => string;
  /** Answers one question or passes. The guard sees every answer. */
  readonly decide: (question: Question, settings: Settings, facts: RuleFacts) => Said;
  /** Whether a project's rule of this kind means the user's. Without this, it always does. */
  readonly isSame?: (users: Settings, projects: Settings) => boolean;
  /** The user's rule as a project narrows it. Without this, a project cannot change it. */
  readonly narrowed?: (users: Settings, projects: Settings) => Settings;
  /** What a project's rule names and the user's does not: it is ignored, and said so. */
  readonly surplus?: (users: Settings, projects: Settings) => readonly string[];
};

export type RuleFacts = {
  readonly ask: Ask;
  /** Decided asks of the same project, in any order; for kinds that need them. */
  readonly past: readonly AskView[];
  readonly home: string;
  /** Where a path really is, links followed; undefined where that cannot be told. Known for the `places` of the rule. */
  readonly real: (path: string) => string | undefined;
};
