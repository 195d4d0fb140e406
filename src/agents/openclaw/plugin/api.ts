// The part of OpenClaw's plugin API that we use, as seen in OpenClaw 2026.9.6.

/** What a hook knows about the turn it is called in. */
export type Turn = { readonly agentId?: string; readonly sessionKey?: string; readonly runId?: string };

export type Api = {
  readonly registrationMode: string;
  readonly pluginConfig?: unknown;
  readonly logger: { info(message: string): void; warn(message: string): void };
  // biome-ignore lint/suspicious/noExplicitAny: each hook has an event of its own
  on(hook: string, handler: (event: any, turn: Turn) => unknown, options?: { readonly timeoutMs?: number }): void;
  registerTool(create: (turn: Turn) => Tool, options: { readonly name: string }): void;
  /** `from` decides by itself what it replaces; a regular expression is one such object. */
  registerTextTransforms(
    transforms: Readonly<Record<'input' | 'output', readonly { readonly from: Replacing; readonly to: string }[]>>,
  ): void;
  readonly session: { readonly workflow: { enqueueNextTurnInjection(injection: Injection): Promise<unknown> } };
  readonly runtime: {
    readonly subagent: {
      run(message: {
        readonly sessionKey: string;
        readonly message: string;
        readonly deliver: boolean;
        readonly idempotencyKey: string;
      }): Promise<{ readonly runId: string }>;
      waitForRun(run: {
        readonly runId: string;
        readonly timeoutMs: number;
      }): Promise<{ readonly status: string; readonly error?: string }>;
    };
  };
};

type Replacing = { [Symbol.replace](text: string, to: string): string };
type Injection = {
  readonly sessionKey: string;
  readonly agentId?: string | undefined;
  readonly text: string;
  readonly idempotencyKey: string;
};
type Tool = {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: object;
  execute(
    call: string,
    parameters: Record<string, unknown>,
  ): Promise<{ readonly content: readonly { type: 'text'; text: string }[]; readonly details: unknown }>;
};
