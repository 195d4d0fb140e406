// The port to what lies around an ask: the project's own file, its documents, and the user's templates.
import type { Attached } from './brief/brief.ts';
import type { ProjectFile } from './route/route.ts';

/** `file` is its path. */
export type FoundProjectFile =
  | { readonly kind: 'ok'; readonly file: string; readonly value: ProjectFile }
  | { readonly kind: 'broken'; readonly file: string; readonly problem: string };

/** None of these throws: what cannot be read is not there, or is broken and says why. */
export interface Surroundings {
  /** Every `.answerback.yaml` from the repository's own folder down to the project's, the outermost first. All of them hold. */
  projectFiles(project: string): Promise<readonly FoundProjectFile[]>;
  /** Those that are there, inside the project, each cut at `mostEach` characters. */
  documents(project: string, names: readonly string[], mostEach: number): Promise<readonly Attached[]>;
  /** The files of a folder by their names. */
  templates(folder: string): Promise<Readonly<Record<string, string>>>;
  /** The user's policy; undefined when it cannot be read. */
  policy(file: string): Promise<string | undefined>;
  /** Where a path in full really is, with every link followed; what does not exist yet is where its folder is. Undefined when it cannot be told. */
  realPath(path: string): Promise<string | undefined>;
}
