// answerback setup mcp <client>: the same steps as every setup, or only the text of the entry.

import type { McpClient } from '../../mcp/setup/client.ts';
import { printed, setupFor } from '../../mcp/setup/setup.ts';
import { printable } from '../../text/printable.ts';
import { type Context, UsageError } from '../context.ts';
import { time } from './mcp.ts';
import { type CommonFlags, setupOf, surroundings } from './setup.ts';

type McpSetupFlags = CommonFlags & {
  readonly project: boolean;
  readonly hold?: string;
  readonly elicit: boolean;
  readonly skill: boolean;
  readonly print: boolean;
};

export async function setupMcp(this: Context, flags: McpSetupFlags, client?: McpClient): Promise<void> {
  const ms = time('--hold', flags.hold);
  const options = { ...flags, hold: flags.hold === undefined || ms === undefined ? undefined : { text: flags.hold, ms } };
  if (flags.print) {
    const { file, text } = printed(surroundings(this), client, options);
    return flags.json
      ? this.out.json({ client: client?.name ?? null, file, text })
      : this.out.line(text.trimEnd().split('\n').map(printable).join('\n'));
  }
  if (client === undefined)
    throw new UsageError(
      'which client?',
      'Name it, for example: answerback setup mcp codex. For any other client: answerback setup mcp --print',
    );
  const load = async () => setupFor(client, options);
  return setupOf({ name: `mcp ${client.name}`, flags: { project: { kind: 'switch', brief: '' } }, load }).call(this, flags);
}
