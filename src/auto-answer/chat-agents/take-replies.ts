// Finds the answers in the text of a chat agent; each is accepted or refused like any other answer.

import { isOpen } from '../../ask/lifecycle.ts';
import type { Answerer } from '../../ask/schema/decision.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { decisionLine } from '../../ask/summary.ts';
import type { Decisions } from '../../inbox/decide.ts';
import type { Journal } from '../../journal/journal.ts';
import type { AgentReply } from '../answerers/answering-agent.ts';
import { answersInText } from '../replies/in-text.ts';
import { readReply } from '../replies/read.ts';
import type { TakenReply } from '../routes.ts';

/** `knows`: whether the agent may learn anything about an ask. */
type RepliesOptions = { readonly decisions: Decisions; readonly journal: Journal; readonly knows?: (view: AskView) => Promise<boolean> };
type WrittenText = { readonly text: string; readonly by: Answerer; readonly key: string };

const MOST_OPEN = 500;
const MOST_LATELY = 200;

export async function takeReplies(
  { decisions, journal, knows = async () => true }: RepliesOptions,
  { text, by, key }: WrittenText,
): Promise<readonly TakenReply[]> {
  const [open, lately] = await Promise.all([
    journal.list({ states: ['open'] }, { limit: MOST_OPEN }),
    journal.list({}, { limit: MOST_LATELY }),
  ]);
  // A reply that is sent again is read as it was the first time: what it decided then is open to it, and newer asks are not.
  const mine = lately.items.filter(({ id, decision }) => decision?.key === `${key}:${id}`);
  const all = [
    ...mine.map((view): AskView => ({ ...view, state: 'open' })),
    ...open.items.filter(({ createdAt }) => mine.every(({ decision }) => createdAt <= (decision?.at ?? 0))),
    ...lately.items.filter((view) => !isOpen(view) && !mine.includes(view)),
  ];
  const isKnown = await Promise.all(all.map(knows));
  const known = all.filter((_, i) => isKnown[i]);
  const taken: TakenReply[] = [];
  for (const found of answersInText(text, known)) {
    const ask = found.ask === undefined ? {} : { ask: found.ask };
    if (found.kind === 'refused') taken.push({ ...ask, outcome: 'refused', message: found.problem.message });
    else taken.push({ ...ask, ...(await take(decisions, await journal.get(found.ask), found.reply, by, `${key}:${found.ask}`)) });
  }
  return taken;
}

/** A text that is an answer to one ask: JSON as in a brief, or a tag. */
export async function takeReply(
  { decisions, journal, knows = async () => true }: RepliesOptions,
  { text, by, key, ask }: WrittenText & { readonly ask: string },
): Promise<readonly TakenReply[]> {
  const found = await journal.get(ask);
  const view = found && (await knows(found)) ? found : undefined;
  const read = view && readReply(text, view);
  if (!read) return [{ ask, outcome: 'refused', message: 'no such ask' }];
  if (read.kind === 'reply') return [{ ask, ...(await take(decisions, view, read.reply, by, `${key}:${ask}`)) }];
  return [
    { ask, outcome: 'refused', message: read.kind === 'silent' ? read.reason : read.problems.map(({ message }) => message).join('; ') },
  ];
}

async function take(
  decisions: Decisions,
  view: AskView | undefined,
  reply: AgentReply,
  by: Answerer,
  key: string,
): Promise<Omit<TakenReply, 'ask'>> {
  if (!view) return { outcome: 'refused', message: 'no such ask' };
  if (reply.kind === 'pass') {
    const refused = await decisions.pass(view, by, reply.reason);
    return refused === undefined ? { outcome: 'passed', message: reply.reason } : { outcome: 'refused', message: refused };
  }
  const { reason, risk, category } = reply;
  const decided = await decisions.decide(view, reply, { by, key, reason, risk, category });
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
    case 'undeliverable':
      return { outcome: 'refused', message: decided.reason };
    case 'invalid':
      return { outcome: 'refused', message: decided.problems.map(({ message }) => message).join('; ') };
    case 'unknown':
      return { outcome: 'refused', message: 'no such ask' };
  }
}
