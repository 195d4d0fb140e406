// The environment of a program that answers: what it gets, and what it must not get.
import type { AskView } from '../../../question/lifecycle.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Set for everything an answering agent runs. Our hook and `answerback ask` report it to the broker, and the broker ignores such a
 * session: otherwise an answering agent that asks would be asked its own question.
 */
export const ANSWERING_VARIABLE = 'ANSWERBACK_ANSWERING';
/** The name with which our command line signs what such a program does. */
export const ANSWERER_VARIABLE = 'ANSWERBACK_ANSWERER';

/** The broker may have been started inside an agent's terminal. Its children are not that agent, and not in that pane. */
const NOT_INHERITED =
  /^(TMUX|TMUX_PANE|CLAUDECODE|CLAUDE_CODE_(ENTRYPOINT|SSE_PORT|SESSION_ID|CHILD_SESSION|EXECPATH)|CODEX_(THREAD_ID|SANDBOX\w*)|ANSWERBACK_(HOOK|HOOK_TOKEN|TOKEN))$/;

export function environmentFor(
  env: Environment,
  answerer: string,
  message: { readonly ask: AskView; readonly key: string; readonly news: boolean },
): Environment {
  const { ask, key, news } = message;
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_INHERITED.test(name))),
    [ANSWERING_VARIABLE]: ask.id,
    [ANSWERER_VARIABLE]: plain(answerer),
    ANSWERBACK_ASK: ask.id,
    ANSWERBACK_KEY: key,
    ANSWERBACK_PROJECT: plain(ask.project),
    ANSWERBACK_PURPOSE: news ? 'news' : 'decide',
  };
}

/** A variable cannot contain a NUL, and no real path does. */
const plain = (text: string): string => text.replaceAll('\0', '');
