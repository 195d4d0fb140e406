// OpenClaw as an answering agent: over WebSocket; over HTTP if that is not possible; through its hook if there is only a hook token.
import type { AnsweringAgent, Effort, Outcome } from '../../../decide/answering-agent.ts';
import type { OpenClawSettings } from '../../../decide/route/answerers.ts';
import { failed, STOPPED } from '../heard.ts';
import { exposure, masked, readSecret } from '../secret.ts';
import { untilStopped } from '../stopped.ts';
import { tellByHook, wakeByHook } from './by-hook.ts';
import { decideByResponses } from './by-responses.ts';
import { decideByWebsocket, tellByWebsocket } from './by-websocket.ts';
import { openGateway } from './gateway.ts';
import type { Attempt, Order, Sent } from './order.ts';
import { websocketUrl } from './post.ts';
import { createRunKeys } from './run-keys.ts';

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
  const gateway = openGateway({ url: websocketUrl(url), version });
  const keys = createRunKeys();
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const effort: Effort = { via: 'websocket' };

  function orders(message: string, id: string, key: string, { gateway: token, hook }: Tokens): { run: Order; wake: Order } {
    const hidden = (text: string) => masked(text, [token ?? '', hook ?? '']);
    // OpenClaw writes session keys in lower case.
    const order = { message, agent, key, hidden, session: `agent:${agent}:answerback:${id}`.toLowerCase() };
    return { run: { ...order, token }, wake: { ...order, token: hook, message: `${message}\n\n${byHand(id, name)}` } };
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

  return {
    name,
    async decide({ brief, ask, key }, time) {
      const signal = AbortSignal.any([time, closing.signal]);
      if (signal.aborted) return failed(STOPPED, true, effort);
      const tokens = await readTokens(settings, env);
      if (tokens.problem) return failed(tokens.problem, false, effort);
      const { run, wake } = orders(brief, ask.id, key, tokens);
      const byGateway: Way<Attempt>[] = [(s) => decideByWebsocket(gateway, keys, run, ask, s), (s) => decideByResponses(url, run, ask, s)];
      const byHook: Way<Attempt>[] = [(s) => wakeByHook(url, wake, s)];
      return inOrder([...(mayUseGateway(tokens) ? byGateway : []), ...(tokens.hook ? byHook : [])], signal);
    },
    async tell({ text, key, ask }, time) {
      const signal = AbortSignal.any([time, closing.signal]);
      if (signal.aborted) return { kind: 'failed', reason: STOPPED, again: true };
      const tokens = await readTokens(settings, env);
      if (tokens.problem) return { kind: 'failed', reason: tokens.problem, again: false };
      const { run, wake } = orders(text, ask.id, key, tokens);
      const work: Promise<Sent> = mayUseGateway(tokens)
        ? tellByWebsocket(gateway, run, signal)
        : tellByHook(url, { ...wake, message: text }, signal);
      const sent = await untilStopped(work, signal);
      return sent === 'stopped' ? { kind: 'failed', reason: STOPPED, again: true } : sent;
    },
    async close() {
      closing.abort();
      await gateway.close();
      await Promise.allSettled(running);
    },
  };
}

const NO_TOKEN = 'OpenClaw is appointed without a token';

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
    `  answerback answer ${id} 2 --by agent:${name} --reason "why"`,
    `  answerback answer ${id} other -m "own words" --by agent:${name}`,
    `  answerback redirect ${id} "what is wrong with the question" --by agent:${name}`,
    'One argument per question, options counted from 1. If you are not sure, do nothing: a person will decide.',
  ].join('\n');
}
