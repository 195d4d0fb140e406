// OpenClaw as an answering agent: over WebSocket; over HTTP if that is not possible; through its hook if there is only a hook token.
import { createHash } from 'node:crypto';
import type { AnsweringAgent, Briefing, Outcome, Told } from '../../../decide/answering-agent.ts';
import type { Conversation } from '../../../decide/conversation.ts';
import type { OpenClawSettings } from '../../../decide/route/answerers.ts';
import type { Effort } from '../../../question/words.generated.ts';
import { failed, STOPPED, untilStopped } from '../heard.ts';
import { exposure, masked, readSecret } from '../secret.ts';
import { tellByHook, wakeByHook } from './by-hook.ts';
import { decideByResponses, tellByResponses } from './by-responses.ts';
import { decideByWebsocket, tellByWebsocket } from './by-websocket.ts';
import type { Gateway } from './gateway.ts';
import { type Attempt, createRunKeys, type Order } from './order.ts';
import { websocketUrl } from './post.ts';

export type OpenClawOptions = {
  readonly name: string;
  readonly settings: Pick<OpenClawSettings, 'url' | 'agent' | 'token-env' | 'token-file' | 'hook-token-env' | 'hook-token-file'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Our version, as sent to the gateway. */
  readonly version: string;
};

type Tokens = { readonly gateway?: string; readonly hook?: string; readonly problem?: string };
type Way<T> = (signal: AbortSignal) => Promise<T>;

