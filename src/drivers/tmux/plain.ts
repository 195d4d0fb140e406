// A tmux server controlled by short-lived processes, because an attached control client could crash it.
//
// Before 3.7, an attached control client can crash the whole server when windows or sessions end at the wrong moment (seen on 3.3a). So
// with those versions nothing stays attached: each command is a process of a few milliseconds, and listeners are called often while
// something happens, and less and less often while nothing does.
import { spawn } from 'node:child_process';
import { noReply, PATIENCE, type Place } from './client.ts';
import type { Control } from './control.ts';
import type { Block, Command, Notice, Reply } from './frames.ts';

const SOON_MS = 8;
const LATEST_MS = 1_000;
const SLOWER = 1.3;

export function plainControl({ socket, tmux, env }: Place): Control {
  const listeners = new Set<(notice: Notice) => void>();
  let server: number | undefined;
  let looks = 0;
  let wait = SOON_MS;
  let timer: NodeJS.Timeout | undefined;
  let reading = 0;
  let isDue = false;

  const tick = () => {
    // On a busy computer, one look right after the other would slow down the agent.
    isDue = reading > 0;
    if (isDue) return;
    looks += 1;
    wait = Math.min(LATEST_MS, wait * SLOWER);
    for (const listener of [...listeners]) listener({ kind: 'windows' });
    arm();
  };
  const arm = () => {
    clearTimeout(timer);
    timer = listeners.size > 0 ? setTimeout(tick, wait).unref() : undefined;
  };

  return {
    server: () => server,
    version: () => looks,
    spawns: true,
    async run(command) {
      reading += 1;
      const said = await tell({ socket, tmux, env }, command.line).finally(() => {
        reading -= 1;
        // Our own command has changed the screen.
        if (!command.reads) wait = SOON_MS;
        if (!command.reads || isDue) arm();
        isDue = false;
      });
      if (said.code === undefined || /no server running|error connecting/.test(said.err)) return undefined;
      if (said.code !== 0) return { kind: 'failed', message: said.err.trim(), said: said.out };
      return { kind: 'done', blocks: blocksOf(said.out, command) } satisfies Reply;
    },
    onNotice(listener) {
      const own = (notice: Notice) => listener(notice);
      listeners.add(own);
      wait = SOON_MS;
      arm();
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
    async close() {
      listeners.clear();
      clearTimeout(timer);
    },
  };
}

/** The same pieces a control client gets: a command's output; nothing plus the output of the chosen branch; a line, a screen, the rest. */
function blocksOf(out: string, { blocks, lines }: Command): readonly Block[] {
  const all = out.split('\n').slice(0, -1);
  if (blocks === 2) return [[], all];
  if (blocks !== 3) return [all];
  const first = all.slice(0, 1);
  const height = lines?.([first]) ?? 0;
  return [first, all.slice(1, 1 + height), all.slice(1 + height)];
}

/**
 * The line is passed as a file, so that tmux parses it exactly like a control client's. Never starts a server (-N). Rejects if there was no reply:
 * then the server may still run the line.
 */
function tell({ socket, tmux, env }: Place, line: string): Promise<{ code: number | undefined; out: string; err: string }> {
  const { TMUX: _, TMUX_PANE: __, ...rest } = env;
  return new Promise((resolve, reject) => {
    const child = spawn(tmux, ['-u', '-N', '-S', socket, 'source-file', '-'], { env: rest });
    const late = setTimeout(() => {
      child.kill();
      reject(noReply());
    }, PATIENCE);
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said.out += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said.err += chunk;
    });
    child.stdin.on('error', () => {});
    child.once('error', (error) => {
      clearTimeout(late);
      resolve({ code: undefined, out: '', err: error.message });
    });
    child.once('close', (code) => {
      clearTimeout(late);
      resolve({ code: code ?? undefined, ...said });
    });
    child.stdin.end(`${line}\n`);
  });
}
