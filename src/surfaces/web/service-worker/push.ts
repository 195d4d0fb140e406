// What a push message becomes on the screen, and what a click on it does. No browser is needed to test it.
import type { PushMessage } from '../../../question/push-message.ts';

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
  const { title, body, key, urgent, ask, choices } = payload;
  // Some of the options as buttons would look as if they were all.
  const actions = choices.length <= mostActions ? choices.map((label) => ({ action: `${CHOOSE}${label}`, title: label })) : [];
  return { kind: 'show', shown: notification(title, body, key, { requireInteraction: urgent, actions, data: { ask } }) };
}

export const CHOOSE = 'choose:';

export function notification(title: string, body: string, tag: string, over: Partial<Shown['options']> = {}): Shown {
  const usual = { requireInteraction: false, icon: '/icon-192.png', badge: '/badge.png', actions: [], data: {}, silent: false };
  return { title, options: { ...usual, body, tag, renotify: over.silent !== true, ...over } };
}

/** A message that cannot be read is still shown: the browser woke us for it. */
export function payloadOf(text: string | undefined): PushMessage {
  try {
    const read = JSON.parse(text ?? '') as PushMessage;
    const isWhole = read.event === 'withdrawn' || Array.isArray(read.choices);
    if (typeof read.key === 'string' && typeof read.title === 'string' && isWhole) return read;
  } catch {}
  return { event: 'notify', key: 'unreadable', title: 'Answerback', body: 'Something waits for you.', urgent: false, choices: [] };
}

/** Where a click leads. */
export const addressOf = (ask: string | undefined): string => (ask === undefined ? '/#/' : `/#/ask/${encodeURIComponent(ask)}`);
