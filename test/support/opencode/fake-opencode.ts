// An opencode controlled by a test: its API and its events like the real ones (docs/agents/opencode.md), without a process.
import type { Called } from '../../../src/agents/opencode/plugin-link.ts';

type Part = {
  type: string;
  tool?: string;
  text?: string;
  callID?: string;
  sessionID: string;
  messageID: string;
  state?: { status: string; error?: string; metadata?: Record<string, unknown> };
};
type Message = { info: Record<string, unknown> & { id: string; role: string; sessionID: string }; parts: Part[] };
type Pending = { readonly request: Record<string, unknown> & { id: string; sessionID: string }; readonly part: Part };
export type Opened = { readonly request: string; readonly call: string };

export type FakeOpencode = ReturnType<typeof fakeOpencode>;

export function fakeOpencode({ worktree = '/srv' }: { readonly worktree?: string } = {}) {
  const listeners = new Set<(event: object) => void>();
  const sessions = new Map<string, Record<string, unknown>>();
  const messages = new Map<string, Message[]>();
  const questions = new Map<string, Pending>();
  const permissions = new Map<string, Pending>();
  const files = new Map<string, string>();
  const busy = new Set<string>();
  /** Replies that were taken, while it records none. */
  let withheld: Map<string, (label?: string) => void> | undefined;
  const calls: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  let count = 0;
  const next = (kind: string) => `${kind}_${String(++count).padStart(6, '0')}`;
  const emit = (type: string, properties: object) => {
    for (const listener of [...listeners]) listener({ id: next('evt'), type, properties: structuredClone(properties) });
  };

  return {
    calls,
    files,
    onEvent(listener: (event: object) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    session(more: { readonly parentID?: string; readonly agent?: string } = {}): string {
      const id = next('ses');
      sessions.set(id, { id, version: '1.18.33', ...more });
      messages.set(id, []);
      emit('session.created', { sessionID: id, info: sessions.get(id) });
      return id;
    },
    prompt(session: string, text: string, more: { readonly agent?: string } = {}): void {
      const message = add(session, 'user', { agent: 'build', model: { providerID: 'fake', modelID: 'fake-model' }, ...more });
      emit('message.updated', { sessionID: session, info: message.info });
      addPart(message, { type: 'text', text });
      work(session, true);
    },
    /** The turn ends with these words. */
    finish(session: string, text = 'done'): void {
      addPart(add(session, 'assistant'), { type: 'text', text });
      work(session, false);
    },
    question(session: string, asked: readonly object[], tool = 'question'): Opened {
      work(session, true);
      const part = addPart(add(session, 'assistant'), { type: 'tool', tool, callID: next('call'), state: { status: 'pending' } });
      const id = next('que');
      const request = { id, sessionID: session, questions: asked, tool: { messageID: part.messageID, callID: part.callID } };
      questions.set(id, { request, part });
      emit('question.asked', request);
      update(part, { status: 'running' });
      return { request: id, call: part.callID ?? '' };
    },
    permission(session: string, permission: string, metadata: object, always: readonly string[] = ['echo *'], call?: string): Opened {
      work(session, true);
      const again =
        call === undefined
          ? undefined
          : messages
              .get(session)
              ?.flatMap(({ parts }) => parts)
              .find(({ callID }) => callID === call);
      const part =
        again ?? addPart(add(session, 'assistant'), { type: 'tool', tool: permission, callID: next('call'), state: { status: 'running' } });
      const id = next('per');
      const tool = { messageID: part.messageID, callID: part.callID };
      const request = { id, sessionID: session, permission, patterns: ['a pattern'], metadata, always, tool };
      permissions.set(id, { request, part });
      emit('permission.asked', request);
      return { request: id, call: part.callID ?? '' };
    },
    /** The permitted tool has finished. */
    ran(call: string, error?: string): void {
      const part = [...messages.values()]
        .flat()
        .flatMap(({ parts }) => parts)
        .find(({ callID }) => callID === call);
      if (part) update(part, error === undefined ? { status: 'completed', metadata: {} } : { status: 'error', error });
    },
    /** Esc Esc: the tool parts end, but the questions stay in the list and still accept replies. */
    abort,
    /** Forgets its pending requests, like a restarted process. The parts stay as they were. */
    forget(): void {
      questions.clear();
      permissions.clear();
      busy.clear();
    },
    delete(session: string): void {
      sessions.delete(session);
      emit('session.deleted', { sessionID: session, info: { id: session } });
    },
    /** Sends this to whoever listens. */
    send(event: unknown): void {
      for (const listener of [...listeners]) listener(event as object);
    },
    /** From now on, questions accept replies, but their tool calls go on until `record`, which may record another answer. */
    withhold(): void {
      withheld = new Map();
    },
    record(id: string, label?: string): void {
      const end = withheld?.get(id);
      withheld = undefined;
      end?.(label);
    },
    messagesOf: (session: string): readonly Message[] => messages.get(session) ?? [],

    async call(
      method: string,
      path: string,
      { query = {}, body }: { query?: Readonly<Record<string, string>>; body?: unknown } = {},
    ): Promise<Called> {
      calls.push({ method, path, body });
      const found = await answer(method, path, query, body);
      return structuredClone(found);
    },
  };

  async function answer(method: string, path: string, query: Readonly<Record<string, string>>, body: unknown): Promise<Called> {
    const [, resource = '', id = '', what = '', which = ''] = path.split('/');
    const ok = (data: unknown): Called => ({ status: 200, data });
    const missing = (name: string): Called => ({ status: 404, data: { _tag: name, message: `${id} was not found` } });
    if (method === 'GET') {
      if (path === '/question') return ok([...questions.values()].map(({ request }) => request));
      if (path === '/permission') return ok([...permissions.values()].map(({ request }) => request));
      if (path === '/session/status') return ok(Object.fromEntries([...busy].map((session) => [session, { type: 'busy' }])));
      if (path === '/path') return ok({ worktree, directory: worktree });
      if (path === '/file/content') {
        const content = files.get(query.path ?? '');
        return content === undefined ? missing('NotFound') : ok({ type: 'text', content });
      }
      if (resource !== 'session' || !sessions.has(id)) return missing('NotFoundError');
      if (what === '') return ok(sessions.get(id));
      const all = messages.get(id) ?? [];
      if (which === '') return ok(query.limit === undefined ? all : all.slice(-Number(query.limit)));
      const message = all.find(({ info }) => info.id === which);
      return message ? ok(message) : missing('NotFoundError');
    }
    if (resource === 'question') return replyToQuestion(id, what, body as { answers?: unknown });
    if (resource === 'permission') return replyToPermission(id, body as { reply: string; message?: string });
    if (what === 'prompt_async') {
      const { parts, ...more } = body as { parts: readonly { text: string }[]; agent?: string };
      const message = add(id, 'user', more);
      emit('message.updated', { sessionID: id, info: message.info });
      for (const { text } of parts) addPart(message, { type: 'text', text });
      work(id, true);
      return { status: 204, data: {} };
    }
    if (resource === 'session' && what === 'abort') {
      abort(id);
      return ok(true);
    }
    return missing('NotFound');
  }

  function abort(session: string): void {
    emit('session.error', { sessionID: session, error: { name: 'MessageAbortedError', data: { message: 'Aborted' } } });
    const last = messages.get(session)?.at(-1);
    if (last) last.info.error = { name: 'MessageAbortedError' };
    work(session, false);
    for (const { part } of [...questions.values(), ...permissions.values()]) {
      if (part.sessionID === session && part.state?.status === 'running')
        update(part, { status: 'error', error: 'Tool execution aborted', metadata: { interrupted: true } });
    }
    work(session, false);
  }

  function replyToQuestion(id: string, what: string, body: { answers?: unknown }): Called {
    const pending = questions.get(id);
    if (what === 'reply' && !(Array.isArray(body.answers) && body.answers.every(Array.isArray)))
      return { status: 400, data: { name: 'BadRequest', data: { message: 'Expected array' } } };
    if (!pending) return { status: 404, data: { _tag: 'QuestionNotFoundError', requestID: id, message: 'Question request not found' } };
    const { request, part } = pending;
    questions.delete(id);
    const about = { sessionID: request.sessionID, requestID: id };
    if (what === 'reject') emit('question.rejected', about);
    else emit('question.replied', { ...about, answers: body.answers });
    // The turn may have been aborted: then nobody reads the answer.
    if (part.state?.status !== 'running') return { status: 200, data: true };
    const end = (label?: string) => endQuestion(part, what, label === undefined ? body.answers : [[label]]);
    if (withheld) withheld.set(id, end);
    else end();
    return { status: 200, data: true };
  }

  function endQuestion(part: Part, what: string, answers: unknown): void {
    const [[first] = []] = (answers ?? []) as readonly (readonly string[])[];
    if (what === 'reject' || (part.tool === 'plan_exit' && first === 'No')) {
      update(part, { status: 'error', error: 'The user dismissed this question' });
      work(part.sessionID, false);
    } else update(part, { status: 'completed', metadata: part.tool === 'plan_exit' ? {} : { answers } });
  }

  function replyToPermission(id: string, { reply, message }: { reply: string; message?: string }): Called {
    const pending = permissions.get(id);
    if (!pending) return { status: 404, data: { _tag: 'PermissionNotFoundError', message: 'Permission request not found' } };
    const { request, part } = pending;
    permissions.delete(id);
    emit('permission.replied', { sessionID: request.sessionID, requestID: id, reply });
    if (reply === 'reject' && part.state?.status === 'running') {
      const feedback = message === undefined ? '.' : ` with the following feedback: ${message}`;
      update(part, { status: 'error', error: `The user rejected permission to use this specific tool call${feedback}` });
      if (message === undefined) work(request.sessionID, false);
    }
    return { status: 200, data: true };
  }

  function add(session: string, role: string, more: object = {}): Message {
    const message: Message = { info: { id: next('msg'), role, sessionID: session, ...more }, parts: [] };
    messages.get(session)?.push(message);
    return message;
  }

  function addPart(message: Message, part: Omit<Part, 'sessionID' | 'messageID'>): Part {
    const whole = { ...part, sessionID: message.info.sessionID, messageID: message.info.id };
    message.parts.push(whole);
    emit('message.part.updated', { part: whole });
    return whole;
  }

  function update(part: Part, state: NonNullable<Part['state']>): void {
    part.state = state;
    emit('message.part.updated', { part });
  }

  function work(session: string, isBusy: boolean): void {
    if (isBusy) busy.add(session);
    else busy.delete(session);
    emit('session.status', { sessionID: session, status: { type: isBusy ? 'busy' : 'idle' } });
    if (!isBusy) emit('session.idle', { sessionID: session });
  }
}
