// The web page, server side: its files, the codes that let browsers in, and the browsers that were let in.
import type { Place } from '../../client/place.ts';
import { userName } from '../../client/user.ts';
import type { Clock } from '../../decide/clock.ts';
import type { Answerer } from '../../question/words.ts';
import { createCodes } from './codes.ts';
import { openDevices } from './devices.ts';
import { openFiles } from './files.ts';

type Parts = {
  readonly place: Place;
  readonly clock: Clock;
  /** `web: public-url` of the configuration, as it is now. */
  readonly publicUrl: () => URL | undefined;
  readonly onError: (error: unknown) => void;
};

export type Web = ReturnType<typeof createWeb>;

export function createWeb({ place, clock, publicUrl, onError }: Parts) {
  return {
    now: clock.now,
    publicUrl,
    files: openFiles(),
    codes: createCodes(clock),
    devices: openDevices({ path: place.devices, clock, onError }),
  };
}

/** Whoever uses a browser that was let in acts as the person whose broker this is. */
export const personAtPage = (): Answerer => ({ kind: 'person', name: userName(), surface: 'web' });
