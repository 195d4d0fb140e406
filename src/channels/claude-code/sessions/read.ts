// What Claude Code writes down about its own processes: one file each in <config>/sessions, rewritten as its state changes.
import { join } from 'node:path';
import { asObject } from '../../../question/json.ts';

export type Running = {
  readonly pid: number;
  readonly session: string;
  readonly cwd: string;
  readonly version?: string;
  /** `waiting` while a dialog is open, `busy`, `idle`. Versions before 2.1.220 do not say. */
  readonly status?: string;
  /** In clock ticks since the machine started: a process that got the same number later has another one. */
  readonly started?: string;
};

/** Undefined for what is half written, and for sessions that nobody sits in front of. */
export function readRunning(text: string): Running | undefined {
  const { pid, sessionId, cwd, kind, version, status, procStart } = asObject(parsed(text)) ?? {};
  if (typeof pid !== 'number' || typeof sessionId !== 'string' || typeof cwd !== 'string') return undefined;
  if (kind !== undefined && kind !== 'interactive') return undefined;
  return {
    pid,
    session: sessionId,
    cwd,
    ...(typeof version === 'string' ? { version } : {}),
    ...(typeof status === 'string' ? { status } : {}),
    ...(typeof procStart === 'string' ? { started: procStart } : {}),
  };
}

/** Where the conversation of a session is written down. */
export function transcriptOf(config: string, { cwd, session }: Pick<Running, 'cwd' | 'session'>): string {
  return join(config, 'projects', cwd.replaceAll(/[^A-Za-z0-9]/g, '-'), `${session}.jsonl`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
