// Reads the settings of OpenClaw: the address and token of its gateway, and its workspace.

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import { type Refusal, refused } from '../../setup/file.ts';
import type { Environment } from '../../system/environment.ts';
import { asObject } from '../../text/json.ts';
import { isKeptOut } from './plugin-files.ts';

export type OpenClaw = {
  readonly kind: 'openclaw';
  readonly file: string;
  readonly url: string;
  /** Undefined when the settings do not contain it as plain text. */
  readonly token: string | undefined;
  readonly workspace: string;
  /** Which of its agents is told of questions. */
  readonly agent: string;
  /** The folder of our plugin. */
  readonly extension: string;
  /** Its settings do not let our plugin be loaded. */
  readonly keepsOut: boolean;
};

const DEFAULT_PORT = 18_789;

export function settingsOf(env: Environment, cwd: string): string {
  return resolve(cwd, env.OPENCLAW_CONFIG_PATH || join(stateOf(env), 'openclaw.json'));
}

const stateOf = (env: Environment): string => env.OPENCLAW_STATE_DIR || join(env.HOME || homedir(), '.openclaw');

/** `orGone`: without its settings, as they would be by default, to undo a setup after OpenClaw was removed. */
export function readOpenClaw(env: Environment, cwd: string, orGone?: 'orGone'): OpenClaw | Refusal {
  const file = settingsOf(env, cwd);
  const text = textOf(file) ?? (orGone && '{}');
  if (text === undefined)
    return refused(
      file,
      'there is no settings file of OpenClaw here',
      'Is OpenClaw installed for this user? If its settings are elsewhere, set OPENCLAW_CONFIG_PATH.',
    );
  const errors: ParseError[] = [];
  const settings = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0)
    return refused(
      file,
      'the settings of OpenClaw cannot be read as JSON',
      'Fix them (openclaw config validate says where), or set it up by hand as in docs/agents/openclaw.md.',
    );
  const home = env.HOME || homedir();
  const at = (...path: readonly string[]) => path.reduce<unknown>((value, key) => asObject(value)?.[key], settings);
  const workspace = at('agents', 'defaults', 'workspace');
  return {
    kind: 'openclaw',
    file,
    url: `ws://127.0.0.1:${typeof at('gateway', 'port') === 'number' ? at('gateway', 'port') : DEFAULT_PORT}`,
    token: plainToken(at('gateway', 'auth', 'token'), env),
    workspace: typeof workspace === 'string' ? resolve(home, workspace.replace(/^~(?=$|\/)/, home)) : join(stateOf(env), 'workspace'),
    agent: defaultAgent(at('agents', 'list'), at('agents', 'entries')),
    extension: resolve(cwd, stateOf(env), 'extensions', 'answerback'),
    keepsOut: isKeptOut(settings),
  };
}

function defaultAgent(list: unknown, entries: unknown): string {
  const agents = Array.isArray(list) ? list.map(asObject) : [];
  const id = (agents.find((agent) => agent?.default === true) ?? agents[0])?.id;
  const [first = 'main', ...others] = Object.keys(asObject(entries) ?? {});
  return typeof id === 'string' ? id : others.includes('main') ? 'main' : first;
}

/** OpenClaw can also read its token from an environment variable, which we support, or from a vault, which we do not. */
function plainToken(value: unknown, env: Environment): string | undefined {
  if (value === undefined) return env.OPENCLAW_GATEWAY_TOKEN || undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const [, variable] = /^\$\{(\w+)\}$/.exec(value.trim()) ?? [];
  return variable === undefined ? value.trim() : env[variable] || undefined;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch {
    return undefined;
  }
}
