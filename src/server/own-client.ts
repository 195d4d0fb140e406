// A client of this broker in its own process: the same routes and refusals, without a socket.
import type { GivenIfNeeded } from '../client/call.ts';
import { Client } from '../client/client.ts';
import { Refused } from '../client/errors.ts';
import type { BrokerFolder } from '../client/place.ts';
import { errorIn } from '../client/reply.ts';
import { requestLine } from '../client/request-line.ts';
import type { ReplyOf, RouteName } from '../contract/types.ts';
import type { Bindings, Routes } from '../http/request.ts';

/** Stays open as long as this process lives, and so do the callers in it. */
const CONNECTION = { once() {} };

type CallParts = { params?: Readonly<Record<string, string>>; query?: object; body?: unknown; signal?: AbortSignal | undefined };

export class OwnClient extends Client {
  readonly #app: Routes;
  #isClosed = false;

  constructor(place: BrokerFolder, app: Routes) {
    super({ place });
    this.#app = app;
  }

  override async call<Name extends RouteName>(name: Name, ...[given]: GivenIfNeeded<Name>): Promise<ReplyOf<Name>> {
    const { params = {}, query = {}, body, signal = null } = (given ?? {}) as CallParts;
    // As with any client: nobody waits for the calls of a closed one.
    if (this.#isClosed) return new Promise(() => {});
    const { method, path } = requestLine(name, params, query);
    // As it would arrive: a copy, without what is undefined.
    const sent = body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown);
    const env = { via: 'process', incoming: { socket: CONNECTION }, body: sent } as unknown as Bindings;
    const response = await this.#app.fetch(new Request(`http://answerback${path}`, { method, signal }), env);
    const reply: unknown = await response.json();
    signal?.throwIfAborted();
    if (!response.ok) throw new Refused(response.status, errorIn(reply, response.status));
    return reply as ReplyOf<Name>;
  }

  override close(): void {
    this.#isClosed = true;
    super.close();
  }
}
