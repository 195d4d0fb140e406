// The dialog as a component: keys in, paintings out, a verdict when there is one.
import { useMemo, useRef, useState } from 'react';
import { failed, press } from '../../views/dialog/press.ts';
import { type DialogState, openDialog } from '../../views/dialog/state.ts';
import { useKeys, useNow, useSize } from '../hooks.ts';
import { Screen } from '../screen.tsx';
import { factsAbout } from './facts.ts';
import { paintDialog } from './paint.ts';
import type { DialogProps } from './props.ts';

const SECOND = 1_000;

export function Dialog({ ask, draft, onVerdict, onLeave, stale = false, notice, active = true, now = Date.now }: DialogProps) {
  const [state, setState] = useState<DialogState>(() => draft ?? openDialog(ask));
  // Keys may come faster than screens are drawn, and each must meet the state that the one before it left.
  const latest = useRef(state);
  const size = useSize();
  const time = useNow(ask.deadline === undefined ? undefined : SECOND, now);
  const known = useMemo(() => factsAbout(ask, 0), [ask]);
  const facts = { ...known, now: time, stale, notice };
  const painting = paintDialog(state, size, facts);

  const show = (next: DialogState) => {
    latest.current = next;
    setState(next);
  };
  useKeys((key) => {
    const room = latest.current === state ? painting.room : paintDialog(latest.current, size, facts).room;
    const { state: next, effect } = press(latest.current, key, room);
    show(next);
    if (effect?.kind === 'leave') onLeave(next, effect.interrupted);
    if (effect?.kind !== 'submit') return;
    void onVerdict(effect.verdict).then((sent) => {
      if (sent.kind === 'failed') show(failed(latest.current, sent.message));
    });
  }, active);

  return <Screen lines={painting.lines} cursor={painting.cursor} />;
}
