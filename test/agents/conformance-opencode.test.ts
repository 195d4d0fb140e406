// The conformance suite of channels, with the real opencode.
import { channelConformance } from '../../src/agents/agent.conformance.ts';
import { opencode } from '../support/channels/opencode.ts';

channelConformance(opencode);
