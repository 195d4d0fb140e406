// The conformance suite of channels, with the real `opencode serve`, which has no plugin and is reached over HTTP.
import { channelConformance } from '../../src/channels/channel.conformance.ts';
import { opencodeServe } from '../support/channels/opencode.ts';

channelConformance(opencodeServe);
