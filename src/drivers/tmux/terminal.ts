// A pane of a tmux server as a Terminal.
import { randomUUID } from 'node:crypto';
import { checkPasted, checkTyped, type Look, NotSent, type Terminal } from '../../channels/terminal.ts';
import type { Control } from './control.ts';
import type { Block, Reply } from './frames.ts';
import { harmless, quote } from './quote.ts';
import { isObserver } from './sessions.ts';

const FORMAT = [
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

const ROWS = 3;

/** Programs draw what a key did within about this long. */
const DRAWN_WITHIN_S = 0.015;
const SENT = 'sent';

/** Pane ids are unique during the life of a server, so the terminal belongs to the server that it first found. */
export function paneTerminal(control: Control, pane: string): Terminal {
  if (!/^%\d+$/.test(pane)) throw new RangeError(`A pane id looks like %1, not ${JSON.stringify(pane)}.`);
  let server = control.server();
  /** When somebody last pressed a key in the pane's session, according to the last look. */
  let typed: number | undefined;

  const looking = {
    line: [
      // Unlike display-message, this fails if there is no such pane.
      `list-panes -t ${pane} -f ${quote(`#{==:#{pane_id},${pane}}`)} -F ${quote(FORMAT)}`,
      // -N keeps trailing blanks: they may be text that was typed.
      `capture-pane -e -p -N -t ${pane}`,
      // A client's keys go to the active pane of the window it shows.
      'list-clients -F "#{pane_id} #{client_activity} #{client_flags}"',
    ].join(' ; '),
    blocks: 3,
    lines: (before: readonly Block[]) => (before.length === 1 ? Number(before[0]?.[0]?.split(' ')[ROWS]) || undefined : undefined),
    reads: true,
  } as const;

  /** Runs the commands only if the pane itself would get the input; tmux checks and runs them in one step. May return a look from after it. */
  const send = async (commands: string): Promise<Look | undefined> => {
    if (server === undefined) await look();
    const refused = refusal(server, typed);
    const version = control.version(pane);
    const then = control.spawns ? ` ; display-message -p ${SENT} ; run-shell -d ${DRAWN_WITHIN_S} ; ${looking.line}` : '';
    const reply = await control.run({
      line: `if-shell -F -t ${pane} ${quote(refused.when)} { display-message -p -t ${pane} ${quote(refused.why)} } { ${commands}${then} }`,
      blocks: 2,
    });
    // The pane was closed after it got the input.
    if (reply?.kind === 'failed' && reply.said?.startsWith(SENT)) return undefined;
    const [said, ...seen] = reply?.kind === 'done' ? (reply.blocks[1] ?? []) : [];
    if (control.spawns && said === SENT) return lookFrom(seen, version);
    const problem = problemOf(reply);
    if (problem) throw new NotSent(`Pane ${pane}: ${problem}.`);
    return undefined;
  };

  const look = async (): Promise<Look | undefined> => {
    // Taken before the look: a change during the look counts as one that we may not have seen.
    const version = control.version(pane);
    const reply = await control.run(looking);
    return reply?.kind === 'done' ? lookFrom(reply.blocks.flat(), version) : undefined;
  };

  /** A line about the pane, its screen, and a line for each client. */
  const lookFrom = ([state = '', ...lines]: Block, version: number): Look | undefined => {
    const [of, pid, columns, rows, x, y, shown, alternate, inMode, dead, printed, session, ...command] = state.split(' ');
    const [screen, clients] = [lines.slice(0, Number(rows)), lines.slice(Number(rows))];
    server ??= Number(of);
    if (server !== Number(of)) return undefined;
    typed = Number(session);
    return {
      ansi: screen.join('\n'),
      cursor: { x: Number(x), y: Number(y), shown: shown === '1' },
      columns: Number(columns),
      rows: Number(rows),
      alternate: alternate === '1',
      inMode: inMode !== '0',
      command: command.join(' '),
      pid: Number(pid),
      dead: dead === '1',
      activity: newestActivity(clients, pane),
      printedAt: Number(printed) * 1000,
      version,
    };
  };

  return {
    look,
    onChange: (changed) =>
      control.onNotice((notice) => {
        if (notice.kind !== 'pane' || notice.pane === pane) changed();
      }),
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
        await control.run({ line: `set-buffer -b ${buffer} -- ${quote(text)}`, blocks: 1 });
        return await send(`paste-buffer -p -r -d -b ${buffer} -t ${pane}`);
      } catch (error) {
        await control.run({ line: `delete-buffer -b ${buffer}`, blocks: 1 }).catch(() => {});
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

function problemOf(reply: Reply | undefined): string | undefined {
  if (!reply) return 'no tmux server is running';
  return reply.kind === 'failed' ? reply.message : reply.blocks[1]?.[0];
}

function newestActivity(clients: Block, pane: string): number {
  let newest = 0;
  for (const client of clients) {
    const [shown, seconds, flags = ''] = client.split(' ');
    if (shown === pane && !isObserver(flags)) newest = Math.max(newest, Number(seconds) * 1000);
  }
  return newest;
}
