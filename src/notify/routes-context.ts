// What the HTTP routes of notifications use of the broker.
import type { Pauses } from '../inbox/pauses.ts';
import type { createConfiguredNotifiers } from './configured-notifiers.ts';
import type { PushDevices } from './notifiers/web-push/devices.ts';

export type NotifyContext = {
  readonly notifying: Pick<ReturnType<typeof createConfiguredNotifiers>, 'links' | 'taps' | 'list' | 'test' | 'lookIfChanged'> & {
    readonly push: PushDevices;
  };
  readonly pauses: Pauses;
  readonly now: () => number;
};
