// Finds the answers in the text of a chat agent; each is accepted or refused like any other answer.
import type { Broker } from '../broker/broker.ts';
import type { Reply } from '../decide/answering-agent.ts';
import type { Journal } from '../decide/journal.ts';
import { answersInText } from '../decide/replies/in-text.ts';
import type { AskView } from '../question/lifecycle.ts';
import { decisionLine } from '../question/summary.ts';
import type { Answerer } from '../question/words.ts';

export type TakenReply = {
  readonly ask?: string | undefined;
  readonly outcome: 'answered' | 'passed' | 'taken' | 'refused';
  readonly message: string;
};

type Said = { readonly text: string; readonly by: Answerer; readonly key: string };

const MOST_OPEN = 500;
const MOST_LATELY = 200;

export async function takeReplies(
  { broker, journal }: { broker: Broker; journal: Journal },
  { text, by, key }: Said,
): Promise<readonly TakenReply[]> {
  const [open, lately] = await Promise.all([
    journal.list({ states: ['open'] }, { limit: MOST_OPEN }),
    journal.list({}, { limit: MOST_LATELY }),
  ]);
  const known = [...open.items, ...lately.items.filter(({ state }) => state !== 'open')];
  const taken: TakenReply[] = [];
  for (const found of answersInText(text, known)) {
    const ask = found.ask === undefined ? {} : { ask: found.ask };
    if (found.kind === 'refused') taken.push({ ...ask, outcome: 'refused', message: found.problem.message });
    else taken.push({ ...ask, ...(await take(broker, await journal.get(found.ask), found.reply, by, `${key}:${found.ask}`)) });
  }
  return taken;
}

async function take(broker: Broker, view: AskView | undefined, reply: Reply, by: Answerer, key: string): Promise<Omit<TakenReply, 'ask'>> {
  if (!view) return { outcome: 'refused', message: 'no such ask' };
  if (reply.kind === 'pass') return { outcome: 'passed', message: reply.reason };
  const decided = await broker.decide(view, reply, { by, key, reason: reply.reason });
  switch (decided.kind) {
    case 'won':
      return { outcome: 'answered', message: decided.view.decision ? decisionLine(decided.view, decided.view.decision) : '' };
    case 'taken': {
      const { decision, state } = decided.view;
      return {
        outcome: 'taken',
        message: decision ? `already decided by ${decision.by.name}: ${decisionLine(decided.view, decision)}` : `it is ${state}`,
      };
    }
    case 'refused':
      return { outcome: 'refused', message: decided.reason };
    case 'invalid':
      return { outcome: 'refused', message: decided.problems.map(({ message }) => message).join('; ') };
    case 'unknown':
      return { outcome: 'refused', message: 'no such ask' };
  }
}
