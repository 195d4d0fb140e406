// For the conformance suite: a fake Claude Code that sends the same hooks as the real one, and acts on the replies.
import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Agent, ASKED, type Rig } from '../../../src/agents/agent.conformance.ts';
import type { Home } from '../home.ts';
import { replaceBroker } from '../kill.ts';
import { CLAUDE_CODE_IGNORED, post, postGarbage } from './garbage.ts';

export const claudeCodeHooks: Rig = {
  name: 'Claude Code (a fake one that sends its hooks)',
  withholds: true,
  ignoredLine: CLAUDE_CODE_IGNORED,
  survivesRestart: false,
  start,
};

type Result = { readonly behavior?: string; readonly message?: string; readonly updatedInput?: { answers?: Record<string, string> } };

async function start(at: Home): Promise<Agent> {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  const transcript = join(folder, 'transcript.jsonl');
  writeFileSync(transcript, '');
  const agent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  const session = crypto.randomUUID();
  const client = at.client();
  await client.putSession(session, { program: 'claude-code', project: folder, pid: agent.pid, transcript });
  const results = new Map<string, { resolve(text: string): void; readonly text: Promise<string> }>();
  const open = new Map<string, AbortController>();
  const dialogs = new Map<string, Promise<void>>();
  const ends = new Map<string, number>();
  /** Set while it keeps back what it does with an answer. */
  let withheld: { result?: Result } | undefined;

  const hook = async (event: string, more: object, signal?: AbortSignal): Promise<object> => {
    const payload = { hook_event_name: event, session_id: session, cwd: folder, transcript_path: transcript, prompt_id: 'p1', ...more };
    return (await post(at.place.socket, '/v1/channels/claude-code', JSON.stringify(payload), signal)).body;
  };
  const input = {
    questions: [
      {
        question: ASKED.text,
        header: ASKED.header,
        multiSelect: false,
        options: ASKED.options.map((label) => ({ label, description: '' })),
      },
    ],
  };
  const announce = (call: string, signal?: AbortSignal) =>
    hook('PreToolUse', { tool_name: 'AskUserQuestion', tool_input: input, tool_use_id: call }, signal);

  /** Shows the dialog while the hook request waits. Whichever is answered first ends the call. Resolves when the request is over. */
  function dialog(call: string): Promise<void> {
    const held = new AbortController();
    open.set(call, held);
    return hook('PermissionRequest', { tool_name: 'AskUserQuestion', tool_input: input }, held.signal).then(
      (reply) => {
        const decision = (reply as { hookSpecificOutput?: { decision?: Result } }).hookSpecificOutput?.decision;
        if (decision) take(call, decision);
      },
      () => {},
    );
  }

  function begin(call: string): void {
    let resolve: (text: string) => void = () => {};
    const text = new Promise<string>((r) => {
      resolve = r;
    });
    results.set(call, { resolve, text });
    dialogs.set(call, dialog(call));
  }

  function take(call: string, result: Result): void {
    ends.set(call, (ends.get(call) ?? 0) + 1);
    if (withheld) withheld.result = result;
    else void end(call, result);
  }

  /** Like the real one, it writes the result down before it sends the hook, so a broker that was not there finds it later. */
  function write(call: string, content: string, answers?: object): void {
    const block = { type: 'tool_result', tool_use_id: call, content, ...(answers ? {} : { is_error: true }) };
    const result = answers ? { toolUseResult: { ...input, answers } } : {};
    appendFileSync(transcript, `${JSON.stringify({ type: 'user', message: { content: [block] }, ...result })}\n`);
  }

  async function end(call: string, { behavior, message, updatedInput }: Result): Promise<void> {
    open.delete(call);
    if (behavior === 'allow') {
      const { answers = {} } = updatedInput ?? {};
      const text = `Your questions have been answered: ${JSON.stringify(answers)} ${Object.values(answers).join(', ')}`;
      results.get(call)?.resolve(text);
      write(call, text, answers);
      return report('PostToolUse', {
        tool_name: 'AskUserQuestion',
        tool_use_id: call,
        tool_input: input,
        tool_response: { ...input, answers },
      });
    }
    results.get(call)?.resolve(message ?? '');
    write(call, message ?? '');
    await report('PostToolBatch', { tool_calls: [{ tool_use_id: call, tool_response: message ?? '' }] });
  }

  /** Like the real one, it goes on when nobody hears it. */
  async function report(event: string, more: object): Promise<void> {
    await hook(event, more).catch(() => {});
  }

  return {
    async ask() {
      const call = `toolu_${crypto.randomUUID()}`;
      await announce(call);
      begin(call);
      return call;
    },
    async repeat(call) {
      await announce(call);
      const before = dialogs.get(call);
      dialogs.set(call, dialog(call));
      // The broker keeps one request per dialog, so it replies to the earlier one.
      await before;
    },
    told: (call) => results.get(call)?.text as Promise<string>,
    timesTold: async (call) => ends.get(call) ?? 0,
    keyboard: {
      async choose(call, label) {
        take(call, choosing(label));
      },
      async dismiss(call) {
        write(call, "The user doesn't want to proceed with this tool use. The tool use was rejected.");
        open.get(call)?.abort();
      },
    },
    async block(call) {
      // The waiting request is lost with the broker: the dialog stays, and an answer has no way to it.
      await replaceBroker(at);
      await dialogs.get(call);
      return {
        async open() {
          await announce(call);
          dialogs.set(call, dialog(call));
        },
      };
    },
    async withhold(call) {
      const kept: { result?: Result } = {};
      withheld = kept;
      return {
        async record(label) {
          withheld = undefined;
          await end(call, label === undefined ? (kept.result ?? {}) : choosing(label));
        },
      };
    },
    async sendGarbage() {
      const sent = await postGarbage(at, 'claude-code', { hook_event_name: 'PreToolUse', session_id: 5 });
      await hook('PreToolUse', {});
      await hook('PermissionRequest', { tool_input: { questions: 'none' } });
      await hook('NoSuchEvent', { tool_name: 5, tool_input: null });
      return sent;
    },
    async exit() {
      await hook('SessionEnd', { reason: 'prompt_input_exit' });
      for (const held of open.values()) held.abort();
    },
    async crash() {
      agent.kill('SIGKILL');
      await new Promise((resolve) => agent.once('exit', resolve));
      for (const held of open.values()) held.abort();
    },
    async askAlone() {
      // A hook that only reports is given up after half a second, and Claude Code shows its own dialog.
      await announce('alone', AbortSignal.timeout(500)).then(
        () => Promise.reject(new Error('somebody replied')),
        () => {},
      );
      begin('alone');
      return 'alone';
    },
    async stop() {
      for (const held of open.values()) held.abort();
      agent.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const choosing = (label: string): Result => ({ behavior: 'allow', updatedInput: { answers: { [ASKED.text]: label } } });
