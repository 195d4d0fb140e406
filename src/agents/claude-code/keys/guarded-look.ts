// Reads the agent's pane, and checks that it is safe to act on: the pane exists, the agent runs in it, and nobody else is typing there.
import { type Look, NoResponse, type Terminal } from '../../../system/terminal.ts';
import { screenOf } from '../screen/parse.ts';
import { readScreen } from '../screen/read.ts';
import type { Screen, ScreenState } from '../screen/state.ts';

export type WhyNotAgent = (look: Look) => Promise<string | undefined>;

export type Guard = {
  /** Why keys would not reach the agent: another program is in the foreground, for example. */
  readonly whyNotAgent: WhyNotAgent;
  /** Nothing will be typed, so copy mode does not matter: a look shows the screen underneath. */
  readonly onlyReads?: true;
  /** An earlier look. Since then the pane must have kept its process, and nobody may have typed in it. */
  readonly since?: Look | undefined;
};

export type Seen = { readonly kind: 'seen'; readonly look: Look; readonly screen: Screen; readonly state: ScreenState };

/** `gone`: the pane was closed, or its process has ended. `silent`: the terminal did not respond, so nothing is known about the pane. */
export type Stopped = {
  readonly kind: 'stopped';
  readonly gone: boolean;
  readonly silent?: true;
  readonly reason: string;
  /** What the screen shows, if all that is wrong is that somebody is typing. */
  readonly state?: ScreenState;
};

export async function guardedLook(terminal: Pick<Terminal, 'look'>, guard: Guard): Promise<Seen | Stopped> {
  const look = await terminal.look().catch(noResponse);
  if (look instanceof NoResponse) return { kind: 'stopped', gone: false, silent: true, reason: look.message };
  if (!look || look.dead) return { kind: 'stopped', gone: true, reason: 'the pane is gone' };
  const reason = await whyUnsafe(look, guard);
  if (reason !== undefined) return { kind: 'stopped', gone: false, reason };
  const screen = screenOf(look);
  const state = readScreen(screen);
  if (look.activity > (guard.since ?? look).activity)
    return { kind: 'stopped', gone: false, reason: 'somebody is typing in this pane', state };
  return { kind: 'seen', look, screen, state };
}

function noResponse(error: unknown): NoResponse {
  if (error instanceof NoResponse) return error;
  throw error;
}

async function whyUnsafe(look: Look, { whyNotAgent, onlyReads, since = look }: Guard): Promise<string | undefined> {
  if (look.inMode && !onlyReads) return 'the pane is in copy mode';
  const reason = await whyNotAgent(look);
  if (reason !== undefined) return reason;
  if (look.pid !== since.pid) return 'the pane now runs another process';
  return undefined;
}
