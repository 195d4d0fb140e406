// The tags about one ask taken together: one tag for all questions, or one per question.
import { problem } from '../../ask/problem.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import type { Grounds } from '../../inbox/grounds.ts';
import type { Tag } from '../../text/tags.ts';
import type { AgentReply } from '../answerers/answering-agent.ts';
import { type AskedQuestions, answersOf, type Read, readBody } from './body.ts';
import { categorised } from './category.ts';
import { groundsOf } from './json.ts';
import { risked } from './risk.ts';

/** `tags` is not empty. Identical tags count once. */
export function readTags(tags: readonly Tag[], ask: AskedQuestions): Read<AgentReply> {
  const broken = tags.find((tag) => tag.broken !== undefined);
  if (broken) return bad('reply-tag', broken.raw, broken.broken ?? '');
  const whole = tags.filter((tag) => tag.attributes.question === undefined);
  const [first] = whole;
  if (first === undefined) return readEach(tags, ask);
  if (whole.length < tags.length)
    return bad('reply-ambiguous', tags.length, 'one tag answers the whole ask and another a single question; do one or the other');
  if (whole.some((tag) => tag.body !== first.body))
    return bad('reply-ambiguous', whole.length, `${whole.length} different tags answer the same ask; reply once`);
  return readBody(first.body, ask, groundsIn(whole));
}

function readEach(tags: readonly Tag[], ask: Pick<Ask, 'questions'>): Read<AgentReply> {
  const parts = new Map<number, string>();
  for (const { attributes, body } of tags) {
    const number = Number(attributes.question);
    if (!Number.isInteger(number) || number < 1 || number > ask.questions.length)
      return bad(
        'reply-question',
        attributes.question,
        `there is no question ${attributes.question}; the ask has ${ask.questions.length}, counted from 1`,
      );
    if ((parts.get(number) ?? body) !== body)
      return bad('reply-ambiguous', number, `two different tags answer question ${number}; reply once`);
    parts.set(number, body);
  }
  const missing = ask.questions.flatMap((_, i) => (parts.has(i + 1) ? [] : [i + 1]));
  if (missing.length > 0) return bad('reply-count', missing, `no tag answers question ${missing.join(' and ')}; answer it or write skip`);
  return answersOf(
    ask.questions.map((_, i) => parts.get(i + 1) ?? ''),
    ask,
    groundsIn(tags),
  );
}

function groundsIn(tags: readonly Tag[]): Grounds {
  const reasons = [...new Set(tags.flatMap((tag) => tag.attributes.reason ?? []))];
  const confidences = tags.flatMap((tag) => groundsOf(undefined, tag.attributes.confidence).confidence ?? []);
  return {
    ...groundsOf(reasons.join('; '), confidences.length === 0 ? undefined : Math.min(...confidences)),
    ...categorised(tags.find((tag) => tag.attributes.category !== undefined)?.attributes.category),
    ...risked(tags.map((tag) => tag.attributes.risk)),
  };
}

const bad = (rule: string, value: unknown, message: string): Read<AgentReply> => ({
  kind: 'bad',
  problems: [problem(rule, 'reply', value ?? null, message)],
});
