// When an attempt to deliver is due.
import { describe, expect, it } from 'vitest';
import type { AskView } from '../ask/schema/history.ts';
import { dueDelivery } from './deliveries.ts';

const BEGUN = { way: 'keys', at: 1, done: false, failures: [] };
const ask = (state: AskView['state'], more: Partial<AskView> = {}) =>
  ({ kind: 'question', state, decision: { key: 'mine' }, delivery: BEGUN, ...more }) as AskView;
const idle = { kind: 'idle' } as const;

describe.each([
  [
    'may be deliverable',
    { kind: 'deliverable' },
    { answered: 'attempt', declined: 'attempt', undelivered: 'attempt', delivering: 'break-off' },
  ],
  ['after the broker has started', { kind: 'broker-started' }, { answered: 'attempt', declined: 'attempt', undelivered: 'attempt' }],
  ['after its decision could not be delivered', { kind: 'failed', decision: 'mine' }, {}],
  [
    'after an attempt for an earlier decision failed',
    { kind: 'failed', decision: 'other' },
    { answered: 'attempt', declined: 'attempt', undelivered: 'attempt', delivering: 'break-off' },
  ],
] as const)('an ask that %s', (_, event, due: Partial<Record<AskView['state'], string>>) => {
  it.each([
    'open',
    'answered',
    'declined',
    'delivering',
    'delivered',
    'undelivered',
    'verified',
    'mismatched',
    'unconfirmed',
    'expired',
    'withdrawn',
  ] as const)('and is %s', (state) => {
    expect(dueDelivery(ask(state), event)).toBe(due[state]);
  });
});

it('a prompt that may have been typed before the broker was stopped is typed again only if a person says so', () => {
  expect(dueDelivery(ask('undelivered', idle), { kind: 'broker-started' })).toBeUndefined();
  expect(dueDelivery(ask('undelivered', idle), { kind: 'deliverable' })).toBe('attempt');
  expect(dueDelivery(ask('answered', { ...idle, delivery: undefined }), { kind: 'broker-started' })).toBe('attempt');
});
