// A route as data: which asks it is for, and who decides them, in order. No rules here.
import type { Category } from '../../question/category.ts';
import type { AskKind } from '../../question/words.ts';
import type { Rule } from '../rules/kinds.ts';
import type { AnswererSettings } from './answerers.ts';
import type { Hours, Pattern, Range } from './fields.ts';

/** Every criterion that is given must hold; of several values of one criterion, one is enough. */
export type Criteria = {
  /** Folders: `~` is home, `*` one folder, `**` any depth; a name alone is the last part of the path. */
  readonly project?: readonly string[] | undefined;
  readonly program?: readonly string[] | undefined;
  readonly kind?: readonly AskKind[] | undefined;
  readonly category?: readonly Category[] | undefined;
  readonly header?: readonly Pattern[] | undefined;
  readonly text?: readonly Pattern[] | undefined;
  /** Whether an option or the question has a word of the warning list in it. */
  readonly warning?: boolean | undefined;
  readonly options?: readonly Range[] | undefined;
  readonly tool?: readonly string[] | undefined;
  readonly command?: readonly string[] | undefined;
  readonly hours?: readonly Hours[] | undefined;
};

/** One who may decide. A rule decides at once or passes; an agent has its time; people have theirs, or all the time there is. */
export type Step =
  | ({ readonly kind: 'rule'; readonly rule: Rule } & Reviewed)
  | ({
      readonly kind: 'agent';
      readonly agent: string;
      readonly withinMs: number;
      /** It may decide permissions; otherwise they skip it. */
      readonly permissions?: boolean | undefined;
    } & Reviewed)
  | PeopleStep;

/** The answerer that looks at an answer of this step before it is taken. */
type Reviewed = { readonly review?: string | undefined };

/** When their time is over the next step has its turn. After the last one, `silence` says whether the ask stays open or expires openly. */
export type PeopleStep = { readonly kind: 'people'; readonly withinMs?: number | undefined; readonly silence: 'open' | 'expire' };

/** Invariant: the last step is people. Nobody's silence is an answer. */
export type Route = {
  readonly name: string;
  readonly when: Criteria;
  /** An ask that matches this is not for this route, whatever `when` says. */
  readonly unless?: Criteria | undefined;
  readonly decide: readonly Step[];
  /** Whether rules and agents on this route may decide what cannot be undone, or what nobody is sure about. */
  readonly irreversible: boolean;
};

/** Project documents that are attached to a brief. Sizes in characters. */
export type Documents = { readonly names: readonly string[]; readonly mostEach: number; readonly mostTogether: number };

/** What the user's own file says about deciding. */
export type Routing = {
  readonly answerers: Readonly<Record<string, AnswererSettings>>;
  readonly routes: readonly Route[];
  readonly documents: Documents;
  /** A folder with the user's own templates of the brief. */
  readonly templates?: string | undefined;
  /** What a reviewer is told to judge by: the text itself, or a file with it. */
  readonly policy?: { readonly text: string } | { readonly file: string } | undefined;
  /** How many prompts in a row agents may give to a session without a person. */
  readonly mostPrompts: number;
};

/** What a project's `.answerback.yaml` says. It only ever narrows what the user's file allows. */
export type ProjectFile = {
  /** Machines of this kind decide nothing here. */
  readonly forbid: readonly ('rules' | 'agents')[];
  /** The longest an agent may take here. */
  readonly withinMs?: number | undefined;
  readonly routes: readonly Route[];
  /** Which of the user's documents are attached here; all of them where absent. */
  readonly documents?: readonly string[] | undefined;
  /** What the file asked for that a project cannot have. */
  readonly ignored: readonly Ignored[];
};

export type Ignored = { readonly where: string; readonly why: string };

export const EVERYTHING_TO_PEOPLE: PeopleStep = { kind: 'people', silence: 'open' };
