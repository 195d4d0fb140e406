// ask_user_question for any framework: one definition, and the shapes that frameworks expect.
import { randomUUID } from 'node:crypto';
import { TOOL_DESCRIPTION, TOOL_LABEL, TOOL_NAME, TOOL_PARAMETERS } from './definition.ts';
import { problemText, readToolInput } from './input.ts';
import { AskUserQuestionError, type Collected, type ToolOutcome, toolError } from './outcome.ts';
import { type PresenterOptions, present } from './presenters.ts';

export type ToolContent = { readonly type: 'text'; readonly text: string };

/** What the model is asked to send. Whatever it does send is checked, and refused with everything that is wrong. */
export type AskUserQuestionInput = {
  readonly questions: readonly AskedQuestion[];
  readonly answers?: Readonly<Record<string, string>> | undefined;
};

/** The shape of a pi AgentTool, which most frameworks can use as it is. */
export type AskUserQuestionTool = {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** JSON Schema. */
  readonly parameters: typeof TOOL_PARAMETERS;
  /** Throws AskUserQuestionError if the question was not answered. The same `id` is the same question, until its answer was returned. */
  execute(
    id: string,
    args: AskUserQuestionInput,
    signal?: AbortSignal,
  ): Promise<{ readonly content: ToolContent[]; readonly details: Collected }>;
  /** The same without exceptions. */
  call(id: string, args: AskUserQuestionInput, signal?: AbortSignal): Promise<ToolOutcome>;
};

export function createAskUserQuestionTool(options: PresenterOptions = {}): AskUserQuestionTool {
  const call: AskUserQuestionTool['call'] = async (id, args, signal) => {
    const input = readToolInput(args);
    if (input.kind === 'invalid') return toolError('invalid', problemText(input.problems));
    return present({ ...input.value, id, signal }, options);
  };
  return {
    name: TOOL_NAME,
    label: TOOL_LABEL,
    description: TOOL_DESCRIPTION,
    parameters: TOOL_PARAMETERS,
    call,
    async execute(id, args, signal) {
      const { text, details } = answered(await call(id, args, signal));
      return { content: [{ type: 'text', text }], details };
    },
  };
}

/** For the `ai` package: `tools: {ask_user_question: forAi(tool)}`. */
export function forAi(tool: AskUserQuestionTool) {
  return {
    description: tool.description,
    inputSchema: aiSchema(tool.parameters),
    execute: async (
      args: AskUserQuestionInput,
      { toolCallId, abortSignal }: { readonly toolCallId: string; readonly abortSignal?: AbortSignal },
    ) => answered(await tool.call(toolCallId, args, abortSignal)).text,
  };
}

/** For the OpenAI API: `tools: [forOpenAI(tool).definition]`, and `run(call)` for each tool call that comes back. */
export function forOpenAI(tool: AskUserQuestionTool) {
  const { name, description, parameters } = tool;
  return {
    definition: { type: 'function' as const, function: { name, description, parameters } },
    /** What the model gets is text, also when the question was not answered. */
    async run(call: { readonly id: string; readonly function: { readonly arguments: string } }, signal?: AbortSignal) {
      const args = parsed(call.function.arguments);
      const { text } = args.kind === 'error' ? args : await tool.call(call.id, args.value, signal);
      return { role: 'tool' as const, tool_call_id: call.id, content: text };
    },
  };
}

/** One call for programs: asks, waits, and returns the answers. Throws AskUserQuestionError if there are none. */
export async function ask(questions: readonly AskedQuestion[], { signal, answers, ...options }: AskOptions = {}): Promise<Collected> {
  const tool = createAskUserQuestionTool(options);
  return answered(await tool.call(randomUUID(), { questions, ...(answers ? { answers } : {}) }, signal)).details;
}

type AskOptions = PresenterOptions & {
  readonly signal?: AbortSignal | undefined;
  readonly answers?: Readonly<Record<string, string>> | undefined;
};

export type AskedQuestion = {
  readonly question: string;
  readonly header: string;
  readonly multiSelect?: boolean | undefined;
  readonly options: readonly { readonly label: string; readonly description: string; readonly preview?: string | undefined }[];
};

export function answered(outcome: ToolOutcome): Extract<ToolOutcome, { kind: 'answered' }> {
  if (outcome.kind === 'error') throw new AskUserQuestionError(outcome.error, outcome.text);
  return outcome;
}

function parsed(text: string): { readonly kind: 'ok'; readonly value: AskUserQuestionInput } | Extract<ToolOutcome, { kind: 'error' }> {
  try {
    return { kind: 'ok', value: JSON.parse(text) };
  } catch {
    return { kind: 'error', error: 'invalid', text: 'The question was not asked: the arguments are not JSON.' };
  }
}

/** What the `ai` package makes of a JSON Schema. Values pass unchecked: our own rules say more. */
function aiSchema<T>(jsonSchema: T) {
  return {
    [Symbol.for('vercel.ai.schema')]: true,
    _type: undefined as unknown as AskUserQuestionInput,
    jsonSchema,
    validate: (value: unknown) => ({ success: true as const, value: value as AskUserQuestionInput }),
  };
}
