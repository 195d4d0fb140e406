// Reads the files in which Claude Code describes its running processes: one each in <config>/sessions, updated when its state changes.
import { join } from 'node:path';
import { asObject, parsedJson } from '../../../text/json.ts';

export type Running = {
  readonly pid: number;
  readonly session: string;
  readonly cwd: string;
  readonly version?: string;
  /** `waiting` (a dialog is open), `busy` or `idle`. Absent before version 2.1.220. */
  readonly status?: string;
  /** What the process calls itself. */
  readonly entrypoint?: string;
  /** The start time of the process, in clock ticks since boot. Tells it from a later process with the same pid. */
  readonly started?: string;
};

/** Undefined when the file is half written, and for processes in the background. */
export function readRunning(text: string): Running | undefined {
  const { pid, sessionId, cwd, kind, version, status, entrypoint, procStart } = asObject(parsedJson(text)) ?? {};
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0 || typeof sessionId !== 'string' || typeof cwd !== 'string')
    return undefined;
  if (kind !== undefined && kind !== 'interactive') return undefined;
  return {
    pid,
    session: sessionId,
    cwd,
    ...(typeof version === 'string' ? { version } : {}),
    ...(typeof status === 'string' ? { status } : {}),
    ...(typeof entrypoint === 'string' ? { entrypoint } : {}),
    ...(typeof procStart === 'string' ? { started: procStart } : {}),
  };
}

/** The path of the transcript of a session. */
export function transcriptOf(config: string, { cwd, session }: Pick<Running, 'cwd' | 'session'>): string {
  return join(config, 'projects', cwd.replaceAll(/[^A-Za-z0-9]/g, '-'), `${session}.jsonl`);
}
