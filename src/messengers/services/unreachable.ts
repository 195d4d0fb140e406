// A chat service that could not be reached, in the same words for each.

import { rootCause } from '../../system/root-cause.ts';
import type { ChatFailure } from '../chat-service.ts';

/** `hidden` takes secrets out of texts. */
export const unreachable = (service: string, error: unknown, hidden: (text: string) => string): ChatFailure => ({
  kind: 'failed',
  reason: `${service} could not be reached (${hidden(rootCause(error))}). Check the network connection of this computer`,
  again: true,
});
