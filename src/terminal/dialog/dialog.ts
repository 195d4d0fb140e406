// The dialog as a screen: takes keys, paints itself, and returns a verdict when there is one.
import { failed, press } from '../../dialog/dialog/press.ts';
import { openDialog } from '../../dialog/dialog/state.ts';
import type { Screen } from '../loop.ts';
import { type DialogPainting, paintDialog } from './paint.ts';
import type { DialogProps } from './props.ts';

const SECOND = 1_000;

/** `props` are read again for every painting and key, so the caller can change them. The ask and the draft stay the same. */
export function dialogScreen(props: () => DialogProps, redraw: () => void): Screen<DialogPainting> {
  const { ask, draft } = props();
  let state = draft ?? openDialog(ask);
  return {
    everyMs: ask.deadline === undefined ? undefined : SECOND,
    paint(size) {
      const { now = Date.now, stale = false, notice } = props();
      return paintDialog(state, size, { now: now(), stale, notice });
    },
    press(key, { range }) {
      const { onVerdict, onLeave } = props();
      const { state: next, effect } = press(state, key, range);
      state = next;
      if (effect?.kind === 'leave') onLeave(next, effect.interrupted);
      if (effect?.kind !== 'submit') return;
      void onVerdict(effect.verdict).then((sent) => {
        if (sent.kind !== 'failed') return;
        state = failed(state, sent.message);
        redraw();
      });
    },
  };
}
