// For tests: a project with a slash command of its own, and an answering agent that drives a session after a message that begins with "begin".
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AskView, State } from '../../../src/ask/schema/history.ts';
import type { Client } from '../client.ts';
import { eventually } from '../eventually.ts';
import { type Home, home } from '../home.ts';
import { ownPort } from '../own-port.ts';
import { removeFolder } from '../remove-folder.ts';
import { type ClaudeOptions, type ClaudeSession, startClaude } from './claude-session.ts';
import { type FakeModel, startFakeModel } from './fake-model.ts';
import { hookSettings } from './hook-settings.ts';

/** What the answering agent gives with one answer. It passes on every other message. */
export const PROMPTS = ['/clear', '/gsd:plan-phase 3', 'continue'];
/** What the model gets of them. */
export const RECEIVED = ['Plan the phase with the number 3.', 'continue'];

export type Driven = {
  readonly at: Home;
  readonly client: Client;
  readonly model: FakeModel;
  readonly project: string;
  start(options?: Partial<ClaudeOptions>): Promise<ClaudeSession>;
  /** A person's prompt, after which the agent is driven. Returns the time from which everything counts. */
  begin(claude: ClaudeSession): Promise<number>;
  /** The idle asks from then on, the oldest first. */
  idle(since: number): Promise<readonly AskView[]>;
  /** Waits until the idle ask with this number (from 0) is in one of these states. */
  untilIdle(since: number, ask: number, ...states: readonly State[]): Promise<unknown>;
  /** The prompts that reached the model from then on, without those of the test itself. */
  received(since: number): readonly string[];
  close(): Promise<void>;
};

export async function driven(version: string, hasHooks: boolean): Promise<Driven> {
  const project = projectWithCommand();
  const model = await startFakeModel();
  model.script(/^Plan the phase/, [{ text: `${'slow '.repeat(20)}end`, slowlyMs: 50 }]);
  const at = home();
  // The hooks know the port, so the next broker must have the same.
  at.env.ANSWERBACK_PORT = String(await ownPort());
  drivesWith(at, PROMPTS);
  const settings = hasHooks ? await hookSettings(at, version) : {};
  const client = at.client();
  const idle = async (since: number) => {
    const { asks } = await client.list({ kind: ['idle'], limit: 200 });
    return asks.filter(({ createdAt }) => createdAt >= since).toReversed();
  };
  return {
    at,
    client,
    model,
    project,
    start: (options) => startClaude({ version, model, settings, args: ['--permission-mode', 'default'], cwd: project, ...options }),
    async begin(claude) {
      const since = Date.now();
      model.script(`go ${since}`, [{ text: 'begin' }]);
      await claude.prompt(`go ${since}`);
      return since;
    },
    idle,
    untilIdle: (since, ask, ...states) => eventually(async () => states.includes((await idle(since))[ask]?.state as State)),
    received: (since) =>
      model.requests.flatMap(({ side, at: time, prompt }) => (side || time < since || prompt.startsWith('go ') ? [] : [prompt])),
    async close() {
      await model.stop();
      await at.close();
      await removeFolder(project);
    },
  };
}

/** "/gsd:plan-phase 3" reaches the model as "Plan the phase with the number 3." */
export function projectWithCommand(): string {
  const project = mkdtempSync(join(tmpdir(), 'driven-'));
  mkdirSync(join(project, '.claude', 'commands', 'gsd'), { recursive: true });
  writeFileSync(join(project, '.claude', 'commands', 'gsd', 'plan-phase.md'), 'Plan the phase with the number $ARGUMENTS.\n');
  return project;
}

function drivesWith(at: Home, prompts: readonly string[]): void {
  const program = join(at.place.folder, 'claw.mjs');
  writeFileSync(
    program,
    `let text = ''; for await (const chunk of process.stdin) text += chunk;
     const drives = { prompts: ${JSON.stringify(prompts)}, risk: 'reversible', reason: 'as planned' };
     const reply = /its last message: begin/.test(text) ? drives : { pass: 'nothing to do' };
     console.log(JSON.stringify({ ask: /The id of this ask is (\\w+)/.exec(text)?.[1], ...reply }));`,
  );
  const answerers = { claw: { kind: 'command', run: [process.execPath, program] } };
  const routes = [{ name: 'drive', when: { kind: 'idle' }, decide: [{ agent: 'claw', prompts }] }];
  writeFileSync(at.place.config, JSON.stringify({ answerers, routes }));
}

/** The prompt that an idle ask was answered with. */
export function promptOf({ decision }: AskView): string | undefined {
  const [answer] = decision?.kind === 'answers' ? decision.answers : [];
  return answer?.kind === 'words' ? answer.words : undefined;
}
