// A model behind an API as an answering agent: it gets the brief and is held to a structure. It has no hands, and its memory is what we send again.

import { z } from 'zod';
import type { Effort } from '../../../ask/schema/route.ts';
import type { Environment } from '../../../system/environment.ts';
import { whyUnreachable } from '../../../system/reachable.ts';
import { exposure, masked, maskedDeep, readSecret, type Secret } from '../../../system/secret.ts';
import { conversationSetting, defineAnswerer, secretPlace } from '../answerer.ts';
import type { AnsweringAgent, Briefing, Outcome } from '../answering-agent.ts';
import type { Conversations } from '../conversation.ts';
import { USUAL_SESSION } from '../conversation.ts';
import { cut, failed, notTaken, outcomeFrom, STOPPED, untilStopped } from '../outcome.ts';
import { STRUCTURE_HINT, structureFor } from '../structured.ts';
import type { Called } from './call.ts';
import { createKeptMessages } from './kept-messages.ts';

const settings = {
  api: z.enum(['anthropic', 'openai']).describe('which protocol the endpoint speaks'),
  model: z.string().min(1),
  url: z.url().optional(),
  'key-env': secretPlace.optional(),
  'key-file': secretPlace.optional(),
  session: conversationSetting.default(USUAL_SESSION),
};
type ModelSettings = z.output<z.ZodObject<typeof settings>>;

export const model = defineAnswerer({
  kind: 'model',
  brief: "a model behind an API: Anthropic's, or any that is compatible with OpenAI's",
  settings,
  conversation: ({ session }) => session,
  describe: ({ model: name }) => name,
  async problem({ url, 'key-env': named, 'key-file': file }, env) {
    const secret = await readSecret('the key', { env: named, file }, env);
    if (secret.kind === 'problem') return secret.message;
    return url === undefined ? undefined : whyUnreachable(url);
  },
  open: (own, setup) => openModel({ settings: own, ...setup }),
});

type ModelOptions = {
  readonly name: string;
  readonly settings: Omit<ModelSettings, 'session'>;
  readonly conversations: Conversations;
  readonly env: Environment;
};

export function openModel({ name, settings, conversations, env }: ModelOptions): AnsweringAgent {
  const kept = createKeptMessages(conversations);
  const closing = new AbortController();
  const effort: Effort = { via: 'model', model: settings.model };
  const running = new Set<Promise<unknown>>();

  return {
    name,
    async decide(briefing, time) {
      const signal = AbortSignal.any([time, closing.signal]);
      const key = await keyOf(settings, env);
      if (key.kind === 'problem') return failed(key.message, false, effort);
      const secret = key.kind === 'secret' ? key.value : undefined;
      const exposed = secret && settings.url ? exposure('The key', settings.url) : undefined;
      if (exposed) return failed(exposed, false, effort);
      // Loaded only now, because most commands do not need the library.
      const { callModel } = await import('./call.ts');
      if (signal.aborted) return failed(STOPPED, true, effort);
      const { api, model, url } = settings;
      const { schema } = structureFor(briefing);
      const messages = await kept.upTo(briefing);
      const call = callModel({ api, model, url, key: secret, system: STRUCTURE_HINT, messages, schema }, signal);
      running.add(call);
      void call.finally(() => running.delete(call));
      const called = await untilStopped(call, signal);
      if (called === 'stopped') return failed(STOPPED, true, effort);
      const outcome = outcomeOf(called, briefing, effort, (text) => masked(text, secret ? [secret] : []));
      if (called.kind === 'object' || called.kind === 'unstructured') await kept.add(briefing, outcome.effort.said ?? '');
      return outcome;
    },
    /** It reads the news before the next brief. */
    async tell(news, signal) {
      if (signal.aborted || closing.signal.aborted) return { kind: 'failed', reason: STOPPED, again: true };
      return (await kept.addNews(news))
        ? { kind: 'told' }
        : { kind: 'failed', again: false, reason: 'it has no conversation in which it could be told' };
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}

/** The usual variable is used only for the usual endpoint, so that no other endpoint gets that key by accident. */
function keyOf({ api, url, ...where }: ModelOptions['settings'], env: ModelOptions['env']): Promise<Secret> {
  const usual = api === 'anthropic' ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY';
  const [named, file] = [where['key-env'], where['key-file']];
  return readSecret('The key of the model', { env: named ?? (file === undefined && url === undefined ? usual : undefined), file }, env);
}

function outcomeOf(called: Called, briefing: Briefing, asked: Effort, hidden: (text: string) => string): Outcome {
  const { model, inputTokens, outputTokens } = called;
  const effort: Effort = { ...asked, ...(model ? { model: hidden(model) } : {}), ...present({ inputTokens, outputTokens }) };
  switch (called.kind) {
    case 'object': {
      const decision = maskedDeep(called.object, hidden);
      const read = structureFor(briefing).read(decision);
      const kept = { ...effort, said: cut(JSON.stringify(decision) ?? '') };
      return read.kind === 'reply' ? { kind: 'replied', reply: read.reply, effort: kept } : notTaken(read.message, kept);
    }
    case 'unstructured': {
      if (called.finish === 'content-filter') return failed('it refused to answer', false, { ...effort, said: cut(hidden(called.text)) });
      if (called.finish === 'length') return failed('its answer was cut off', false, { ...effort, said: cut(hidden(called.text)) });
      // Endpoints that know no structure still answer as the brief asks.
      return outcomeFrom(hidden(called.text), briefing, effort);
    }
    case 'status':
      return failed(
        `${STATUS_WORDS[called.status] ?? 'the endpoint would not answer'} (HTTP ${called.status})`,
        isWorthAnother(called.status),
        {
          ...effort,
          said: cut(hidden(called.body), 1_000),
        },
      );
    case 'unreachable':
      return failed(`the endpoint could not be reached: ${cut(hidden(called.message), 300)}`, true, effort);
  }
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  401: 'the key was not accepted',
  403: 'the key does not allow this',
  404: 'there is no such model or no such endpoint',
  413: 'the brief is too long for it',
  429: 'it is busy, or the quota is used up',
};

const isWorthAnother = (status: number): boolean => status === 408 || status === 409 || status === 429 || status >= 500;

const present = (counts: { inputTokens?: number | undefined; outputTokens?: number | undefined }): Partial<Effort> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
