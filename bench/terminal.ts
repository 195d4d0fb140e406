// Rows n, o and p: how long a person at a terminal waits for the first screen of the inbox or a dialog, and for the next one after a key.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { CLI } from '../test/support/home.ts';
import { type Measured, undone, withBroker } from './broker.ts';
import { timed } from './floor.ts';
import { count, type Row, timingRow } from './table.ts';
import { askAll } from './throughput.ts';

/** Of `node -e 0` in the same run. */
const FIRST_SCREEN_FLOORS = 3.5;
const KEY_MS = 30;
/** The question of every ask in this benchmark (test/support/home.ts). */
const QUESTION = 'Which database should we use?';

export async function terminal(quick: boolean): Promise<Row[]> {
  const [asks, starts, keys] = quick ? [50, 3, 20] : [1_000, 20, 200];
  return withBroker(async (broker) => {
    await askAll(
      Array.from({ length: 8 }, () => broker.wire()),
      asks,
    );
    const { body } = await broker.wire().call<{ asks: { id: string }[] }>({ method: 'GET', path: '/v1/asks?limit=1' });
    return withPanes(broker, async (panes) => {
      const inbox = await firstPaints(panes, ['inbox'], starts);
      const dialog = await firstPaints(panes, ['show', body.asks[0]?.id ?? '', '--answer'], starts);
      const pressed = await keyPresses(panes, keys);
      return [
        timingRow({
          what: `n. first screen of the inbox, ${count(asks)} open asks (${starts} starts; floor: \`node -e 0\`)`,
          ...inbox,
          floorsAtMost: FIRST_SCREEN_FLOORS,
        }),
        timingRow({
          what: `o. first screen of a dialog (${starts} starts; floor: \`node -e 0\`)`,
          ...dialog,
          floorsAtMost: FIRST_SCREEN_FLOORS,
        }),
        timingRow({
          what: `p. key → next screen of the inbox, ${count(asks)} open asks (${keys} keys; floor: \`cat\` in the same terminal)`,
          ...pressed,
          p50AtMost: KEY_MS,
          p99AtMost: KEY_MS,
        }),
      ];
    });
  });
}

/** The floor is measured in turn with the screens: a shared machine is not equally busy all the time. */
async function firstPaints(panes: Panes, args: readonly string[], starts: number): Promise<{ floor: number[]; measured: number[] }> {
  const [floor, measured]: [number[], number[]] = [[], []];
  // Whoever uses it has used it before: the compiled code is saved when a screen is left.
  const first = panes.open(`'${process.execPath}' '${CLI}' ${args.join(' ')}; echo left; exec cat`);
  await first.shows(QUESTION);
  await first.leaves('left');
  await first.close();
  for (let i = 0; i < starts; i += 1) {
    floor.push(await timed(() => spawnSync(process.execPath, ['-e', '0'], { env: panes.env })));
    const pane = panes.open(`exec '${process.execPath}' '${CLI}' ${args.join(' ')}`);
    measured.push(await timed(() => pane.shows(QUESTION)));
    await pane.close();
  }
  return { floor, measured };
}

async function keyPresses(panes: Panes, keys: number): Promise<{ floor: number[]; measured: number[] }> {
  const bare = panes.open('stty raw -echo; echo ready; exec cat');
  await bare.shows('ready');
  const inbox = panes.open(`exec '${process.execPath}' '${CLI}' inbox`);
  await inbox.shows(QUESTION);
  const [floor, measured]: [number[], number[]] = [[], []];
  for (let i = 0; i < keys; i += 1) {
    floor.push(await timed(() => bare.draws('j')));
    // Down through the list and up again, so that every key moves the selection.
    measured.push(await timed(() => inbox.draws(i % 40 < 20 ? 'j' : 'k')));
  }
  await bare.close();
  await inbox.close();
  return { floor, measured };
}

// ── terminals ──────────────────────────────────────────────────────────────────────────────────────────────────────

type Panes = { readonly env: NodeJS.ProcessEnv; open(command: string): OpenPane };
type OpenPane = {
  shows(text: string): Promise<void>;
  draws(key: string): Promise<void>;
  leaves(text: string): Promise<void>;
  close(): Promise<void>;
};

/** One tmux server over one control connection, so that neither starting a process nor polling is measured. */
async function withPanes<T>({ home }: Measured, work: (panes: Panes) => Promise<T>): Promise<T> {
  const name = `answerback-bench-${process.pid}`;
  // NO_COLOR would make screens smaller; NODE_EXTRA_CA_CERTS costs every Node 20 process 50 ms.
  const { NODE_EXTRA_CA_CERTS: _, NO_COLOR: __, TMUX: ___, ...env } = home.env;
  const tmux = (...args: readonly string[]) => {
    const { status, stderr } = spawnSync('tmux', ['-L', name, '-f', '/dev/null', ...args], { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`tmux ${args.join(' ')}: ${stderr || 'is it installed?'}`);
  };
  tmux('new-session', '-d', '-s', 'bench', '-x', '120', '-y', '40', 'exec sleep 86400');
  return undone(
    () => tmux('kill-server'),
    async () => {
      const control = spawn('tmux', ['-L', name, '-C', 'attach-session', '-t', 'bench'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
      const heard = new Set<(chunk: string) => void>();
      control.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        for (const listener of [...heard]) listener(chunk);
      });
      await once(control.stdout, 'data');
      let windows = 0;
      const until = (wanted: (all: string) => boolean): Promise<void> =>
        new Promise((resolve) => {
          let all = '';
          const listener = (chunk: string) => {
            all += chunk;
            if (!wanted(all)) return;
            heard.delete(listener);
            resolve();
          };
          heard.add(listener);
        });
      return work({
        env,
        open(command) {
          windows += 1;
          const target = `bench:${windows}`;
          let begun = false;
          const begin = () => {
            if (!begun) control.stdin.write(`new-window -d -t ${target} "${command.replaceAll('"', '\\"')}"\n`);
            begun = true;
          };
          return {
            // The clock starts with the command, not with the object.
            shows(text) {
              const shown = until((all) => all.includes(text));
              begin();
              return shown;
            },
            draws(key) {
              const drawn = until((all) => /^%output /m.test(all));
              control.stdin.write(`send-keys -t ${target} ${key}\n`);
              return drawn;
            },
            leaves(text) {
              const left = until((all) => all.includes(text));
              control.stdin.write(`send-keys -t ${target} C-c\n`);
              return left;
            },
            // Whatever it still drew must not be taken for what the next one shows.
            close() {
              const closed = until((all) => /^%(?:unlinked-)?window-close /m.test(all));
              control.stdin.write(`kill-window -t ${target}\n`);
              return closed;
            },
          };
        },
      });
    },
  );
}
