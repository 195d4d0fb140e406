// Where a broker lives: its folder and the files in it. One folder, one broker.
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

export type Place = {
  readonly folder: string;
  readonly socket: string;
  readonly journal: string;
  readonly lock: string;
  readonly token: string;
  /** Opens nothing but the door for hooks. */
  readonly hookToken: string;
  readonly config: string;
  /** What `setup` keeps to be able to undo. */
  readonly undo: string;
  readonly port: string;
  readonly log: string;
  /** An empty folder that is nobody's project, for answering agents to run in. */
  readonly neutral: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** What the kernel takes for a unix socket's path on the systems we run on (macOS is the strictest). */
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

/** Undefined when all is well. */
export function socketPathProblem({ socket, folder }: Place): string | undefined {
  const length = Buffer.byteLength(socket);
  if (length <= LONGEST_SOCKET_PATH) return undefined;
  return `the folder ${folder} is too deep: the socket's path would have ${length} bytes and the system allows ${LONGEST_SOCKET_PATH}; set ANSWERBACK_HOME to a shorter folder`;
}

/** Only the user may look inside. */
export function prepareFolder({ folder }: Place): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = statSync(folder);
  const me = process.getuid?.() ?? uid;
  if (uid !== me) throw new Error(`it belongs to another user (number ${uid}, you are ${me})`);
  chmodSync(folder, 0o700);
}
