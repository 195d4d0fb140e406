// For tests: the channel for Claude Code on a fake clock, fed with recorded hook payloads.
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createClaudeCode } from '../../../src/agents/claude-code/channel.ts';
import type { Decision } from '../../../src/ask/schema/decision.ts';
import type { AskView } from '../../../src/ask/schema/history.ts';
import type { Channel, Reply } from '../../../src/inbox/channel.ts';
import { createChannelInbox } from '../../../src/inbox/channel-inbox.ts';
import { createDeliveries } from '../../../src/inbox/deliveries.ts';
import { settle } from '../../../src/inbox/settle.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { ignored } from '../../../src/server/config.ts';
import { fakeBroker } from '../broker-harness.ts';
import { recorded } from './payloads.ts';

export type World = ReturnType<typeof pipeline>;
export type Settings = {
  readonly paused?: boolean;
  readonly excluded?: readonly string[];
  readonly mode?: 'beside' | 'hold';
  readonly headless?: number;
  /** Where Claude Code describes its running processes. */
  readonly claudeFolder?: string;
};

export function pipeline(
  opened: Journal,
  { paused = false, excluded = [], mode = 'beside', headless, claudeFolder = '/nowhere' }: Settings = {},
) {
  const { journal, clock, waiting, newId, transcript, channels, pauses, sessions, broker, errors, onError } = fakeBroker(opened);
  const debugged: string[] = [];
  const warned: object[] = [];
  const alive = new Set<number>();
  const config = { pause: paused, channels: { 'claude-code': { exclude: excluded } }, routing: undefined as never, notify: {} };
  const deliveries = createDeliveries({ journal, clock, channels, pauses, onError });
  const channel: Channel = createClaudeCode(
    {
      inbox: createChannelInbox({
        program: 'claude-code',
        journal,
        sessions,
        clock,
        waiting,
        newId,
        deliver: deliveries.mayBeDeliverable,
      }),
      clock,
      machine: {
        env: { CLAUDE_CONFIG_DIR: claudeFolder },
        terminal: () => undefined,
        watchFolder: () => () => {},
        isAlive: (pid) => alive.has(pid),
        whyNotInForeground: async () => undefined,
      },
      settings: () => ({ mode, screen: 'auto', headless }),
      ignored: (folder) => ignored(config, 'claude-code', folder),
      debug: (why) => debugged.push(why),
      warn: (what, about) => warned.push({ what, ...about }),
      onError,
    },
    transcript,
  );
  channels.add('claude-code', channel);
  onTestFinished(async () => {
    deliveries.stop();
    await channel.stop();
  });
  const hooks = {
    receive: (body: unknown, disconnected: AbortSignal): Promise<Reply> => channel.receive?.(body, disconnected) as Promise<Reply>,
    async resume(): Promise<void> {
      await deliveries.recover();
      await channel.start();
      await deliveries.resume();
    },
  };
  return { journal, clock, broker, hooks, write: transcript.write, debugged, warned, errors, alive };
}

export const never = new AbortController().signal;
/** Reports that the reply was sent (whole or not), and lets everything that follows from it happen. */
export async function replySent(reply: Reply, whole = true): Promise<void> {
  reply.sent?.(whole);
  await soon();
}
/** An ask is written in the next turn of the event loop, and what follows from it comes in the one after. */
export const soon = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

// ── what Claude Code sends ─────────────────────────────────────────────────────────────────────────────────────────

export const payload = (name: string, over: object = {}) => ({ ...recorded(name), session_id: 's1', ...over });
export const pre = (over: object = {}) => payload('PreToolUse-AskUserQuestion', { tool_use_id: 't1', ...over });
export const request = (over: object = {}) =>
  payload('PermissionRequest-AskUserQuestion', { tool_input: recorded('PreToolUse-AskUserQuestion').tool_input, ...over });
/** Records this label as the answer to the first question. */
export const post = (ask: AskView, label = ask.questions[0]?.options[0]?.label, over: object = {}) =>
  payload('PostToolUse-AskUserQuestion-single', {
    tool_use_id: 't1',
    tool_response: { answers: { [ask.questions[0]?.text as string]: label } },
    ...over,
  });

/** The row of the transcript with the result of a call, as the model gets it. */
export const resultRow = (toolUseId: string, content: string, more: object = {}, is_error = false): string =>
  JSON.stringify({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: toolUseId, content, is_error }] }, ...more });

// ── what happens to it ─────────────────────────────────────────────────────────────────────────────────────────────

export const decision = (verdict: object = { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }] }): Decision =>
  ({ ...verdict, key: randomUUID(), by: { kind: 'person', name: 'ada', surface: 'test' }, at: 1 }) as Decision;

export const only = async ({ journal }: World) => (await journal.list({}, { limit: 1 })).items[0];

/** A question whose dialog was answered by our reply. */
export async function delivered(world: World): Promise<AskView> {
  await world.hooks.receive(pre(), never);
  const replying = world.hooks.receive(request(), never);
  await soon();
  const ask = (await only(world)) as AskView;
  await settle(world.journal, ask.id, decision());
  await replySent(await replying);
  return ask;
}
