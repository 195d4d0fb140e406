// One call to a model through the `ai` package. Large: a separate file in dist/, loaded when a model is first asked.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, jsonSchema, NoObjectGeneratedError, NoOutputGeneratedError, Output } from 'ai';
import { rootCause } from '../../../system/root-cause.ts';

export type Call = {
  readonly api: 'anthropic' | 'openai';
  readonly url?: string | undefined;
  readonly model: string;
  readonly key?: string | undefined;
  readonly system: string;
  /** Ends with what the user says now. */
  readonly messages: readonly Message[];
  readonly schema: object;
};

export type Message = { readonly role: 'user' | 'assistant'; readonly content: string };

type Spent = { readonly model?: string | undefined; readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined };

export type Called = (
  | { readonly kind: 'object'; readonly object: unknown }
  /** It answered, but not in the structure. */
  | { readonly kind: 'unstructured'; readonly text: string; readonly finish: string }
  | { readonly kind: 'status'; readonly status: number; readonly body: string }
  | { readonly kind: 'unreachable'; readonly message: string }
) &
  Spent;

const OPENAI = 'https://api.openai.com/v1';
const NO_KEY = 'none';
const MOST_BYTES = 2_000_000;

export async function callModel(call: Call, signal: AbortSignal): Promise<Called> {
  let finish = 'unknown';
  let spent: Spent = {};
  try {
    const result = await generateText({
      model: modelOf(call),
      system: call.system,
      messages: [...call.messages],
      output: Output.object({ schema: jsonSchema(call.schema), name: 'decision', description: 'The decision about the question' }),
      abortSignal: signal,
      // The caller decides whether to try again.
      maxRetries: 0,
      onStepFinish: ({ finishReason }) => {
        finish = finishReason;
      },
    });
    spent = { model: result.response.modelId, ...tokens(result.usage) };
    return { kind: 'object', object: result.output, ...spent };
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error))
      return {
        kind: 'unstructured',
        text: error.text ?? '',
        finish: error.finishReason ?? finish,
        model: error.response?.modelId,
        ...tokens(error.usage),
      };
    if (NoOutputGeneratedError.isInstance(error)) return { kind: 'unstructured', text: '', finish, ...spent };
    if (APICallError.isInstance(error) && error.statusCode !== undefined)
      return { kind: 'status', status: error.statusCode, body: error.responseBody ?? error.message };
    return { kind: 'unreachable', message: rootCause(error) };
  }
}

/** Keys come only from our own settings: without one, a provider would look into the environment. */
function modelOf({ api, url, model, key = NO_KEY }: Call) {
  if (api === 'anthropic') return createAnthropic({ apiKey: key, fetch: limited, ...(url === undefined ? {} : { baseURL: url }) })(model);
  const headers = key === NO_KEY ? {} : { apiKey: key };
  return createOpenAICompatible({ name: 'openai', baseURL: url ?? OPENAI, fetch: limited, supportsStructuredOutputs: true, ...headers })(
    model,
  );
}

/** No redirects, because the key would be sent along; and a limit on the size. */
const limited: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  let size = 0;
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > MOST_BYTES) controller.error(new Error(`it sent more than ${MOST_BYTES / 1_000_000} MB`));
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted ?? null, { status: response.status, statusText: response.statusText, headers: response.headers });
};

function tokens(usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined): Spent {
  return { inputTokens: usage?.inputTokens, outputTokens: usage?.outputTokens };
}
