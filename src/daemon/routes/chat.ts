// The routes of chat agents. Everything is done in the name that is part of the address.
import { createHmac } from 'node:crypto';
import type { Broker } from '../../broker/broker.ts';
import { acknowledgement, pendingText } from '../../decide/chat.ts';
import type { Journal } from '../../decide/journal.ts';
import { withoutTags } from '../../decide/replies/tags.ts';
import type { AskView } from '../../question/words.generated.ts';
import { type Answering, newNonce } from '../answering.ts';
import { refusal } from '../errors.ts';
import { takeReplies, takeReply } from '../replies.ts';
import type { In, Routes } from '../request.ts';
import { serve } from '../serve.ts';

type Parts = {
  readonly broker: Broker;
  readonly journal: Journal;
  readonly answering: Answering;
  readonly stopping: AbortSignal;
};

/** Who may use an address: `/v1/chat/claw/events` is for claw. */
export const chatName = (path: string): string | undefined => {
  return /^\/v1\/chat\/([\w-]{1,50})\//.exec(path)?.[1];
};

export function chatRoutes(app: Routes, { broker, journal, answering, stopping }: Parts): void {
  const secret = newNonce();
  serve(app, 'GET /v1/chat/:name/events', ({ c, params: { name }, query: { after, ack, wait }, reply }) =>
    forChat(c, name, async () => {
      // What has not happened yet cannot be acknowledged.
      if (ack !== undefined) answering.cursors.set(name, Math.min(ack, await journal.head()));
      const gone = AbortSignal.any([c.req.raw.signal, stopping]);
      const page = await answering.chats.next(name, after ?? answering.cursors.get(name), wait, gone);
      return reply({ ...page, ...(await standing(name)) });
    }),
  );
  serve(app, 'GET /v1/chat/:name/roster', ({ c, params: { name }, reply }) => forChat(c, name, async () => reply(await standing(name))));
  serve(app, 'POST /v1/chat/:name/replies', ({ c, params: { name }, body: { text, ask, key }, reply }) =>
    forChat(c, name, async () => {
      const said = { text, by: { kind: 'agent', name, surface: 'chat' } as const, key: `${name}:${key}` };
      const parts = { broker, journal, knows: (view: AskView) => answering.chats.knows(view, name) };
      const replies = await (ask === undefined ? takeReplies(parts, said) : takeReply(parts, { ...said, ask }));
      return reply({ replies, text: withoutTags(text), message: acknowledgement(replies, newNonce()), ...(await standing(name)) });
    }),
  );

  /** The text is the same as long as the same asks wait, so that it is clear when it changes. */
  async function standing(name: string) {
    const asks = await answering.chats.pending(name);
    const nonce = createHmac('sha256', secret)
      .update(asks.map(({ id }) => id).join())
      .digest('base64url')
      .slice(0, 12);
    const text = pendingText(asks, nonce, await answering.chats.mustAnswer(asks));
    return { waiting: asks.map(({ id, project }) => ({ id, project })), roster: text };
  }

  /** Other kinds are asked by the broker itself, and would be asked twice. */
  async function forChat(c: In, name: string, handle: () => Promise<Response>): Promise<Response> {
    const settings = answering.config().routing.answerers[name];
    if (settings?.kind === 'chat') return handle();
    const what = settings ? `the answerer "${name}" is of the kind ${settings.kind}, not chat` : `no answerer is called "${name}"`;
    return refusal(
      c,
      'unknown-answerer',
      what,
      `Add it to the answerers in ${answering.configFile}: ${settings ? 'another-name' : name}: { kind: chat }.`,
    );
  }
}
