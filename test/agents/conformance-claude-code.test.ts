// The conformance suite for channels, with the real Claude Code: with hooks over the port, with hooks over the socket, and without hooks.
import { channelConformance } from '../../src/agents/agent.conformance.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { claudeCode } from '../support/channels/claude-code.ts';

channelConformance(claudeCode(CLAUDE_CODE, 'port'));
if (!process.env.ANSWERBACK_SHORT) {
  channelConformance(claudeCode(CLAUDE_CODE, 'socket'));
  channelConformance(claudeCode(CLAUDE_CODE, 'screen'));
}
