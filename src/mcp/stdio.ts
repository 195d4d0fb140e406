// answerback mcp: the server for one agent that starts it and talks to it over its standard streams.
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Client } from '../client/client.ts';
import { placeFrom } from '../client/place.ts';
import { createAnsweringServer } from './answering.ts';
import { withdrawIfOpen } from './asking.ts';
import { createMcpServer } from './server.ts';

type StdioOptions = {
  readonly holdMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly project?: string | undefined;
  readonly elicit: boolean;
  /** Instead of asking: answer, and sign with this name. */
  readonly answerAs?: string | undefined;
  /** What becomes of questions that are still open when the agent closes the connection. */
  readonly onClose: 'withdraw' | 'keep';
};

/** Resolves when the agent has closed the connection. */
export async function serveOverStdio(process: NodeJS.Process, options: StdioOptions): Promise<void> {
  const { env } = process;
  const client = new Client({ place: placeFrom(env) });
  const open = new Set<string>();
  let closing = false;
  const closed = new Promise<void>((resolve) => {
    const close = (): void => {
      closing = true;
      resolve();
    };
    process.stdin.once('end', close).once('close', close);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, close);
  });
  const { answerAs } = options;
  const handle = serveStdio(() => {
    if (answerAs !== undefined) return createAnsweringServer({ client, name: answerAs });
    return createMcpServer({
      client,
      project: options.project ?? env.CLAUDE_PROJECT_DIR ?? process.cwd(),
      // The agent is our parent: a server that it starts again continues the same conversation.
      session: (name) => env.ANSWERBACK_SESSION ?? `${name}-${process.ppid}`,
      pid: process.ppid,
      holdMs: options.holdMs,
      timeoutMs: options.timeoutMs,
      elicit: options.elicit,
      open,
      isClosing: () => closing,
    });
  });
  await closed;
  await handle.close();
  if (options.onClose === 'withdraw')
    await Promise.all([...open].map((id) => withdrawIfOpen(client, id, 'the agent closed its connection')));
  client.close();
}
