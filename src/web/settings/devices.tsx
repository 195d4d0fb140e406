// The browsers that were let in: their names, when they were last seen, and the end of their access.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Contract } from '../../contract/types.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { ago } from '../../dialog/words/words.ts';
import { useAttempt, useLoaded } from '../loaded.ts';
import type { Page } from '../page.ts';

type Device = Contract['GET /v1/devices']['reply']['devices'][number];

const ACCESS_LABELS = { local: 'on this computer', lan: 'on the local network', public: 'through the public address' } as const;

export function Devices({ page, now }: { readonly page: Page; readonly now: number }): JSX.Element {
  const { value, problem, reload } = useLoaded(page, async (signal) => (await page.call('GET /v1/devices', { signal })).devices, []);
  return (
    <section class="box setting" aria-labelledby="devices">
      <h2 id="devices">Devices</h2>
      <p class="dim">
        Browsers that may use this page. <code>answerback web</code> lets in another one.
      </p>
      {value === undefined ? <p class="dim">{problem ?? 'Loading…'}</p> : null}
      <ul class="lines-list">
        {[...(value ?? [])]
          .sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.seenAt - a.seenAt)
          .map((device) => (
            <DeviceLine key={device.id} page={page} device={device} now={now} onChange={reload} />
          ))}
      </ul>
    </section>
  );
}

type LineProps = { readonly page: Page; readonly device: Device; readonly now: number; readonly onChange: () => void };

function DeviceLine({ page, device, now, onChange }: LineProps): JSX.Element {
  const [name, setName] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const { run } = useAttempt(page, onChange);
  const shown = oneLine(device.name);
  const rename = async (event: Event) => {
    event.preventDefault();
    const isDone = await run(() => page.call('PUT /v1/devices/:id', { params: { id: device.id }, body: { name: name ?? '' } }));
    if (isDone) setName(undefined);
  };
  const revoke = () => {
    setAsking(false);
    void run(() => page.call('POST /v1/devices/:id/revoke', { params: { id: device.id } }), `${shown} has no access any more.`);
  };
  if (name !== undefined)
    return (
      <li>
        <form class="rename" onSubmit={(event) => void rename(event)}>
          <input
            aria-label={`New name of ${shown}`}
            value={name}
            maxLength={60}
            required
            ref={(field) => {
              if (field && document.activeElement !== field && field.dataset.seen === undefined) {
                field.dataset.seen = '';
                field.select();
              }
            }}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button type="submit" class="primary">
            Save
          </button>
          <button type="button" class="quiet" onClick={() => setName(undefined)}>
            Cancel
          </button>
        </form>
      </li>
    );
  return (
    <li>
      <div class="line-text">
        <strong>{shown}</strong> {device.isThis ? <span class="tag">this device</span> : null}
        <p class="dim">
          {oneLine(device.browser)}, {ACCESS_LABELS[device.door]}, {device.isThis ? 'in use' : `seen ${ago(now - device.seenAt)}`}
        </p>
      </div>
      <div class="buttons">
        {isAsking ? (
          <>
            <button type="button" class="primary danger" ref={(button) => button?.focus()} onClick={revoke}>
              {device.isThis ? 'Log out now' : 'Remove its access'}
            </button>
            <button type="button" class="quiet" onClick={() => setAsking(false)}>
              Keep
            </button>
          </>
        ) : (
          <>
            <button type="button" class="quiet" aria-label={`Rename ${shown}`} onClick={() => setName(device.name)}>
              Rename
            </button>
            <button
              type="button"
              class="quiet danger"
              aria-label={device.isThis ? 'Log out of this device' : `Revoke ${shown}`}
              onClick={() => setAsking(true)}
            >
              {device.isThis ? 'Log out…' : 'Revoke…'}
            </button>
          </>
        )}
      </div>
    </li>
  );
}
