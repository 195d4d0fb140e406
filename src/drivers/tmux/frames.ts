// Parses the output of tmux in control mode: replies to our commands, and notifications in between. Pure.

/** The lines of one command's output. */
export type Block = readonly string[];

/** One line for tmux, with one or more commands. */
export type Command = {
  readonly line: string;
  /** How many commands will run if none fails; each is answered with one block. */
  readonly blocks: number;
  /** The number of lines of the next block, given the ones before. For content of a pane, which could look like the end of its block. */
  readonly lines?: (before: readonly Block[]) => number | undefined;
  /** Changes nothing, so it can be repeated after the connection was lost. */
  readonly reads?: true;
};

/** A command that fails ends its line: the commands after it do not run. */
/** `said` is what the commands before the one that failed printed, if that is known. */
export type Reply =
  | { readonly kind: 'done'; readonly blocks: readonly Block[] }
  | { readonly kind: 'failed'; readonly message: string; readonly said?: string };

export type Notice =
  /** The pane may look different or be in another mode, or (`process`) runs another program. */
  | { readonly kind: 'pane'; readonly pane: string; readonly process: boolean }
  /** Windows or panes came, went or changed size. */
  | { readonly kind: 'windows' }
  | { readonly kind: 'sessions' }
  /** Another client came, went, or looks at another session. */
  | { readonly kind: 'clients' }
  /** We ourselves are now attached to this session. */
  | { readonly kind: 'attached'; readonly session: string };

export type Listener = {
  /** The command whose reply comes next. */
  expected(): Command | undefined;
  replied(reply: Reply): void;
  /** The end of a command that we did not send: the one the client was started with, or a user's hook. */
  foreign(reply: Reply): void;
  noticed(notice: Notice): void;
};

type Open = { readonly tag: string; readonly ours: boolean; readonly lines: string[]; left: number | undefined };

const NEWLINE = 10;

/** The name of our subscription to the processes of all panes. */
export const SUBSCRIPTION = 'answerback';

/**
 * Returns a function that takes the bytes, in chunks split anywhere. It throws if they make no sense, and must not be used afterwards.
 *
 * Nothing from a pane can pass for a reply or a notification: output comes on one line with line breaks escaped; the screen is read by
 * its number of lines; names, titles and folders are printed through `harmless`; everything else is numbers. The end of any other block
 * is recognised by the time, number and flags of its beginning.
 */
export function frames(listener: Listener): (chunk: Buffer) => void {
  let pending: Buffer[] = [];
  let open: Open | undefined;
  let blocks: Block[] = [];

  const begin = (tag: string) => {
    const ours = tag.endsWith(' 1');
    const command = ours ? listener.expected() : undefined;
    if (ours && !command) throw new Error('tmux replied to a command that was not sent.');
    open = { tag, ours, lines: [], left: command?.lines?.(blocks) };
  };

  const end = (block: Open, ok: boolean) => {
    open = undefined;
    const failed: Reply = { kind: 'failed', message: block.lines.join(' ') };
    if (!block.ours) return listener.foreign(ok ? { kind: 'done', blocks: [block.lines] } : failed);
    blocks.push(block.lines);
    if (ok && blocks.length < (listener.expected()?.blocks ?? 0)) return;
    const reply: Reply = ok ? { kind: 'done', blocks } : failed;
    blocks = [];
    listener.replied(reply);
  };

  const inside = (block: Open, line: string) => {
    if (block.left) {
      block.left -= 1;
      block.lines.push(line);
    } else if (line === `%end ${block.tag}`) end(block, true);
    else if (line === `%error ${block.tag}`) end(block, false);
    else if (block.left === 0) throw new Error('tmux sent more lines than the pane has rows.');
    else block.lines.push(line);
  };

  const take = (line: Buffer) => {
    if (open) return inside(open, line.toString('utf8'));
    const head = line.toString('latin1', 0, 64);
    if (head.startsWith('%begin ')) return begin(head.slice('%begin '.length));
    const notice = noticeOf(head);
    if (notice) listener.noticed(notice);
  };

  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const line = chunk.subarray(from, at);
      from = at + 1;
      if (pending.length === 0) take(line);
      else {
        const whole = Buffer.concat([...pending, line]);
        pending = [];
        take(whole);
      }
    }
    if (from < chunk.length) pending.push(chunk.subarray(from));
  };
}

/** The first characters are enough; we never read the rest. */
function noticeOf(head: string): Notice | undefined {
  const [word = '', first = '', ...rest] = head.split(' ', 6);
  switch (word) {
    case '%output':
    case '%extended-output':
    case '%pane-mode-changed':
      return { kind: 'pane', pane: first, process: false };
    case '%subscription-changed':
      return first === SUBSCRIPTION ? { kind: 'pane', pane: rest[3] ?? '', process: true } : undefined;
    case '%layout-change':
    case '%window-add':
    case '%window-close':
    case '%window-renamed':
    case '%window-pane-changed':
    case '%unlinked-window-add':
    case '%unlinked-window-close':
    case '%unlinked-window-renamed':
      return { kind: 'windows' };
    case '%session-window-changed':
    case '%session-renamed':
    case '%sessions-changed':
      return { kind: 'sessions' };
    case '%client-detached':
    case '%client-session-changed':
      return { kind: 'clients' };
    case '%session-changed':
      return { kind: 'attached', session: first };
    default:
      return undefined;
  }
}
