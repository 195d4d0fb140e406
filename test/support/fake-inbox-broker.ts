// A fake broker behind the inbox feed's port. It sends what the test tells it to, when the test tells it to.

import { apply } from '../../src/ask/lifecycle.ts';
import type { Ask } from '../../src/ask/schema/ask.ts';
import type { Decision } from '../../src/ask/schema/decision.ts';
import type { AskView, Happening, JournalEvent } from '../../src/ask/schema/history.ts';
import type { Precedent } from '../../src/ask/schema/result.ts';
import type { AgentSession, Pause } from '../../src/ask/schema/session.ts';
import { resolveVerdict } from '../../src/ask/verdict.ts';
import { Refused } from '../../src/client/errors.ts';
import type { StreamItem } from '../../src/client/events.ts';
import type { Source } from '../../src/dialog/inbox/source.ts';
import { anAsk } from './samples.ts';

export class FakeBroker {
  readonly #views = new Map<string, AskView>();
  readonly #stories = new Map<string, JournalEvent[]>();
  readonly #queue: (StreamItem | Error)[] = [];
  #wake = () => {};
  #held: Promise<void> = Promise.resolve();
  #listAsked = () => {};
  #connected = () => {};
  #refusal: Error | undefined;
  #seq = 0;
  shown = 0;
  sessions: readonly AgentSession[] = [];
  precedents: readonly Precedent[] = [];
  pauses: readonly Pause[] = [];
  /** Until then, nobody gets a reply about sessions. */
  sessionsHeld: Promise<void> = Promise.resolve();
  readonly listAsked = new Promise<void>((resolve) => {
    this.#listAsked = resolve;
  });
  connected = new Promise<void>((resolve) => {
    this.#connected = resolve;
  });

  ask(id: string, heard: 'heard' | 'unheard' = 'heard', over: Partial<Ask> = {}): void {
    const ask = anAsk({ toolUseId: id, createdAt: this.#seq + 1, ...over, id });
    this.#views.set(id, apply(undefined, { kind: 'asked', ask }, ask.createdAt));
    this.#event(id, { kind: 'asked', ask }, heard);
  }

  /** Adds events without notifying anyone. */
  happen(id: string, at: number, ...happenings: readonly Happening[]): void {
    for (const happening of happenings) {
      this.#views.set(id, apply(this.view(id), happening, at));
      this.#stories.set(id, [...(this.#stories.get(id) ?? []), { seq: 0, at, actor: 'agent:claude-code', ask: id, happening }]);
    }
  }

  settle(id: string, decision: Decision, heard: 'heard' | 'unheard' = 'heard'): void {
    this.#views.set(id, apply(this.view(id), { kind: 'settled', decision }, decision.at));
    this.#stories.set(id, [
      { seq: 0, at: decision.at, actor: `person:${decision.by.name}`, ask: id, happening: { kind: 'settled', decision } },
    ]);
    this.#event(id, { kind: 'settled', decision }, heard);
  }

  pauseAutoAnswer(...pauses: readonly Pause[]): void {
    this.pauses = pauses;
    this.#seq += 1;
    this.#push({ kind: 'event', event: { seq: this.#seq, at: this.#seq, actor: 'person:ada', happening: { kind: 'paused', pauses } } });
  }

  endSession(id: string): void {
    this.#seq += 1;
    const at = this.#seq;
    this.sessions = this.sessions.map((each) => (each.id === id ? { ...each, endedAt: at } : each));
    this.#push({
      kind: 'event',
      event: {
        seq: at,
        at,
        actor: 'agent',
        session: id,
        happening: { kind: 'session-ended', reason: '' },
        view: this.sessions.find((each) => each.id === id),
      },
    });
  }

  tell(id: string, happening: Happening): void {
    this.#event(id, happening, 'heard');
  }

  view(id: string): AskView {
    const view = this.#views.get(id);
    if (!view) throw new Error(`no ask ${id}`);
    return view;
  }

  connect(): void {
    this.#push({ kind: 'connected' });
    this.#connected();
  }

  lose(): void {
    this.#push({ kind: 'lost' });
  }

  fail(error: Error): void {
    this.connected = new Promise((resolve) => {
      this.#connected = resolve;
    });
    this.#push(error);
  }

  refuse(error: Error): void {
    this.#refusal = error;
  }

  holdList(): () => void {
    let release = () => {};
    this.#held = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  source(): Source {
    const all = (states: readonly string[] | undefined) =>
      [...this.#views.values()].reverse().filter(({ state }) => !states || states.includes(state));
    return {
      events: () => this.#stream(),
      list: async ({ state, kind, session } = {}) => {
        // The state at the time of the request, however late the reply is.
        const asks = all(state).filter((view) => (!kind || kind.includes(view.kind)) && (!session || view.session === session));
        this.#listAsked();
        await this.#held;
        return { asks };
      },
      log: async () => ({ asks: all(undefined).filter(({ decision }) => decision) }),
      sessions: async () => {
        const { sessions } = this;
        await this.sessionsHeld;
        return sessions;
      },
      show: async (id) => {
        this.shown += 1;
        return this.view(id);
      },
      history: async (id) => this.#stories.get(id) ?? [],
      precedents: async () => this.precedents,
      pauses: async () => this.pauses,
      decide: async (id, verdict, { by: who, key = '' }) => {
        if (this.#refusal) throw this.#refusal;
        const view = this.view(id);
        if (view.state !== 'open') throw new Refused(409, { code: 'taken', message: 'taken', fix: '', ask: view });
        const resolved = resolveVerdict(verdict, view);
        if (resolved.kind === 'invalid') throw new Error(resolved.problems.map(({ message }) => message).join('; '));
        this.settle(id, { ...resolved.value, by: who, key, at: 60 });
        return this.view(id);
      },
    };
  }

  #event(ask: string, happening: Happening, heard: 'heard' | 'unheard'): void {
    this.#seq += 1;
    const event = { seq: this.#seq, at: this.#seq, actor: 'agent', ask, happening, view: this.view(ask) };
    if (heard === 'heard') this.#push({ kind: 'event', event });
  }

  #push(item: StreamItem | Error): void {
    this.#queue.push(item);
    this.#wake();
  }

  async *#stream(): AsyncGenerator<StreamItem> {
    for (;;) {
      for (let item = this.#queue.shift(); item; item = this.#queue.shift()) {
        if (item instanceof Error) throw item;
        yield item;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
