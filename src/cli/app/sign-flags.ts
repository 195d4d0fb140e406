// Flags that say who decides, and why.
import { json, optionalText } from './parameters.ts';

export const signFlags = {
  json,
  by: optionalText('Who decides, if not you: person:ada, agent:claw', 'who'),
  reason: optionalText('The reason, for the log. Required for agents'),
  risk: {
    kind: 'enum',
    values: ['reversible', 'irreversible', 'unsure'],
    brief: 'How risky the answer is. Required for agents; anything but reversible is left to people',
    optional: true,
  },
} as const;
