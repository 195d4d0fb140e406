// The resident connection to one tmux server: one control client per session, behind one object.
import { attach, type ControlClient, Lost, noReply, type Place, standBy } from './client.ts';
import type { Command, Notice, Reply } from './frames.ts';
import { isWanted, listSessions } from './sessions.ts';
import { watchSocket } from './socket.ts';

/**
 * tmux notifies a control client only about the session it is attached to, so there is one client in every session. Commands go
 * through any of them. New sessions get a client; when a server ends, the connection waits for the next one at the same socket.
 *
 * We are attached only while somebody listens, and shortly after a command, because attaching has side effects:
 * - Before 3.7, tmux crashes if it has to notify a control client about the current window of a session that has just ended; it is
 *   enough that all windows of a session end at once (tmux issue 5243).
 * - Before 3.7, it also crashes if a session starts or ends, or a client detaches, in the fraction of a millisecond in which a control
 *   client connects (tmux pull requests 4980, 5004). Such changes come in bursts, so we attach only after a quiet time.
 * - With `focus-events` on, tmux assumes that a control client always has the focus: the active pane of each session is told that
 *   it has the focus, and never that it lost it.
 * - Sessions show one more attached client.
 * Otherwise nothing is resized, no option or environment is changed, and no session or server lives longer because of us.
 */
export interface Control {
  /** The process of the tmux server we are attached to. */
  server(): number | undefined;
  /** Each command is a process of its own, so a look costs less in the same command as a key. */
  readonly spawns?: true;
  /** Undefined if there is no server. Rejects if there was no reply, or the connection was lost. */
  run(command: Command): Promise<Reply | undefined>;
  /** Calls with everything that happens; keeps us attached. Returns a function that stops it. */
  onNotice(listener: (notice: Notice) => void): () => void;
  /** Increases with every notification about the pane. */
  version(pane: string): number;
  /** Detaches from everything. Final. */
  close(): Promise<void>;
}

type Attached = { readonly client: ControlClient; readonly since: number };

/** A client that was detached sooner than this waits before it attaches again. */
const SHORT_LIFE = 1_000;
const LONGEST_DELAY = 5_000;

/** How long no session and no client may have come or gone before we attach. */
const QUIET = 250;

/** How long we stay attached after the last command if nobody listens. */
const LINGER = 2_000;

