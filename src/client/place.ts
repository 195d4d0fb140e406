// The broker's folder and the files in it. Each folder has its own broker.

import { chmodSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Environment } from '../system/environment.ts';

export type BrokerFolder = {
  readonly folder: string;
  readonly socket: string;
  readonly journal: string;
  /** There while a broker has the journal open. */
  readonly lastEvent: string;
  readonly lock: string;
  readonly token: string;
  /** Valid only for the hooks' route. */
  readonly hookToken: string;
  /** Valid only for asking over MCP. */
  readonly askToken: string;
  /** Valid only for answering over MCP. Exists once a person has asked for it. */
  readonly answerToken: string;
  /** A folder with a token for each chat agent that uses the port, valid only for the routes of that agent. */
  readonly chatTokens: string;
  /** How far each chat agent has dealt with what it was told. */
  readonly chats: string;
  /** A folder with what each chat with people remembers: who is paired, and its messages. */
  readonly peopleChats: string;
  /** Signs the links of notifications with which an option can be chosen. */
  readonly linkKey: string;
  /** The browsers that were let in. */
  readonly devices: string;
  /** The private key that push services of browsers know this broker by. */
  readonly pushKey: string;
  /** Which devices have notifications on, and how to reach them. */
  readonly pushSubscriptions: string;
  /** The port for the local network, as long as it is served. */
  readonly lan: string;
  /** Its certificate and key. */
  readonly lanCertificate: string;
  readonly config: string;
  /** What `setup` needs for `--undo`. */
  readonly undo: string;
  readonly port: string;
  readonly log: string;
  /** While a service manager keeps the port open: the broker's program that it runs. */
  readonly service: string;
  /** The process id of the broker, for messages only. */
  readonly pid: string;
  /** An empty folder, outside any project, in which answering agents can run. */
  readonly neutral: string;
  /** What is remembered of conversations with answering agents. */
  readonly conversations: string;
  /** Exists from `broker stop` to the next start: until then, a program that was already running does not start the broker again. */
  readonly stopped: string;
  /** The asks that `answerback list` printed last, in order: @1, @2 … */
  readonly lastList: string;
  /** The number of open asks, written by the broker: for status lines, which may read it every second. */
  readonly count: string;
};

/** The longest path of a unix socket that all supported systems allow (macOS has the lowest limit). */
const LONGEST_SOCKET_PATH = 103;

export function placeFrom(env: Environment): BrokerFolder {
  const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state');
  const place = placeAt(env.ANSWERBACK_HOME || join(state, 'answerback'));
  if (env.ANSWERBACK_CONFIG) return { ...place, config: env.ANSWERBACK_CONFIG };
  if (env.ANSWERBACK_HOME) return place;
  return { ...place, config: join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'answerback', 'config.yaml') };
}

export function placeAt(path: string): BrokerFolder {
  const folder = resolve(path);
  const file = (name: string) => join(folder, name);
  return {
    folder,
    socket: file('broker.sock'),
    journal: file('journal.db'),
    lastEvent: file('journal.last'),
    lock: file('broker.lock'),
    token: file('token'),
    hookToken: file('hook-token'),
    askToken: file('ask-token'),
    answerToken: file('answer-token'),
    chatTokens: file('chat-tokens'),
    chats: file('chats.json'),
    peopleChats: file('people-chats'),
    linkKey: file('link-key'),
    devices: file('web-devices.json'),
    pushKey: file('push-key'),
    pushSubscriptions: file('push-subscriptions.json'),
    lan: file('web-lan'),
    lanCertificate: file('web-lan.pem'),
    config: file('config.yaml'),
    undo: file('undo'),
    port: file('port'),
    log: file('broker.log'),
    service: file('service'),
    pid: file('pid'),
    neutral: file('neutral'),
    conversations: file('conversations'),
    stopped: file('stopped'),
    lastList: file('last-list'),
    count: file('answerback.count'),
  };
}

/** The token of one chat agent. */
export const chatTokenFile = ({ chatTokens }: Pick<BrokerFolder, 'chatTokens'>, name: string): string =>
  join(chatTokens, encodeURIComponent(name));

/** Undefined if the path is short enough. */
export function socketPathProblem({ socket, folder }: BrokerFolder): string | undefined {
  const length = Buffer.byteLength(socket);
  if (length <= LONGEST_SOCKET_PATH) return undefined;
  return `the folder ${folder} is too deep: the socket's path would have ${length} bytes and the system allows ${LONGEST_SOCKET_PATH}; set ANSWERBACK_HOME to a shorter folder`;
}

/** Makes the folder, readable only by the user. */
export function prepareFolder({ folder }: BrokerFolder): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = statSync(folder);
  const me = process.getuid?.() ?? uid;
  if (uid !== me) throw new Error(`it belongs to another user (number ${uid}, you are ${me})`);
  chmodSync(folder, 0o700);
}

const OTHERS_CAN_WRITE = 0o022;

/**
 * Why the socket may belong to somebody else's program; undefined if it is ours, or not there. In a folder that only we can write to,
 * nobody else can replace it.
 */
export function foreignSocket(socket: string): string | undefined {
  const me = process.getuid?.();
  const folder = dirname(socket);
  try {
    const [around, file] = [statSync(folder), lstatSync(socket)];
    const stranger = [around, file].find(({ uid }) => me !== undefined && uid !== me);
    if (stranger) return `${stranger === file ? socket : folder} belongs to another user (number ${stranger.uid}, you are ${me})`;
    if ((around.mode & OTHERS_CAN_WRITE) !== 0) return `other users can write to ${folder}`;
    return file.isSocket() ? undefined : `${socket} is not a socket`;
  } catch {
    return undefined; // it does not exist, or we may not even look at it: connecting says so
  }
}
