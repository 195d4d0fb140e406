// answerback chat --jsonl: connects a chat agent. It is told things on standard output and replies on standard input, one JSON object per line.
import { setTimeout as delay } from 'node:timers/promises';
import { Refused } from '../../client/errors.ts';
import { isStopped, LOOK_AGAIN_MS } from '../../client/events.ts';
import { LARGEST_PAYLOAD } from '../../contract/limits.ts';
import type { ChatPage } from '../../contract/types.ts';
import { asObject, parsedJson } from '../../text/json.ts';
import { command } from '../app/command.ts';
import { examples, flag, text } from '../app/parameters.ts';
import { answererFrom, type Context, UsageError } from '../context.ts';
import { boundedLines } from '../input.ts';

const chatCommand = command(chat, {
  parameters: {
    flags: {
      json: flag('Print errors as JSON too'),
      jsonl: flag('One JSON object per line, in both directions'),
      as: { kind: 'parsed', parse: text, brief: 'The name of the agent in your configuration', placeholder: 'name' },
    },
  },
  docs: {
    fullDescription: examples(
      'For programs. Prints what the agent is told; reads {"reply": "…", "id": "…"} and {"ack": 12}. The answerer must be of the kind chat. docs/CHAT-AGENTS.md describes every line.',
      ['answerback chat --jsonl --as claw'],
    ),
  },
});
export const commands = { chat: chatCommand };

const LONG_POLL_MS = 25_000;

/** A reply may be reviewed before it is taken. */
const REVIEWED_WITHIN_MS = 30 * 60_000;

/** In characters. Larger than any reply that the broker takes, also if every character is escaped. */
const LONGEST_LINE = LARGEST_PAYLOAD;

/** Ends when standard input does. What was not acknowledged by then is told again next time. */
async function chat(this: Context, flags: { readonly json: boolean; readonly jsonl: boolean; readonly as: string }): Promise<void> {
  if (!flags.jsonl)
    throw new UsageError('this command talks to a program, not to a person', `Write: answerback chat --jsonl --as ${flags.as}`);
  const { process, out, env } = this;
  const { name } = answererFrom(`agent:${flags.as}`, env);
  const client = this.client();
  const ended = new AbortController();
  let roster = '';
  try {
    const first = await client.call('GET /v1/chat/:name/events', { params: { name }, query: { wait: 0 } });
    say({ event: 'ready', as: name });
    await Promise.all([tell(first), readLines()]);
  } finally {
    ended.abort();
    process.stdin.destroy();
  }

  async function tell(first: ChatPage): Promise<void> {
    for (let page: ChatPage | undefined = first; page; ) {
      for (const { kind, ...event } of page.events) say({ event: kind, ...event });
      show(page);
      const after: number = page.after;
      page = await persevere(() =>
        client.call('GET /v1/chat/:name/events', { params: { name }, query: { after, wait: LONG_POLL_MS }, signal: ended.signal }),
      );
    }
  }

  /** One after the other: what a reply means may depend on the one before. */
  async function readLines(): Promise<void> {
    for await (const line of boundedLines(process.stdin.setEncoding('utf8'), LONGEST_LINE)) {
      if (line.kind === 'too-long')
        say({ event: 'problem', message: `a line has more than ${LONGEST_LINE} characters`, fix: 'Send less.' });
      else if (line.text.trim() !== '') await handleLine(line.text).catch(refused);
    }
    ended.abort();
  }

  async function handleLine(line: string): Promise<void> {
    const { ack, reply: given, id, ask } = asObject(parsedJson(line)) ?? {};
    const seq = Number.isSafeInteger(ack) ? (ack as number) : -1;
    if (seq >= 0) {
      if (await persevere(() => client.call('GET /v1/chat/:name/events', { params: { name }, query: { ack: seq, after: seq, wait: 0 } })))
        say({ event: 'acked', seq });
      return;
    }
    if (typeof given !== 'string' || typeof id !== 'string' || id === '')
      return say({ event: 'problem', message: 'this line is not understood', fix: 'Write {"reply": "…", "id": "…"} or {"ack": 12}.' });
    const about = typeof ask === 'string' ? { ask } : {};
    const taken = await persevere(() =>
      client.call('POST /v1/chat/:name/replies', {
        params: { name },
        body: { text: given, key: `chat:${id}`, ...about },
        timeoutMs: REVIEWED_WITHIN_MS,
      }),
    );
    if (!taken) return;
    const { roster: text, waiting, ...rest } = taken;
    say({ event: 'reply', id, ...rest });
    show({ roster: text, waiting });
  }

  /** One line that the broker does not take, such as a reply that is too long, does not end the conversation. */
  function refused(error: unknown): void {
    if (!(error instanceof Refused) || error.code === 'unknown-answerer') throw error;
    say({ event: 'problem', message: error.message, fix: error.fix });
  }

  /** Waits while a person has stopped the broker. Undefined if the input ended first. */
  async function persevere<T>(call: () => Promise<T>): Promise<T | undefined> {
    while (!ended.signal.aborted) {
      try {
        return await call();
      } catch (error) {
        if (ended.signal.aborted) return undefined;
        if (!isStopped(error)) throw error;
        await delay(LOOK_AGAIN_MS, undefined, { signal: ended.signal }).catch(() => {});
      }
    }
    return undefined;
  }

  function show({ roster: now, waiting }: Pick<ChatPage, 'roster' | 'waiting'>): void {
    if (now !== roster) say({ event: 'roster', text: now, waiting });
    roster = now;
  }

  function say(event: object): void {
    out.json(event, false);
  }
}
