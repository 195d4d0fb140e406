// What `npm test` runs the conformance suite of channels on, by channel. The real programs run it in test/agents/.
import type { Rig } from '../../../src/agents/agent.conformance.ts';
import { claudeCodeHooks } from './claude-code-hooks.ts';
import { opencodeStandIn } from './opencode-stand-in.ts';
import { toolCalls } from './tool-call.ts';

export const STAND_INS = {
  tool: [toolCalls],
  'claude-code': [claudeCodeHooks],
  opencode: [opencodeStandIn],
} satisfies Record<string, readonly Rig[]>;
