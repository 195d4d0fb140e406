// The library's `answerback/claude-agent-sdk`: the inbox for programs made with the Claude Agent SDK. Nothing of the SDK is imported.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { recordedAnswers } from '../agents/claude-code/format/answers.ts';
import { HOST_ASKS, type HostAsks } from '../agents/claude-code/format/host-asks.ts';
import { QUESTION_TOOL, toolDraft } from '../agents/claude-code/format/permission.ts';
import { type HookReply, replyFor } from '../agents/claude-code/format/reply.ts';
import type { AskView } from '../ask/schema/history.ts';
import type { ToolResult } from '../ask/schema/result.ts';
import { type AskRequest, Client } from '../client/client.ts';
import { type BrokerFolder, placeFrom } from '../client/place.ts';
import { ensureBroker } from '../client/start.ts';
import { pidNamespace } from '../system/pid-namespace.ts';
import { asObject, canonical, parsedJson } from '../text/json.ts';
import { outcomeOf } from '../tool/outcome.ts';
import { errorOutcome } from '../tool/through-inbox.ts';
import type { AskUserQuestionInput, AskUserQuestionTool } from '../tool/tool.ts';

type Fields = Readonly<Record<string, unknown>>;
/** The parts of what the SDK says about a call that are used. `Update` is its PermissionUpdate. */
type CallOptions<Update = unknown> = {
  readonly signal: AbortSignal;
  readonly toolUseID: string;
  readonly suggestions?: readonly Update[] | undefined;
  /** The same when a request is delivered again; older SDKs do not say it. */
  readonly requestId?: string | undefined;
  readonly agentID?: string | undefined;
  /** No suggestion may be offered. */
  readonly suppressAlwaysAllowRule?: boolean | undefined;
};
type PermissionResult<Update = unknown> =
  | { behavior: 'allow'; updatedInput: Record<string, unknown>; updatedPermissions?: Update[] }
  | { behavior: 'deny'; message: string };
type HookResult = Record<string, never>;

export type InboxOptions<Call extends CallOptions = CallOptions, Result extends { behavior: string } = PermissionResult> = {
  /** The tools whose permissions are asked for in the inbox too: their names, or `true` for all. */
  readonly permissions?: boolean | readonly string[] | undefined;
  /** Your own callback, for every other tool. Without it, Claude Code decides as if nobody could be asked. */
  readonly canUseTool?: ((tool: string, input: Record<string, unknown>, call: Call) => Promise<Result | null>) | undefined;
  readonly project?: string | undefined;
  readonly program?: string | undefined;
  readonly place?: BrokerFolder | undefined;
};

/** What the broker takes. */
const LONGEST_ID = 200;
/** Hooks for PermissionRequest run at the same time as the callback, and whichever decides first counts. */
const HOOKS_FIRST_MS = 2_000;

/** The parts of zod that are used. It is the caller's zod, because the SDK accepts no other. */
type Schema = { optional(): unknown; describe(text: string): Schema };
type Builder = {
  string(): Schema;
  boolean(): Schema;
  object(shape: object): Schema;
  array(item: unknown): Schema;
  record(key: unknown, value: unknown): Schema;
};

/** The arguments of the SDK's `tool()`: `tool(...forClaudeAgentSdk(createAskUserQuestionTool(), z))`. */
export function forClaudeAgentSdk<Z extends { any(): unknown }>(tool: AskUserQuestionTool, zod: Z) {
  const z = zod as unknown as Builder;
  const { items } = tool.parameters.properties.questions;
  const about = (of: { readonly description: string }): Schema => z.string().describe(of.description);
  const { question, header, multiSelect, options } = items.properties;
  const { label, description, preview } = options.items.properties;
  const option = z.object({ label: about(label), description: about(description), preview: about(preview).optional() });
  const asked = z.object({
    question: about(question),
    header: about(header),
    multiSelect: z.boolean().describe(multiSelect.description),
    options: z.array(option).describe(options.description),
  });
  const answers = z.record(z.string(), z.string()).describe(tool.parameters.properties.answers.description).optional();
  const shape = { questions: z.array(asked), answers } as unknown as Record<'questions' | 'answers', ReturnType<Z['any']>>;
  const run = async (args: unknown, extra?: unknown) => {
    const { signal, _meta } = (extra ?? {}) as { signal?: AbortSignal; _meta?: Fields };
    // The request's own number starts again with each conversation, so it must not name the question.
    const id = _meta?.['claudecode/toolUseId'];
    const outcome = await tool.call(typeof id === 'string' ? id : crypto.randomUUID(), args as AskUserQuestionInput, signal);
    return { content: [{ type: 'text' as const, text: outcome.text }], ...(outcome.kind === 'error' ? { isError: true } : {}) };
  };
  // Otherwise the model has to search for the tool before it can call it.
  return [tool.name, tool.description, shape, run, { alwaysLoad: true }] as const;
}

