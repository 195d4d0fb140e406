// Any program as an answering agent: it gets the brief on standard input or as an argument, and prints its answer.
import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import type { AnsweringAgent, Briefing, Outcome, Told } from '../../../decide/answering-agent.ts';
import type { CommandSettings } from '../../../decide/route/answerers.ts';
import { cut, failed, heard, STOPPED } from '../heard.ts';
import { masked, secretsIn } from '../secret.ts';
import { environmentFor } from './environment.ts';
import { runNames } from './orphans.ts';
import { type Ran, start } from './run.ts';

export type CommandOptions = {
  readonly name: string;
  readonly settings: Pick<CommandSettings, 'run' | 'stdin' | 'folder'>;
  /** The broker's own. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An empty folder outside any project; created when it is needed. */
  readonly neutral: string;
};

type Message = { readonly brief: string; readonly ask: Briefing['ask']; readonly key: string; readonly news: boolean };

const MOST_OUTPUT = 1_000_000;
const EFFORT = { via: 'command' } as const;

export function openCommand({ name, settings, env, neutral }: CommandOptions): AnsweringAgent {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const secrets = secretsIn(env);
  const names = runNames(neutral);
  const tidied = names.endOrphans();

  async function execute(message: Message, signal: AbortSignal): Promise<Ran> {
    const folder = folderFor(settings.folder, message.ask.project, neutral, env);
    if (folder === undefined) return { kind: 'not-started', code: NO_FOLDER };
    const { ran, gone } = start(
      {
        run: settings.run.map((arg) => filled(arg, message)),
        folder,
        env: environmentFor(env, name, message),
        input: inputFor(settings.stdin, message),
        id: names.next(),
        mostOutput: MOST_OUTPUT,
      },
      AbortSignal.any([signal, closing.signal]),
    );
    running.add(gone);
    void gone.then(() => running.delete(gone));
    return ran;
  }

  const hidden = (text: string) => masked(text, secrets);

  return {
    name,
    async decide({ brief, ask, key }, signal) {
      return outcomeOf(await execute({ brief, ask, key, news: false }, signal), settings.run, ask, hidden);
    },
    async tell({ text, key, ask }, signal): Promise<Told> {
      const outcome = await execute({ brief: text, ask, key, news: true }, signal);
      if (outcome.kind === 'ended' && outcome.clean) return { kind: 'told' };
      const { reason, again } = failureOf(outcome, settings.run, hidden);
      return { kind: 'failed', reason, again };
    },
    async close() {
      closing.abort();
      await Promise.all([tidied, ...running]);
    },
  };
}

function outcomeOf(ran: Ran, run: readonly string[], ask: Briefing['ask'], hidden: (text: string) => string): Outcome {
  // Masked before it is read: an answer may not carry a secret either.
  if (ran.kind === 'ended' && ran.clean) return heard(hidden(ran.output), ask, EFFORT);
  const { reason, again } = failureOf(ran, run, hidden);
  const said = ran.kind === 'ended' || ran.kind === 'too-much' ? { said: cut(hidden(ran.output)) } : {};
  return failed(reason, again, { ...EFFORT, ...said });
}

/** A crash may be temporary: agents often end like that when their own model is busy. */
function failureOf(ran: Ran, [program = '']: readonly string[], hidden: (text: string) => string): { reason: string; again: boolean } {
  switch (ran.kind) {
    case 'stopped':
      return { reason: STOPPED, again: true };
    case 'too-much':
      return { reason: `${program} printed more than ${MOST_OUTPUT / 1_000_000} MB and was ended`, again: false };
    case 'not-started':
      return { reason: `${program} ${START_PROBLEMS[ran.code] ?? `could not be started (${ran.code})`}`, again: ran.code === 'EAGAIN' };
    case 'ended': {
      const complaint = hidden(ran.errors).trim().slice(-500);
      return { reason: `${program} ${ran.how}${complaint ? `: ${complaint}` : ''}`, again: true };
    }
  }
}

const NO_FOLDER = 'no folder';
const START_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "was not found on the broker's PATH; give its full path",
  EACCES: 'is not executable',
  E2BIG: 'cannot take that much as an argument; let it read the brief with `stdin: brief`',
  [NO_FOLDER]: 'cannot run there: the folder it should run in does not exist',
  ENOTDIR: 'cannot run there: part of its path is not a folder',
};

/** A placeholder is always a whole argument, so nothing in a question can become an option or a second argument. */
function filled(arg: string, { brief, ask }: Message): string {
  if (arg === '{brief}') return brief;
  return arg === '{ask}' ? JSON.stringify(ask) : arg;
}

function inputFor(stdin: CommandSettings['stdin'], { brief, ask, key, news }: Message): string {
  if (stdin === 'none') return '';
  return stdin === 'brief' ? brief : `${JSON.stringify({ kind: news ? 'news' : 'ask', ask, brief, key })}\n`;
}

/** A project on another computer, or one that no longer exists, is not a place to run in. */
function folderFor(folder: string, project: string, neutral: string, env: CommandOptions['env']): string | undefined {
  if (folder === 'project' && isFolder(project)) return project;
  if (folder !== 'project' && folder !== 'neutral') return own(folder.replace(/^~(?=$|\/)/, env.HOME || homedir()));
  try {
    mkdirSync(neutral, { recursive: true, mode: 0o700 });
  } catch {
    // reported when the program is started
  }
  return own(neutral);
}

const own = (folder: string): string | undefined => (isFolder(folder) ? folder : undefined);

function isFolder(path: string): boolean {
  try {
    return isAbsolute(path) && statSync(path).isDirectory();
  } catch {
    return false;
  }
}
