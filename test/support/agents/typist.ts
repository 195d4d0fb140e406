// For tests: types decisions into a real Claude Code in tmux, and reads back what the model was told.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { quirksOf } from '../../../src/agents/claude-code/keys/goal.ts';
import { type Typed, typeDecision } from '../../../src/agents/claude-code/keys/type-decision.ts';
import { typePrompt } from '../../../src/agents/claude-code/keys/type-prompt.ts';
import { tmuxServers } from '../../../src/pane/tmux/tmux.ts';
import { realClock } from '../../../src/system/real-clock.ts';
import type { Terminal } from '../../../src/system/terminal.ts';
import { eventually } from '../eventually.ts';
import { type Action, isTold } from './actions.ts';
import { type ClaudeSession, startClaude } from './claude-session.ts';
import type { FakeModel } from './fake-model.ts';

/** The size of the pane, and one of the two renderers of Claude Code. */
export type Stage = { readonly columns: number; readonly rows: number; readonly tui: 'fullscreen' | 'default' };

export const STAGES: readonly Stage[] = [
  { columns: 120, rows: 40, tui: 'fullscreen' },
  { columns: 60, rows: 15, tui: 'fullscreen' },
  { columns: 120, rows: 40, tui: 'default' },
];
export const named = ({ columns, rows, tui }: Stage): string => `${columns}×${rows}, ${tui === 'default' ? 'classic' : tui}`;

export type Performance = {
  readonly typed: Typed;
  readonly right: boolean;
  /** What the model was told, or why it was told nothing. */
  readonly content: string;
  /** The time from the decision to its record in the transcript; undefined when nothing was recorded. */
  readonly recordedMs: number | undefined;
};

export type Typist = {
  readonly claude: ClaudeSession;
  readonly terminal: Terminal;
  /** Makes the agent ask, and waits until its dialog has been on the screen for this long. Returns the ids of its calls. */
  ask(action: Action, run: string, drawnForMs?: number): Promise<readonly string[]>;
  /** Types the decision, and then any follow-up that the dialog could not accept. */
  type(action: Action, run: string, signal?: AbortSignal): Promise<Typed>;
  /** Does all of it, from the prompt to the record. */
  perform(action: Action, run: string, drawnForMs?: number): Promise<Performance>;
  stop(): Promise<void>;
};

const DIALOG = /Esc to\s+cancel|Submit answers|Would you like to\s+proceed\?|Exit plan mode\?|\(esc\)/;

export async function typistAt(
  version: string,
  model: FakeModel,
  { columns, rows, tui }: Stage,
  quirks = quirksOf(version),
): Promise<Typist> {
  const claude = await startClaude({
    version,
    model,
    size: { columns, rows },
    args: ['--permission-mode', 'default'],
    settings: { tui },
  });
  const socket = (await claude.pane.tmux('display-message', '-p', '#{socket_path}')).trim();
  const terminal = tmuxServers(process.env)(socket).terminal(claude.pane.id);

  const typist: Typist = {
    claude,
    terminal,
    async ask(action, run, drawnForMs = 0) {
      const ids = await asks(claude, model, action, run);
      await claude.waitFor(DIALOG);
      if (drawnForMs > 0) await new Promise((resolve) => setTimeout(resolve, drawnForMs));
      return ids;
    },
    async type(action, run, signal = new AbortController().signal) {
      const common = { terminal, timer: realClock, signal, whyNotAgent: async () => undefined };
      const typed = await typeDecision({ ...common, goal: { ask: action.ask(run, version), verdict: action.verdict, version: quirks } });
      if (typed.kind === 'stopped' || typed.followUp === undefined) return typed;
      return typePrompt({ ...common, text: typed.followUp, patienceMs: 10_000 });
    },
    async perform(action, run, drawnForMs) {
      const ids = await typist.ask(action, run, drawnForMs);
      const decided = Date.now();
      const typed = await typist.type(action, run);
      if (typed.kind === 'stopped') return { typed, right: false, content: typed.reason, recordedMs: undefined };
      if (action.ends) await claude.prompt(`after ${action.name} ${run}`);
      const content = await model.toolResult(ids.at(-1) ?? '').then(
        (result) => result.content,
        (error: Error) => error.message,
      );
      const prompted = action.followUp === undefined || (await isPrompted(model, action.followUp));
      const recorded = await recordedAt(claude, ids[0] ?? '');
      return {
        typed,
        right: prompted && isTold(action.told, content),
        content,
        recordedMs: recorded === undefined ? undefined : recorded - decided,
      };
    },
    async stop() {
      await claude.stop();
    },
  };
  return typist;
}

