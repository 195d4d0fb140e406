// A route as data: which asks it is for, and who decides them, in order. No logic here.

import type { Criteria } from '../../ask/match/criteria.ts';
import type { ConfiguredAnswerer } from '../answerers/answerer.ts';
import type { Rule } from '../rules/rule-kind.ts';
import type { PromptPermission } from './prompt-permission.ts';

/** One step of a route. A rule decides at once or passes; agents have a time limit; people have one or wait without limit. */
export type Step =
  | ({ readonly kind: 'rule'; readonly rule: Rule } & Reviewed)
  | ({
      readonly kind: 'agent';
      readonly agent: string;
      readonly withinMs: number;
      /** Whether it may decide permissions; if not, they skip it. */
      readonly permissions?: boolean | undefined;
      /** Whether its brief leaves out that it can pass. */
      readonly alwaysAnswers?: boolean | undefined;
      /** Which prompts it may give to an idle agent; if none, idle asks skip it. */
      readonly prompts?: PromptPermission | undefined;
    } & Reviewed)
  | PeopleStep;

/** The answerer that reviews an answer of this step before it is accepted. */
type Reviewed = { readonly review?: string | undefined };

/** When the time is over, the next step follows. After the last one, `silence` says whether the ask stays open or expires. */
export type PeopleStep = { readonly kind: 'people'; readonly withinMs?: number | undefined; readonly silence: 'open' | 'expire' };

/** Invariant: the last step is people. Silence is never an answer. */
export type Route = {
  readonly name: string;
  readonly when: Criteria;
  /** An ask that matches this is not for this route, whatever `when` says. */
  readonly unless?: Criteria | undefined;
  readonly decide: readonly Step[];
  /** Whether rules and agents on this route may decide what is irreversible or of unsure risk. */
  readonly irreversible: boolean;
  /** When people are notified: when it is their turn, or as soon as anybody has to think about it. */
  readonly notify: 'in-turn' | 'at-once';
};

/** Project documents that are attached to a brief. Sizes in characters. */
type Documents = { readonly names: readonly string[]; readonly mostEach: number; readonly mostTogether: number };

/** What the user's own file says about deciding. */
export type Routing = {
  readonly answerers: Readonly<Record<string, ConfiguredAnswerer>>;
  readonly routes: readonly Route[];
  readonly documents: Documents;
  /** A folder with the user's own brief templates. */
  readonly templates?: string | undefined;
  /** What a reviewer judges by: the text itself, or a file with it. */
  readonly policy?: { readonly text: string } | { readonly file: string } | undefined;
  /** How many prompts in a row agents may give to a session without a person. */
  readonly mostPrompts: number;
  /** For how long agents may prompt a session without a person; without it, as long as they like. */
  readonly mostTimeMs?: number | undefined;
  /** How many tokens a session may use meanwhile, with those of its answerers; without it, as many as it likes. */
  readonly mostTokens?: number | undefined;
};

/** What a project's `.answerback.yaml` says. It can only restrict what the user's file allows. */
export type ProjectFile = {
  /** These decide nothing in this project. */
  readonly forbid: readonly ('rules' | 'agents')[];
  /** The longest an agent may take here. */
  readonly withinMs?: number | undefined;
  readonly routes: readonly Route[];
  /** Which of the user's documents are attached here; all of them if absent. */
  readonly documents?: readonly string[] | undefined;
  /** What the file asked for that a project may not set. */
  readonly ignored: readonly Ignored[];
};

export type Ignored = { readonly where: string; readonly why: string };

export const EVERYTHING_TO_PEOPLE: PeopleStep = { kind: 'people', silence: 'open' };
