// What a program that answers finds in its environment, and what it must not find there.
import type { AskView } from '../../../question/lifecycle.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Set in everything an answering agent runs. Whoever speaks for an agent (our hook, `answerback ask`) says so to the broker, and the broker
 * leaves such a session alone: an answering agent that asks would ask itself.
 */
export const ANSWERING_VARIABLE = 'ANSWERBACK_ANSWERING';
/** As whom our command line signs what such a program does with it. */
export const ANSWERER_VARIABLE = 'ANSWERBACK_ANSWERER';

/** The broker may have been started from inside an agent in a terminal; its child is not that agent, and not in that pane. */
const NOT_INHERITED =
  /^(TMUX|TMUX_PANE|CLAUDECODE|CLAUDE_CODE_(ENTRYPOINT|SSE_PORT|SESSION_ID|CHILD_SESSION|EXECPATH)|CODEX_(THREAD_ID|SANDBOX\w*)|ANSWERBACK_(HOOK|HOOK_TOKEN|TOKEN))$/;

export function environmentFor(
  env: Environment,
  answerer: string,
  message: { readonly ask: AskView; readonly key: string; readonly news: boolean; readonly wants?: 'decision' | 'review' },
): Environment {
  const { ask, key, news, wants } = message;
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_INHERITED.test(name))),
    [ANSWERING_VARIABLE]: ask.id,
    [ANSWERER_VARIABLE]: plain(answerer),
    ANSWERBACK_ASK: ask.id,
    ANSWERBACK_KEY: key,
    ANSWERBACK_PROJECT: plain(ask.project),
    ANSWERBACK_PURPOSE: news ? 'news' : wants === 'review' ? 'review' : 'decide',
  };
}

/** A variable cannot hold a NUL, and a path that has one is nobody's. */
const plain = (text: string): string => text.replaceAll('\0', '');