/** An ask that is over: how, and as it was then. */
type Answered = { readonly result: ToolResult; readonly view: AskView };

/** A call of a tool that the agent has asked about. */
type AgentCall = {
  readonly id: string;
  /** The subagent that makes it. Each counts its calls by itself. */
  readonly agent: string | undefined;
  readonly tool: string;
  readonly input: string;
  readonly request: string | undefined;
  readonly asked: Promise<Answered>;
  /** The agent has got the decision. */
  isDecided: boolean;
};

/**
 * `query({prompt, options: {...answerFromInbox()}})`: questions are answered in the inbox, and what the agent recorded confirms them.
 *
 * Invariants: a permission that nobody asked us to route is decided as without this. A decision is given to the agent once: what it asks after that
 * is asked anew, also under the id of an earlier call, unless it is that very request, delivered again.
 */
export function answerFromInbox<Call extends CallOptions = CallOptions, Result extends { behavior: string } = PermissionResult>(
  options: InboxOptions<Call, Result> = {},
) {
  const { permissions = false } = options;
  const place = options.place ?? placeFrom(process.env);
  const client = new Client({ place });
  const program = options.program ?? basename(process.argv[1] ?? 'node').replace(/\.[cm]?[jt]sx?$/, '');
  const session = {
    // A container that is started again has the same pids.
    id: `${program}-${process.pid}-${randomUUID().slice(0, 8)}`,
    program,
    project: options.project ?? process.cwd(),
    machine: hostname(),
    pid: process.pid,
    pidNamespace,
    endsWithItsProcess: true,
  };
  /** Those that the agent has not run yet. */
  let calls: readonly AgentCall[] = [];
  let count = 0;
  /** Of the agent, as far as the broker knows of them. */
  const sessions = new Set<string>();
  const isRouted = (tool: string): boolean => tool === QUESTION_TOOL || permissions === true || (permissions || []).includes(tool);

  const canUseTool = async <Update>(
    tool: string,
    input: Record<string, unknown>,
    call: Call & CallOptions<Update>,
  ): Promise<PermissionResult<Update> | Result | null> => {
    if (!isRouted(tool)) return options.canUseTool?.(tool, input, call) ?? notGranted(tool, input, call);
    const asking = askedIn(tool, input, call);
    let asked: Answered;
    try {
      asked = await asking.asked;
    } catch (error) {
      forget(asking);
      if (call.signal.aborted) throw error;
      const { text } = errorOutcome(error);
      if (options.canUseTool) return options.canUseTool(tool, input, call);
      return tool === QUESTION_TOOL ? { behavior: 'deny', message: text } : notGranted(tool, input, call);
    }
    const reply = replyTo(asked, input);
    asking.isDecided = true;
    if (reply.behavior === 'allow') {
      const { updatedInput = input, updatedPermissions: updates } = reply;
      // These are suggestions of the SDK, as it sent them.
      return { behavior: 'allow', updatedInput: { ...updatedInput }, ...(updates ? { updatedPermissions: updates as Update[] } : {}) };
    }
    forget(asking);
    // The SDK reports nothing about a tool that did not run, so this is the confirmation.
    if (asked.view.decision) await client.receipt(asked.result).catch(() => undefined);
    return { behavior: 'deny', message: reply.message };
  };

  /**
   * In the words in which Claude Code itself refuses what nobody can be asked about. With `headless: ask` in the configuration, our hooks ask
   * somebody; when they have a decision, it counts, and the signal says so.
   */
  async function notGranted(
    tool: string,
    input: Fields,
    { toolUseID, signal }: CallOptions,
  ): Promise<{ behavior: 'deny'; message: string }> {
    const hooksDecide = () => delay(HOOKS_FIRST_MS, undefined, { signal });
    try {
      await hooksDecide();
      const asked = await askOfHooks(tool, input, toolUseID);
      if (asked) {
        await client.result(asked.id, signal);
        await hooksDecide();
      }
    } catch {
      // The hooks have decided, or there is no broker whose hooks could.
    }
    return { behavior: 'deny', message: `Claude requested permissions to use ${tool}, but you haven't granted it yet.` };
  }

  async function askOfHooks(tool: string, input: Fields, id: string): Promise<AskView | undefined> {
    for (const session of sessions) {
      const { asks } = await client.call('GET /v1/asks', { query: { session, state: ['open', 'answered', 'declined', 'delivering'] } });
      const isThis = ({ toolUseId, detail }: AskView): boolean =>
        toolUseId === id || (detail?.kind === 'permission' && detail.tool === tool && canonical(detail.input) === canonical(input));
      const found = asks.find((view) => view.source === 'hook' && isThis(view));
      if (found) return found;
    }
    return undefined;
  }

  function askedIn(
    tool: string,
    given: Fields,
    { toolUseID: id, agentID: agent, requestId: request, signal, ...call }: CallOptions,
  ): AgentCall {
    const input = canonical(given);
    const same = calls.find((each) => each.id === id && each.agent === agent && each.tool === tool && each.input === input);
    if (same && (!same.isDecided || (request !== undefined && same.request === request))) return same;
    const offered = call.suppressAlwaysAllowRule ? [] : (call.suggestions ?? []);
    const ask = tool === QUESTION_TOOL ? { questions: given.questions } : toolDraft(tool, given, offered);
    // Some models give an id to one call after the other.
    const toolUseId = `${++count}:${id}`.slice(0, LONGEST_ID);
    const asked = waitFor(client, { ...ask, session, toolUseId, rules: 'tolerant', raw: { tool, input: given } }, signal);
    const asking = { id, agent, tool, input, request, asked, isDecided: false };
    // One that was decided and never ran is over when its id comes again.
    calls = [...calls.filter((each) => each !== same), asking];
    return asking;
  }

  function forget(call: AgentCall | undefined): void {
    calls = calls.filter((each) => each !== call);
  }

  /** After the tool ran: what the agent recorded is compared with what was decided. */
  const recorded = async (event: unknown, toolUseID: string | undefined): Promise<HookResult> => {
    const { tool_name: tool, tool_input: input } = event as Fields;
    const decided = calls.filter(({ id, isDecided }) => id === toolUseID && isDecided);
    const call = decided.findLast((each) => each.tool === tool && isInput(each, input)) ?? decided.at(-1);
    forget(call);
    const asked = await call?.asked.catch(() => undefined);
    if (asked?.view.decision) await client.receipt(received(asked, event as Fields)).catch(() => undefined);
    return {};
  };
  /**
   * Before the agent calls any tool. The settings of this computer may have Answerback's hooks too, which would ask the same again. About the rest
   * they do what they would do without this.
   */
  const prompted = async (event: unknown): Promise<HookResult> => {
    const { session_id } = event as { readonly session_id?: unknown };
    if (typeof session_id !== 'string') return {};
    const tools = permissions === true ? {} : { tools: [QUESTION_TOOL, ...(permissions || [])] };
    const headless = options.canUseTool ? {} : ({ headless: true } as const);
    const message: HostAsks = { hook_event_name: HOST_ASKS, session_id, pid: process.pid, pidNamespace, ...tools, ...headless };
    const told = ensureBroker({ place, unlessStopped: true })
      .then(() => client.call('POST /v1/channels/:program', { params: { program: 'claude-code' }, body: message }))
      .then(() => void sessions.add(session_id));
    // Without a broker, there is nobody to ask.
    await Promise.race([told.catch(() => undefined), delay(HOOKS_FIRST_MS, undefined, { ref: false })]);
    return {};
  };
  const [before, after] = [[{ hooks: [prompted] }], [{ hooks: [recorded] }]];
  return {
    canUseTool,
    hooks: { UserPromptSubmit: before, PostToolUse: after, PostToolUseFailure: after },
    close: () => client.close(),
  };
}

