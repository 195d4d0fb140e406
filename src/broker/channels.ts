// The channels in use, looked up by ask or by session. Each has its own view of the inbox.
import type { Channel, ChannelDefinition, ChannelParts, Inbox } from '../channels/channel.ts';
import type { AskView } from '../question/lifecycle.ts';
import type { AgentSession } from '../question/words.ts';
import { createInbox, type InboxParts } from './inbox.ts';

type ChannelsParts = Omit<InboxParts, 'program'> &
  Pick<ChannelParts<unknown>, 'machine' | 'debug' | 'warn' | 'onError'> & {
    readonly list: readonly ChannelDefinition[];
    /** The program's section of the configuration. */
    readonly settings: (program: string) => unknown;
    /** Why this program is ignored in this folder. */
    readonly ignored: (program: string, folder: string | undefined) => string | undefined;
  };

export type Channels = ReturnType<typeof createChannels>;

export function createChannels({ list, machine, settings, ignored, debug, warn, onError, ...parts }: ChannelsParts) {
  const inbox = (program: string): Inbox => createInbox({ ...parts, program });
  const channels = new Map<string, Channel>(
    list.map(({ program, create }) => [
      program,
      create({
        inbox: inbox(program),
        clock: parts.clock,
        machine,
        settings: () => settings(program) as never,
        ignored: (folder) => ignored(program, folder),
        debug,
        warn,
        onError,
      }),
    ]),
  );

  return {
    inbox,
    named: (program: string): Channel | undefined => channels.get(program),
    ofSession: ({ program }: Pick<AgentSession, 'program'>): Channel | undefined => channels.get(program),
    /** Callers of our own tool fetch the result themselves, whatever their program is. */
    ofAsk: ({ program, source }: Pick<AskView, 'program' | 'source'>): Channel | undefined =>
      source === 'tool' ? undefined : channels.get(program),
    all: (): readonly Channel[] => [...channels.values()],

    async start(): Promise<void> {
      for (const channel of channels.values()) await channel.start();
    },
    async stop(): Promise<void> {
      for (const channel of channels.values()) await channel.stop();
    },
  };
}
