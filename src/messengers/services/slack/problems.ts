// What Slack's errors mean, and what to do about them, for somebody who has just made their first Slack app.
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError } from '@slack/web-api';
import type { ChatFailure } from '../../chat-service.ts';
import { unreachable } from '../unreachable.ts';

export const WAIT = 'Slack asked for a pause: too many messages';
const PAGE = 'api.slack.com/apps';

/** What the app needs: to write, to hear direct messages, to send plans as files, to know people's names. */
export const SCOPES = ['chat:write', 'im:history', 'files:write', 'users:read'];

const KNOWN: Readonly<Record<string, string>> = {
  not_authed: `no token was sent. See docs/MESSENGERS.md`,
  invalid_auth: `the token is not valid. Copy it again from ${PAGE}: "Bot User OAuth Token" under OAuth & Permissions (xoxb-…), and the app-level token under Basic Information (xapp-…)`,
  token_revoked: `the token was revoked. Install the app again (${PAGE}, Install App), and copy the new token`,
  token_expired: `the token has expired. Turn token rotation off (${PAGE}, OAuth & Permissions), and copy the new token`,
  account_inactive: `the app was removed from the workspace. Install it again (${PAGE}, Install App), and copy the new token`,
  not_allowed_token_type: 'this is the wrong kind of token. The bot token begins with xoxb-, the app-level token with xapp-',
  channel_not_found: 'there is no such conversation, or the app cannot see it. In a channel, invite it: /invite @answerback',
  not_in_channel: 'the app is not in this channel. Invite it there: /invite @answerback',
  is_archived: 'the channel is archived',
  messages_tab_disabled: `people cannot write to the app. Turn on the Messages Tab (${PAGE}, App Home), and allow messages from it`,
  restricted_action: 'the workspace does not let this app write here. Ask an administrator',
  access_denied: 'the workspace does not allow this app. Ask an administrator',
  link_disabled: `Socket Mode is off. Turn it on (${PAGE}, Socket Mode)`,
  msg_blocks_too_long: 'the message is too long',
};
/** Slack itself has a problem, or wants us to wait. */
const PASSING = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

export function reasonOf(error: string, needed?: string): string {
  if (error === 'missing_scope') return missing((needed ?? '').split(','));
  const known = KNOWN[error];
  return known === undefined ? `Slack refused this: ${error}` : `Slack: ${known}`;
}

export function missing(scopes: readonly string[]): string {
  const [these, them] = scopes.length > 1 ? ['these scopes:', 'them'] : ['the scope', 'it'];
  return `Slack: the app lacks ${these} ${scopes.join(', ')}. Add ${them} (${PAGE}, OAuth & Permissions, Bot Token Scopes), and then "Reinstall to Workspace"`;
}

/** `hidden` takes secrets out of texts. */
export function failureOf(error: unknown, hidden: (text: string) => string): ChatFailure {
  if (error instanceof WebAPIRateLimitedError) return { kind: 'failed', reason: WAIT, again: true, afterMs: error.retryAfter * 1_000 };
  if (error instanceof WebAPIPlatformError) {
    const {
      error: code,
      needed,
      response_metadata,
    } = error.data as { error: string; needed?: string; response_metadata?: { messages?: string[] } };
    const details = response_metadata?.messages?.join(' ') ?? '';
    return { kind: 'failed', reason: hidden(`${reasonOf(code, needed)} ${details}`.trim()), again: PASSING.has(code) };
  }
  if (error instanceof WebAPIHTTPError)
    return { kind: 'failed', reason: `Slack replied ${error.statusCode}`, again: error.statusCode >= 500 };
  return unreachable('Slack', error, hidden);
}

export const codeOf = (error: unknown): string | undefined =>
  error instanceof WebAPIPlatformError ? (error.data as { error?: string }).error : undefined;
