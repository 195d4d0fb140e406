// The client of the tests: a short method for each route that they call often.

import type { Answerer } from '../../src/ask/schema/decision.ts';
import type { PauseScope } from '../../src/ask/schema/session.ts';
import { Client as AnyClient, type AskRequest, type ListQuery, type Signed } from '../../src/client/client.ts';
import { newKey } from '../../src/client/key.ts';
import type { Contract } from '../../src/contract/types.ts';

export class Client extends AnyClient {
  ask(body: AskRequest) {
    return this.call('POST /v1/asks', { body });
  }

  /** On behalf of the asker; `by` if a person does it for them. */
  withdraw(id: string, reason: string, by?: Answerer) {
    return this.call('POST /v1/asks/:id/withdraw', { params: { id }, body: { reason, by } });
  }

  /** A person says that a decision was wrong, and what to do instead. */
  overrule(id: string, message: string, by: Answerer, prompt: boolean) {
    const body = { message, prompt, by, key: newKey() };
    return this.call('POST /v1/asks/:id/overrule', { params: { id }, body });
  }

  /** Tries a failed delivery again. */
  deliverAgain(id: string) {
    return this.call('POST /v1/asks/:id/delivery', { params: { id } });
  }

  show(id: string) {
    return this.call('GET /v1/asks/:id', { params: { id } });
  }

  async history(id: string) {
    return (await this.call('GET /v1/asks/:id/events', { params: { id } })).events;
  }

  list(query: ListQuery = {}) {
    return this.call('GET /v1/asks', { query });
  }

  log(query: ListQuery = {}) {
    return this.call('GET /v1/log', { query });
  }

  /** `now`: also looks at each, and says in `cannotPrompt` why it cannot be given a prompt right now. */
  async sessions(all = false, now = false) {
    return (await this.call('GET /v1/sessions', { query: { all, now } })).sessions;
  }

  putSession(id: string, body: Contract['PUT /v1/sessions/:id']['body']) {
    return this.call('PUT /v1/sessions/:id', { params: { id }, body });
  }

  /** What an agent, or the program that runs it, says to its channel. */
  async tell(program: string, message: unknown) {
    await this.call('POST /v1/channels/:program', { params: { program }, body: message });
  }

  endSession(id: string, reason?: string) {
    return this.call('POST /v1/sessions/:id/end', { params: { id }, body: { reason } });
  }

  sendPrompt(session: string, text: string, { by, key = newKey(), reason, risk }: Signed, nextPrompts: readonly string[] = []) {
    const body = { text, ...(nextPrompts.length === 0 ? {} : { nextPrompts }), by, key, reason, risk };
    return this.call('POST /v1/sessions/:id/prompts', { params: { id: session }, body });
  }

  /** Ends what the agent is doing now. */
  interrupt(session: string, by: Answerer) {
    return this.call('POST /v1/sessions/:id/interrupt', { params: { id: session }, body: { by } });
  }

  async prompts(all = false) {
    return (await this.call('GET /v1/prompts', { query: { all } })).prompts;
  }

  cancelPrompt(id: string) {
    return this.call('POST /v1/prompts/:id/cancel', { params: { id } });
  }

  async pauses() {
    return (await this.call('GET /v1/pause')).pauses;
  }

  /** Without a scope: everywhere. */
  async pause(by: Answerer, scope?: PauseScope, forMs?: number) {
    return (await this.call('PUT /v1/pause', { body: { paused: true, scope, forMs, by } })).pauses;
  }

  async notifiers() {
    return (await this.call('GET /v1/notifiers')).notifiers;
  }

  /** Without a name: all of them. */
  async testNotifiers(name?: string) {
    return (await this.call('POST /v1/notifiers/test', { body: { name }, timeoutMs: 60_000 })).results;
  }

  async chatPeople() {
    return (await this.call('GET /v1/notifiers/people')).people;
  }

  /** A one-time code for a person of this name. */
  pair(name: string, person: string, by: Answerer) {
    return this.call('POST /v1/notifiers/:name/pair', { params: { name }, body: { person, by }, timeoutMs: 60_000 });
  }

  /** Waits until somebody has used the code, or nobody can any more. */
  async paired(name: string, code: string) {
    for (;;) {
      const { state, person } = await this.call('GET /v1/notifiers/:name/pair/:code', {
        params: { name, code },
        query: { wait: 25_000 },
      });
      if (state !== 'waiting') return person;
    }
  }

  async unpair(name: string, person: string, by: Answerer) {
    return (await this.call('POST /v1/notifiers/:name/unpair', { params: { name }, body: { person, by } })).people;
  }

  async mutes() {
    return (await this.call('GET /v1/mute')).mutes;
  }

  /** Without a scope: every mute. */
  async unmute(by: Answerer, scope?: PauseScope) {
    return (await this.call('PUT /v1/mute', { body: { muted: false, scope, by } })).mutes;
  }

  checkRoutes() {
    return this.call('GET /v1/route/check');
  }

  web() {
    return this.call('GET /v1/web');
  }

  /** It lets one browser in. */
  webCode() {
    return this.call('POST /v1/web/codes');
  }

  async devices() {
    return (await this.call('GET /v1/devices')).devices;
  }

  renameDevice(id: string, name: string) {
    return this.call('PUT /v1/devices/:id', { params: { id }, body: { name } });
  }

  revokeDevice(id: string) {
    return this.call('POST /v1/devices/:id/revoke', { params: { id } });
  }

  status() {
    return this.call('GET /v1/status');
  }

  async check() {
    return (await this.call('GET /v1/check', { timeoutMs: 600_000 })).damage.map(({ text }) => text);
  }
}
