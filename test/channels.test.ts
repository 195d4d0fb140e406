// Every channel passes the same suite.
import { expect, it } from 'vitest';
import { channelConformance } from '../src/channels/channel.conformance.ts';
import { CHANNELS } from '../src/channels/list.ts';
import { LONGEST, STAND_INS } from './support/channels/stand-ins.ts';
import { OWN_TOOL } from './support/import-rules.ts';

it('no channel is left out', () => {
  const programs = CHANNELS.map(({ program }) => program);
  expect(Object.keys(STAND_INS).sort()).toEqual([OWN_TOOL, ...programs].sort());
});

for (const [program, rigs] of Object.entries(STAND_INS)) if (program !== LONGEST) rigs.forEach(channelConformance);
