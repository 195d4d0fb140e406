// The port to one running opencode: its HTTP API and its events, however it is reached.
//
// opencode keeps questions and permissions in the memory of the process that asks them, per folder. So a Server is one folder in one process,
// and an answer must go to the Server that asked, even when another one shares its database.
export interface Server {
  /** Stays the same as long as the process and the folder are the same, also after a broker restart. */
  readonly key: string;
  readonly source: 'plugin' | 'server';
  readonly directory: string;
  readonly pid?: number | undefined;
  /** One API call. Never rejects: status 0 means that there was no response, and `data` then says why. */
  call(method: 'GET' | 'POST', path: string, more?: Call): Promise<Called>;
}

export type Call = {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Takes the call back, if it has not been made yet. */
  readonly signal?: AbortSignal;
};
export type Called = { readonly status: number; readonly data: unknown };

/** Called by a link about the servers it reaches. The methods must not throw, and are not awaited. */
export interface ServerListener {
  /** It can be reached, for the first time or again. Events may have been missed. */
  up(server: Server): void;
  event(server: Server, event: unknown): void;
  /** Its process has ended, or can no longer be reached. `died`: it has ended and did not say so. */
  gone(server: Server, reason: string, died?: 'died'): void;
  /** A configured server was not running when the broker started, so whatever it asked before is lost. */
  absent(key: string, reason: string): void;
}
