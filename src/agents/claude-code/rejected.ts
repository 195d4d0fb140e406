// Reads how a call ended that was rejected in Claude Code's own dialog: by Esc, by "No" or by "Chat about this".
//
// A refusal is typed like that too. The dialogs of questions and permissions accept no words, so these follow as the next prompt.
import type { Recorded } from '../../ask/compare.ts';
import type { Ending } from '../../ask/ending.ts';
import type { Answer } from '../../ask/schema/ask.ts';
import type { Decision } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { RecordedAnswer } from '../../ask/schema/result.ts';
import { normalised } from '../../text/visible.ts';

/** An ask, as far as is needed to read how it ended. */
export type EndedAsk = Pick<AskView, 'kind' | 'questions'> & Partial<Pick<AskView, 'state' | 'decision' | 'delivery'>>;

const REJECTED = /^The user doesn't want to (proceed with this tool use|take this action right now)\./;
const SAID = /the user said:\n(.*)$/s;
const CHAT = 'The user wants to clarify these questions.';

export const isRejected = (text: string): boolean => REJECTED.test(text);

/** `prompts` are those that the agent got after the call. Undefined while the words of a refusal that was typed have not arrived. */
export function endingFromRejection(ask: EndedAsk, text: string, prompts: readonly string[]): Ending | undefined {
  const said = SAID.exec(text)?.[1];
  const isChat = said?.startsWith(CHAT) === true;
  const refusal = ask.decision && refusalOf(ask, ask.decision);
  if (refusal && (!isChat || refusal.recorded.kind === 'redirect')) {
    const inDialog = said !== undefined && !isChat;
    const texts = inDialog ? [said] : prompts;
    const { recorded, words } = refusal;
    if (words === undefined ? !inDialog : texts.some((each) => normalised(each) === normalised(words)))
      return { kind: 'recorded', recorded };
    if (!inDialog && isTyped(ask)) return undefined;
  }
  if (isChat) return { kind: 'recorded', recorded: { kind: 'redirect', message: 'chose “Chat about this” at the keyboard' } };
  if (said !== undefined) return { kind: 'recorded', recorded: { kind: 'answers', answers: [{ chosen: [], words: said }] } };
  return { kind: 'dismissed' };
}

/** Not when typing failed: then somebody else closed the dialog. */
const isTyped = ({ state, delivery }: EndedAsk): boolean => delivery?.way === 'keys' && state !== 'answered' && state !== 'declined';

/** What is recorded when this decision arrives as a rejection, and its words; undefined when the decision is no refusal. */
function refusalOf(ask: EndedAsk, decision: Decision): { readonly recorded: Recorded; readonly words: string | undefined } | undefined {
  if (decision.kind !== 'answers') return { recorded: { kind: decision.kind, message: decision.message }, words: decision.message };
  const [answer] = decision.answers;
  if (ask.kind === 'question' || !answer || !refuses(ask, answer)) return undefined;
  return { recorded: { kind: 'answers', answers: [refusedWith(ask, answer)] }, words: wordsOfRefusal(ask, answer) };
}

/** The last option of a permission or a plan is "No". Own words refuse it too. */
export function refuses({ questions }: Pick<EndedAsk, 'questions'>, answer: Answer): boolean {
  return answer.kind === 'words' || (answer.kind === 'chosen' && answer.chosen[0] === questions[0]?.options.length);
}

/** What the agent is told with a refusal. */
export function wordsOfRefusal(ask: Pick<EndedAsk, 'questions'>, answer: Answer | undefined): string | undefined {
  if (!answer || !refuses(ask, answer)) return undefined;
  return answer.kind === 'words' ? answer.words : answer.note;
}

export function refusedWith({ questions }: Pick<EndedAsk, 'questions'>, answer: Answer | undefined): RecordedAnswer {
  if (answer?.kind === 'words') return { chosen: [], words: answer.words };
  return { chosen: [questions[0]?.options.at(-1)?.label ?? 'No'], ...(answer?.note === undefined ? {} : { note: answer.note }) };
}
