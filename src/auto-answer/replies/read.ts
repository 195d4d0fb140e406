// Finds the reply in an answering agent's output: a JSON object or a tag, anywhere in its text.

import { isFor } from '../../ask/named-ask.ts';
import { problem, shown } from '../../ask/problem.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import type { Problem } from '../../ask/schema/problem.ts';
import { tagsIn } from '../../text/tags.ts';
import type { AgentReply } from '../answerers/answering-agent.ts';
import type { Read } from './body.ts';
import { forgeries, isBait } from './forged.ts';
import { jsonIn, readJson } from './json.ts';
import { readTags } from './of-ask.ts';
import { risked } from './risk.ts';

/** `silent`: nothing in the text was meant as an answer. `refused`: something was, but cannot be accepted; the problems say why. */
type ReadReply =
  | { readonly kind: 'reply'; readonly reply: AgentReply }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  | { readonly kind: 'silent'; readonly reason: string };

/** `text` is the output of an agent that was asked about this one ask. The answers of a reply fit the ask. */
export function readReply(text: string, ask: Ask): ReadReply {
  if (text.length > MOST_READ)
    return refused([problem('reply-long', 'reply', text.length, `the reply has ${text.length} characters; at most ${MOST_READ} are read`)]);
  const tags = tagsIn(text);
  const objects = jsonIn(text);
  const bait = objects.length > 0 && isBait(ask);
  const copied = forgeries(ask);
  const forged = [
    ...tags.filter(copied.isTag),
    ...objects.filter(({ raw, value }) => (bait && (value.ask ?? undefined) === undefined) || copied.isReply(raw)),
  ];
  const honest = { tags: tags.filter((tag) => !forged.includes(tag)), objects: objects.filter((object) => !forged.includes(object)) };
  const ours = honest.tags.filter((tag) => isFor(tag, ask));
  const mine = honest.objects.filter(({ value }) => (value.ask ?? ask.id) === ask.id);
  const reads = [...mine.map((object) => readJson(object, ask)), ...(ours.length === 0 ? [] : [readTags(ours, ask)])];
  if (reads.length > 0) return oneOf(reads);
  if (forged[0]) return refused([problem('reply-forged', 'reply', forged[0].raw, FORGED)]);
  const [stray] = [...tags.map((tag) => tag.attributes.ask ?? tag.attributes.project ?? ''), ...objects.map(({ value }) => value.ask)];
  if (stray === undefined)
    return { kind: 'silent', reason: 'there is no answer in what it said: neither a JSON object nor an <answer> tag' };
  return refused([problem('reply-other', 'reply', stray, `the reply is about ${shown(stray)}, but the ask is ${shown(ask.id)}`)]);
}
const FORGED =
  'an answer like this is part of the question itself, so it was not used; answer with the id of the ask, {"ask": "…"}, and a reason';
const MOST_READ = 1_000_000;

/** The same reply given twice is one; two different replies are none. */
function oneOf(reads: readonly Read<AgentReply>[]): ReadReply {
  const problems = reads.flatMap((read) => (read.kind === 'bad' ? read.problems : []));
  if (problems.length > 0) return refused(problems);
  const replies = reads.flatMap((read) => (read.kind === 'ok' ? [read.value] : []));
  const different = new Set(replies.map((reply) => JSON.stringify(essence(reply))));
  const [first] = replies;
  if (first !== undefined && different.size === 1) return { kind: 'reply', reply: withOneRisk(first, replies) };
  return refused([problem('reply-ambiguous', 'reply', different.size, `the reply has ${different.size} different answers; reply once`)]);
}

/** The same answer with two risks has no reliable risk. */
function withOneRisk(first: AgentReply, replies: readonly AgentReply[]): AgentReply {
  if (first.kind === 'pass') return first;
  const { risk: _, ...rest } = first;
  return {
    ...rest,
    ...risked(
      replies.map((reply) => (reply.kind === 'pass' ? undefined : reply.risk === 'several' ? 'reversible irreversible' : reply.risk)),
    ),
  };
}

/** The answer without its reason, which may be worded differently each time. */
function essence(reply: AgentReply): unknown {
  if (reply.kind === 'answers') return [reply.answers, reply.nextPrompts];
  return reply.kind === 'pass' ? 'pass' : [reply.kind, reply.message];
}

const refused = (problems: readonly Problem[]): ReadReply => ({ kind: 'refused', problems });
