// Counters and gauges for Prometheus, in its text format.
import type { Journal } from '../journal/journal.ts';

type Sample = { readonly labels: Readonly<Record<string, string>>; value: number };

/** Upper bounds in seconds. Long polls are not measured, because they only wait. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1];

export class Metrics {
  readonly #events = new Map<string, number>();
  readonly #answers = new Map<string, number>();
  readonly #considered = new Map<string, number>();
  readonly #requests = new Map<string, number>();
  readonly #buckets = BUCKETS.map(() => 0);
  #requestCount = 0;
  #requestSeconds = 0;

  constructor(journal: Journal) {
    journal.onCommit(({ happening }) => {
      count(this.#events, happening.kind);
      if (happening.kind === 'considered') count(this.#considered, `${happening.answerer.kind} ${happening.outcome}`);
      if (happening.kind === 'settled') count(this.#answers, `${happening.decision.by.kind} ${happening.decision.kind}`);
    });
  }

  request(status: number, seconds: number): void {
    count(this.#requests, String(status));
    this.#requestCount += 1;
    this.#requestSeconds += seconds;
    BUCKETS.forEach((bound, i) => {
      if (seconds <= bound) this.#buckets[i] = (this.#buckets[i] ?? 0) + 1;
    });
  }

  text(now: { readonly openAsks: number; readonly listeners: number; readonly uptimeSeconds: number; readonly version: string }): string {
    return [
      metric('answerback_info', 'gauge', 'The version of Answerback.', [{ labels: { version: now.version }, value: 1 }]),
      metric('answerback_open_asks', 'gauge', 'Asks that wait for an answer.', [{ labels: {}, value: now.openAsks }]),
      metric('answerback_listeners', 'gauge', 'Connections to the event stream.', [{ labels: {}, value: now.listeners }]),
      metric('answerback_uptime_seconds', 'gauge', 'Seconds since the broker started.', [{ labels: {}, value: now.uptimeSeconds }]),
      metric('answerback_memory_bytes', 'gauge', 'Resident memory of the broker.', [{ labels: {}, value: process.memoryUsage.rss() }]),
      metric(
        'answerback_events_total',
        'counter',
        'Events written to the journal since the start, by kind.',
        samples(this.#events, ['kind']),
      ),
      metric(
        'answerback_decisions_total',
        'counter',
        'Decisions since the start, by who decided and how.',
        samples(this.#answers, ['answerer', 'outcome']),
      ),
      metric(
        'answerback_considered_total',
        'counter',
        'Steps of routes taken since the start, by answerer and outcome.',
        samples(this.#considered, ['answerer', 'outcome']),
      ),
      metric('answerback_requests_total', 'counter', 'HTTP requests since the start, by status.', samples(this.#requests, ['status'])),
      this.#histogram(),
    ].join('');
  }

  #histogram(): string {
    const name = 'answerback_request_seconds';
    const lines = BUCKETS.map((bound, i) => `${name}_bucket{le="${bound}"} ${this.#buckets[i]}\n`).join('');
    const head = `# HELP ${name} Time to serve a request, except long polls and event streams.\n# TYPE ${name} histogram\n`;
    return `${head}${lines}${name}_bucket{le="+Inf"} ${this.#requestCount}\n${name}_sum ${this.#requestSeconds}\n${name}_count ${this.#requestCount}\n`;
  }
}

function metric(name: string, type: string, help: string, all: readonly Sample[]): string {
  const lines = all.map(({ labels, value }) => {
    const inside = Object.entries(labels).map(([key, label]) => `${key}="${label}"`);
    return `${name}${inside.length > 0 ? `{${inside.join(',')}}` : ''} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function samples(counts: ReadonlyMap<string, number>, names: readonly string[]): Sample[] {
  return [...counts].map(([key, value]) => {
    const parts = key.split(' ');
    return { labels: Object.fromEntries(names.map((name, i) => [name, parts[i] ?? ''])), value };
  });
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
