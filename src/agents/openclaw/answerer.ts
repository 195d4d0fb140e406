// OpenClaw as an answering agent: a run of its agent decides, in a conversation of its own.

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { conversationSetting, defineAnswerer, secretPlace } from '../../auto-answer/answerers/answerer.ts';
import type { AnsweringAgent, Briefing } from '../../auto-answer/answerers/answering-agent.ts';
import type { Conversation } from '../../auto-answer/answerers/conversation.ts';
import { USUAL_SESSION } from '../../auto-answer/answerers/conversation.ts';
import { failed, STOPPED, untilStopped } from '../../auto-answer/answerers/outcome.ts';
import type { Environment } from '../../system/environment.ts';
import { whyUnreachable } from '../../system/reachable.ts';
import { exposure, masked, readSecret } from '../../system/secret.ts';
import type { Gateway } from './answerer/gateway.ts';
import { createRunKeys, type Order } from './answerer/order.ts';
import { decide, EFFORT, tell } from './answerer/run.ts';

const NO_HOOK =
  "the hook of OpenClaw is no longer used, because it returns no reply; give the gateway's token as token-file or token-env. answerback setup openclaw does it for you";

const settings = {
  /** Address of its gateway. */
  url: z.url().default('ws://127.0.0.1:18789'),
  'token-file': secretPlace.optional(),
  'token-env': secretPlace.optional(),
  agent: z.string().min(1).optional(),
  session: conversationSetting.default(USUAL_SESSION),
};
type OpenClawSettings = z.output<z.ZodObject<typeof settings>>;

export const openclaw = defineAnswerer({
  kind: 'openclaw',
  brief: '[OpenClaw](agents/openclaw.md), through its gateway',
  settings,
  gone: { 'hook-token-file': NO_HOOK, 'hook-token-env': NO_HOOK },
  conversation: ({ session }) => session,
  describe: ({ url }) => url,
  async problem({ url, 'token-env': named, 'token-file': file }, env) {
    const secret = await readSecret('the token', { env: named, file }, env);
    return secret.kind === 'problem' ? secret.message : whyUnreachable(url);
  },
  open: (own, setup) => openOpenClaw({ settings: own, ...setup }),
});

export type OpenClawOptions = {
  readonly name: string;
  readonly settings: Omit<OpenClawSettings, 'session'>;
  readonly env: Environment;
  /** Our version, as sent to the gateway. */
  readonly version: string;
};

export function openOpenClaw({ name, settings, env, version }: OpenClawOptions): AnsweringAgent {
  let opened: Promise<Gateway> | undefined;
  const gateway = (): Promise<Gateway> => {
    opened ??= import('./answerer/gateway.ts').then(({ openGateway }) =>
      openGateway({ url: settings.url.replace(/^http/, 'ws'), version }),
    );
    return opened;
  };
  const keys = createRunKeys();
  const closing = new AbortController();

  return {
    name,
    async decide(briefing, time) {
      const signal = AbortSignal.any([time, closing.signal]);
      const order = await orderFor(briefing.brief, briefing, briefing.wants === 'review' ? '-review' : '');
      if ('problem' in order) return failed(order.problem, false, EFFORT);
      if (signal.aborted) return failed(STOPPED, true, EFFORT);
      const outcome = await untilStopped(decide(await gateway(), keys, order, briefing, signal), signal);
      return outcome === 'stopped' ? failed(STOPPED, true, EFFORT) : outcome;
    },
    async tell(news, time) {
      const signal = AbortSignal.any([time, closing.signal]);
      const order = await orderFor(news.text, news);
      if ('problem' in order) return { kind: 'failed', reason: order.problem, again: false };
      if (signal.aborted) return { kind: 'failed', reason: STOPPED, again: true };
      const told = await untilStopped(tell(await gateway(), order, signal), signal);
      return told === 'stopped' ? { kind: 'failed', reason: STOPPED, again: true } : told;
    },
    async close() {
      closing.abort();
      await (await opened)?.close();
    },
  };

  async function orderFor(
    message: string,
    { ask, key, conversation }: Pick<Briefing, 'ask' | 'key' | 'conversation'>,
    purpose = '',
  ): Promise<Order | { readonly problem: string }> {
    const { url, agent = 'main' } = settings;
    const secret = await readSecret("The gateway's token", { env: settings['token-env'], file: settings['token-file'] }, env);
    if (secret.kind === 'problem') return { problem: secret.message };
    // Without a token, the gateway may still be open to this computer.
    const token = secret.kind === 'secret' ? secret.value : undefined;
    const problem = token === undefined ? undefined : exposure('The token', url);
    if (problem !== undefined) return { problem };
    const place = conversation ? slugOf(conversation) : `${ask.id}${purpose}`;
    return {
      message,
      agent,
      key,
      token,
      hidden: (text) => masked(text, [token ?? '']),
      // OpenClaw writes session keys in lower case.
      session: `agent:${agent}:answerback:${place}`.toLowerCase(),
    };
  }
}

/** Readable, and different for every conversation. */
function slugOf({ key, name }: Conversation): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_SLUG)
    .replaceAll(/^-+|-+$/g, '');
  return [words, createHash('sha256').update(key).digest('hex').slice(0, 12)].filter(Boolean).join('-');
}
const MOST_SLUG = 40;
