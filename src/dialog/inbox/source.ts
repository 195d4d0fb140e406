// The broker as an inbox needs it, over any connection.
import type { Client, ListQuery } from '../../client/client.ts';

export type Source = ReturnType<typeof sourceOf>;

export function sourceOf(broker: Pick<Client, 'call' | 'events' | 'decide'>) {
  return {
    events: (...options: Parameters<Client['events']>) => broker.events(...options),
    decide: (...decision: Parameters<Client['decide']>) => broker.decide(...decision),
    list: (query: ListQuery = {}) => broker.call('GET /v1/asks', { query }),
    log: (query: ListQuery = {}) => broker.call('GET /v1/log', { query }),
    sessions: async (all = false) => (await broker.call('GET /v1/sessions', { query: { all } })).sessions,
    show: (id: string) => broker.call('GET /v1/asks/:id', { params: { id } }),
    history: async (id: string) => (await broker.call('GET /v1/asks/:id/events', { params: { id } })).events,
    precedents: async (id: string) => (await broker.call('GET /v1/asks/:id/precedents', { params: { id } })).precedents,
    pauses: async () => (await broker.call('GET /v1/pause')).pauses,
  };
}
