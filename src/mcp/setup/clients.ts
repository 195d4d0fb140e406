// Each client: where its settings are, and how our entry is written in them. docs/MCP.md has where the time limits come from.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { gitRoot } from '../../setup/commit-risk.ts';
import type { Surroundings } from '../../setup/connection.ts';
import type { Format } from '../../setup/format.ts';
import { jsonFormat } from '../../setup/json-format.ts';
import type { ClientName } from './names.ts';
import type { Server } from './server.ts';
import { tomlFormat } from './toml-format.ts';

export type Where = Pick<Surroundings, 'env' | 'cwd'>;
export type Scope = 'user' | 'project';

export type McpClient = {
  readonly title: string;
  /** The one that exists is used, else the last. None if the client has no settings of this scope. */
  readonly files: (at: Where, scope: Scope) => readonly string[];
  readonly format: Format;
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

const AN_HOUR = { text: '1h', ms: 3_600_000 };
/** Claude Code moves a call that takes longer to the background. */
const CLAUDE_BACKGROUND_MS = 120_000;

const homeOf = ({ env }: Where): string => env.HOME || homedir();
const projectOf = ({ cwd }: Where): string => gitRoot(cwd) ?? cwd;
const folderOf = (at: Where, variable: string, usual: string): string => resolve(at.cwd, at.env[variable] || join(homeOf(at), usual));
const configOf = (at: Where): string => folderOf(at, 'XDG_CONFIG_HOME', '.config');
const inProject = (at: Where, scope: Scope, path: string, user: readonly string[]): readonly string[] =>
  scope === 'project' ? [join(projectOf(at), path)] : user;

const json = (program: string) => ({ program, comments: false, trailingCommas: false });
const jsonc = (program: string) => ({ program, comments: true, trailingCommas: true });
const started = ({ command, args, env }: Server) => ({ command, args, ...(Object.keys(env).length === 0 ? {} : { env }) });

export const CLIENTS: Readonly<Record<ClientName, McpClient>> = {
  'claude-code': {
    title: 'Claude Code',
    files: (at, scope) => {
      const folder = folderOf(at, 'CLAUDE_CONFIG_DIR', '.claude');
      const main = join(at.env.CLAUDE_CONFIG_DIR ? folder : homeOf(at), '.claude.json');
      return inProject(at, scope, '.mcp.json', [join(folder, '.config.json'), main]);
    },
    format: jsonFormat(['mcpServers'], json('Claude Code')),
    // Makes its first request wait for us. Otherwise it takes the servers that have connected by then.
    entry: (server) => ({ type: 'stdio', ...started(server), alwaysLoad: true }),
    limit: (timeout) => ({ timeout }),
    skills: (at, scope) =>
      join(scope === 'project' ? join(projectOf(at), '.claude') : folderOf(at, 'CLAUDE_CONFIG_DIR', '.claude'), 'skills'),
    notes: (_, holdMs = 0) => [
      'Claude Code asks before it first uses the tool, and `claude -p` refuses it, unless you allow it: add "mcp__answerback" to permissions.allow in its settings, or use --allowedTools mcp__answerback.',
      ...(holdMs < CLAUDE_BACKGROUND_MS
        ? []
        : [
            'In interactive sessions, a call goes to the background after 2 minutes. To let it wait, set CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=0 in the environment of Claude Code.',
          ]),
    ],
  },
  codex: {
    title: 'Codex',
    files: (at, scope) => inProject(at, scope, '.codex/config.toml', [join(folderOf(at, 'CODEX_HOME', '.codex'), 'config.toml')]),
    format: tomlFormat(['mcp_servers']),
    entry: started,
    limit: (ms) => ({ tool_timeout_sec: Math.ceil(ms / 1000) }),
    hold: AN_HOUR,
    skills: (at, scope) => join(scope === 'project' ? join(projectOf(at), '.codex') : folderOf(at, 'CODEX_HOME', '.codex'), 'skills'),
    notes: (scope) => (scope === 'project' ? ['Codex reads these settings only in projects that you trust.'] : []),
  },
  gemini: {
    title: 'Gemini CLI',
    files: (at, scope) =>
      inProject(at, scope, '.gemini/settings.json', [join(folderOf(at, 'GEMINI_CLI_HOME', ''), '.gemini/settings.json')]),
    format: jsonFormat(['mcpServers'], { ...jsonc('Gemini CLI'), trailingCommas: false }),
    // Otherwise it asks before each question, and `gemini -p` refuses.
    entry: (server) => ({ ...started(server), trust: true }),
    limit: (timeout) => ({ timeout }),
    hold: AN_HOUR,
    skills: (at, scope) => join(scope === 'project' ? projectOf(at) : folderOf(at, 'GEMINI_CLI_HOME', ''), '.gemini/skills'),
    notes: () => ['Gemini CLI starts servers only in folders that you trust.'],
  },
  opencode: {
    title: 'opencode',
    files: (at, scope) =>
      ['opencode.jsonc', 'opencode.json'].map((name) => join(scope === 'project' ? projectOf(at) : join(configOf(at), 'opencode'), name)),
    format: jsonFormat(['mcp'], jsonc('opencode')),
    entry: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      ...(Object.keys(env).length === 0 ? {} : { environment: env }),
      enabled: true,
    }),
    // Progress, which we send every 10 s, starts the time again.
    limit: () => ({ timeout: 60_000 }),
    hold: AN_HOUR,
    skills: (at, scope) => join(scope === 'project' ? join(projectOf(at), '.opencode') : join(configOf(at), 'opencode'), 'skill'),
  },
  openclaw: {
    title: 'OpenClaw',
    files: (at, scope) =>
      scope === 'project'
        ? []
        : [resolve(at.cwd, at.env.OPENCLAW_CONFIG_PATH || join(folderOf(at, 'OPENCLAW_STATE_DIR', '.openclaw'), 'openclaw.json'))],
    format: jsonFormat(['mcp', 'servers'], { ...jsonc('OpenClaw'), json5: true }),
    entry: started,
    limit: (requestTimeoutMs) => ({ requestTimeoutMs }),
    hold: AN_HOUR,
    skills: (at) => join(folderOf(at, 'OPENCLAW_STATE_DIR', '.openclaw'), 'skills'),
  },
  cursor: {
    title: 'Cursor',
    files: (at, scope) => inProject(at, scope, '.cursor/mcp.json', [join(homeOf(at), '.cursor/mcp.json')]),
    format: jsonFormat(['mcpServers'], jsonc('Cursor')),
    entry: started,
  },
  vscode: {
    title: 'VS Code',
    files: (at, scope) => inProject(at, scope, '.vscode/mcp.json', [join(vscodeUser(at), 'mcp.json')]),
    format: jsonFormat(['servers'], jsonc('VS Code')),
    entry: (server) => ({ type: 'stdio', ...started(server) }),
    notes: () => ['VS Code asks whether you trust the server before it starts it.'],
  },
};

/** For any other client: the form that most of them read. */
export const ANY = { format: jsonFormat(['mcpServers'], jsonc('your client')), entry: started };

function vscodeUser(at: Where): string {
  const { VSCODE_PORTABLE, VSCODE_APPDATA } = at.env;
  if (VSCODE_PORTABLE) return join(resolve(at.cwd, VSCODE_PORTABLE), 'user-data', 'User');
  const usual = process.platform === 'darwin' ? join(homeOf(at), 'Library', 'Application Support') : configOf(at);
  return join(VSCODE_APPDATA ? resolve(at.cwd, VSCODE_APPDATA) : usual, 'Code', 'User');
}
