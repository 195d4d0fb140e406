// The id of an ask that was read off a screen, until the agent's own id of its call is known.
import type { Ask } from './schema/ask.ts';

const PREFIX = 'screen:';

export const screenId = (now: number): string => `${PREFIX}${now}`;
export const isUnidentified = ({ toolUseId }: Pick<Ask, 'toolUseId'>): boolean => toolUseId.startsWith(PREFIX);
