// The asks of opencode: opened by its requests, closed by what its tool parts and messages show.

import type { Ending } from '../../ask/ending.ts';
import { allows } from '../../ask/lifecycle.ts';
import type { Draft } from '../../ask/new-ask.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { AgentSession } from '../../ask/schema/session.ts';
import type { Evidence, Inbox } from '../../inbox/channel.ts';
import { idleDraft } from '../draft.ts';
import { lastMessages, session as readSession, textFile, toolPart } from './api.ts';
import { mayBePlan, PLAN_TOOL, permissionOf, planDraft, planFile, questionDraft, referenceTo } from './capture.ts';
import { isEnded, type QuestionRequest, type RequestEvent, type ToolPart, textOf } from './events.ts';
import type { Instance } from './instance.ts';
import { type Reference, referenceOf, toolUseIdOf } from './reference.ts';
import { endingOf, granted, saidInstead } from './verify.ts';
import type { Waiters } from './waiters.ts';

type AsksParts = {
  readonly inbox: Inbox;
  readonly waiters: Waiters;
  readonly ignored: (folder: string | undefined) => string | undefined;
  readonly debug: (why: string, about: object) => void;
};

export type Asks = ReturnType<typeof createAsks>;

const TOOL_PART = 'tool part';
const USER_MESSAGE = 'user message';
const IDLE = 'idle:';
/** Enough of a prompt to identify it. */
const LONGEST_PROMPT = 300;
const MOST_ENDINGS = 500;
const UNSETTLED = ['open', 'answered', 'declined', 'delivering', 'undelivered', 'delivered'] as const;

