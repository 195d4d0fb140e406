// The tmux servers of this computer, by the path of their socket, and their panes as terminals.
import { randomUUID } from 'node:crypto';
import { checkPasted, checkTyped, type Look, NotSent, type Terminal } from '../../system/terminal.ts';
import { harmless, isPane, listPane, quote, type Run, runOn } from './command.ts';
import { createPolling, type Polling } from './polling.ts';

/** The server may start, end and start again; callers need not care. We never start it. */
interface TmuxServer {
  terminal(pane: string): Terminal;
  /** The name of the session that the pane is in. */
  sessionOf(pane: string): Promise<string | undefined>;
  /** The terminals of people that are attached now. */
  clients(): Promise<readonly ClientInfo[]>;
}

/** A terminal that is attached to tmux. `term`: its kind, as xterm-256color. */
type ClientInfo = { readonly tty: string; readonly activeAt: number; readonly term: string };

/** The server at a socket; always the same object for the same path. */
export type TmuxServers = (socket: string) => TmuxServer;

export function tmuxServers(env: NodeJS.ProcessEnv): TmuxServers {
  const known = new Map<string, TmuxServer>();
  return (socket) => {
    const server = known.get(socket) ?? tmuxServer(runOn(socket, env));
    known.set(socket, server);
    return server;
  };
}

function tmuxServer(run: Run): TmuxServer {
  /** By pane: what one terminal types changes the screen for all who watch that pane. */
  const pollings = new Map<string, Polling>();
  const pollingOf = (pane: string) => {
    const polling = pollings.get(pane) ?? createPolling();
    pollings.set(pane, polling);
    return polling;
  };
  /** Nothing if no server is running or it does not say. */
  const printed = async (line: string) => (await run(line).catch(() => undefined))?.printed ?? [];
  return {
    terminal: (pane) => paneTerminal(run, pane, pollingOf(pane)),
    sessionOf: async (pane) => (isPane(pane) ? (await printed(listPane(pane, harmless('session_name'))))[0] : undefined),
    async clients() {
      const lines = await printed('list-clients -F "#{client_tty} #{client_activity} #{client_control_mode} #{client_termname}"');
      return lines.flatMap((line) => {
        const [tty = '', seconds = '', isControlled, term = ''] = line.split(' ');
        return isControlled === '1' || !tty.startsWith('/dev/') ? [] : [{ tty, activeAt: Number(seconds) * 1_000, term }];
      });
    },
  };
}

// ── a pane ────────────────────────────────────────────────────────────────────────────────────────────────────

/** Begins the lines that are not of the screen; a hook of the user may print others between them. */
const MARK = 'answerback';
const SENT = 'sent';

const FORMAT = [
  MARK,
  '#{pid}',
  '#{pane_pid}',
  '#{pane_width}',
  '#{pane_height}',
  '#{cursor_x}',
  '#{cursor_y}',
  '#{cursor_flag}',
  '#{alternate_on}',
  '#{pane_in_mode}',
  '#{pane_dead}',
  '#{window_activity}',
  '#{session_activity}',
  harmless('pane_current_command'),
].join(' ');

/** Programs draw what a key did within about this long. */
const DRAWN_WITHIN_S = 0.015;

