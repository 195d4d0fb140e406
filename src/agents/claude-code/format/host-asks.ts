// What a program that runs Claude Code says to its channel: that it asks in the inbox itself, about these tools or about everything.
export const HOST_ASKS = 'AnswerbackHostAsks';

export type HostAsks = {
  readonly hook_event_name: typeof HOST_ASKS;
  readonly session_id: string;
  /** The process of the host. */
  readonly pid: number;
  readonly pidNamespace: string | undefined;
  /** Without our adapter, nobody would be asked about the rest: the run is headless. */
  readonly headless?: true;
  /** Everything, if absent. */
  readonly tools?: readonly string[];
};
