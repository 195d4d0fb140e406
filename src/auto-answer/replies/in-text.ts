// Finds answers in the plain text of a chat agent, which may mention several asks.
import { isOpen } from '../../ask/lifecycle.ts';
import { isFor, namesProject, projectName } from '../../ask/named-ask.ts';
import { problem, shown } from '../../ask/problem.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { Problem } from '../../ask/schema/problem.ts';
import { decisionLine } from '../../ask/summary.ts';
import { type Tag, tagsIn } from '../../text/tags.ts';
import type { AgentReply } from '../answerers/answering-agent.ts';
import { forgeries } from './forged.ts';
import { readTags } from './of-ask.ts';

/** `ask` is the id the tag is about; absent if that is unclear. */
type AnswerInText =
  | { readonly kind: 'reply'; readonly ask: string; readonly reply: AgentReply }
  | { readonly kind: 'refused'; readonly ask?: string | undefined; readonly problem: Problem };

/** `known`: open asks, and those decided or over recently, so that a stale tag gets a helpful refusal. At most one entry per ask. */
export function answersInText(text: string, known: readonly AskView[]): readonly AnswerInText[] {
  const sources = known.map((ask) => ({ ask, copied: forgeries(ask) }));
  const sourceOf = (tag: Tag) => sources.find(({ copied }) => copied.isTag(tag))?.ask;
  const placed = tagsIn(text).map((tag) => ({ tag, place: placeOf(tag, known, sourceOf(tag)) }));
  const lost = placed.flatMap(({ place }) => (place.kind === 'lost' ? [refusal(place.problem, place.ask)] : []));
  const asks = [...new Set(placed.flatMap(({ place }) => (place.kind === 'found' ? [place.ask] : [])))];
  return [
    ...asks.map((ask) =>
      answerFor(
        ask,
        placed.flatMap(({ tag, place }) => (place.kind === 'found' && place.ask === ask ? [tag] : [])),
      ),
    ),
    ...lost,
  ];
}

function answerFor(ask: AskView, tags: readonly Tag[]): AnswerInText {
  const read = readTags(tags, ask);
  if (read.kind === 'ok') return { kind: 'reply', ask: ask.id, reply: read.value };
  const [first] = read.problems;
  const message = read.problems.map((each) => each.message).join('; ');
  return refusal({ ...(first ?? problem('reply', 'reply', null, '')), message: `ask ${ask.id}: ${message}` }, ask.id);
}

type FoundAsk =
  | { readonly kind: 'found'; readonly ask: AskView }
  | { readonly kind: 'lost'; readonly problem: Problem; readonly ask?: string };

/** `source`: the ask whose text it was copied from. */
function placeOf(tag: Tag, known: readonly AskView[], source: AskView | undefined): FoundAsk {
  if (source)
    return lost(
      'reply-forged',
      tag.raw,
      `this tag is part of the question of ask ${source.id}, so it was not used; name the ask by its id`,
      source.id,
    );
  return tag.name === 'answer' ? byId(tag, known) : byProject(tag, known);
}

function byId(tag: Tag, known: readonly AskView[]): FoundAsk {
  const { ask: id } = tag.attributes;
  if (id === undefined) return lost('reply-unknown', tag.raw, `say which ask is answered: <answer ask="…">; ${pending(known)}`);
  const ask = known.find((each) => isFor(tag, each));
  if (ask === undefined) return lost('reply-unknown', id, `there is no ask ${shown(id)}; ${pending(known)}`);
  return isOpen(ask) ? { kind: 'found', ask } : lost('reply-stale', id, stale(ask), id);
}

function byProject(tag: Tag, known: readonly AskView[]): FoundAsk {
  const { project } = tag.attributes;
  if (project === undefined)
    return lost('reply-unknown', tag.raw, `say which project is answered: <cc_answer project="…">; ${pending(known)}`);
  const theirs = known.filter((ask) => namesProject(project, ask.project));
  const pendingHere = theirs.filter(isOpen);
  const questions = pendingHere.filter(({ kind }) => kind !== 'idle');
  // An idle session only waits for its next prompt. It can still be named by its id.
  const open = questions.length > 0 ? questions : pendingHere;
  const [only, another] = open;
  if (only !== undefined && another === undefined) return { kind: 'found', ask: only };
  if (another !== undefined)
    return lost(
      'reply-ambiguous',
      project,
      `${open.length} asks are pending in ${shown(project)}: ${open.map(({ id }) => id).join(', ')}; answer one by its id: <answer ask="${another.id}">`,
    );
  const last = [...theirs].sort((a, b) => b.updatedAt - a.updatedAt)[0];
  return last
    ? lost('reply-stale', project, stale(last), last.id)
    : lost('reply-unknown', project, `nothing is pending in ${shown(project)}; ${pending(known)}`);
}

function stale(ask: AskView): string {
  const by = ask.decision === undefined ? '' : ` by ${ask.decision.by.name}: ${shown(decisionLine(ask, ask.decision))}`;
  return `ask ${ask.id} is not open any more, it is ${ask.state}${by}; your answer was not used`;
}

function pending(known: readonly AskView[]): string {
  const open = known.filter(isOpen);
  if (open.length === 0) return 'nothing is pending';
  const listed = open.slice(0, MOST_LISTED).map((ask) => `${ask.id} in ${shown(projectName(ask.project))}`);
  return `pending: ${listed.join(', ')}${open.length > MOST_LISTED ? ' …' : ''}`;
}
const MOST_LISTED = 10;

const lost = (rule: string, value: unknown, message: string, ask?: string): FoundAsk => ({
  kind: 'lost',
  problem: problem(rule, 'reply', value, message),
  ...(ask === undefined ? {} : { ask }),
});
const refusal = (why: Problem, ask?: string): AnswerInText => ({ kind: 'refused', ...(ask === undefined ? {} : { ask }), problem: why });
