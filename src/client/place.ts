// The broker's folder and the files in it. Each folder has its own broker.
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export type Place = {
  readonly folder: string;
  readonly socket: string;
  readonly journal: string;
  readonly lock: string;
  readonly token: string;
  /** Valid only for the hooks' route. */
  readonly hookToken: string;
  readonly config: string;
  /** What `setup` needs for `--undo`. */
  readonly undo: string;
  readonly port: string;
  readonly log: string;
  /** An empty folder, outside any project, in which answering agents can run. */
  readonly neutral: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The longest path of a unix socket that all supported systems allow (macOS has the lowest limit). */
const LONGEST_SOCKET_PATH = 103;

export function placeFrom(env: Environment): Place {
  const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state');
  const place = placeAt(env.ANSWERBACK_HOME || join(state, 'answerback'));
  if (env.ANSWERBACK_CONFIG) return { ...place, config: env.ANSWERBACK_CONFIG };
  if (env.ANSWERBACK_HOME) return place;
  return { ...place, config: join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'answerback', 'config.yaml') };
}

export function placeAt(path: string): Place {
  const folder = resolve(path);
  const file = (name: string) => join(folder, name);
  return {
    folder,
    socket: file('broker.sock'),
    journal: file('journal.db'),
    lock: file('broker.lock'),
    token: file('token'),
    hookToken: file('hook-token'),
    config: file('config.yaml'),
    undo: file('undo'),
    port: file('port'),
    log: file('broker.log'),
    neutral: file('neutral'),
  };
}

/** Undefined if the path is short enough. */
export function socketPathProblem({ socket, folder }: Place): string | undefined {
  const length = Buffer.byteLength(socket);
  if (length <= LONGEST_SOCKET_PATH) return undefined;
  return `the folder ${folder} is too deep: the socket's path would have ${length} bytes and the system allows ${LONGEST_SOCKET_PATH}; set ANSWERBACK_HOME to a shorter folder`;
}

/** Makes the folder, readable only by the user. */
export function prepareFolder({ folder }: Place): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = statSync(folder);
  const me = process.getuid?.() ?? uid;
  if (uid !== me) throw new Error(`it belongs to another user (number ${uid}, you are ${me})`);
  chmodSync(folder, 0o700);
}
