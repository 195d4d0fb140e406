// What a push message becomes on the screen, and what a click on it does. No browser is needed to test it.

import type { PushMessage } from '../../ask/push-message.ts';
import { asObject, parsedJson } from '../../text/json.ts';

export type Shown = {
  readonly title: string;
  readonly options: {
    readonly body: string;
    readonly tag: string;
    readonly renotify: boolean;
    readonly silent: boolean;
    readonly requireInteraction: boolean;
    readonly icon: string;
    readonly badge: string;
    readonly actions: readonly { readonly action: string; readonly title: string }[];
    readonly data: { readonly ask?: string | undefined };
  };
};

/** `close`: the notification with this tag is over. */
export type Effect = { readonly kind: 'show'; readonly shown: Shown } | { readonly kind: 'close'; readonly tag: string };

/** `mustShow`: the browser takes the permission away if a message shows nothing (Safari). */
export function effectOf(
  payload: PushMessage,
  { mostActions, mustShow }: { readonly mostActions: number; readonly mustShow: boolean },
): Effect {
  if (payload.event === 'withdrawn') {
    if (!mustShow) return { kind: 'close', tag: payload.key };
    return { kind: 'show', shown: notification(payload.title, payload.outcome || 'It is over.', payload.key, { silent: true }) };
  }
  const { title, body, key, ask, choices } = payload;
  // Some of the options as buttons would look as if they were all.
  const actions = choices.length <= mostActions ? choices.map((label) => ({ action: `${CHOOSE}${label}`, title: label })) : [];
  return { kind: 'show', shown: notification(title, body, key, { actions, data: { ask } }) };
}

export const CHOOSE = 'choose:';

export function notification(title: string, body: string, tag: string, over: Partial<Shown['options']> = {}): Shown {
  const usual = { requireInteraction: false, icon: '/icon-192.png', badge: '/badge.png', actions: [], data: {}, silent: false };
  return { title, options: { ...usual, body, tag, renotify: over.silent !== true, ...over } };
}

/** A message that cannot be read is still shown: the browser woke us for it. */
export function payloadOf(text: string | undefined): PushMessage {
  return messageIn(parsedJson(text ?? '')) ?? UNREADABLE;
}

const UNREADABLE: PushMessage = {
  event: 'notify',
  key: 'unreadable',
  title: 'Answerback',
  body: 'Something waits for you.',
  choices: [],
};

function messageIn(value: unknown): PushMessage | undefined {
  const { event, key, title, outcome, body, ask, choices } = asObject(value) ?? {};
  if (typeof key !== 'string' || typeof title !== 'string') return undefined;
  if (event === 'withdrawn') return typeof outcome === 'string' ? { event, key, title, outcome } : undefined;
  if (event !== 'notify' || typeof body !== 'string' || !isTexts(choices)) return undefined;
  return { event, key, title, body, choices, ...(typeof ask === 'string' ? { ask } : {}) };
}

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Where a click leads. */
export const addressOf = (ask: string | undefined): string => (ask === undefined ? '/#/' : `/#/ask/${encodeURIComponent(ask)}`);
