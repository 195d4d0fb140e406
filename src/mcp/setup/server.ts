// Our server as an entry of a client describes it, and how such an entry is recognised.
import { basename, join } from 'node:path';
import type { SetupContext } from '../../setup/connection.ts';
import { asObject } from '../../text/json.ts';

/** How a client reaches the server. */
export type Server = {
  readonly kind: 'command';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

type ServerOptions = {
  /** In a file that is shared, there are no paths of this computer. */
  readonly project: boolean;
  /** How long one call may wait, as it was written. */
  readonly hold: string | undefined;
  readonly elicit: boolean;
};

/** Where the broker is depends on these, and clients do not pass on everything. */
const NEEDED = ['ANSWERBACK_HOME', 'ANSWERBACK_CONFIG', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME'];

export function serverFor({ env, node, programs }: SetupContext, { project, hold, elicit }: ServerOptions): Server {
  const flags = [...(hold === undefined ? [] : ['--hold', hold]), ...(elicit ? ['--elicit'] : [])];
  if (project) return { kind: 'command', command: 'answerback', args: ['mcp', ...flags], env: {} };
  const given = NEEDED.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  return { kind: 'command', command: node, args: [join(programs, 'answerback.js'), 'mcp', ...flags], env: Object.fromEntries(given) };
}

export function isOurs(entry: unknown): boolean {
  const words = wordsOf(entry);
  return words.includes('mcp') && words.some((word) => /^answerback(\.js|\.cmd)?$/.test(basename(word)));
}

/** The command and its arguments, in whichever way the client has them written. */
export function wordsOf(entry: unknown): readonly string[] {
  const { command, args } = asObject(entry) ?? {};
  return [command, args].flat().filter((word) => typeof word === 'string');
}
