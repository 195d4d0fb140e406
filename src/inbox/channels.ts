// The channels in use, looked up by ask or by session. The registry is there before the channels, because what they need also looks them up.

import type { AskView } from '../ask/schema/history.ts';
import type { AgentSession } from '../ask/schema/session.ts';
import type { Channel, ChannelParts, Inbox, NamedChannel } from './channel.ts';

type PaneChannel = Channel & Required<Pick<Channel, 'watchPane'>>;

export type Channels = ReturnType<typeof createChannels>;

/** Whoever asked through our own tool fetches the result, so such an ask has no channel, whatever its program is called. */
export function createChannels() {
  const channels = new Map<string, Channel>();
  return {
    add: (program: string, channel: Channel): void => void channels.set(program, channel),
    named: (program: string): Channel | undefined => channels.get(program),
    ofSession: ({ program }: Pick<AgentSession, 'program'>): Channel | undefined => channels.get(program),
    ofAsk: ({ program, source }: Pick<AskView, 'program' | 'source'>): Channel | undefined =>
      source === 'tool' ? undefined : channels.get(program),
    programs: (): readonly string[] => [...channels.keys()],
    all: (): readonly Channel[] => [...channels.values()],
    /** By program: those that can read an agent's screen. */
    watchingPanes: (): ReadonlyMap<string, PaneChannel> =>
      new Map([...channels].filter((entry): entry is [string, PaneChannel] => entry[1].watchPane !== undefined)),
  };
}

type OpeningParts = Omit<ChannelParts<unknown>, 'inbox' | 'settings' | 'ignored'> & {
  /** The inbox as this program may use it. */
  readonly inbox: (program: string) => Inbox;
  /** The program's section of the configuration. */
  readonly settings: (program: string) => unknown;
  /** Why this program is ignored in this folder. */
  readonly ignored: (program: string, folder: string | undefined) => string | undefined;
};

/** Adds a channel for each program of the list. */
export function openChannels(
  channels: Channels,
  list: readonly NamedChannel[],
  { inbox, settings, ignored, ...parts }: OpeningParts,
): { start(): Promise<void>; stop(): Promise<void> } {
  for (const { program, create } of list)
    channels.add(
      program,
      create({
        ...parts,
        inbox: inbox(program),
        settings: () => settings(program) as never,
        ignored: (folder) => ignored(program, folder),
      }),
    );
  return {
    async start(): Promise<void> {
      for (const channel of channels.all()) await channel.start();
    },
    /** A channel that fails to stop does not keep the others from stopping. */
    async stop(): Promise<void> {
      for (const channel of channels.all()) {
        try {
          await channel.stop();
        } catch (error) {
          parts.onError(error);
        }
      }
    },
  };
}
