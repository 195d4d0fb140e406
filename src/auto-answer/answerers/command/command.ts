// Any program as an answering agent: it gets the brief on standard input or as an argument, and prints its answer.

import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { AskView } from '../../../ask/schema/history.ts';
import type { Effort } from '../../../ask/schema/route.ts';
import type { Environment } from '../../../system/environment.ts';
import { inherited, type Ran, start } from '../../../system/program.ts';
import { isRunnable } from '../../../system/runnable.ts';
import { masked, secretsIn } from '../../../system/secret.ts';
import { conversationSetting, defineAnswerer } from '../answerer.ts';
import type { AnsweringAgent, Briefing, Outcome, Told } from '../answering-agent.ts';
import { type Conversations, USUAL_SESSION } from '../conversation.ts';
import { cut, failed, outcomeFrom, STOPPED } from '../outcome.ts';
import { createConversing, lastMessage } from './conversing.ts';
import { runNames } from './orphans.ts';

/** The id of the conversation, as a whole argument. */
const CONVERSATION = '{conversation}';

const program = z.array(z.string().min(1)).min(1, 'give the program and its arguments as a list, e.g. [claude, -p]');

const settings = {
  run: program.describe('the program and its arguments; no shell reads them'),
  resume: program.optional().describe('the same for the second and later messages of a conversation, for programs that can continue one'),
  'conversation-id': z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('for programs that name a conversation themselves: where its name is in the JSON lines they print'),
  session: conversationSetting.optional(),
  stdin: z
    .enum(['brief', 'json', 'none'])
    .default('brief')
    .describe('the brief as text, ask and brief as JSON, or nothing if an argument is {brief} or {ask}'),
  folder: z
    .union([z.enum(['project', 'neutral']), z.string().regex(/^[~/]/)], { error: 'say project, neutral, or the full path of a folder' })
    .default('project')
    .describe('where it runs: in the project it decides about, in an empty folder (neutral), or in this folder'),
};
type CommandSettings = z.output<z.ZodObject<typeof settings>>;

export const command = defineAnswerer({
  kind: 'command',
  brief: 'any program that reads the ask and prints its answer, such as `claude -p` or `codex exec`',
  settings,
  contradictions({ run, resume, session, 'conversation-id': id }, wrong) {
    if (resume && !resume.includes(CONVERSATION)) wrong(`say which conversation: one argument has to be ${CONVERSATION}`, 'resume');
    if (resume && !run.includes(CONVERSATION) && id === undefined)
      wrong(`the program has to know its conversation: give it ${CONVERSATION} as an argument, or say conversation-id`, 'run');
    if (id !== undefined && !resume) wrong('say how to continue a conversation: resume is missing', 'conversation-id');
    if (session !== undefined && !run.includes(CONVERSATION) && !resume)
      wrong(`this command has no conversations; give it ${CONVERSATION} as an argument`, 'session');
  },
  conversation: ({ run, resume, session }) => (resume || run.includes(CONVERSATION) ? (session ?? USUAL_SESSION) : undefined),
  describe: ({ run }) => run.join(' '),
  problem: async ({ run: [name = ''] }, env) =>
    isRunnable(name, env) ? undefined : `${name} is not a program on the broker's PATH; give its full path`,
  open: (own, setup) => openCommand({ settings: own, ...setup }),
});

export type CommandOptions = {
  readonly name: string;
  readonly settings: Omit<CommandSettings, 'session'>;
  readonly conversations: Conversations;
  /** The broker's own. */
  readonly env: Environment;
  /** An empty folder outside any project; created when it is needed. */
  readonly neutral: string;
};

type Message = {
  readonly brief: string;
  readonly ask: Briefing['ask'];
  readonly key: string;
  readonly news: boolean;
  readonly wants?: Briefing['wants'];
  readonly conversation?: Briefing['conversation'];
};

const MOST_OUTPUT = 1_000_000;

