// Mute: no notifications for a while. Pause: only people answer for a while. Both everywhere; for one session they are in the sessions view.
import type { JSX } from 'preact';
import type { Pause } from '../../ask/schema/session.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { clockTime, mutedWords, pauseWords } from '../../dialog/words/words.ts';
import { useAttempt, useLoaded } from '../loaded.ts';
import type { Page } from '../page.ts';

type Props = { readonly page: Page; readonly pauses: readonly Pause[]; readonly now: number };

const AN_HOUR = 3_600_000;
const LENGTHS = [
  ['1 h', AN_HOUR],
  ['8 h', 8 * AN_HOUR],
  ['until I end it', undefined],
] as const;

export function Quiet({ page, pauses, now }: Props): JSX.Element {
  const { value: mutes = [], reload } = useLoaded(
    page,
    async (signal) => (await page.call('GET /v1/mute', { signal })).mutes,
    [],
    (event) => event.happening.kind === 'paused',
  );
  const { run } = useAttempt(page, reload);
  const mute = (muted: boolean, forMs?: number) =>
    run(
      () => page.call('PUT /v1/mute', { body: { muted, ...(forMs === undefined ? {} : { forMs }) } }),
      muted ? `No notifications${forMs === undefined ? '' : ` until ${clockTime(now + forMs, now)}`}.` : 'Notifications are on everywhere.',
    );
  const pause = (paused: boolean, forMs?: number) =>
    run(
      () => page.call('PUT /v1/pause', { body: { paused, ...(forMs === undefined ? {} : { forMs }) } }),
      paused ? 'Auto-answer is paused: only people answer.' : 'Auto-answer is on everywhere.',
    );
  const ownPauses = pauses.filter(({ mutes: isMute }) => !isMute);
  return (
    <section class="box setting" aria-labelledby="quiet">
      <h2 id="quiet">Mute and pause</h2>
      <Switch
        title="Notifications"
        state={mutes.length === 0 ? 'on everywhere' : mutedWords(mutes, now).join('; ')}
        isOn={mutes.length === 0}
        stop="Mute"
        resume="End all mutes"
        onStop={(forMs) => void mute(true, forMs)}
        onResume={() => void mute(false)}
      />
      <Switch
        title="Auto-answer"
        state={pauseWords(ownPauses, now)}
        isOn={ownPauses.length === 0}
        stop="Pause"
        resume="End all pauses"
        onStop={(forMs) => void pause(true, forMs)}
        onResume={() => void pause(false)}
      />
    </section>
  );
}

type SwitchProps = {
  readonly title: string;
  readonly state: string;
  readonly isOn: boolean;
  readonly stop: string;
  readonly resume: string;
  readonly onStop: (forMs: number | undefined) => void;
  readonly onResume: () => void;
};

function Switch({ title, state, isOn, stop, resume, onStop, onResume }: SwitchProps): JSX.Element {
  return (
    <div class="switch" role="group" aria-label={title}>
      <p class="line-text">
        <strong>{title}</strong> <span class={isOn ? 'dim' : 'tag warn wrap'}>{oneLine(state)}</span>
      </p>
      <div class="buttons">
        {LENGTHS.map(([words, forMs]) => (
          <button key={words} type="button" class="quiet" aria-label={`${stop} ${words}`} onClick={() => onStop(forMs)}>
            {words === '1 h' ? `${stop} ${words}` : words}
          </button>
        ))}
        {isOn ? null : (
          <button type="button" class="primary" onClick={onResume}>
            {resume}
          </button>
        )}
      </div>
    </div>
  );
}
