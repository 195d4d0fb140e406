// Every channel passes the same suite.
import { expect, it } from 'vitest';
import { channelConformance } from '../src/agents/agent.conformance.ts';
import { AGENTS } from '../src/agents/list.ts';
import { STAND_INS } from './support/channels/stand-ins.ts';

it('no channel is left out', () => {
  const programs = AGENTS.flatMap(({ name, channel }) => (channel ? [name] : []));
  expect(Object.keys(STAND_INS).sort()).toEqual(['tool', ...programs].sort());
});

// Those of opencode take longest and run beside these: channels-opencode.test.ts.
const { opencode: _, ...others } = STAND_INS;
for (const rig of Object.values(others).flat()) channelConformance(rig);
