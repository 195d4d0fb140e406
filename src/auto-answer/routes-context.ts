// What the HTTP routes of auto-answer use of the broker.
import type { Decisions } from '../inbox/decide.ts';
import type { Pauses } from '../inbox/pauses.ts';
import type { WithAsk } from '../inbox/routes/found.ts';
import type { Journal } from '../journal/journal.ts';
import type { createChats } from './chat-agents/chats.ts';
import type { Cursors } from './chat-agents/cursors.ts';
import type { Judge } from './judge.ts';
import type { Routing } from './route/route.ts';
import type { AnswererCheck, RouteCheck } from './routes.ts';

export type AutoAnswerContext = {
  readonly journal: Journal;
  readonly found: WithAsk;
  readonly decisions: Decisions;
  readonly pauses: Pauses;
  readonly now: () => number;
  readonly stopping: AbortSignal;
  readonly answering: {
    readonly judge: Judge;
    readonly chats: ReturnType<typeof createChats>;
    readonly cursors: Cursors;
    readonly config: () => { readonly routing: Routing };
    readonly configFile: string;
    readonly configProblems: () => RouteCheck['problems'];
    readonly configWarnings: () => NonNullable<RouteCheck['warnings']>;
    /** Whether there was a valid configuration since the start. */
    readonly wasRead: () => boolean;
    readonly checkAnswerers: () => Promise<readonly AnswererCheck[]>;
    readonly newNonce: () => string;
    /** The same for the same text, as long as this broker runs. */
    readonly nonceFor: (text: string) => string;
  };
};