/** Makes the agent ask. Returns the ids of its calls. */
export async function asks(
  claude: ClaudeSession,
  model: FakeModel,
  action: Pick<Action, 'name' | 'calls' | 'plan'>,
  run: string,
): Promise<readonly string[]> {
  await inMode(claude, action.plan === undefined ? 'default' : 'plan');
  if (action.plan !== undefined) await prepare(claude, model, action.plan);
  const prompt = `${action.name} ${run}`;
  const ids = model.script(
    prompt,
    action.calls(run).map((call) => ({ tools: [call] })),
  );
  await claude.prompt(prompt);
  return ids;
}

/** Shift-Tab cycles through the permission modes. The line below the input box names the current one, unless it is the default. */
async function inMode(claude: ClaudeSession, mode: 'default' | 'plan'): Promise<void> {
  for (let turns = 0; turns < 6; turns += 1) {
    const now = modeOn(await (turns === 0 ? claude.waitFor(/^❯/m) : claude.waitForSettled(/^❯/m)));
    if (now === mode) return;
    await claude.keys('BTab');
    await claude.waitFor(function anotherMode(screen) {
      return modeOn(screen) !== now;
    });
  }
  throw new Error(`Claude Code does not go into ${mode} mode:\n${await claude.screen()}`);
}

const modeOn = (screen: string): string => /(plan|accept edits|auto|bypass permissions)\b.* on\b/.exec(screen)?.[1] ?? 'default';

/** Writes the plan to the file that Claude Code names to the model. */
async function prepare(claude: ClaudeSession, model: FakeModel, plan: 'written' | 'empty'): Promise<void> {
  const all = () => JSON.stringify(model.requests.slice(-8).map(({ body }) => body)).matchAll(/[^"\\ `]*\/plans\/[\w-]+\.md/g);
  const own = () => [...all()].map(([path]) => path).findLast((path) => path.startsWith(claude.paths.config));
  if (own() === undefined) await claude.prompt('where is the plan');
  const path = await eventually(own);
  await mkdir(dirname(path), { recursive: true });
  if (plan === 'empty') await rm(path, { force: true });
  else await writeFile(path, '# The plan\n\n1. Do one thing\n2. Do another\n');
}

async function isPrompted(model: FakeModel, prompt: string, withinMs = 30_000): Promise<boolean> {
  const before = model.requests.filter((request) => request.prompt === prompt).length;
  for (const end = Date.now() + withinMs; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20)))
    if (before > 0 || model.requests.some((request) => request.prompt === prompt)) return true;
  return false;
}

/** The timestamp of a call's result in the transcript. */
export async function recordedAt({ paths }: ClaudeSession, id: string, withinMs = 3_000): Promise<number | undefined> {
  for (const end = Date.now() + withinMs; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    for (const name of (await readdir(paths.transcripts).catch(() => [])).filter((file) => file.endsWith('.jsonl'))) {
      const lines = (await readFile(join(paths.transcripts, name), 'utf8')).split('\n');
      const rows = lines.filter((line) => line.includes('"tool_result"') && line.includes(`"${id}"`));
      const times = rows.map((row) => Date.parse(/"timestamp":"([^"]+)"/.exec(row)?.[1] ?? ''));
      const first = times.find((time) => !Number.isNaN(time));
      if (first !== undefined) return first;
    }
  }
  return undefined;
}
