// Conversations of programs: which arguments a message is sent with, so that a program that can continue a conversation does.
import { createHash, randomUUID } from 'node:crypto';
import type { Ran } from '../../../system/program.ts';
import { asObject, foreignJson } from '../../../text/json.ts';
import type { Conversation, Conversations } from '../conversation.ts';
import { type Spent, spentSince, type Usage, usageIn } from './spent.ts';

type Commands = {
  readonly run: readonly string[];
  readonly resume?: readonly string[] | undefined;
  readonly 'conversation-id'?: string | undefined;
};
/** `isFirst`: the program remembers nothing. */
type Execute = (run: readonly string[], conversation: string, isFirst: boolean) => Promise<Ran>;
/** `note`: what was unusual. */
type SentMessage = { readonly ran: Ran; readonly spent: Spent; readonly note?: string | undefined };

const FORGOTTEN = 'the program did not know the conversation any more, so a new one was begun';

export function createConversing({ run, resume, 'conversation-id': named }: Commands, conversations: Conversations) {
  return {
    /** The messages of one conversation are sent one at a time. */
    async send(conversation: Conversation | undefined, execute: Execute): Promise<SentMessage> {
      if (!conversation) return alone(await execute(run, randomUUID(), true));
      if (!resume) return alone(await execute(run, uuidOf(conversation.key), false));
      const kept = asObject(await conversations.read(conversation.key));
      const known = kept?.id;
      if (typeof known !== 'string') return begin(conversation, execute);
      const ran = await execute(resume, known, false);
      if (isUnknown(ran)) return { ...(await begin(conversation, execute)), note: FORGOTTEN };
      const usage = usageOf(ran);
      if (usage?.isTotal) await conversations.write(conversation.key, { id: known, ...usedSoFar(usage) });
      return { ran, spent: spentSince(usage, kept) };
    },
  };

  function alone(ran: Ran): SentMessage {
    return { ran, spent: spentSince(usageOf(ran)) };
  }

  /** Each beginning has an id of its own, because programs refuse one that they have seen. It is kept once the program has used it. */
  async function begin({ key }: Conversation, execute: Execute): Promise<SentMessage> {
    const ours = randomUUID();
    const ran = await execute(run, ours, true);
    const id = named === undefined ? ours : ran.kind === 'ended' ? idIn(ran.output, named) : undefined;
    const usage = usageOf(ran);
    if (ran.kind === 'ended' && ran.clean && id !== undefined) await conversations.write(key, { id, ...usedSoFar(usage) });
    return { ran, spent: spentSince(usage) };
  }
}

const usageOf = (ran: Ran): Usage | undefined => (ran.kind === 'ended' ? usageIn(ran.output) : undefined);

/** Kept with the conversation, to know what the next message takes. */
const usedSoFar = (usage: Usage | undefined) =>
  usage?.isTotal ? { used: { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens } } : {};

/** For programs that need no other arguments to continue: always the same id. */
function uuidOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  // The marks of a UUID made from a hash by rules of one's own (version 8).
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

/** It failed and says that there is no such conversation. Programs have no common code for that. */
function isUnknown(ran: Ran): boolean {
  if (ran.kind !== 'ended' || ran.clean) return false;
  const said = `${ran.errors}\n${ran.output.slice(-MOST_READ)}`;
  return (
    /\b(?:no|unknown|invalid|cannot find|could not find)\b[^\n]{0,40}\b(?:conversation|session|thread|rollout)\b/i.test(said) ||
    /\b(?:conversation|session|thread|rollout)\b[^\n]{0,80}\b(?:not found|does not exist|unknown|no longer)\b/i.test(said)
  );
}
const MOST_READ = 4_000;

/** It becomes an argument, so it must not look like a flag. */
const ID = /^[A-Za-z0-9][\w.:-]{0,199}$/;

/** The first text under this name, in the lines of JSON that a program printed. */
function idIn(output: string, name: string): string | undefined {
  for (const line of output.split('\n')) {
    const found = asObject(foreignJson(line))?.[name];
    if (typeof found === 'string' && ID.test(found)) return found;
  }
  return undefined;
}

/** The last message in lines of JSON (`result`, `text` or `item.text`); all of the output if there is none. */
export function lastMessage(output: string): string {
  for (const line of output.split('\n').reverse()) {
    const event = asObject(foreignJson(line));
    const text = event?.result ?? event?.text ?? asObject(event?.item)?.text;
    if (typeof text === 'string') return text;
  }
  return output;
}