/** Pane ids are unique during the life of a server, so the terminal belongs to the server that it first found. */
function paneTerminal(run: Run, pane: string, polling: Polling): Terminal {
  if (!isPane(pane)) throw new RangeError(`A pane id looks like %1, not ${JSON.stringify(pane)}.`);
  /** The process of the server. */
  let server: number | undefined;
  /** When somebody last pressed a key in the pane's session, according to the last look. */
  let typed: number | undefined;
  /** What the last look showed. */
  let shown = '';

  const looking = [
    listPane(pane, FORMAT),
    `display-message -p ${MARK}`,
    // -N keeps trailing blanks: they may be text that was typed.
    `capture-pane -e -p -N -t ${pane}`,
    // A client's keys go to the active pane of the window it shows.
    `list-clients -F "${MARK} #{pane_id} #{client_activity} #{client_flags}"`,
  ].join(' ; ');

  const look = async (): Promise<Look | undefined> => {
    const { printed } = await polling.during(run(looking));
    return lookFrom(printed);
  };

  /**
   * Runs the commands only if the pane itself would get the input, and looks a moment later: tmux checks and runs them in one step, and one
   * process costs less than two.
   */
  const send = async (commands: string): Promise<Look | undefined> => {
    if (server === undefined) await look();
    const refused = refusal(server, typed);
    const then = `display-message -p ${SENT} ; run-shell -d ${DRAWN_WITHIN_S} ; ${looking}`;
    const line = `if-shell -F -t ${pane} ${quote(refused.when)} { display-message -p -t ${pane} ${quote(refused.why)} } { ${commands} ; ${then} }`;
    const { printed, problem } = await polling.during(run(line)).finally(polling.sent);
    const sent = printed.indexOf(SENT);
    if (sent < 0) throw new NotSent(`Pane ${pane}: ${printed[0] ?? problem ?? 'tmux did not reply'}.`);
    return lookFrom(printed.slice(sent + 1));
  };

  /** A line about the pane, its screen, and a line for each client; undefined if there is no such pane. */
  const lookFrom = (printed: readonly string[]): Look | undefined => {
    const state = printed.find(isMarked);
    if (state === undefined) return undefined;
    const [, of, pid, columns, rows, x, y, cursor, alternate, inMode, dead, outputAt, keyAt, ...command] = state.split(' ');
    const top = printed.indexOf(MARK) + 1;
    const bottom = top + Number(rows);
    server ??= Number(of);
    if (server !== Number(of)) return undefined;
    typed = Number(keyAt);
    const now = printed.join('\n');
    if (now !== shown) polling.changed();
    shown = now;
    return {
      ansi: printed.slice(top, bottom).join('\n'),
      cursor: { x: Number(x), y: Number(y), shown: cursor === '1' },
      columns: Number(columns),
      rows: Number(rows),
      alternate: alternate === '1',
      inMode: inMode !== '0',
      command: command.join(' '),
      pid: Number(pid),
      dead: dead === '1',
      activity: newestActivity(printed.slice(bottom).filter(isMarked), pane),
      printedAt: Number(outputAt) * 1000,
    };
  };

  return {
    look,
    onChange: polling.onDue,
    press: (key, times = 1) => send(`send-keys -t ${pane} -N ${times} ${quote(key)}`),
    async type(text) {
      checkTyped(text);
      // One command however long the text is: all of it is typed, or nothing.
      return text === '' ? undefined : send(`send-keys -t ${pane} -l -- ${quote(text)}`);
    },
    async paste(text) {
      checkPasted(text);
      if (text === '') return undefined;
      const buffer = `answerback-${randomUUID()}`;
      try {
        await run(`set-buffer -b ${buffer} -- ${quote(text)}`);
        return await send(`paste-buffer -p -r -d -b ${buffer} -t ${pane}`);
      } catch (error) {
        await run(`delete-buffer -b ${buffer}`).catch(() => {});
        throw error;
      }
    },
  };
}

/** When input must not be sent, and for which reason, as tmux formats. */
function refusal(server: number | undefined, typed: number | undefined): { when: string; why: string } {
  const reasons = [
    [`#{!=:#{pid},${server ?? 0}}`, 'the pane is gone'],
    ['#{pane_dead}', 'its process has ended'],
    ['#{pane_in_mode}', 'it shows copy mode or another mode'],
    ['#{pane_input_off}', 'its input is off'],
    ['#{pane_synchronized}', 'its input is synchronised with other panes'],
    // Only if that key came here: to the active pane of the active window.
    [`#{&&:#{&&:#{pane_active},#{window_active}},#{!=:#{session_activity},${typed ?? '#{session_activity}'}}}`, 'somebody is typing in it'],
  ] as const;
  return {
    when: reasons.reduceRight((rest, [condition]) => `#{||:${condition},${rest}}`, '0'),
    why: reasons.reduceRight((rest, [condition, words]) => `#{?${condition},${words},${rest}}`, ''),
  };
}

const isMarked = (line: string): boolean => line.startsWith(`${MARK} `);

/** A client that ignores its size only watches. */
function newestActivity(clients: readonly string[], pane: string): number {
  let newest = 0;
  for (const client of clients) {
    const [, at, seconds, flags = ''] = client.split(' ');
    const isObserver = flags.includes('control-mode') && flags.includes('ignore-size');
    if (at === pane && !isObserver) newest = Math.max(newest, Number(seconds) * 1000);
  }
  return newest;
}