async function waitFor(client: Client, call: AskRequest, signal: AbortSignal): Promise<Answered> {
  const { id } = await client.call('POST /v1/asks', { body: call });
  try {
    const result = await client.result(id, signal);
    return { result, view: await client.call('GET /v1/asks/:id', { params: { id } }) };
  } catch (error) {
    if (signal.aborted)
      await client
        .call('POST /v1/asks/:id/withdraw', { params: { id }, body: { reason: 'the program that asked has cancelled the question' } })
        .catch(() => undefined);
    throw error;
  }
}

/** What a tool ran with also has the answers, if it was a question. */
function isInput({ tool, input }: AgentCall, ran: unknown): boolean {
  if (tool !== QUESTION_TOOL) return input === canonical(ran);
  return canonical(asObject(parsedJson(input))?.questions) === canonical(asObject(ran)?.questions);
}

/** A refusal never ends the agent's turn: that would end the program's query. */
function replyTo({ result, view }: Answered, input: Fields): HookReply {
  if (!view.decision) return { behavior: 'deny', message: outcomeOf(result).text };
  const reply = replyFor(view, view.decision, input);
  return 'reason' in reply ? { behavior: 'deny', message: `The answer could not be passed on: ${reply.reason}.` } : reply;
}

/** A question is confirmed with what the agent recorded; for any other tool, that it ran is all there is. */
function received({ result, view }: Answered, event: Fields): ToolResult {
  if (view.kind !== 'question') return result;
  const recorded = recordedAnswers(view.questions, event.tool_response);
  const answers = result.answers.map(({ question, header }, i) => {
    const { chosen = [], words, note } = recorded[i] ?? {};
    return { question, header, chosen, numbers: [], words, note, skipped: !recorded[i] };
  });
  return { ...result, answers };
}
