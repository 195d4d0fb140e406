// The port to what lies around an ask: the project's own file, its documents, and the user's templates.
import type { Attached } from './brief/brief.ts';
import type { ProjectFile } from './route/route.ts';

export type FoundProjectFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'ok'; readonly file: ProjectFile }
  | { readonly kind: 'broken'; readonly problem: string };

/** None of these throws: what cannot be read is not there, or is broken and says why. */
export interface Surroundings {
  /** `.answerback.yaml` in the project's folder. */
  projectFile(project: string): Promise<FoundProjectFile>;
  /** Those that are there, inside the project, each cut at `mostEach` characters. */
  documents(project: string, names: readonly string[], mostEach: number): Promise<readonly Attached[]>;
  /** The files of a folder by their names. */
  templates(folder: string): Promise<Readonly<Record<string, string>>>;
}