export function connect(place: Place): Control {
  const clients = new Map<string, Attached>();
  const running = new Set<ControlClient>();
  const listeners = new Set<(notice: Notice) => void>();
  const versions = new Map<string, number>();
  let serverVersion = 0;
  let server: number | undefined;
  let connecting: Promise<void> | undefined;
  let again = false;
  let waiter: ControlClient | undefined;
  let shortLives = 0;
  let changedAt = 0;
  let used = 0;
  let commands = 0;
  let isSilent = false;
  let linger: NodeJS.Timeout | undefined;
  let closed = false;

  const notify = (notices: readonly Notice[]) => {
    if (closed) return;
    for (const notice of notices) {
      if (notice.kind === 'pane') versions.set(notice.pane, (versions.get(notice.pane) ?? 0) + 1);
      else serverVersion += 1;
      for (const listener of [...listeners]) listener(notice);
    }
    if (notices.some(({ kind }) => kind === 'sessions' || kind === 'clients')) sessionsChanged();
  };

  const sessionsChanged = () => {
    changedAt = Date.now();
    refresh();
  };

  const untilQuiet = async () => {
    for (let left = changedAt + QUIET - Date.now(); left > 0 && !closed; left = changedAt + QUIET - Date.now())
      await new Promise((resolve) => setTimeout(resolve, left));
  };

  const isNeeded = () => !closed && (listeners.size > 0 || commands > 0 || Date.now() - used < LINGER);

  const use = () => {
    used = Date.now();
    clearTimeout(linger);
    linger = setTimeout(refresh, LINGER);
    linger.unref();
  };

  /** Adds and removes clients to match the sessions. Runs one at a time; a call while it runs makes it run once more. */
  const refresh = () => {
    again = true;
    connecting ??= (async () => {
      while (again && isNeeded()) {
        again = false;
        if (clients.size === 0) await attachFirst();
        if (isSilent) break;
        if (clients.size > 0) await attachMissing();
      }
      if (isSilent) setTimeout(refresh, LONGEST_DELAY).unref();
      if (!isNeeded()) for (const session of [...clients.keys()]) detach(session);
    })().finally(() => {
      connecting = undefined;
    });
  };

  /** Attaches to any session, to learn of the others. */
  const attachFirst = async () => {
    server = undefined;
    isSilent = false;
    await untilQuiet();
    const found = await attachTo(undefined);
    isSilent = found === 'silent';
    if (found === 'idle') waitForSession();
    if (found !== 'attached') return;
    const reply = await run({ line: 'display-message -p "#{pid}"', blocks: 1, reads: true }).catch(() => undefined);
    server = reply?.kind === 'done' ? Number(reply.blocks[0]?.[0]) : undefined;
    notify([{ kind: 'windows' }]);
  };

  const attachMissing = async () => {
    const sessions = await listSessions(run);
    for (const id of [...clients.keys()]) {
      const session = sessions.find((each) => each.id === id);
      if (session && !isWanted(session, sessions)) detach(id);
    }
    const missing = sessions.filter((each) => !clients.has(each.id) && isWanted(each, sessions));
    if (missing.length > 0) await untilQuiet();
    if (!again) await Promise.all(missing.map(({ id }) => attachTo(id)));
  };

  const attachTo = async (target: string | undefined): Promise<'attached' | 'idle' | 'silent' | 'gone'> => {
    if (closed) return 'gone';
    let session: string | undefined;
    let current: string | undefined;
    const client = attach(place, target, (notices) => {
      current = notices.find((notice) => notice.kind === 'attached')?.session ?? current;
      // With detach-on-destroy off, tmux moves us to another session when ours ends. That one already has a client.
      if (session && session !== current) client.end();
      notify(notices);
    });
    running.add(client);
    const since = Date.now();
    const gone = client.exited.then(() => {
      running.delete(client);
      if (session && clients.get(session)?.client === client) clients.delete(session);
    });
    const { kind } = await client.ready;
    if (closed || current === undefined || clients.has(current)) {
      client.end();
      await gone;
      return kind === 'attached' ? 'gone' : kind;
    }
    session = current;
    waiter?.end();
    clients.set(session, { client, since });
    gone.then(() => onClientGone(since));
    return 'attached';
  };

  const detach = (session: string) => {
    clients.get(session)?.client.end();
    clients.delete(session);
    if (clients.size === 0) server = undefined;
  };

  /** A client ended: its session is gone, or somebody detached it (`tmux attach -d` does). */
  const onClientGone = (since: number) => {
    notify([{ kind: 'windows' }]);
    shortLives = Date.now() - since < SHORT_LIFE ? shortLives + 1 : 0;
    if (shortLives <= 1) return sessionsChanged();
    setTimeout(sessionsChanged, Math.min(LONGEST_DELAY, 50 * 2 ** shortLives)).unref();
  };

  const waitForSession = () => {
    if (waiter || closed) return;
    const client = standBy(place, (notices) => {
      if (notices.some(({ kind }) => kind === 'sessions')) sessionsChanged();
    });
    waiter = client;
    client.ready.then(({ kind }) => kind === 'idle' && refresh());
    client.exited.then(() => {
      waiter = undefined;
    });
  };

  const run = async (command: Command): Promise<Reply | undefined> => {
    const [first] = clients.values();
    if (!first) return undefined;
    try {
      return await first.client.run(command);
    } catch (error) {
      if (!(error instanceof Lost && command.reads)) throw error;
      for (const [session, { client }] of clients) if (client === first.client) clients.delete(session);
      return run(command);
    }
  };

  const stopWatching = watchSocket(place.socket, () => clients.size === 0 && sessionsChanged());

  return {
    server: () => server,
    version: (pane) => serverVersion + (versions.get(pane) ?? 0),
    async run(command) {
      commands += 1;
      try {
        if (clients.size === 0) refresh();
        if (clients.size === 0) await connecting;
        let reply = await run(command);
        if (!reply && connecting) {
          await connecting;
          reply = await run(command);
        }
        if (!reply && isSilent) throw noReply();
        return reply;
      } finally {
        commands -= 1;
        use();
      }
    },
    onNotice(listener) {
      const own = (notice: Notice) => listener(notice);
      listeners.add(own);
      if (clients.size === 0) refresh();
      return () => {
        if (listeners.delete(own)) use();
      };
    },
    async close() {
      closed = true;
      clearTimeout(linger);
      stopWatching();
      waiter?.end();
      const all = [...running, ...(waiter ? [waiter] : [])];
      for (const client of all) client.end();
      await Promise.all([connecting, ...all.map(({ exited }) => exited)]);
    },
  };
}
