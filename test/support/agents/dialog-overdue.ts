// For tests of decisions that cannot be the reply to a hook.
import { DIALOG_WITHIN_MS } from '../../../src/agents/claude-code/hooks/hooks.ts';
import type { AskView } from '../../../src/ask/schema/history.ts';
import { eventually } from '../eventually.ts';

const MARGIN_MS = 100;

/** Waits until the broker no longer expects the hook of the ask's dialog. It does so by the clock: there is nothing else to see. */
export const dialogOverdue = ({ createdAt }: Pick<AskView, 'createdAt'>): Promise<true> =>
  eventually(() => Date.now() > createdAt + DIALOG_WITHIN_MS + MARGIN_MS);
