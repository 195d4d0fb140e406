// answerback watch-pane: reads an agent's dialogs from a tmux pane that was not found automatically.
import { spawnSync } from 'node:child_process';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { examples, flag, json, maybe, optionalText } from '../app/parameters.ts';
import { type Context, UsageError } from '../context.ts';

const watchPaneCommand = command(watchPane, {
  people: true,
  parameters: {
    flags: {
      json,
      socket: optionalText('The tmux server: its name (-L) or the path of its socket (-S)', 'socket'),
      program: optionalText('Which agent runs in it; needed only if several kinds of agents can be watched', 'program'),
      stop: flag('Stop watching the pane'),
    },
    positional: maybe('The pane, as tmux names it (default: this one)', 'pane'),
  },
  docs: {
    fullDescription: examples(
      'For agents whose dialogs are read from their screen (Claude Code). In tmux they are usually found automatically; use this where they are not: over ssh, in a container, under another user or folder.',
      ['answerback watch-pane work:1.0', 'answerback watch-pane %3 --socket /tmp/tmux-1000/default', 'answerback watch-pane %3 --stop'],
    ),
  },
});
export const commands = { 'watch-pane': watchPaneCommand };

type WatchPaneFlags = { readonly json: boolean; readonly socket?: string; readonly program?: string; readonly stop: boolean };

const SEEN: Readonly<Record<string, string>> = {
  question: 'it shows a question',
  review: 'it shows the review of a form',
  permission: 'it asks for a permission',
  plan: 'it shows a plan',
  idle: 'the agent waits for a prompt',
  busy: 'the agent is working',
  nothing: 'no known agent is in it yet',
  unknown: 'an agent is in it, but its screen cannot be read',
};

async function watchPane(this: Context, flags: WatchPaneFlags, target?: string): Promise<void> {
  const { tmux, pane, project } = find(target ?? this.env.TMUX_PANE, flags.socket, this.env);
  const client = this.client();
  if (flags.stop) {
    const sessions = (await client.call('GET /v1/sessions')).sessions.filter(
      (s) => s.tmux === tmux && s.pane === pane && s.watched === true,
    );
    if (sessions.length === 0) throw new UsageError(`pane ${pane} is not watched`, '`answerback sessions` lists what is.');
    for (const { id } of sessions)
      await client.call('POST /v1/sessions/:id/end', { params: { id }, body: { reason: 'no longer watched' } });
    return flags.json ? this.out.json({ stopped: sessions.map(({ id }) => id) }) : this.out.line(`Pane ${pane} is no longer watched.`);
  }
  const pointed = await client.call('POST /v1/panes', { body: { tmux, pane, project, program: flags.program } });
  if (flags.json) return this.out.json(pointed);
  const how = pointed.kind === 'known' ? 'is watched already' : 'is watched';
  this.out.line(
    `${this.out.style('✓', 'green')} pane ${pane} (${printable(pointed.session.project)}) ${how}: ${SEEN[pointed.screen] ?? pointed.screen}.`,
  );
  this.out.line(this.out.style('Its questions appear in the inbox, and answers are typed into the pane.', 'dim'));
}

/** As tmux understands it: %3, work:1.0, a session's name. */
function find(
  target: string | undefined,
  socket: string | undefined,
  env: NodeJS.ProcessEnv,
): { tmux: string; pane: string; project: string } {
  if (target === undefined)
    throw new UsageError('say which pane', 'For example: answerback watch-pane work:1.0   (tmux list-panes -a lists them)');
  const where = socket === undefined ? [] : socket.includes('/') ? ['-S', socket] : ['-L', socket];
  const format = '#{socket_path}\t#{pane_id}\t#{pane_current_path}';
  // -u: without a UTF-8 locale, as under cron, tmux would replace the tabs.
  const words = ['-u', ...where, 'display-message', '-p', '-t', target, format];
  const { stdout, stderr, error } = spawnSync('tmux', words, { env, encoding: 'utf8' });
  if (error) throw new UsageError('tmux is not installed', 'Install it first: apt-get install tmux, or brew install tmux');
  const [tmux = '', pane = '', project = ''] = (stdout ?? '').trimEnd().split('\t');
  if (pane === '')
    throw new UsageError(
      `tmux knows no pane "${target}"${stderr ? `: ${printable(stderr.trim())}` : ''}`,
      '`tmux list-panes -a` lists them.',
    );
  return { tmux, pane, project };
}
