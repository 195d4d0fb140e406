// The web page, server side: its files, the codes that let browsers in, and the browsers that were let in.

import type { Answerer } from '../../ask/schema/decision.ts';
import type { BrokerFolder } from '../../client/place.ts';
import type { Clock } from '../../system/clock.ts';
import { userName } from '../../system/user.ts';
import { createCodes } from './codes.ts';
import { openDevices } from './devices.ts';
import { openFiles } from './files.ts';
import type { Lan } from './lan.ts';
import { isUsable, ownName } from './own-name.ts';

type WebOptions = {
  readonly place: BrokerFolder;
  readonly clock: Clock;
  /** `web: public-url` of the configuration, as it is now. */
  readonly publicUrl: () => URL | undefined;
  readonly port: () => number;
  readonly token: string;
  readonly lan: Lan;
  readonly onError: (error: unknown) => void;
};

export type Web = ReturnType<typeof createWeb>;

export function createWeb({ place, clock, publicUrl, port, token, lan, onError }: WebOptions) {
  const name = ownName(token);
  const devices = openDevices({ path: place.devices, clock, onError });
  let lastUrl = publicUrl()?.origin;
  return {
    now: clock.now,
    name,
    /** When it was changed or removed, what is still open through the old one ends. */
    publicUrl() {
      const url = publicUrl();
      if (url?.origin !== lastUrl) devices.disconnect('public');
      lastUrl = url?.origin;
      return url;
    },
    files: openFiles(),
    codes: createCodes(clock),
    devices,
    lan,
    /** Whoever uses a browser that was let in acts as the person whose broker this is. */
    person: (): Answerer => ({ kind: 'person', name: userName(), surface: 'web' }),

    /** Where the page is. */
    async state() {
      const [outside, network] = [publicUrl(), await lan.state()];
      return {
        url: `http://${(await isUsable(name)) ? name : '127.0.0.1'}:${port()}`,
        ...(outside ? { publicUrl: outside.origin } : {}),
        ...(network ? { lan: network } : {}),
        devices: devices.list().length,
      };
    },
  };
}
