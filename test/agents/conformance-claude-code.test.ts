// The conformance suite for channels, with the real Claude Code: with hooks over the port, with hooks over the socket, and without hooks.
import { channelConformance } from '../../src/channels/channel.conformance.ts';
import { claudeCode } from '../support/channels/claude-code.ts';

const VERSION = process.env.ANSWERBACK_CLAUDE ?? '2.1.325';

channelConformance(claudeCode(VERSION, 'port'));
if (!process.env.ANSWERBACK_SHORT) {
  channelConformance(claudeCode(VERSION, 'socket'));
  channelConformance(claudeCode(VERSION, 'screen'));
}
