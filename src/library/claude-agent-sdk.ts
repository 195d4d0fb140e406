// The library's `answerback/claude-agent-sdk`: the inbox for programs made with the Claude Agent SDK. Nothing of the SDK is imported.
import { hostname } from 'node:os';
import { basename } from 'node:path';
import { type AskRequest, Client } from '../client/client.ts';
import { type Place, placeFrom } from '../client/place.ts';
import { permissionDraft } from '../question/draft.ts';
import type { ToolResult } from '../question/words.generated.ts';
import { outcomeOf } from '../tool/outcome.ts';
import type { AskUserQuestionInput, AskUserQuestionTool } from '../tool/tool.ts';

type Fields = Readonly<Record<string, unknown>>;
type CallOptions = { readonly signal: AbortSignal; readonly toolUseID: string; readonly agentID?: string };
type PermissionResult = { behavior: 'allow'; updatedInput: Record<string, unknown> } | { behavior: 'deny'; message: string };
type HookResult = Record<string, never>;

export type InboxOptions = {
  /** Route permissions to the inbox too. Without it they are decided by `otherwise`. */
  readonly permissions?: boolean | undefined;
  /** For every tool that is not routed to the inbox. By default it is allowed, as without `canUseTool`. */
  readonly otherwise?: ((tool: string, input: Record<string, unknown>, options: CallOptions) => Promise<PermissionResult>) | undefined;
  readonly project?: string | undefined;
  readonly program?: string | undefined;
  readonly place?: Place | undefined;
};

const QUESTION = 'AskUserQuestion';

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

/** `query({prompt, options: {...answerFromInbox()}})`: questions are answered in the inbox, and what the agent recorded confirms them. */
export function answerFromInbox(options: InboxOptions = {}) {
  const client = new Client({ place: options.place ?? placeFrom(process.env) });
  const program = options.program ?? basename(process.argv[1] ?? 'node').replace(/\.[cm]?[jt]sx?$/, '');
  const session = {
    id: `${program}-${process.pid}`,
    program,
    project: options.project ?? process.cwd(),
    machine: hostname(),
    pid: process.pid,
  };
  /** A request that is delivered again after a lost connection is the same ask. */
  const calls = new Map<string, Promise<ToolResult>>();

  const decided = (call: Pick<AskRequest, 'questions' | 'kind' | 'detail'>, { toolUseID, signal }: CallOptions): Promise<ToolResult> => {
    const known = calls.get(toolUseID);
    if (known) return known;
    const made = waitFor(client, { ...call, session, toolUseId: toolUseID, rules: 'tolerant', raw: call }, signal);
    calls.set(toolUseID, made);
    return made;
  };

  const canUseTool = async (tool: string, input: Record<string, unknown>, call: CallOptions): Promise<PermissionResult> => {
    if (tool === QUESTION) {
      const result = await decided({ questions: input.questions }, call);
      return result.outcome === 'answers' ? { behavior: 'allow', updatedInput: withAnswers(input, result) } : refuse(result);
    }
    if (!options.permissions) return options.otherwise?.(tool, input, call) ?? { behavior: 'allow', updatedInput: input };
    const result = await decided(permissionDraft({ tool, input }, []), call);
    const [answer] = result.answers;
    if (result.outcome === 'answers' && answer?.numbers[0] === 1) return { behavior: 'allow', updatedInput: input };
    return refuse(result, answer?.words ?? answer?.note);
  };

  /** The SDK reports nothing about a tool that did not run, so this is the confirmation. */
  const refuse = async (result: ToolResult, words?: string): Promise<PermissionResult> => {
    if (result.outcome !== 'expired' && result.outcome !== 'withdrawn') await client.receipt(result).catch(() => undefined);
    return refused(result, words);
  };

  /** After the tool ran: what the agent recorded is compared with what was decided. */
  const recorded = async (event: unknown, toolUseID: string | undefined): Promise<HookResult> => {
    const result = await calls.get(toolUseID ?? '')?.catch(() => undefined);
    if (!result || result.outcome === 'expired' || result.outcome === 'withdrawn') return {};
    calls.delete(toolUseID ?? '');
    const response = (event as { tool_response?: unknown }).tool_response;
    await client.receipt(result.by && isQuestion(event) ? asRecorded(result, response) : result).catch(() => undefined);
    return {};
  };
  const after = [{ hooks: [recorded] }];
  return { canUseTool, hooks: { PostToolUse: after, PostToolUseFailure: after }, close: () => client.close() };
}

async function waitFor(client: Client, call: AskRequest, signal: AbortSignal): Promise<ToolResult> {
  const { id } = await client.ask(call);
  try {
    return await client.result(id, signal);
  } catch (error) {
    if (signal.aborted) await client.withdraw(id, 'the program that asked has cancelled the question').catch(() => undefined);
    throw error;
  }
}

function withAnswers(input: Record<string, unknown>, { answers }: ToolResult): Record<string, unknown> {
  const given = answers.filter(({ skipped }) => !skipped);
  const notes = answers.filter(({ note }) => note !== undefined).map(({ question, note }) => [question, { notes: note }]);
  return {
    ...input,
    answers: Object.fromEntries(given.map((answer) => [answer.question, texts(answer).join(', ')])),
    ...(notes.length > 0 ? { annotations: Object.fromEntries(notes) } : {}),
  };
}

function refused(result: ToolResult, words?: string): PermissionResult {
  const outcome = outcomeOf(result);
  return { behavior: 'deny', message: outcome.kind === 'error' ? outcome.text : (words ?? 'The user denied this.') };
}

/** An answer that the agent recorded differently is reported as it was recorded. */
function asRecorded(result: ToolResult, response: unknown): ToolResult {
  const recorded = ((response as { answers?: Fields } | undefined)?.answers ?? {}) as Fields;
  const answers = result.answers.map((answer) => {
    const text = recorded[answer.question];
    if (text === texts(answer).join(', ') || (answer.skipped && text === undefined)) return answer;
    return { ...answer, chosen: [], numbers: [], words: typeof text === 'string' ? text : '', skipped: text === undefined };
  });
  return { ...result, answers };
}

const texts = ({ chosen, words }: ToolResult['answers'][number]): readonly string[] => (words === undefined ? chosen : [...chosen, words]);
const isQuestion = (event: unknown): boolean => (event as { tool_name?: unknown }).tool_name === QUESTION;
