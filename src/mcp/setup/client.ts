// What the product knows about an MCP client: where its settings are, how our entry is written in them, and how long its calls may take.
//
// Every command loads all clients, for help and completion, so this and their files import little. docs/MCP.md has where the time limits come from.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SetupContext } from '../../setup/connection.ts';
import { gitRoot } from '../../setup/git-root.ts';
import type { Server } from './server.ts';

export type Where = Pick<SetupContext, 'env' | 'cwd'>;
export type Scope = 'user' | 'project';

export type McpClient = {
  /** As on the command line: "codex". */
  readonly name: string;
  /** As in a sentence: "Codex". */
  readonly title: string;
  /** For the table in docs/MCP.md: the user's settings, and the variables that move them. */
  readonly userSettings: string;
  /**
   * The name with which it introduces itself, and how long one call may be held open: a little less than its own limit. Progress resets the
   * limit of some clients and not of others.
   */
  readonly call?: { readonly from: RegExp; readonly heldMs: number };
  /** The one that exists is used, else the last. None if the client has no settings of this scope. */
  readonly files: (at: Where, scope: Scope) => readonly string[];
  readonly format: SettingsFormat;
  readonly entry: (server: Server) => object;
  /** The fields that let a call take this long, if the client has such a setting. */
  readonly limit?: (ms: number) => object;
  /** How long a call waits, unless the user says otherwise. Undefined: as long as `answerback mcp` thinks best. */
  readonly hold?: { readonly text: string; readonly ms: number };
  /** The folder for skills. */
  readonly skills?: (at: Where, scope: Scope) => string;
  /** What the user has to know, besides that the client must be started again. */
  readonly notes?: (scope: Scope, holdMs: number | undefined) => readonly string[];
};

/** `container` is where the client keeps its servers, by name. */
type SettingsFormat =
  | {
      readonly kind: 'json';
      readonly container: readonly string[];
      readonly comments: boolean;
      readonly trailingCommas: boolean;
      /** It accepts more, which we cannot change. */
      readonly json5?: true;
    }
  | { readonly kind: 'toml'; readonly container: readonly string[] };

export const json = (...container: readonly string[]) => ({ kind: 'json', container, comments: false, trailingCommas: false }) as const;
export const jsonc = (...container: readonly string[]) => ({ kind: 'json', container, comments: true, trailingCommas: true }) as const;

export const AN_HOUR = { text: '1h', ms: 3_600_000 };

/** The entry in the fields that most clients read. */
export const commandEntry = ({ command, args, env }: Server) => ({ command, args, ...(Object.keys(env).length === 0 ? {} : { env }) });

export const homeOf = ({ env }: Where): string => env.HOME || homedir();
export const projectOf = ({ cwd }: Where): string => gitRoot(cwd) ?? cwd;
export const folderOf = (at: Where, variable: string, usual: string): string =>
  resolve(at.cwd, at.env[variable] || join(homeOf(at), usual));
export const configOf = (at: Where): string => folderOf(at, 'XDG_CONFIG_HOME', '.config');