export function createAsks({ inbox, waiters, ignored, debug }: AsksParts) {
  /** Results for callers that wait for them; the journal has them too. */
  const endings = new Map<string, Evidence>();
  const roots = new Map<string, Root>();
  const prompts = new Map<string, number>();

  return {
    rootOf,

    /** Undefined when it is left to opencode. */
    async open(instance: Instance, { kind, request }: RequestEvent): Promise<AskView | undefined> {
      const reference = referenceTo(request);
      instance.remember(reference);
      const root = await rootOf(instance, reference.session);
      if (!(await isOurs(instance, root.id))) return undefined;
      const draft = kind === 'permission' ? permissionOf(request) : await draftOf(instance, request, reference);
      if (!draft) {
        debug('the questions of opencode have an unknown shape', { session: reference.session, request: reference.request });
        return undefined;
      }
      await see(instance, root);
      const asked = { ...draft, session: root.id, toolUseId: toolUseIdOf(reference), ...from(instance), agent: root.agent };
      return (await inbox.open(asked, request)).view;
    },

    /** A tool call ended: that closes everything it had asked for. */
    async ended(instance: Instance, part: ToolPart): Promise<void> {
      const call = { session: part.sessionID, message: part.messageID, call: part.callID };
      for (const reference of instance.requestsOf(call)) await settle(instance, reference, part);
    },

    /** Reads the tool part. False when it shows no result yet. */
    look,

    /** A tool that asks for its next permission was given the previous one. */
    async askedAgain(instance: Instance, reference: Reference): Promise<void> {
      for (const earlier of instance.requestsOf(reference)) {
        const reply = instance.replyTo(earlier.request);
        if (earlier.request === reference.request || (reply !== 'once' && reply !== 'always')) continue;
        const view = await viewOf(instance, earlier);
        const ending = view?.kind === 'permission' ? granted(view, reply) : undefined;
        if (view && ending) await record(view, ending, 'permission.asked');
      }
    },

    /** A session ended its turn. */
    async idle(instance: Instance, id: string): Promise<void> {
      const root = await rootOf(instance, id);
      if (root.agent !== undefined || !(await isOurs(instance, id))) return;
      for (const view of await inbox.asks({ session: id, states: ['open'] })) {
        const reference = referenceOf(view);
        if (reference && view.kind !== 'idle') await look(instance, reference);
      }
      const last = (await lastMessages(instance.link, id, 5))?.findLast(({ info }) => info.role === 'assistant');
      // The person who interrupted it is at its keyboard.
      if (!last || last.info.error?.name === 'MessageAbortedError') return;
      const toolUseId = `${IDLE}${last.info.id}`;
      await inbox.moveOn(id, 'the agent ended another turn', (view) => view.kind === 'idle' && view.toolUseId !== toolUseId);
      await see(instance, root);
      await inbox.open({ ...idleDraft(textOf(last)), session: id, toolUseId, ...from(instance) }, last.info);
    },

    prompted,

    /** How many prompts the session was given since we started. */
    promptsOf: (session: string): number => prompts.get(session) ?? 0,

    /** After a time without events: looks up what was missed. `pending` are the requests that opencode still waits for. */
    async catchUp(instance: Instance, session: string): Promise<void> {
      for (const view of await inbox.asks({ session, states: [...UNSETTLED] })) {
        if (view.kind === 'idle') {
          await promptedSince(instance, view);
          continue;
        }
        const reference = referenceOf(view);
        if (!reference) continue;
        instance.remember(reference);
        if (instance.pending.has(reference.request) || (await look(instance, reference))) continue;
        // A decision that was sent to it before may still be in progress.
        if (view.delivery === undefined) await inbox.withdraw(view.id, 'opencode no longer waits for an answer');
      }
    },

    /** Somebody replied. If opencode named no tool call, nothing more will be known about it. */
    async replied(instance: Instance, reference: Reference): Promise<void> {
      const view = await viewOf(instance, reference);
      if (reference.call !== '') {
        if (await look(instance, reference)) return;
        // A permission was given in opencode itself. Its tool may work for long, but nobody can answer this any more.
        const reply = instance.replyTo(reference.request);
        const isGiven = view?.kind === 'permission' && view.state === 'open' && (reply === 'once' || reply === 'always');
        const ending = isGiven ? granted(view, reply) : undefined;
        if (view && ending) await record(view, ending, 'permission.replied');
        return;
      }
      if (view?.state === 'open') await inbox.withdraw(view.id, 'it was answered in opencode');
    },

    /** The session continues in another process. */
    async move(to: Instance, { id, project }: AgentSession): Promise<void> {
      await inbox.see({ id, project, ...processOf(to) });
    },

    /** The process that asked this is gone. */
    async drop(instance: Instance, reference: Reference, reason: string): Promise<void> {
      const view = await viewOf(instance, reference);
      if (view) await inbox.withdraw(view.id, reason);
    },

    evidenceOf: (view: AskView): Evidence | undefined => endings.get(view.id),
  };

  async function draftOf(instance: Instance, request: QuestionRequest, reference: Reference): Promise<Draft | undefined> {
    const draft = questionDraft(request);
    if (!draft || !mayBePlan(request)) return draft;
    if ((await toolPart(instance.link, reference))?.tool !== PLAN_TOOL) return draft;
    const file = planFile(draft);
    return planDraft(draft, file, (file && (await textFile(instance.link, file))) || '');
  }

  async function look(instance: Instance, reference: Reference): Promise<boolean> {
    const part = await toolPart(instance.link, reference);
    if (!part || !isEnded(part)) return false;
    await settle(instance, reference, part);
    return true;
  }

  async function settle(instance: Instance, reference: Reference, part: ToolPart): Promise<void> {
    const view = await viewOf(instance, reference);
    const ending = view && endingOf(view, part, instance.replyTo(reference.request));
    if (view && ending) await record(view, (current) => endingOf(current, part, instance.replyTo(reference.request)) ?? ending, TOOL_PART);
  }

  /** A session was given a prompt: checks whether it was the one decided. */
  async function prompted(instance: Instance, id: string, text: string): Promise<void> {
    prompts.set(id, (prompts.get(id) ?? 0) + 1);
    waiters.wake();
    const root = await rootOf(instance, id);
    if (root.agent !== undefined || !(await isOurs(instance, id))) return;
    await see(instance, root, { lastPrompt: text.slice(0, LONGEST_PROMPT) });
    for (const view of await inbox.asks({ session: id, states: ['answered', 'declined', 'delivering', 'undelivered', 'delivered'] })) {
      const ending: Ending | undefined =
        view.kind === 'idle'
          ? { kind: 'recorded', recorded: { kind: 'answers', answers: [{ chosen: [], words: text }] } }
          : saidInstead(view, text);
      if (ending) await record(view, ending, USER_MESSAGE);
    }
    await inbox.prompted(id, text);
    await inbox.moveOn(id, 'the next prompt was given in opencode', ({ kind }) => kind === 'idle');
  }

  async function promptedSince(instance: Instance, view: AskView): Promise<void> {
    // opencode's message ids increase with time.
    const since = view.toolUseId.slice(IDLE.length);
    const later = (await lastMessages(instance.link, view.session, PROMPTS_READ_BACK))?.find(
      ({ info }) => info.role === 'user' && info.id > since,
    );
    if (later) await prompted(instance, view.session, textOf(later));
  }

  async function record(view: AskView, ending: Ending | ((current: AskView) => Ending), source: string): Promise<void> {
    await inbox.recorded(view.id, ending, source);
    endings.set(view.id, { ending: typeof ending === 'function' ? ending(view) : ending, source });
    const [oldest] = endings.keys();
    if (endings.size > MOST_ENDINGS && oldest !== undefined) endings.delete(oldest);
    waiters.wake();
  }

  async function viewOf(instance: Instance, reference: Reference): Promise<AskView | undefined> {
    return inbox.byIdentity((await rootOf(instance, reference.session)).id, toolUseIdOf(reference));
  }

  async function see(instance: Instance, { id, version }: Root, more: object = {}): Promise<void> {
    const project = (await inbox.session(id))?.project ?? instance.origin.directory;
    instance.sessions.add(id);
    await inbox.see({ id, project, ...processOf(instance), ...(version === undefined ? {} : { version }), ...more });
  }

  /** An answering agent may be an opencode with our plugin: its questions would go to itself. */
  async function isOurs({ origin }: Instance, root: string): Promise<boolean> {
    const reason =
      ignored(origin.directory) ?? ((await inbox.session(root))?.answering === undefined ? undefined : 'this session answers an ask');
    if (reason !== undefined) debug(reason, { session: root });
    return reason === undefined;
  }

  /** A sub-agent has its own session; its questions belong to the session that the user knows. */
  async function rootOf(instance: Instance, id: string, depth = 0): Promise<Root> {
    const known = roots.get(id);
    if (known) return known;
    const found = await sessionOf(instance, id);
    if (!found) return { id };
    const above = found.parentID && depth < DEEPEST ? await rootOf(instance, found.parentID, depth + 1) : undefined;
    const root: Root = above ? { ...above, agent: found.agent ?? found.title ?? 'sub-agent' } : { id, version: found.version };
    roots.set(id, root);
    return root;
  }
}

const from = ({ origin }: Instance) => ({ project: origin.directory, source: 'plugin' }) as const;
const processOf = ({ origin: { key, pid, pidNamespace } }: Instance) => ({ link: key, pid, pidNamespace });

/** One failed call must not file a sub-agent's ask under the wrong session. */
async function sessionOf({ link }: Instance, id: string): ReturnType<typeof readSession> {
  for (let tries = 1; ; tries += 1) {
    const found = await readSession(link, id);
    if (found || tries === SESSION_TRIES) return found;
  }
}
const SESSION_TRIES = 3;
/** Sub-agents of sub-agents; deeper, opencode's answers make no sense. */
const DEEPEST = 8;
const PROMPTS_READ_BACK = 200;

/** The session that a person works in. `agent` is set when the session asked about is a sub-agent's. */
type Root = { readonly id: string; readonly agent?: string | undefined; readonly version?: string | undefined };

export const isDeliverable = ({ state }: AskView): boolean => allows(state, 'delivering');
