// For tests: a model that uses our MCP tools as they say: it asks, checks while the question is pending, and is done with the answer. When its
// agent ends a call, it asks again.

const option = (label: string, description: string) => ({ label, description });
export const DATABASE = {
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [option('Postgres', 'A server, for many users'), option('SQLite', 'One file, no server')],
};

/** A model that never gets an answer gives up. */
const MOST_CALLS = 30;

export type ModelCall = { readonly name: string; readonly input: object };

/**
 * The next tool call; undefined when the model is done, or does not have the tool yet. `results` are the texts that its calls returned, `offered` the names of its tools:
 * every agent puts something else before ours.
 */
export function nextCall(results: readonly string[], offered: readonly string[]): ModelCall | undefined {
  const last = results.at(-1) ?? '';
  if (isAnswer(last) || results.length > MOST_CALLS) return undefined;
  const pending = pendingId(last);
  const wanted = pending === undefined ? 'ask_user_question' : 'check_question';
  const name = offered.find((each) => each.endsWith(wanted));
  return name === undefined ? undefined : { name, input: pending === undefined ? { questions: [DATABASE] } : { request_id: pending } };
}

/** As text or as structured content, with its quotes escaped or not: that is up to the agent. */
export const isAnswer = (result: string): boolean => result.replaceAll('\\', '').includes('{"Database":"SQLite"}');

/** The id of the question that is still open, as the tool's hint has it. Agents escape the quotes, or not. */
export function pendingId(result: string): string | undefined {
  return /Nobody has answered yet[\s\S]*?request_id\W+([\w-]+)/.exec(result)?.[1];
}
