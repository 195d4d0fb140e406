// For tests: a real Claude Code and a real broker that reaches it by its hooks or by keys.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AskKind } from '../../../src/ask/schema/ask.ts';
import type { AskView } from '../../../src/ask/schema/history.ts';
import type { Client } from '../client.ts';
import { eventually } from '../eventually.ts';
import { home } from '../home.ts';
import { type ClaudeOptions, type ClaudeSession, startClaude } from './claude-session.ts';
import type { FakeModel } from './fake-model.ts';
import { hookSettings } from './hook-settings.ts';

export type Way = 'hooks' | 'keys';
export type Scene = { readonly way: Way; readonly client: Client; readonly claude: ClaudeSession; close(): Promise<void> };

type Options = Pick<ClaudeOptions, 'version' | 'size'> & {
  readonly model: FakeModel;
  readonly settings?: Readonly<Record<string, unknown>>;
};

export async function openScene(way: Way, { version, model, settings = {}, ...options }: Options): Promise<Scene> {
  const at = home();
  const hooks = way === 'hooks' ? await hookSettings(at, version) : {};
  const claude = await startClaude({
    version,
    model,
    settings: { ...settings, ...hooks },
    args: ['--permission-mode', 'default'],
    ...options,
  });
  if (way === 'keys') at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
  const client = at.client();
  await client.status();
  return {
    way,
    client,
    claude,
    async close() {
      await claude.stop();
      await at.close();
    },
  };
}

export const opened = (client: Client, kind: AskKind[], isIt: (view: AskView) => boolean = () => true): Promise<AskView> =>
  eventually(async () => (await client.list({ kind, state: ['open'] })).asks.find(isIt));

/** Whether all of it could be read. */
export const isWhole = ({ questions }: AskView): boolean =>
  questions.every(({ cut, unseen, options }) => !cut && !unseen && options.every((option) => !option.unseen));
/** What does not fit on the screen is read from it when nobody has pressed a key for 10 s. */
const READ_WITHIN_MS = 15_000;

/** The ask when all of it was read, or when that cannot be expected any more. */
export function openedWhole(client: Client, kind: AskKind[], isIt: (view: AskView) => boolean = () => true): Promise<AskView> {
  const seenAt = Date.now();
  return opened(client, kind, (each) => isIt(each) && (isWhole(each) || Date.now() > seenAt + READ_WITHIN_MS));
}

/** Waits until the ask is over, and expects that it was verified. */
export async function verified(client: Client, id: string): Promise<AskView> {
  const over = ['verified', 'mismatched', 'unconfirmed', 'undelivered', 'withdrawn'];
  const view = await eventually(async () => {
    const now = await client.show(id);
    return over.includes(now.state) && now;
  });
  expect(view).toMatchObject({ state: 'verified' });
  return view;
}

/** Throws the error again, with everything that helps to understand it. */
export async function explain(cause: Error, { client, claude }: Scene): Promise<never> {
  const { asks: latest } = await client.list({ limit: 3 });
  const known = latest.map(({ state, questions, delivery, receipt, ending }) => ({ state, questions, delivery, receipt, ending }));
  const status = JSON.stringify([known, await client.sessions(true, true), sessionFiles(claude)], null, 1);
  throw new Error(`${cause.message}\n${status}\n${await claude.screen()}`, { cause });
}

/** What Claude Code says about its own state. */
function sessionFiles({ paths }: ClaudeSession): readonly string[] {
  const folder = join(paths.config, 'sessions');
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
}
