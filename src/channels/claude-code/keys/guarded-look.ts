// A look at the agent's pane that may be acted on: the pane is there, the agent runs in it, and nobody else is at it.
import type { Look, Terminal } from '../../terminal.ts';
import { screenOf } from '../screen/parse.ts';
import { readScreen } from '../screen/read.ts';
import type { Screen, ScreenState } from '../screen/state.ts';

export type Guard = {
  /** Whether the program in the foreground is the agent. */
  readonly isAgent: (look: Look) => boolean;
  /** Nothing will be typed, so copy mode does not matter: a look shows what is under it. */
  readonly onlyReads?: true;
  /** An earlier look: since then the pane must have run the same process, and nobody may have typed in it. */
  readonly since?: Look | undefined;
};

export type Seen = { readonly kind: 'seen'; readonly look: Look; readonly screen: Screen; readonly state: ScreenState };

/** `gone`: there is no pane any more, or its process has ended. */
export type Stopped = { readonly kind: 'stopped'; readonly gone: boolean; readonly reason: string };

/** Throws only when the terminal does not reply. */
export async function guardedLook(terminal: Terminal, guard: Guard): Promise<Seen | Stopped> {
  const look = await terminal.look();
  if (!look || look.dead) return { kind: 'stopped', gone: true, reason: 'the pane is gone' };
  const reason = objection(look, guard);
  if (reason !== undefined) return { kind: 'stopped', gone: false, reason };
  const screen = screenOf(look);
  return { kind: 'seen', look, screen, state: readScreen(screen) };
}

function objection(look: Look, { isAgent, onlyReads, since = look }: Guard): string | undefined {
  if (look.inMode && !onlyReads) return 'the pane is in copy mode';
  if (!isAgent(look)) return `another program runs in the pane (${look.command})`;
  if (look.pid !== since.pid) return 'the pane runs another process now';
  if (look.activity > since.activity) return 'somebody is typing in this pane';
  return undefined;
}
