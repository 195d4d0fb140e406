// Replies as JSON: the whole text, a fenced block in it, or a line of its own.

import { z } from 'zod';
import { resolveAnswers } from '../../ask/answer.ts';
import { problem, shown } from '../../ask/problem.ts';
import type { Ask } from '../../ask/schema/ask.ts';
import { answersInput } from '../../ask/schema/input.ts';
import { readShape } from '../../ask/shape.ts';
import type { Grounds } from '../../inbox/grounds.ts';
import { fittingValue } from '../../text/fitting.ts';
import { asObject, foreignJson } from '../../text/json.ts';
import { isVisible } from '../../text/visible.ts';
import type { AgentReply } from '../answerers/answering-agent.ts';
import { type AskedQuestions, type Read, readPrompts } from './body.ts';
import { categorised } from './category.ts';
import { risked } from './risk.ts';

type JsonReply = { readonly raw: string; readonly value: Readonly<Record<string, unknown>> };

/** The id in the examples of our own brief. Repeating the examples is not an answer. */
const EXAMPLE = 'ID';
const WAYS = ['answers', 'prompts', 'redirect', 'decline', 'pass'] as const;

/** Only objects with answers, prompts, redirect, decline or pass; others are ignored. */
export function jsonIn(text: string): readonly JsonReply[] {
  return objectsIn(text)
    .filter(({ value }) => WAYS.some((way) => Object.hasOwn(value, way) && value[way] !== null))
    .slice(0, MOST_OBJECTS);
}
const MOST_OBJECTS = 50;

export function objectsIn(text: string): readonly JsonReply[] {
  const whole = objectOf(text);
  if (whole) return [whole];
  const blocks = [...text.matchAll(/```[^\n`]*\n([\s\S]*?)```/g)].map(([, body = '']) => body);
  const rest = text.replaceAll(/```[^\n`]*\n[\s\S]*?```/g, '\n');
  return [...blocks, ...rest.split('\n')].flatMap((candidate) => objectOf(candidate) ?? []);
}

function objectOf(text: string): JsonReply | undefined {
  const raw = text.trim();
  if (!raw.startsWith('{') || !raw.endsWith('}')) return undefined;
  const value = asObject(foreignJson(raw));
  return value === undefined || value.ask === EXAMPLE ? undefined : { raw, value };
}

const promptList = z.array(z.string());
const answered = z.union([answersInput, answersInput.element.transform((only) => [only])]);

/** The answers fit the ask. `null` means absent, because structured output fills every field. */
export function readJson({ raw, value }: JsonReply, ask: AskedQuestions): Read<AgentReply> {
  const said = WAYS.filter((way) => Object.hasOwn(value, way) && value[way] !== null);
  const [way, another] = said;
  if (way === undefined || another !== undefined)
    return bad('reply-ambiguous', said, `say one of ${WAYS.join(', ')}, not ${said.join(' and ')} at once`);
  const grounds = { ...groundsOf(value.reason, value.confidence), ...categorised(value.category), ...risked(risksIn(raw, value.risk)) };
  if (way === 'answers') return readAnswers(value.answers, ask, grounds);
  if (way === 'prompts') {
    const parsed = fittingValue(promptList, value.prompts);
    return parsed
      ? readPrompts(parsed, ask, grounds)
      : bad('reply-prompts', value.prompts, 'prompts takes a list of texts: ["/clear", "…"]');
  }
  const message = value[way];
  if (typeof message !== 'string') return bad('reply-reason', message, `${way} takes a text, got ${shown(message)}`);
  if (way === 'decline') return { kind: 'ok', value: { kind: way, ...(isVisible(message) ? { message } : {}), ...grounds } };
  if (!isVisible(message)) return bad('reply-reason', message, `say why: {"${way}": "…"}`);
  return { kind: 'ok', value: way === 'pass' ? { kind: way, reason: message } : { kind: way, message, ...grounds } };
}

function readAnswers(given: unknown, ask: Pick<Ask, 'questions'>, grounds: Grounds): Read<AgentReply> {
  const parsed = readShape(answered, given, 'answers');
  if (parsed.kind === 'invalid') return { kind: 'bad', problems: parsed.problems };
  const resolved = resolveAnswers(parsed.value, ask);
  if (resolved.kind === 'invalid') return { kind: 'bad', problems: resolved.problems };
  return { kind: 'ok', value: { kind: 'answers', answers: parsed.value, ...grounds } };
}

/** A JSON parser keeps the last of two equal keys, but two risks are still two risks. */
function risksIn(raw: string, last: unknown): readonly unknown[] {
  return [last, ...[...raw.matchAll(/"risk"\s*:\s*"([^"\\]*)"/g)].map(([, value]) => value)];
}

/** An invalid confidence is left out; it is no reason to refuse an answer. */
export function groundsOf(reason: unknown, confidence: unknown): Grounds {
  const sure = typeof confidence === 'string' && confidence.trim() !== '' ? Number(confidence) : confidence;
  return {
    ...(typeof reason === 'string' && isVisible(reason) ? { reason } : {}),
    ...(typeof sure === 'number' && sure >= 0 && sure <= 1 ? { confidence: sure } : {}),
  };
}

const bad = (rule: string, value: unknown, message: string): Read<AgentReply> => ({
  kind: 'bad',
  problems: [problem(rule, 'reply', value, message)],
});