export function openOpenClaw({ name, settings, env, version }: OpenClawOptions): AnsweringAgent {
  const { url, agent = 'main' } = settings;
  let opened: Promise<Gateway> | undefined;
  const gateway = (): Promise<Gateway> => {
    opened ??= import('./gateway.ts').then(({ openGateway }) => openGateway({ url: websocketUrl(url), version }));
    return opened;
  };
  const keys = createRunKeys();
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const effort: Effort = { via: 'websocket' };

  function orders(
    message: string,
    about: Pick<Briefing, 'ask' | 'key' | 'conversation'>,
    tokens: Tokens,
    purpose = '',
  ): { run: Order; wake: Order } {
    const { ask, key, conversation } = about;
    const { gateway: token, hook } = tokens;
    const hidden = (text: string) => masked(text, [token ?? '', hook ?? '']);
    const place = conversation ? slugOf(conversation) : `${ask.id}${purpose}`;
    // OpenClaw writes session keys in lower case.
    const order = { message, agent, key, hidden, session: `agent:${agent}:answerback:${place}`.toLowerCase() };
    return { run: { ...order, token }, wake: { ...order, token: hook, message: `${message}\n\n${byHand(ask.id, name)}` } };
  }

  /** Tries one way after the other, until a run has started. */
  async function inOrder(ways: readonly Way<Attempt>[], signal: AbortSignal): Promise<Outcome> {
    let outcome: Outcome = failed(NO_TOKEN, false, effort);
    for (const way of ways) {
      const work = way(signal);
      running.add(work);
      void work.finally(() => running.delete(work)).catch(() => {});
      const attempt = await untilStopped(work, signal);
      if (attempt === 'stopped') return failed(STOPPED, true, effort);
      if (attempt.kind === 'begun') return attempt.outcome;
      outcome = outcome.kind === 'failed' && attempt.outcome.kind === 'failed' ? both(outcome, attempt.outcome) : attempt.outcome;
    }
    return outcome;
  }

  async function tellByGateway(order: Order, signal: AbortSignal): Promise<Told> {
    const told = await tellByWebsocket(await gateway(), order, signal);
    if (told.kind === 'told' || signal.aborted) return told;
    return (await tellByResponses(url, order, signal)).kind === 'told' ? { kind: 'told' } : told;
  }

  return {
    name,
    async decide(briefing, time) {
      const { brief, wants } = briefing;
      const signal = AbortSignal.any([time, closing.signal]);
      if (signal.aborted) return failed(STOPPED, true, effort);
      const tokens = await readTokens(settings, env);
      if (tokens.problem) return failed(tokens.problem, false, effort);
      const { run, wake } = orders(brief, briefing, tokens, wants === 'review' ? '-review' : '');
      const byGateway: Way<Attempt>[] = [
        async (s) => decideByWebsocket(await gateway(), keys, run, briefing, s),
        (s) => decideByResponses(url, run, briefing, s),
      ];
      const byHook: Way<Attempt>[] = [(s) => wakeByHook(url, wake, s)];
      return inOrder([...(mayUseGateway(tokens) ? byGateway : []), ...(tokens.hook && wants === 'decision' ? byHook : [])], signal);
    },
    async tell(news, time) {
      const { text } = news;
      const signal = AbortSignal.any([time, closing.signal]);
      if (signal.aborted) return { kind: 'failed', reason: STOPPED, again: true };
      const tokens = await readTokens(settings, env);
      if (tokens.problem) return { kind: 'failed', reason: tokens.problem, again: false };
      const { run, wake } = orders(text, news, tokens);
      const work: Promise<Told> = mayUseGateway(tokens) ? tellByGateway(run, signal) : tellByHook(url, { ...wake, message: text }, signal);
      const sent = await untilStopped(work, signal);
      return sent === 'stopped' ? { kind: 'failed', reason: STOPPED, again: true } : sent;
    },
    async close() {
      closing.abort();
      await (await opened)?.close();
      await Promise.allSettled(running);
    },
  };
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

const NO_TOKEN = 'OpenClaw is configured without a token';

/** Without any token, the gateway may still be open to this computer. With only a hook token, only the hook is used. */
const mayUseGateway = ({ gateway, hook }: Tokens): boolean => gateway !== undefined || hook === undefined;

async function readTokens(settings: OpenClawOptions['settings'], env: OpenClawOptions['env']): Promise<Tokens> {
  const gateway = await readSecret("The gateway's token", { env: settings['token-env'], file: settings['token-file'] }, env);
  const hook = await readSecret("The hook's token", { env: settings['hook-token-env'], file: settings['hook-token-file'] }, env);
  if (gateway.kind === 'problem' || hook.kind === 'problem')
    return { problem: [gateway, hook].flatMap((each) => (each.kind === 'problem' ? [each.message] : [])).join(' ') };
  const [one, two] = [gateway, hook].map((each) => (each.kind === 'secret' ? each.value : undefined));
  const exposed = one || two ? exposure('The token', settings.url) : undefined;
  return { ...(one ? { gateway: one } : {}), ...(two ? { hook: two } : {}), ...(exposed ? { problem: exposed } : {}) };
}

/** The reason of the first way, followed by reasons of the others that differ. */
function both(first: Extract<Outcome, { kind: 'failed' }>, second: Extract<Outcome, { kind: 'failed' }>): Outcome {
  if (first.reason === NO_TOKEN) return second;
  const reason = first.reason.includes(second.reason) ? first.reason : `${first.reason}; by ${second.effort.via}: ${second.reason}`;
  return { ...second, reason, again: first.again || second.again };
}

/** Nobody reads the output of a hook's run. */
function byHand(id: string, name: string): string {
  return [
    'Nobody reads what you write in this run. Give your decision with the command line, once, for example:',
    `  answerback answer ${id} 2 --by agent:${name} --risk reversible --reason "why"`,
    `  answerback answer ${id} other -m "own words" --by agent:${name} --risk reversible --reason "why"`,
    `  answerback redirect ${id} "what is wrong with the question" --by agent:${name} --risk reversible --reason "why"`,
    'Say how risky it is: --risk reversible, irreversible or unsure. Anything but reversible goes to a person, with your reason.',
    'One argument per question, options counted from 1. If you are not sure, do nothing: a person will decide.',
  ].join('\n');
}
