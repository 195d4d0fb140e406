// Runs commands on a tmux server. Each line of them is a tmux process of a few milliseconds, and nothing of ours stays attached: a client that
// stays attached in control mode can crash servers older than 3.7, and neither reading a pane nor typing into it needs one.
import { spawn } from 'node:child_process';
import { NoResponse } from '../../system/terminal.ts';

/** Runs one line of commands. Rejects with `NoResponse` if there was no reply: then the server may still run them. */
export type Run = (line: string) => Promise<CommandReply>;

/**
 * What the commands printed, in lines. A command that fails ends its line: the commands after it do not run. But a problem may also be that of a
 * hook of the user (`set-hook after-send-keys`), after which the line goes on; and such a hook may print something, too.
 */
export type CommandReply = { readonly printed: readonly string[]; readonly problem: string | undefined };

const PATIENCE_MS = 5_000;

/** Never starts a server (-N). */
export function runOn(socket: string, { TMUX: _, TMUX_PANE: __, ...env }: NodeJS.ProcessEnv): Run {
  return (line) =>
    new Promise((resolve, reject) => {
      // The line comes as a file, so its length is not limited.
      const child = spawn('tmux', ['-u', '-N', '-S', socket, 'source-file', '-'], { env });
      const late = setTimeout(() => {
        child.kill();
        reject(new NoResponse(`tmux did not reply within ${PATIENCE_MS / 1000} s`));
      }, PATIENCE_MS);
      let [out, err] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        out += chunk;
      });
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        err += chunk;
      });
      child.stdin.on('error', () => {});
      const ended = (code: number | null) => {
        clearTimeout(late);
        const printed = out.split('\n').slice(0, -1);
        if (code === null || /no server running|error connecting/.test(err)) resolve({ printed, problem: 'no tmux server is running' });
        else resolve({ printed, problem: code === 0 ? undefined : err.trim() });
      };
      // There is no tmux on the PATH.
      child.once('error', () => ended(null));
      child.once('close', ended);
      child.stdin.end(`${line}\n`);
    });
}

/** tmux's own id of a pane, such as %3: unique during the life of a server. */
export const isPane = (id: string): boolean => /^%\d+$/.test(id);

/** Prints one line about the pane. Unlike display-message, this fails if there is no such pane. */
export const listPane = (pane: string, format: string): string =>
  `list-panes -t ${pane} -f ${quote(`#{==:#{pane_id},${pane}}`)} -F ${quote(format)}`;

/** A format for text that a program or a person can choose. tmux prints line breaks in it as they are, so they could pass for lines of output. */
export const harmless = (variable: string): string => `#{s/\n/?/:${variable}}`;

/**
 * The text as one argument. Everything except the plainest characters becomes `\ooo`, byte by byte, in double quotes. So nothing in it can end
 * the argument or the line, or be expanded (`$HOME`, `~`, `;`, braces), also in later versions of tmux.
 */
export function quote(text: string): string {
  let quoted = '"';
  for (const byte of Buffer.from(text, 'utf8')) quoted += SPELLED[byte];
  return `${quoted}"`;
}

const SPELLED = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9 _.,:=@/+-]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
});
