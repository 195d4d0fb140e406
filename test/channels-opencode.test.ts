// The conformance suite of channels, with a fake opencode: through our plugin, and over HTTP without it.
import { channelConformance } from '../src/channels/channel.conformance.ts';
import { opencodePlugin, opencodeServer } from './support/channels/opencode-stand-in.ts';

channelConformance(opencodePlugin);
channelConformance(opencodeServer);
