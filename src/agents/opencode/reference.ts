// The id by which an ask refers to its request in opencode. It contains all that is needed to answer and verify it after a restart.
import type { AskView } from '../../ask/schema/history.ts';

/** `message` and `call` are empty if opencode named no tool call. `session` may be a sub-agent's. */
export type Reference = { readonly session: string; readonly message: string; readonly request: string; readonly call: string };

/** opencode's ids contain no slash; the call id comes from the model provider and may contain one. */
export const toolUseIdOf = ({ session, message, request, call }: Reference): string => [session, message, request, call].join('/');

export function referenceOf({ toolUseId }: Pick<AskView, 'toolUseId'>): Reference | undefined {
  const [session, message, request, ...call] = toolUseId.split('/');
  if (!session || message === undefined || !request || call.length === 0) return undefined;
  return { session, message, request, call: call.join('/') };
}

/** One tool call may ask for several permissions. */
export const callKey = ({ session, message, call }: Omit<Reference, 'request'>): string => [session, message, call].join('/');
