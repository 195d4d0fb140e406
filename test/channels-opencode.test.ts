// The conformance suite of channels, with a fake opencode: through our plugin, and over HTTP without it.
import { channelConformance } from '../src/channels/channel.conformance.ts';
import { STAND_INS } from './support/channels/stand-ins.ts';

for (const rig of STAND_INS.opencode) channelConformance(rig);
