// For tests: a project with a slash command of its own, and an answering agent that drives a session after a message that begins with "begin".
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AskView } from '../../../src/question/lifecycle.ts';
import type { Home } from '../home.ts';
import type { FakeModel } from './fake-model.ts';

/** "/gsd:plan-phase 3" reaches the model as "Plan the phase with the number 3." */
export function projectWithCommand(): string {
  const project = mkdtempSync(join(tmpdir(), 'driven-'));
  mkdirSync(join(project, '.claude', 'commands', 'gsd'), { recursive: true });
  writeFileSync(join(project, '.claude', 'commands', 'gsd', 'plan-phase.md'), 'Plan the phase with the number $ARGUMENTS.\n');
  return project;
}

/** The agent claw gives these prompts with one answer, and passes otherwise. */
export function drivesWith(at: Home, prompts: readonly string[]): void {
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

/** The idle asks from then on, the oldest first. */
export async function idleAsks(at: Home, since: number): Promise<readonly AskView[]> {
  const { asks } = await at.client().list({ kind: ['idle'], limit: 200 });
  return asks.filter(({ createdAt }) => createdAt >= since).toReversed();
}

/** The prompt that an idle ask was answered with. */
export function promptOf({ decision }: AskView): string | undefined {
  const [answer] = decision?.kind === 'answers' ? decision.answers : [];
  return answer?.kind === 'words' ? answer.words : undefined;
}

/** The prompts that reached the model from then on, without those of the test itself, which begin with "go ". */
export const received = ({ requests }: Pick<FakeModel, 'requests'>, since: number): readonly string[] =>
  requests.flatMap(({ side, at, prompt }) => (side || at < since || prompt.startsWith('go ') ? [] : [prompt]));
