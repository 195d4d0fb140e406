// Every channel passes the same suite.
import { expect, it } from 'vitest';
import { channelConformance } from '../src/channels/channel.conformance.ts';
import { CHANNELS } from '../src/channels/list.ts';
import { STAND_INS } from './support/channels/stand-ins.ts';
import { OWN_TOOL } from './support/import-rules.ts';

it('no channel is left out', () => {
  const programs = CHANNELS.map(({ program }) => program);
  expect(Object.keys(STAND_INS).sort()).toEqual([OWN_TOOL, ...programs].sort());
});

// Those of opencode take longest and run beside these: channels-opencode.test.ts.
const { opencode: _, ...others } = STAND_INS;
for (const rig of Object.values(others).flat()) channelConformance(rig);
