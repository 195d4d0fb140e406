// The port to an ask's files: the project's files and documents, and the user's templates and policy.
import type { Attached } from '../brief/brief.ts';
import type { ProjectFile } from '../route/route.ts';

/** `file` is its path. */
export type ReadProjectFile =
  | { readonly kind: 'ok'; readonly file: string; readonly value: ProjectFile }
  | { readonly kind: 'broken'; readonly file: string; readonly problem: string };

type ReadTemplates = { readonly texts: Readonly<Record<string, string>>; readonly problems: readonly string[] };

/** None of these throws: what cannot be read counts as missing, or as broken with a reason. */
export interface DecisionFiles {
  /** Every `.answerback.yaml` from the repository's root down to the project's folder, outermost first. All of them apply. */
  projectFiles(project: string): Promise<readonly ReadProjectFile[]>;
  /** The existing ones of these files inside the project, each cut at `mostEach` characters. */
  documents(project: string, names: readonly string[], mostEach: number): Promise<readonly Attached[]>;
  /** The Markdown files of a folder, by name. */
  templates(folder: string): Promise<ReadTemplates>;
  /** The user's policy; undefined if it cannot be read. */
  policy(file: string): Promise<string | undefined>;
  /** The real location of an absolute path, with every link followed; for a path that does not exist yet, that of its folder. Undefined if unknown. */
  realPath(path: string): Promise<string | undefined>;
}