export function openCommand({ name, settings, conversations, env, neutral }: CommandOptions): AnsweringAgent {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const secrets = secretsIn(env);
  const names = runNames(neutral);
  const tidied = names.endOrphans();

  const { send } = createConversing(settings, conversations);

  async function execute(message: Message, run: readonly string[], id: string, signal: AbortSignal): Promise<Ran> {
    const folder = folderFor(settings.folder, message.ask.project, neutral, env);
    if (folder === undefined) return { kind: 'not-started', code: NO_FOLDER };
    const { ran, gone } = start(
      {
        run: run.map((arg) => filled(arg, message, id)),
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
    async decide(briefing, signal) {
      const message = { ...briefing, news: false };
      const whole = { ...message, brief: briefing.corrects?.whole ?? briefing.brief };
      const { ran, spent, note } = await send(briefing.conversation, (run, id, isFirst) =>
        execute(isFirst ? whole : message, run, id, signal),
      );
      const effort = { via: 'command', ...spent, ...(note === undefined ? {} : { note }) };
      const said = settings['conversation-id'] === undefined ? (output: string) => output : lastMessage;
      return outcomeOf(ran, settings.run, briefing, { effort, said, hidden });
    },
    async tell({ text, key, ask, conversation }, signal): Promise<Told> {
      const message = { brief: text, ask, key, news: true };
      const { ran } = await send(conversation, (run, id) => execute(message, run, id, signal));
      if (ran.kind === 'ended' && ran.clean) return { kind: 'told' };
      const { reason, again } = failureOf(ran, settings.run, hidden);
      return { kind: 'failed', reason, again };
    },
    async close() {
      closing.abort();
      await Promise.all([tidied, ...running]);
    },
  };
}

type Hearing = { readonly effort: Effort; readonly said: (output: string) => string; readonly hidden: (text: string) => string };

function outcomeOf(ran: Ran, run: readonly string[], briefing: Briefing, { effort, said, hidden }: Hearing): Outcome {
  // Masked before it is read: an answer may not carry a secret either.
  if (ran.kind === 'ended' && ran.clean) return outcomeFrom(hidden(said(ran.output)), briefing, effort);
  const { reason, again } = failureOf(ran, run, hidden);
  const output = ran.kind === 'ended' || ran.kind === 'too-much' ? { said: cut(hidden(ran.output)) } : {};
  return failed(reason, again, { ...effort, ...output });
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
function filled(arg: string, { brief, ask }: Message, conversation: string): string {
  if (arg === '{brief}') return brief;
  if (arg === CONVERSATION) return conversation;
  return arg === '{ask}' ? JSON.stringify(ask) : arg;
}

function inputFor(stdin: CommandSettings['stdin'], { brief, ask, key, news, wants }: Message): string {
  if (stdin === 'none') return '';
  return stdin === 'brief'
    ? brief
    : `${JSON.stringify({ kind: news ? 'news' : wants === 'review' ? 'review' : 'ask', ask, brief, key })}\n`;
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

/**
 * Set for everything an answering agent runs. Our hook and `answerback ask` report it to the broker, and the broker ignores such a
 * session: otherwise an answering agent that asks would be asked its own question.
 */
const ANSWERING_VARIABLE = 'ANSWERBACK_ANSWERING';
/** The name with which our command line signs what such a program does. */
const ANSWERER_VARIABLE = 'ANSWERBACK_ANSWERER';

function environmentFor(
  env: Environment,
  answerer: string,
  message: { readonly ask: AskView; readonly key: string; readonly news: boolean; readonly wants?: 'decision' | 'review' },
): Environment {
  const { ask, key, news, wants } = message;
  return {
    ...inherited(env),
    [ANSWERING_VARIABLE]: ask.id,
    [ANSWERER_VARIABLE]: plain(answerer),
    ANSWERBACK_ASK: ask.id,
    ANSWERBACK_KEY: key,
    ANSWERBACK_PROJECT: plain(ask.project),
    ANSWERBACK_PURPOSE: news ? 'news' : wants === 'review' ? 'review' : 'decide',
  };
}

/** A variable cannot contain a NUL, and no real path does. */
const plain = (text: string): string => text.replaceAll('\0', '');
