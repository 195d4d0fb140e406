// What every agent asks in the same words: for its next prompt, or for permission to use a tool.
import type { Draft } from '../ask/new-ask.ts';
import { LONGEST_SUBJECT, subjectOf } from '../ask/permission.ts';
import type { Detail, Option } from '../ask/schema/ask.ts';
import { shortened } from '../text/shortened.ts';

export function idleDraft(lastMessage = ''): Draft {
  return {
    kind: 'idle',
    questions: [{ text: 'The agent finished its turn. What next?', header: 'Idle', options: [], multiSelect: false }],
    detail: { kind: 'idle', ...(lastMessage === '' ? {} : { lastMessage }) },
  };
}

/** The first option always allows once and the last one denies; those in between allow more ("don't ask again"). */
export function permissionDraft(call: Omit<Permission, 'kind'>, allowingMore: readonly Option[], subject = subjectOf(call.input)): Draft {
  const options: readonly Option[] = [
    { label: 'Yes', description: 'Allow it this once' },
    ...allowingMore,
    { label: 'No', description: 'Or say in your own words what to do instead' },
  ];
  return {
    kind: 'permission',
    questions: [{ text: allowText(call.tool, subject), header: 'Permission', options, multiSelect: false }],
    detail: { kind: 'permission', ...call },
  };
}

export const allowText = (tool: string, subject = ''): string =>
  subject === '' ? `Allow ${tool}?` : `Allow ${tool}: ${shortened(subject, LONGEST_SUBJECT)}?`;

type Permission = Detail & { readonly kind: 'permission' };
