// For tests: a real Claude Code whose hooks report questions to a real broker but do not wait, so that the broker has to type every decision.
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AskView } from '../../../src/ask/schema/history.ts';
import { ensureBroker } from '../../../src/client/start.ts';
import { eventually } from '../eventually.ts';
import { BROKER_PROGRAM, type Home, home } from '../home.ts';
import { ownPort } from '../own-port.ts';
import { type ClaudeOptions, type ClaudeSession, startClaude } from './claude-session.ts';
import type { FakeModel, ToolCall } from './fake-model.ts';

export type BrokerTypist = {
  readonly at: Home;
  readonly claude: ClaudeSession;
  /** Makes Claude Code ask. Resolves with the open ask, once its dialog has been on the screen for a while. */
  ask(prompt: string, call: ToolCall): Promise<{ readonly id: string; readonly ask: AskView }>;
  /** Starts the broker if none is running. */
  broker(): Promise<{ readonly pid: number }>;
  stop(): Promise<void>;
};

/** The pane to register for Claude Code. */
type Place = { readonly pane: string; readonly tmux: string; readonly pid: number };

const DIALOG = /Esc to\s+cancel/;

export async function brokerTypist(
  options: Pick<ClaudeOptions, 'version' | 'size' | 'settings'> & {
    model: FakeModel;
    elsewhere?: (claude: ClaudeSession) => Promise<Place>;
  },
): Promise<BrokerTypist> {
  const { model, version } = options;
  const at = home();
  const port = await ownPort();
  at.env.ANSWERBACK_PORT = String(port);
  const broker = () => ensureBroker({ place: at.place, program: BROKER_PROGRAM, env: at.env });
  await broker();
  const hook = [{ hooks: [{ type: 'http', url: `http://127.0.0.1:${port}/v1/channels/claude-code`, timeout: 5, headers: tokenOf(at) }] }];
  const args = ['--permission-mode', 'default'];
  const claude = await startClaude({ ...options, args, hooks: { PreToolUse: hook, PostToolUse: hook } });
  const client = at.client();

  return {
    at,
    claude,
    broker,
    async ask(prompt, call) {
      const [id = ''] = model.script(prompt, [{ tools: [call] }]);
      await claude.prompt(prompt);
      await claude.waitForSettled(DIALOG);
      const ask = await eventually(async () => (await client.list({ state: ['open'] })).asks.find(({ toolUseId }) => toolUseId === id));
      const where = (await options.elsewhere?.(claude)) ?? {
        pid: claude.pid,
        pane: claude.pane.id,
        tmux: (await claude.pane.tmux('display-message', '-p', '#{socket_path}')).trim(),
      };
      const transcript = await transcriptOf(claude, ask.session);
      await client.putSession(ask.session, { program: 'claude-code', project: claude.paths.project, version, transcript, ...where });
      return { id, ask };
    },
    async stop() {
      await claude.stop();
      await at.close();
    },
  };
}

const tokenOf = (at: Home) => ({ Authorization: `Bearer ${readFileSync(at.place.hookToken, 'utf8').trim()}` });

async function transcriptOf({ paths }: ClaudeSession, session: string): Promise<string> {
  const name = (await readdir(paths.transcripts)).find((file) => file === `${session}.jsonl`);
  return join(paths.transcripts, name ?? `${session}.jsonl`);
}
