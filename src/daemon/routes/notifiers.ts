// The routes about notifications, and the links in them.
import { overLine } from '../../question/summary.ts';
import type { Answering } from '../answering.ts';
import { onlyPeople, refusal } from '../errors.ts';
import { isLink } from '../links.ts';
import { type Notifying, personView } from '../notifying.ts';
import type { In, Routes } from '../request.ts';
import { serve } from '../serve.ts';

type Parts = { readonly answering: Answering; readonly notifying: Notifying; readonly stopping: AbortSignal };

const INTRODUCED_WITHIN_MS = 20_000;

export function notifierRoutes(app: Routes, { answering, notifying, stopping }: Parts): void {
  const mutes = () => answering.pauses.mutes;
  serve(app, 'GET /v1/notifiers', async ({ reply }) => reply({ notifiers: await notifying.list() }));
  serve(app, 'POST /v1/notifiers/test', async ({ body, reply }) => reply({ results: await notifying.test(body.name) }));
  serve(app, 'GET /v1/notifiers/people', async ({ reply }) => reply({ people: await notifying.people() }));
  serve(app, 'POST /v1/notifiers/:name/pair', async ({ c, params: { name }, body: { person, by }, reply }) => {
    if (by.kind !== 'person') return onlyPeople(c, 'no code was made', by);
    const chat = await notifying.chats.get(name);
    if (!chat) return noChat(c, name);
    const made = await chat.invite(person, AbortSignal.any([stopping, AbortSignal.timeout(INTRODUCED_WITHIN_MS)]));
    if ('kind' in made)
      return refusal(
        c,
        'cannot-pair',
        `nobody can pair with "${name}" yet: ${made.reason}`,
        `Fix this, then: answerback notify pair ${name}`,
      );
    const { link, code } = made;
    return reply({ ...made, ...(link === undefined ? {} : { link: `${link}${code.replace('-', '')}` }) });
  });
  serve(app, 'GET /v1/notifiers/:name/pair/:code', async ({ c, params: { name, code }, query: { wait }, reply }) => {
    const chat = await notifying.chats.get(name);
    if (!chat) return noChat(c, name);
    const ended = await chat.paired(code, AbortSignal.any([c.req.raw.signal, stopping, AbortSignal.timeout(wait)]));
    if (ended?.kind !== 'paired') return reply({ state: ended ? 'over' : 'waiting' });
    return reply({ state: 'paired', person: personView(name, ended.person) });
  });
  serve(app, 'POST /v1/notifiers/:name/unpair', async ({ c, params: { name }, body: { person, by }, reply }) => {
    if (by.kind !== 'person') return onlyPeople(c, 'nobody was removed', by);
    const chat = await notifying.chats.get(name);
    return chat ? reply({ people: chat.unpair(person).map((each) => personView(name, each)) }) : noChat(c, name);
  });
  serve(app, 'GET /v1/mute', ({ reply }) => reply({ mutes: mutes().list() }));
  serve(app, 'PUT /v1/mute', async ({ c, body: { muted, scope, forMs, by }, reply }) => {
    if (by.kind !== 'person') return onlyPeople(c, `notifications were not ${muted ? 'muted' : 'turned on'}`, by);
    const until = forMs === undefined ? undefined : answering.now() + forMs;
    return reply({ mutes: muted ? await mutes().mute(scope ?? { kind: 'all' }, by, until) : await mutes().lift(scope, by) });
  });

  // A link shows what it will do; only its button does it. So a preview of the link answers nothing.
  // It is for people and not part of the contract.
  app.all('/answer/:token', (c) => tapped(c, c.req.method === 'POST'));

  async function tapped(c: In, isPressed: boolean): Promise<Response> {
    const choice = isLink(c.req.path) ? notifying.links.read(c.req.path) : undefined;
    const found = choice && (await notifying.tapped(choice));
    if (!choice || !found || found.kind === 'unknown')
      return refusal(c, 'no-such-route', 'this link is not valid', 'Answer with: answerback inbox');
    const { view } = found;
    if (found.kind === 'over') return page(c, 'Already over', overLine(view));
    const [question] = view.questions;
    const label = question?.options[choice.number - 1]?.label ?? '';
    if (!isPressed) return page(c, question?.text ?? '', `Project: ${view.project}`, label);
    await notifying.choose(choice, 'link');
    const after = await notifying.tapped(choice);
    return page(c, label, after.kind === 'over' ? overLine(after.view) : 'It was not answered: the ask needs more than this option.');
  }
}

const noChat = (c: In, name: string): Response =>
  refusal(
    c,
    'unknown-chat',
    `no chat is called "${name}"`,
    '`answerback notify list` shows them; `answerback notify add telegram` adds one.',
  );

function page(c: In, title: string, text: string, button?: string): Response {
  c.header('content-security-policy', "default-src 'none'; form-action 'self'; frame-ancestors 'none'");
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', 'no-referrer');
  const form = button === undefined ? '' : `<form method="post"><button>Answer: ${escaped(button)}</button></form>`;
  return c.html(
    `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Answerback</title><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${form}`,
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
