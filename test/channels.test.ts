// Every channel passes the same suite; opencode's is in channels-opencode.test.ts. The real programs run it in test/agents/.
import { channelConformance } from '../src/channels/channel.conformance.ts';
import { claudeCodeHooks } from './support/channels/claude-code-hooks.ts';
import { toolCalls } from './support/channels/tool-call.ts';

channelConformance(toolCalls);
channelConformance(claudeCodeHooks);
