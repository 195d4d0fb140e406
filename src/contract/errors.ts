// Every error of the broker: its code, its status and when it occurs.
import { z } from 'zod';
import { answerer } from '../ask/schema/decision.ts';
import { askView } from '../ask/schema/history.ts';
import { named, type Word } from '../ask/schema/named.ts';
import { problem } from '../ask/schema/problem.ts';
import { LARGEST_BODY } from './limits.ts';

type Kind = { readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 507; readonly when: string };

export const ERRORS = {
  'bad-json': { status: 400, when: 'the body is not one JSON value, or is empty where fields are required' },
  'bad-query': { status: 400, when: 'a parameter after the `?` is not understood' },
  'too-deep': { status: 400, when: 'the body is nested more than 200 levels deep' },
  'cut-short': { status: 400, when: 'the connection ended before the body did' },
  unauthorised: { status: 401, when: 'TCP: the token is missing or wrong, or the browser is not authorised' },
  'foreign-host': { status: 403, when: 'TCP: see [Socket and port](#socket-and-port)' },
  'foreign-origin': { status: 403, when: 'TCP: see [Socket and port](#socket-and-port)' },
  'not-your-turn': { status: 403, when: 'a decision in the name of an agent that may not decide this ask now' },
  'only-people': {
    status: 403,
    when: 'something that only people may do (a pause, its end, a withdrawal, overruling) in the name of a rule or an agent',
  },
  'wrong-code': { status: 403, when: 'a code that is wrong, used up or too old' },
  'not-for-devices': { status: 403, when: 'a route that browsers may not use' },
  'not-a-device': { status: 403, when: 'a route that only browsers use' },
  'no-such-route': { status: 404, when: 'no such method and path' },
  'unknown-ask': { status: 404, when: 'no ask has this id' },
  'no-preview': { status: 404, when: 'the option has no preview' },
  'unknown-answerer': { status: 404, when: 'no answerer of the kind `chat` has this name' },
  'unknown-chat': { status: 404, when: 'no notifier of this name is a chat' },
  'unknown-session': { status: 404, when: 'no agent session has this id' },
  'unknown-prompt': { status: 404, when: 'no prompt has this id' },
  'unknown-pane': { status: 404, when: 'there is no such tmux pane' },
  'silent-pane': { status: 409, when: 'tmux does not respond' },
  'unknown-device': { status: 404, when: 'no device has this id' },
  taken: { status: 409, when: 'the ask is over; the body has it as `ask`, and `by` if somebody decided it' },
  'ambiguous-id': { status: 409, when: 'several asks or prompts begin like this; the body has up to six of them as `ids`' },
  exists: { status: 409, when: 'a backup to a file that exists already' },
  'cannot-pair': { status: 409, when: 'the chat service cannot be reached, or does not accept the token' },
  'cannot-send': { status: 409, when: 'a prompt for a session that cannot be given one' },
  'cannot-interrupt': { status: 409, when: 'an agent could not be interrupted, or not from here; it may still be working' },
  'too-late': { status: 409, when: 'the prompt is no longer waiting' },
  'nothing-decided': {
    status: 409,
    when: 'a receipt for an ask that has no decision to confirm, or an ask without a decision to overrule',
  },
  'unreadable-program': {
    status: 400,
    when: 'a pane was to be watched for an agent whose screen cannot be read, or without saying for which of several',
  },
  'not-deliverable': {
    status: 409,
    when: 'the decision cannot be delivered now, so it was not recorded; or there is no failed delivery to try again',
  },
  'too-large': {
    status: 413,
    when: `the body is too large: more than ${LARGEST_BODY / 1024 / 1024} MiB unless the route says otherwise`,
  },
  invalid: { status: 422, when: 'the body is JSON but breaks a rule; the body has all `problems`' },
  internal: { status: 500, when: "a bug; the broker's log has the details" },
  'journal-read-only': { status: 500, when: 'the journal cannot be written' },
  'journal-damaged': { status: 500, when: 'the journal is damaged' },
  'journal-locked': { status: 500, when: 'another program holds the journal' },
  'journal-newer': { status: 500, when: 'a newer version wrote the journal' },
  'journal-other': { status: 500, when: 'the journal cannot be used for another reason' },
  'journal-full': { status: 507, when: 'the disk is full or failing' },
} as const satisfies Record<string, Kind>;

export type ErrorCode = keyof typeof ERRORS;

/** The body of every error: what is wrong and what to do. */
export const errorBody = named(
  'ErrorBody',
  z.object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      fix: z.string(),
      problems: z.array(problem).optional().describe('with `invalid`: every broken rule'),
      ask: askView.optional().describe('with `taken`: the ask as it is now'),
      by: answerer.optional().describe('with `taken`: who decided it'),
      ids: z.array(z.string()).optional().describe('with `ambiguous-id`: some of the ids that begin like this'),
    }),
  }),
);
export type ErrorBody = Word<typeof errorBody>;
