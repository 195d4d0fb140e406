// The links in notifications. They are for people and not part of the contract.
import { overLine } from '../ask/summary.ts';
import { refusal } from '../http/errors.ts';
import type { In, Routes } from '../http/request.ts';
import { isLink } from './links.ts';
import type { NotifyContext } from './routes-context.ts';

/** A link shows what it will do; only its button does it. So a preview of the link answers nothing. */
export function linkRoutes(app: Routes, notifying: NotifyContext['notifying']): void {
  app.all('/answer/:token', (c) => tapped(c, notifying));
}

async function tapped(c: In, { links, taps }: NotifyContext['notifying']): Promise<Response> {
  const choice = isLink(c.req.path) ? links.read(c.req.path) : undefined;
  const found = choice && (await taps.tapped(choice));
  if (!choice || !found || found.kind === 'unknown')
    return refusal(c, 'no-such-route', 'this link is not valid', 'Answer with: answerback inbox');
  const { view } = found;
  if (found.kind === 'over') return page(c, 'Already over', overLine(view));
  const [question] = view.questions;
  const label = question?.options[choice.number - 1]?.label ?? '';
  if (c.req.method !== 'POST') return page(c, question?.text ?? '', `Project: ${view.project}`, label);
  const chosen = await taps.choose(choice, 'link');
  if (chosen.kind === 'over') return page(c, label, overLine(chosen.view));
  // An app on a phone presses the button by itself, and shows a status like this as a failure.
  c.status(409);
  return page(c, 'Not answered', chosen.kind === 'unknown' ? 'This ask is gone.' : chosen.reason);
}

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
