// Reports what a person did at the agent's own keyboard, as its transcript shows it: prompts, also while the agent worked, and interruptions.

import type { Inbox } from '../../../inbox/channel.ts';
import { asObject, asText, foreignJson } from '../../../text/json.ts';
import { asTyped, type Fields, INTERRUPTED, typedIn } from './read.ts';

/** After a start of the broker, only the last prompts can matter. */
const MOST = 10;
/** A question that was declined ends like this, too. */
const REJECTED = `${INTERRUPTED} for tool use]`;

/** Reports what was typed after this time, and returns when the last of it was. */
export async function reportPrompts(
  inbox: Pick<Inbox, 'prompted' | 'interrupted'>,
  session: string,
  lines: readonly string[],
  after = 0,
): Promise<number> {
  let last = after;
  for (const { text, at } of promptedIn(lines, after).slice(-MOST)) {
    last = Math.max(last, at);
    if (text.startsWith(INTERRUPTED)) await inbox.interrupted(session, at);
    else await inbox.prompted(session, text, at);
  }
  return last;
}

type Prompted = { readonly text: string; readonly at: number };

/** A prompt that is typed while the agent works is there twice: when it is typed, and when the agent comes to it. */
function promptedIn(lines: readonly string[], after: number): readonly Prompted[] {
  return lines.flatMap((line) => {
    const row = /"(user|queue-operation)"/.test(line) ? asObject(foreignJson(line)) : undefined;
    const at = Date.parse(asText(row?.timestamp));
    if (!row || !(at > after) || row.isMeta === true || row.isCompactSummary === true || !isByHuman(row)) return [];
    const queued = row.type === 'queue-operation' && row.operation === 'enqueue' ? asText(row.content ?? '') : '';
    const text = row.type === 'user' ? typedIn(row) : asTyped(queued);
    // What Claude Code itself adds is in tags.
    return text === '' || text.startsWith('<') || text === REJECTED ? [] : [{ text, at }];
  });
}

/** Newer versions say so. */
const isByHuman = ({ origin }: Fields): boolean => origin === undefined || asObject(origin)?.kind === 'human';
