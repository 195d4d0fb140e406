// The conformance suite for channels, with the real Claude Code.
import { channelConformance } from '../../src/channels/channel.conformance.ts';
import { claudeCode } from '../support/channels/claude-code.ts';

channelConformance(claudeCode(process.env.ANSWERBACK_CLAUDE ?? '2.1.325'));
