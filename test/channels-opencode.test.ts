// The conformance suite of channels, with a fake opencode.
import { channelConformance } from '../src/agents/agent.conformance.ts';
import { STAND_INS } from './support/channels/stand-ins.ts';

for (const rig of STAND_INS.opencode) channelConformance(rig);
