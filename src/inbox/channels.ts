// The channels in use, looked up by ask or by session. Each has its own view of the inbox.

import type { AskView } from '../ask/schema/history.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import type { Channel, ChannelDefinition, ChannelParts, Inbox } from './agent.ts';
import { createInbox, type InboxParts } from './channel-inbox.ts';

type ChannelsParts<Tool extends Channel> = Omit<InboxParts, 'program' | 'forTool'> &
  Pick<ChannelParts<unknown>, 'machine' | 'debug' | 'warn' | 'onError'> & {
    readonly list: readonly ChannelDefinition[];
    /** The channel for callers of our own tool, which may be any program. */
    readonly tool: (inbox: (program: string) => Inbox) => Tool;
    /** The program's section of the configuration. */
    readonly settings: (program: string) => unknown;
    /** Why this program is ignored in this folder. */
    readonly ignored: (program: string, folder: string | undefined) => string | undefined;
  };

type PaneChannel = Channel & Required<Pick<Channel, 'watchPane'>>;

export type Channels = ReturnType<typeof createChannels>;

export function createChannels<Tool extends Channel>(channelsParts: ChannelsParts<Tool>) {
  const { list, machine, settings, ignored, debug, warn, onError, ...parts } = channelsParts;
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

  const tool = channelsParts.tool((program) => createInbox({ ...parts, program, forTool: true }));
  const all = [...channels.values(), tool];

  return {
    inbox,
    tool,
    named: (program: string): Channel | undefined => channels.get(program),
    ofSession: ({ program }: Pick<AgentSession, 'program'>): Channel | undefined => channels.get(program),
    ofAsk: ({ program, source }: Pick<AskView, 'program' | 'source'>): Channel | undefined =>
      source === 'tool' ? tool : channels.get(program),
    all: (): readonly Channel[] => all,
    programs: [...channels.keys()] as readonly string[],
    /** By program: those that can read an agent's screen. */
    watchingPanes: (): ReadonlyMap<string, PaneChannel> => watchingPanes(channels),

    async start(): Promise<void> {
      for (const channel of all) await channel.start();
    },
    /** A channel that fails to stop does not keep the others from stopping. */
    async stop(): Promise<void> {
      for (const channel of all) {
        try {
          await channel.stop();
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}

const watchingPanes = (channels: ReadonlyMap<string, Channel>): ReadonlyMap<string, PaneChannel> =>
  new Map([...channels].filter((entry): entry is [string, PaneChannel] => entry[1].watchPane !== undefined));
