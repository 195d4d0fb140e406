// The hook pipeline on a fake clock, with hooks as Claude Code sent them.
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createHooks, type HookSettings } from '../../../src/channels/claude-code/hooks/hooks.ts';
import { createKeys } from '../../../src/channels/claude-code/keys/keys.ts';
import type { Journal } from '../../../src/decide/journal.ts';
import { settle } from '../../../src/decide/settle.ts';
import type { AskView } from '../../../src/question/lifecycle.ts';
import type { Decision } from '../../../src/question/words.ts';
import { fakeBroker } from '../broker-harness.ts';
import { fakeTranscript } from './fake-transcript.ts';
import { recorded } from './payloads.ts';

export type World = ReturnType<typeof pipeline>;

export function pipeline(opened: Journal, settings: Partial<HookSettings> = {}) {
  const { journal, clock, waiting, newId, transcript, broker, errors, onError } = fakeBroker(opened);
  const debugged: string[] = [];
  const alive = new Set<number>();
  const hooks = createHooks({
    journal,
    broker,
    clock,
    waiting,
    newId,
    keys: createKeys({ journal, clock, alive: () => true, transcript: fakeTranscript(), terminal: () => undefined }),
    transcript,
    settings: () => ({ paused: false, excluded: [], mode: 'beside', screens: true, ...settings }),
    alive: (pid) => alive.has(pid),
    debug: (why) => debugged.push(why),
    onError,
  });
  onTestFinished(() => hooks.stop());
  return { journal, clock, broker, hooks, write: transcript.write, debugged, errors, alive };
}

export const never = new AbortController().signal;
export const soon = () => new Promise((resolve) => setImmediate(resolve));

// ── what Claude Code sends ─────────────────────────────────────────────────────────────────────────────────────────

export const payload = (name: string, over: object = {}) => ({ ...recorded(name), session_id: 's1', ...over });
export const pre = (over: object = {}) => payload('PreToolUse-AskUserQuestion', { tool_use_id: 't1', ...over });
export const request = (over: object = {}) =>
  payload('PermissionRequest-AskUserQuestion', { tool_input: recorded('PreToolUse-AskUserQuestion').tool_input, ...over });
/** What was recorded as the answer to the first question. */
export const post = (ask: AskView, label = ask.questions[0]?.options[0]?.label, over: object = {}) =>
  payload('PostToolUse-AskUserQuestion-single', {
    tool_use_id: 't1',
    tool_response: { answers: { [ask.questions[0]?.text as string]: label } },
    ...over,
  });

// ── what becomes of it ─────────────────────────────────────────────────────────────────────────────────────────────

export const decision = (verdict: object = { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }] }): Decision =>
  ({ ...verdict, key: randomUUID(), by: { kind: 'person', name: 'ada', surface: 'test' }, at: 1 }) as Decision;

export const only = async ({ journal }: World) => (await journal.list({}, { limit: 1 })).items[0];

/** A question whose dialog was answered by our reply, which has left whole. */
export async function delivered(world: World): Promise<AskView> {
  await world.hooks.receive(pre(), never);
  const replying = world.hooks.receive(request(), never);
  await soon();
  const ask = (await only(world)) as AskView;
  await settle(world.journal, ask.id, decision());
  await (await replying).sent?.(true);
  return ask;
}
