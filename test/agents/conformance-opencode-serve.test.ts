// The conformance suite of channels, with the real `opencode serve` and a TUI that is attached to it.
import { channelConformance } from '../../src/agents/agent.conformance.ts';
import { opencodeServe } from '../support/channels/opencode.ts';

channelConformance(opencodeServe);
