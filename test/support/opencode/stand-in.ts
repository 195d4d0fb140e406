// The program of a process that stands in for opencode: the fake one, with our real plugin. It does what the process that started it says.
import { pathToFileURL } from 'node:url';
import type { Called } from '../../../src/agents/opencode/plugin-link.ts';
import { fakeOpencode } from './fake-opencode.ts';

export type Commands = typeof commands;
/** `id` is the command's, so that replies find their way. */
export type Command = { readonly id: number; readonly name: keyof Commands; readonly args: readonly unknown[] };
export type Said =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  /** The model was told the result of a tool call. */
  | { readonly kind: 'told'; readonly call: string; readonly text: string };

type Question = { readonly question: string; readonly header?: string; readonly options: readonly { readonly label: string }[] };
type Request = { readonly id: string; readonly sessionID: string; readonly tool: { readonly messageID: string; readonly callID: string } };
type Event = { readonly type: string; readonly properties: object };
type Hooks = { event(input: { readonly event: unknown }): Promise<void>; dispose(): Promise<void> };
type Sent = { readonly method: string; readonly url: string; readonly query?: Readonly<Record<string, string>>; readonly body?: unknown };

const [directory = '', plugin = ''] = process.argv.slice(2);
const fake = fakeOpencode({ worktree: directory });
/** The events by which it asked, by the request's id. */
const asked = new Map<string, Event>();
/** The questions of a tool call. */
const questions = new Map<string, readonly Question[]>();
let refuses = false;
/** Every event so far was taken by the plugin. A hook that waits for the broker delays opencode, so it must never do that. */
let taken: Promise<unknown> = Promise.resolve();

const opencode: typeof fake = { ...fake, call };
const hooks = await loaded();

const commands = {
  session: (): string => opencode.session(),
  /** Gives a session a prompt, on which it works from then on. */
  prompt: (session: string, text: string): void => opencode.prompt(session, text),
  /** Calls the question tool. */
  ask(session: string, text: readonly Question[]): Request {
    const { request: id, call } = opencode.question(session, text);
    questions.set(call, text);
    return asked.get(id)?.properties as Request;
  },
  /** Sends the same event once more. */
  askAgain: (id: string): void => opencode.send(asked.get(id)),
  /** At its own keyboard. */
  choose: async (id: string, label: string): Promise<void> =>
    void (await fake.call('POST', `/question/${id}/reply`, { body: { answers: [[label]] } })),
  dismiss: async (id: string): Promise<void> => void (await fake.call('POST', `/question/${id}/reject`, { body: {} })),
  /** Whether its dialog for the request is open. It appears when the plugin has taken the events. */
  shows: async (id: string): Promise<boolean> => {
    await taken;
    const { data } = await opencode.call('GET', '/question');
    return (data as readonly Request[]).some((each) => each.id === id);
  },
  /** How often a reply to the request reached it. */
  replies: (id: string): number =>
    opencode.calls.filter(({ method, path }) => method === 'POST' && path.startsWith(`/question/${id}/`)).length,
  /** From now on its API refuses every reply to a question, or none. */
  refuse(isRefusing: boolean): void {
    refuses = isRefusing;
  },
  withhold: (): void => opencode.withhold(),
  /** Null is what messages between processes make of undefined. */
  record: (id: string, label?: string | null): void => opencode.record(id, label ?? undefined),
  send: (events: readonly unknown[]): void => {
    for (const event of events) opencode.send(event);
  },
  /** As when opencode quits. */
  dispose: async (): Promise<void> => hooks.dispose(),
};

opencode.onEvent((event) => {
  const { type, properties } = (event ?? {}) as Event;
  if (type === 'question.asked') asked.set((properties as Request).id, event as Event);
  taken = Promise.all([taken, hooks.event({ event })]);
  if (type === 'message.part.updated') ended((properties as { part: Part }).part);
});
process.on('message', async ({ id, name, args }: Command) => {
  try {
    say({ kind: 'done', id, value: await (commands[name] as (...args: readonly unknown[]) => unknown)(...args) });
  } catch (error) {
    say({ kind: 'failed', id, reason: String(error) });
  }
});
// A test that was killed cannot end it.
process.on('disconnect', () => process.exit());
say({ kind: 'ready' });

async function loaded(): Promise<Hooks> {
  const { Answerback } = (await import(pathToFileURL(plugin).href)) as { Answerback(input: object): Promise<Hooks> };
  return Answerback({ directory, client: { _client: { request } } });
}

async function request({ method, url, query, body }: Sent): Promise<object> {
  const { status, data } = await call(method, url, { ...(query ? { query } : {}), body });
  return { [status < 400 ? 'data' : 'error']: data, response: { status } };
}

async function call(...[method, path, more]: Parameters<typeof fake.call>): Promise<Called> {
  const isRefused = refuses && method === 'POST' && path.startsWith('/question/');
  return isRefused ? { status: 503, data: { name: 'Unavailable', message: 'not now' } } : fake.call(method, path, more);
}

type Part = {
  readonly type: string;
  readonly callID?: string;
  readonly sessionID: string;
  readonly state?: { readonly status: string; readonly error?: string; readonly metadata?: { readonly answers?: readonly string[][] } };
};

/** Tells the model what a question returned, in opencode's words. After an answer, the model ends its turn. */
function ended({ callID = '', sessionID, state }: Part): void {
  const texts = questions.get(callID);
  if (!texts || !state) return;
  const { status, error = '', metadata } = state;
  if (status === 'error') return say({ kind: 'told', call: callID, text: error });
  if (status !== 'completed') return;
  const answers = texts.map(({ question }, i) => `"${question}"="${metadata?.answers?.[i]?.join(', ') ?? 'Unanswered'}"`);
  say({ kind: 'told', call: callID, text: `User has answered your questions: ${answers.join(', ')}.` });
  // After the reply to the question has been sent.
  setImmediate(() => opencode.finish(sessionID));
}

function say(what: Said): void {
  process.send?.(what);
}
