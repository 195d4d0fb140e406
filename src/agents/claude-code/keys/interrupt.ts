// Interrupts a working agent: presses Esc once, and only while the screen shows that it works. Checks that it has stopped.
import type { Interrupted } from '../../../inbox/channel.ts';
import { inputProblem } from '../../../system/terminal.ts';
import { isDialog, showsDialog } from '../screen/state.ts';
import { guardedLook } from './guarded-look.ts';
import { type Prompting, TURN_BEGINS_WITHIN_MS, until } from './type-prompt.ts';

const STOPPED_WITHIN_MS = 5_000;

export async function interrupt(pane: Pick<Prompting, 'terminal' | 'timer' | 'signal' | 'whyNotAgent'>): Promise<Interrupted> {
  // A prompt may just have been submitted, or a dialog closed, so it may not look busy yet.
  const busy = await until({ ...pane, waits: true }, ({ kind }) => kind === 'busy', TURN_BEGINS_WITHIN_MS);
  if (typeof busy === 'string') return notBusy(pane);
  try {
    await pane.terminal.press('Escape');
  } catch (error) {
    const problem = inputProblem(error);
    if (problem !== undefined) return failed(problem);
    throw error;
  }
  // A second Esc would do something else, so it is not repeated.
  const idle = await until(pane, ({ kind }) => kind === 'idle', STOPPED_WITHIN_MS);
  return typeof idle === 'string' ? failed(`Esc was pressed, but ${idle}`) : { kind: 'interrupted' };
}

async function notBusy(pane: Pick<Prompting, 'terminal' | 'whyNotAgent'>): Promise<Interrupted> {
  const seen = await guardedLook(pane.terminal, pane);
  if (seen.kind === 'stopped') return failed(seen.reason);
  if (seen.state.kind === 'idle') return { kind: 'idle' };
  // Esc would answer it.
  if (isDialog(seen.state)) return failed('a dialog is on the screen; decline what it asks instead');
  if (showsDialog(seen.state)) return failed('a dialog is on the screen that cannot be read; answer it in its pane');
  return failed('its screen does not show whether it works');
}

const failed = (reason: string): Interrupted => ({ kind: 'failed', reason });
