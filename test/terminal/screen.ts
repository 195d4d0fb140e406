// For tests: runs the built command line in a real terminal, sends it keys, and reads its screen.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPane, type Pane } from '../support/agents/tmux.ts';
import { CLI, type Home } from '../support/home.ts';

export type Screen = {
  readonly pane: Pane;
  /** A key by its tmux name: Enter, Escape, Down, BTab, C-c, M-Enter. Before the next one, wait for what the screen must show. */
  keys(name: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Pastes like a terminal does: bracketed, if the program turned that on. */
  paste(text: string): Promise<void>;
  look(): Promise<string>;
  /** Waits until the screen shows this. */
  until(wanted: string | RegExp): Promise<string>;
  /** A tmux format of the pane, e.g. "alternate_on". */
  fact(name: string): Promise<string>;
  close(): Promise<void>;
};

export type ScreenOptions = { readonly columns?: number; readonly rows?: number; readonly env?: Record<string, string> };

/** Long enough that only a hanging program runs into it, not a slow one. */
const PATIENCE_MS = 60_000;

/** `command` is run by a shell, in which `answerback` is the build under test. */
export async function openScreen(home: Home, command: string, { columns = 80, rows = 24, env = {} }: ScreenOptions = {}): Promise<Screen> {
  const own = Object.fromEntries(
    Object.entries({ ...home.env, ...env, LC_ALL: 'C.UTF-8' }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  for (const name of ['NO_COLOR', 'CI', 'TMUX', 'TERM']) if (!(name in env)) delete own[name];
  const pane = await openPane({
    command: ['sh', '-c', `answerback() { '${process.execPath}' '${CLI}' "$@"; }; ${command}; echo "exit=$?"; exec cat`],
    cwd: process.cwd(),
    env: own,
    columns,
    rows,
  });
  const look = async () => (await pane.tmux('capture-pane', '-p', '-t', pane.id)).trimEnd();
  return {
    pane,
    look,
    keys: async (name) => void (await pane.tmux('send-keys', '-t', pane.id, name)),
    type: async (text) => void (await pane.tmux('send-keys', '-t', pane.id, '-l', text)),
    async paste(text) {
      const file = join(home.place.folder, 'pasted');
      writeFileSync(file, text);
      await pane.tmux('load-buffer', file);
      await pane.tmux('paste-buffer', '-p', '-r', '-t', pane.id);
    },
    async until(wanted) {
      let wake = () => {};
      let drawn = false;
      let late = false;
      const stop = pane.onOutput(() => {
        drawn = true;
        wake();
      });
      const timer = setTimeout(() => {
        late = true;
        wake();
      }, PATIENCE_MS);
      try {
        for (;;) {
          drawn = false;
          const screen = await look();
          if (typeof wanted === 'string' ? screen.includes(wanted) : wanted.test(screen)) return screen;
          if (late) throw new Error(`not seen: ${wanted}. The screen:\n${screen}`);
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (drawn || late) resolve();
          });
        }
      } finally {
        stop();
        clearTimeout(timer);
      }
    },
    fact: async (name) => (await pane.tmux('display-message', '-p', '-t', pane.id, `#{${name}}`)).trim(),
    close: () => pane.kill(),
  };
}
