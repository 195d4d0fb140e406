// Settings: notifications on this device, the devices that were let in, the notifiers, mute and pause.
import type { JSX } from 'preact';
import type { ViewProps } from '../routes.ts';
import { Devices } from './devices.tsx';
import { Notifiers } from './notifiers.tsx';
import { Quiet } from './quiet.tsx';
import { ThisDevice } from './this-device.tsx';

export function SettingsView({ page, state }: ViewProps): JSX.Element {
  return (
    <div class="view narrow">
      <header class="view-head">
        <h1>Settings</h1>
      </header>
      <ThisDevice page={page} />
      <Quiet page={page} pauses={state.inbox.pauses} now={state.now} />
      <Notifiers page={page} now={state.now} />
      <Devices page={page} now={state.now} />
    </div>
  );
}
