// The route of an ask from both files: the user's says what is allowed, the project's may only take away from it.
import type { Ask } from '../../question/words.ts';
import type { Circumstances, Trial } from './match.ts';
import { EVERYTHING_TO_PEOPLE, type Ignored, type ProjectFile, type Routing, type Stop } from './route.ts';

/** Who decides this ask, in order. The last stop is always people. */
export type Routed = {
  /** The user's route that matched; undefined where none did and people decide. */
  readonly route?: string | undefined;
  /** The project's route that narrowed it. */
  readonly narrowedBy?: string | undefined;
  readonly stops: readonly Stop[];
  readonly irreversible: boolean;
  /** Names of the documents that may be attached to a brief. */
  readonly documents: readonly string[];
  readonly trials: readonly Trial[];
  readonly projectTrials: readonly Trial[];
  /** What the project's file asked for and did not get. */
  readonly ignored: readonly Ignored[];
};

export function routeAsk(_ask: Ask, _user: Routing, _project: ProjectFile | undefined, _circumstances: Circumstances): Routed {
  return { stops: [EVERYTHING_TO_PEOPLE], irreversible: false, documents: [], trials: [], projectTrials: [], ignored: [] };
}
