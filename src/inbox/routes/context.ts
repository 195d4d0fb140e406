// What the routes of the inbox use of the broker.
import type { Notices } from '../../contract/notices.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Channels } from '../channels.ts';
import type { Decisions } from '../decide.ts';
import type { Deliveries } from '../deliveries.ts';
import type { PromptQueue } from '../prompt-queue.ts';
import type { Prompts } from '../prompts.ts';
import type { Sessions } from '../sessions.ts';
import type { StatisticsMaker } from '../statistics.ts';
import type { WithAsk } from './found.ts';
import type { Prompting } from './sessions.ts';

export type InboxContext = {
  readonly journal: Journal;
  readonly found: WithAsk;
  readonly decisions: Decisions;
  readonly deliveries: Deliveries;
  readonly sessions: Sessions;
  readonly channels: Channels;
  readonly prompts: Prompts;
  readonly queue: PromptQueue;
  readonly statistics: StatisticsMaker;
  readonly now: () => number;
  readonly notices: () => Promise<Notices>;
  /** What auto-answer gave a session as prompts. */
  readonly prompting: (session: string) => Promise<Prompting>;
};
