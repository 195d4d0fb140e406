// What `npm test` runs the conformance suite of channels on, by channel. The real programs run it in test/agents/.
import type { Rig } from '../../../src/channels/channel.conformance.ts';
import { OWN_TOOL } from '../import-rules.ts';
import { claudeCodeHooks } from './claude-code-hooks.ts';
import { opencodePlugin, opencodeServer } from './opencode-stand-in.ts';
import { toolCalls } from './tool-call.ts';

export const STAND_INS = {
  [OWN_TOOL]: [toolCalls],
  'claude-code': [claudeCodeHooks],
  opencode: [opencodePlugin, opencodeServer],
} satisfies Record<string, readonly Rig[]>;
