// Generated from the schemas in schema/ by `npm run generate`. Do not edit.

/** One running agent: which program, where. */
export type AgentSession = {
  readonly id: string;
  readonly program: string;
  readonly project: string;
  readonly machine?: string | undefined;
  readonly pane?: string | undefined;
  /** The name of the tmux session that its pane is in. */
  readonly name?: string | undefined;
  readonly terminal?: string | undefined;
  readonly pid?: number | undefined;
  readonly version?: string | undefined;
  /** The session that its process had before, under another id. */
  readonly continues?: string | undefined;
  /** milliseconds since 1970 */
  readonly startedAt: number;
  /** milliseconds since 1970 */
  readonly seenAt: number;
  readonly endedAt?: number | undefined;
  /** Its process ended without saying so: it crashed or was killed. */
  readonly died?: true | undefined;
  /** Messages to people about this: the latest of each notifier. */
  readonly notified?: readonly ({
    /** The name of the notifier. */
    readonly by: string;
    readonly about: 'ask' | 'undelivered' | 'mismatched' | 'died';
    readonly step: 'planned' | 'sent' | 'failed' | 'withdrawn';
    /** The message it was in: a digest is one message about many asks. */
    readonly message: string;
    /** What the medium calls the message, to withdraw it. */
    readonly reference?: string | undefined;
    readonly reason?: string | undefined;
    readonly attempts?: number | undefined;
    /** milliseconds since 1970 */
    readonly at: number;
  })[] | undefined;
  readonly [more: string]: unknown;
};

/** The answer to one question. `chosen` holds 1-based option numbers, in the order they were chosen. */
export type Answer =
  | { readonly kind: 'chosen'; readonly chosen: readonly number[]; readonly words?: string | undefined; readonly note?: string | undefined }
  | { readonly kind: 'words'; readonly words: string; readonly note?: string | undefined }
  | { readonly kind: 'skipped'; readonly note?: string | undefined };

/** The answer to one question as somebody sends it. A number is always a position, counted from 1; a string is always a label. */
export type AnswerInput =
  | number | string
  | readonly (number | string)[]
  | { readonly skip: true; readonly note?: string | undefined }
  | { readonly choose?: readonly (number | string)[] | undefined; readonly words?: string | undefined; readonly note?: string | undefined };

export type AnswerSummary = {
  readonly question: string;
  readonly header?: string | undefined;
  readonly chosen: readonly string[];
  readonly words?: string | undefined;
  readonly note?: string | undefined;
  readonly numbers: readonly number[];
  readonly skipped: boolean;
};

/** Who decided. `name` is a user, rule or agent name; `surface` is where it happened ("cli", "web", "keyboard" …). */
export type Answerer = { readonly kind: 'person' | 'rule' | 'agent'; readonly name: string; readonly surface: string };

export type AnswererFigures = {
  readonly kind: 'person' | 'rule' | 'agent';
  readonly name: string;
  readonly decided: number;
  /** from the question to the decision */
  readonly medianMs: number;
  /** nine of ten decisions took no longer */
  readonly p90Ms: number;
  readonly verified: number;
  readonly mismatched: number;
  readonly unconfirmed: number;
  readonly undelivered: number;
  /** how often a person said that its decision was wrong */
  readonly overruled: number;
};

/** One request an agent makes of its user. Identity: (session, toolUseId); `id` is our own short name for it. */
export type Ask = {
  readonly id: string;
  readonly kind: AskKind;
  readonly session: string;
  readonly toolUseId: string;
  readonly program: string;
  readonly project: string;
  /** The subagent that asks, if it is one. */
  readonly agent?: string | undefined;
  readonly source: Source;
  readonly questions: readonly Question[];
  readonly detail?: Detail | undefined;
  /** Answers the asker suggests: shown selected, never accepted without a person. One entry per question, null for none. */
  readonly prefilled?: readonly (Answer | null)[] | undefined;
  /** milliseconds since 1970 */
  readonly createdAt: number;
  /** When the ask expires, in milliseconds since 1970. Silence is never an answer. */
  readonly deadline?: number | undefined;
};

export type AskKind = 'question' | 'permission' | 'plan' | 'idle';

/** The current state of an ask. `version` counts its events and is used for compare-and-set. */
export type AskView = {
  readonly id: string;
  readonly kind: AskKind;
  readonly session: string;
  readonly toolUseId: string;
  readonly program: string;
  readonly project: string;
  /** The subagent that asks, if it is one. */
  readonly agent?: string | undefined;
  readonly source: Source;
  readonly questions: readonly Question[];
  readonly detail?: Detail | undefined;
  /** Answers the asker suggests: shown selected, never accepted without a person. One entry per question, null for none. */
  readonly prefilled?: readonly (Answer | null)[] | undefined;
  /** milliseconds since 1970 */
  readonly createdAt: number;
  /** When the ask expires, in milliseconds since 1970. Silence is never an answer. */
  readonly deadline?: number | undefined;
  readonly state: State;
  readonly version: number;
  /** milliseconds since 1970 */
  readonly updatedAt: number;
  readonly decision?: Decision | undefined;
  readonly delivery?: Delivery | undefined;
  readonly receipt?: Receipt | undefined;
  /** Its position on its route, if it has one. */
  readonly route?: RouteView | undefined;
  /** A person said that the decision was wrong. */
  readonly overruled?: {
    readonly by: Answerer;
    readonly message: string;
    readonly key: string;
    /** milliseconds since 1970 */
    readonly at: number;
  } | undefined;
  /** Whether the answerer was told that its decision did not arrive, not as intended, or was overruled. */
  readonly told?: DecisionNews | undefined;
  /** Messages to people about it: the latest of each notifier and subject. */
  readonly notified?: readonly ({
    /** The name of the notifier. */
    readonly by: string;
    readonly about: 'ask' | 'undelivered' | 'mismatched' | 'died';
    readonly step: 'planned' | 'sent' | 'failed' | 'withdrawn';
    /** The message it was in: a digest is one message about many asks. */
    readonly message: string;
    /** What the medium calls the message, to withdraw it. */
    readonly reference?: string | undefined;
    readonly reason?: string | undefined;
    readonly attempts?: number | undefined;
    /** milliseconds since 1970 */
    readonly at: number;
  })[] | undefined;
  /** Why it was withdrawn. */
  readonly ending?: string | undefined;
};

export type ChatEvent = {
  /** its number; acknowledge it with `ack` */
  readonly seq: number;
  /**
   * question: it is this agent's turn to decide. finished: a coding agent ended its turn. over: it was told of this ask, and cannot decide it any
   * more. news: what became of a decision of its own.
   */
  readonly kind: 'question' | 'finished' | 'over' | 'news';
  readonly ask: string;
  readonly project: string;
  /** of the ask; `open` if somebody else decides it */
  readonly state: State;
  /** for the agent; what other agents wrote is fenced in it */
  readonly text: string;
};

/** The result of one step of an ask's route: the record behind `answerback log --why`. */
export type Consideration = {
  /** The name of the route. */
  readonly route: string;
  /** Which step of it, counted from 0. */
  readonly step: number;
  /** Who decides at this step. */
  readonly answerer: StepName;
  /**
   * asked: its turn has begun. sent-back: its reply could not be taken, and it was told so. woken: it was notified and answers with its own command.
   * skipped: it was not asked, or was removed. held: it had an answer, which is for people to give.
   */
  readonly outcome: 'asked' | 'sent-back' | 'woken' | 'passed' | 'failed' | 'timed-out' | 'skipped' | 'held' | 'answered';
  /** Why, in the answerer's words, or what went wrong. */
  readonly reason?: string | undefined;
  /** Its proposed answer in one line, if that was held or reviewed. */
  readonly proposed?: string | undefined;
  readonly risk?: Risk | undefined;
  readonly review?: ReviewRecord | undefined;
  /** 0 to 1, according to the answerer. */
  readonly confidence?: number | undefined;
  readonly effort?: Effort | undefined;
  /** How long it took. */
  readonly durationMs?: number | undefined;
  /** Until when it may answer; without one, as long as the ask is open. */
  readonly until?: number | undefined;
  /** What an agent was sent: the brief, or what was wrong with its reply. Left out of the event stream. */
  readonly brief?: string | undefined;
  /** What people should know about this answer, although it was taken. */
  readonly warning?: string | undefined;
};

/** One criterion of a route, compared with an ask. */
export type Criterion = { readonly name: string; readonly wanted: string; readonly found: string; readonly holds: boolean };

export type Day = {
  /** `2026-11-16`, in the time zone of the broker */
  readonly day: string;
  readonly asks: number;
  readonly categories: { readonly [more: string]: number };
  readonly waitedForPeopleMs: number;
};

export type Decision =
  | {
      readonly kind: 'answers';
      readonly answers: readonly Answer[];
      /** for an idle agent: the prompts after this one, in order, each for the next turn */
      readonly nextPrompts?: readonly string[] | undefined;
      /** Chosen by the answerer: the same decision sent twice (a retry after a crash) is one decision. */
      readonly key: string;
      readonly by: Answerer;
      /** milliseconds since 1970 */
      readonly at: number;
      readonly reason?: string | undefined;
    }
  | {
      readonly kind: 'redirect';
      /** what is wrong with the question */
      readonly message: string;
      /** Chosen by the answerer: the same decision sent twice (a retry after a crash) is one decision. */
      readonly key: string;
      readonly by: Answerer;
      /** milliseconds since 1970 */
      readonly at: number;
      readonly reason?: string | undefined;
    }
  | {
      readonly kind: 'decline';
      /** why, if you want to say */
      readonly message?: string | undefined;
      /** Chosen by the answerer: the same decision sent twice (a retry after a crash) is one decision. */
      readonly key: string;
      readonly by: Answerer;
      /** milliseconds since 1970 */
      readonly at: number;
      readonly reason?: string | undefined;
    };

/**
 * An answerer was told, or could not be told, what became of its decision (recorded differently, undelivered, overruled) or of what it had proposed
 * (a person decided otherwise, or it expired).
 */
export type DecisionNews = {
  readonly to: string;
  /** Mismatched, unless it says so. */
  readonly about?: 'undelivered' | 'overruled' | 'decided' | 'expired' | undefined;
  readonly outcome: 'told' | 'failed';
  readonly reason?: string | undefined;
  readonly attempts: number;
};

export type Delivery = {
  readonly way: string;
  /** milliseconds since 1970 */
  readonly at: number;
  readonly done: boolean;
  readonly failures: readonly ({
    readonly way: string;
    /** milliseconds since 1970 */
    readonly at: number;
    readonly reason: string;
  })[];
};

/** What an ask is about, besides its questions: the call, the plan, a file that the asker shows, the agent's last message. */
export type Detail =
  | { readonly kind: 'permission'; readonly tool: string; readonly input: unknown; readonly suggestions?: readonly unknown[] | undefined }
  | { readonly kind: 'plan'; readonly plan: string; readonly file?: string | undefined }
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'idle'; readonly lastMessage?: string | undefined };

/** One difference between record and decision; `question` is a 0-based index, absent if it concerns the whole ask. */
export type Difference = { readonly question?: number | undefined; readonly what: string; readonly intended: string; readonly recorded: string };

/** What a step took, for the record. `via` is the transport: "command", "websocket", "responses", "hook", "model". */
export type Effort = {
  readonly via: string;
  readonly model?: string | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  /** The output, cut to a few kilobytes, never with a secret in it. */
  readonly said?: string | undefined;
  /** What was unusual, such as a conversation that had to begin anew. */
  readonly note?: string | undefined;
};

/** What happened to an ask. `asked` is always first and carries the raw payload beside the ask. */
export type Happening =
  | { readonly kind: 'asked'; readonly ask: Ask; readonly raw?: unknown }
  | {
      readonly kind: 'reread';
      readonly questions: readonly Question[];
      readonly detail?: Detail | undefined;
      readonly toolUseId?: string | undefined;
    }
  | {
      readonly kind: 'considered';
      /** The name of the route. */
      readonly route: string;
      /** Which step of it, counted from 0. */
      readonly step: number;
      /** Who decides at this step. */
      readonly answerer: StepName;
      /**
       * asked: its turn has begun. sent-back: its reply could not be taken, and it was told so. woken: it was notified and answers with its own
       * command. skipped: it was not asked, or was removed. held: it had an answer, which is for people to give.
       */
      readonly outcome: 'asked' | 'sent-back' | 'woken' | 'passed' | 'failed' | 'timed-out' | 'skipped' | 'held' | 'answered';
      /** Why, in the answerer's words, or what went wrong. */
      readonly reason?: string | undefined;
      /** Its proposed answer in one line, if that was held or reviewed. */
      readonly proposed?: string | undefined;
      readonly risk?: Risk | undefined;
      readonly review?: ReviewRecord | undefined;
      /** 0 to 1, according to the answerer. */
      readonly confidence?: number | undefined;
      readonly effort?: Effort | undefined;
      /** How long it took. */
      readonly durationMs?: number | undefined;
      /** Until when it may answer; without one, as long as the ask is open. */
      readonly until?: number | undefined;
      /** What an agent was sent: the brief, or what was wrong with its reply. Left out of the event stream. */
      readonly brief?: string | undefined;
      /** What people should know about this answer, although it was taken. */
      readonly warning?: string | undefined;
    }
  | { readonly kind: 'settled'; readonly decision: Decision }
  | { readonly kind: 'delivering'; readonly way: string }
  | { readonly kind: 'delivery-failed'; readonly way: string; readonly reason: string }
  | { readonly kind: 'delivered'; readonly way: string }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'overruled'; readonly by: Answerer; readonly message: string; readonly key: string }
  | {
      readonly kind: 'told';
      readonly to: string;
      /** Mismatched, unless it says so. */
      readonly about?: 'undelivered' | 'overruled' | 'decided' | 'expired' | undefined;
      readonly outcome: 'told' | 'failed';
      readonly reason?: string | undefined;
      readonly attempts: number;
    }
  | {
      readonly kind: 'notified';
      /** The name of the notifier. */
      readonly by: string;
      readonly about: 'ask' | 'undelivered' | 'mismatched' | 'died';
      readonly step: 'planned' | 'sent' | 'failed' | 'withdrawn';
      /** The message it was in: a digest is one message about many asks. */
      readonly message: string;
      /** What the medium calls the message, to withdraw it. */
      readonly reference?: string | undefined;
      readonly reason?: string | undefined;
      readonly attempts?: number | undefined;
    }
  | { readonly kind: 'withdrawn'; readonly reason: string }
  | { readonly kind: 'expired' };

/** What happened to the inbox as a whole. `pauses` are all that are in effect from now on, so the last event is the state. */
export type InboxHappening = { readonly kind: 'paused'; readonly pauses: readonly Pause[] };

/**
 * One event of the journal, as it is stored and streamed. `seq` increases, possibly with gaps; `actor` says who caused it ("agent", "person:ada",
 * "clock" …).
 */
export type JournalEvent =
  | {
      readonly seq: number;
      /** milliseconds since 1970 */
      readonly at: number;
      readonly actor: string;
      readonly ask: string;
      readonly happening: Happening;
    }
  | {
      readonly seq: number;
      /** milliseconds since 1970 */
      readonly at: number;
      readonly actor: string;
      readonly session: string;
      readonly happening: SessionHappening;
    }
  | {
      readonly seq: number;
      /** milliseconds since 1970 */
      readonly at: number;
      readonly actor: string;
      readonly happening: InboxHappening;
    };

/** One message to people about an ask, or about an agent that died, through one notifier of the configuration. planned: it is being sent. */
export type Notified = {
  /** The name of the notifier. */
  readonly by: string;
  readonly about: 'ask' | 'undelivered' | 'mismatched' | 'died';
  readonly step: 'planned' | 'sent' | 'failed' | 'withdrawn';
  /** The message it was in: a digest is one message about many asks. */
  readonly message: string;
  /** What the medium calls the message, to withdraw it. */
  readonly reference?: string | undefined;
  readonly reason?: string | undefined;
  readonly attempts?: number | undefined;
};

/** One choice offered by a question. Additional fields from an agent are kept as they are. */
export type Option = { readonly label: string; readonly description?: string | undefined; readonly preview?: string | undefined; readonly [more: string]: unknown };

/** A person said, after the decision, that it was wrong, and what to do instead. Repeated with the same key, it is the same. */
export type Overruling = { readonly by: Answerer; readonly message: string; readonly key: string };

/** Where auto-answer is paused: everywhere, in one project, or for one agent session. With `mutes`, notifications are muted there instead. */
export type Pause = {
  /** Notifications are muted there, and auto-answer goes on. */
  readonly mutes?: true | undefined;
  readonly scope: PauseScope;
  readonly by: Answerer;
  /** milliseconds since 1970 */
  readonly at: number;
  readonly until?: number | undefined;
};

export type PauseScope = { readonly kind: 'all' } | { readonly kind: 'project'; readonly project: string } | { readonly kind: 'session'; readonly session: string };

/** One earlier decision about one question of an ask. */
export type Precedent = {
  /** Which question of the ask that is open now, counted from 0. */
  readonly question: number;
  /** The earlier ask. */
  readonly ask: string;
  readonly outcome: 'answers' | 'redirect' | 'decline';
  /** The answer to that question, as in a result. */
  readonly answer?: AnswerSummary | undefined;
  /** The message of a redirect or a refusal. */
  readonly message?: string | undefined;
  /** Who decided. */
  readonly by: Answerer;
  /** Why it was decided so. */
  readonly reason?: string | undefined;
  /** milliseconds since 1970 */
  readonly at: number;
  /** The state of the earlier ask. */
  readonly state: State;
};

export type Problem = {
  /** A stable name of the rule, e.g. "label-words". */
  readonly rule: string;
  /** Which question, header or label it concerns, e.g. `question 2 "Database"`. */
  readonly where: string;
  readonly value: unknown;
  /** What is wrong and what would be right. */
  readonly message: string;
};

/** Text to be typed into an idle agent: one per turn, in order. */
export type Prompt = {
  readonly id: string;
  readonly session: string;
  readonly text: string;
  readonly by: Answerer;
  /** milliseconds since 1970 */
  readonly queuedAt: number;
  readonly state: 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled';
  /** The idle ask whose answer brought it. */
  readonly ask?: string | undefined;
  /** The idle ask that it answered itself, if it was not the first of that answer. */
  readonly answers?: string | undefined;
  /** Why it failed or was cancelled. */
  readonly reason?: string | undefined;
};

/** Own words are always possible, so `options` may be empty (an open question, an idle agent). */
export type Question = {
  readonly text: string;
  readonly header?: string | undefined;
  readonly options: readonly Option[];
  readonly multiSelect: boolean;
  readonly [more: string]: unknown;
};

/** What the agent itself recorded, compared with what was decided. */
export type Receipt = {
  readonly verdict: 'verified' | 'mismatched' | 'unconfirmed';
  /** Where the evidence came from, e.g. "tool-result", "PostToolUse", "transcript". */
  readonly evidence: string;
  /** milliseconds since 1970 */
  readonly at: number;
  readonly differences: readonly Difference[];
  readonly recorded?: unknown;
};

/** The answer to one question as the agent recorded it, by labels. */
export type RecordedAnswer = { readonly chosen: readonly string[]; readonly words?: string | undefined; readonly note?: string | undefined };

/** A past ask, and what today's routes would have done with it. */
export type Replayed = {
  readonly id: string;
  readonly project: string;
  readonly question: string;
  /** Absent if no route matched. */
  readonly route?: string | undefined;
  /** Rules that passed, with their reasons. */
  readonly passed: readonly string[];
  /** Agents are only named: a replay does not start them. */
  readonly would: 
    | { readonly kind: 'rule'; readonly by: string; readonly answer: string; readonly reason: string; readonly agrees: boolean }
    | { readonly kind: 'agent'; readonly by: string }
    | { readonly kind: 'people' };
  readonly people: string;
};

/** What was read more completely later: a screen may have shown only a part of the ask, and not the agent's id for the call. */
export type Reread = { readonly questions: readonly Question[]; readonly detail?: Detail | undefined; readonly toolUseId?: string | undefined };

/** A review of an answer before it was accepted. A review that failed or timed out holds the answer. */
export type ReviewRecord = {
  readonly by: string;
  readonly outcome: 'pass' | 'hold' | 'failed' | 'timed-out';
  readonly reason: string;
  readonly brief?: string | undefined;
  readonly effort?: Effort | undefined;
};

/** How risky an answer is, according to its answerer. Anything but reversible is for people, unless the route allows it. */
export type Risk = 'reversible' | 'irreversible' | 'unsure';

/** An ask's position on its route, small enough for every list. `waitingFor` is set during somebody's turn. */
export type RouteView = {
  readonly name: string;
  readonly step: number;
  readonly waitingFor?: StepName | undefined;
  readonly until?: number | undefined;
  /** What people should know about the answer that was taken. */
  readonly warning?: string | undefined;
};

/** What happened to an agent session itself, as opposed to its asks. */
export type SessionHappening =
  | { readonly kind: 'session-seen'; readonly session: AgentSession }
  | {
      readonly kind: 'session-ended';
      readonly reason: string;
      /** Its process ended without saying so: it crashed or was killed. */
      readonly died?: true | undefined;
    }
  | {
      readonly kind: 'notified';
      /** The name of the notifier. */
      readonly by: string;
      readonly about: 'ask' | 'undelivered' | 'mismatched' | 'died';
      readonly step: 'planned' | 'sent' | 'failed' | 'withdrawn';
      /** The message it was in: a digest is one message about many asks. */
      readonly message: string;
      /** What the medium calls the message, to withdraw it. */
      readonly reference?: string | undefined;
      readonly reason?: string | undefined;
      readonly attempts?: number | undefined;
    }
  | { readonly kind: 'prompt'; readonly prompt: Prompt };

/** How an ask reached us: a hook call, the agent's screen, our plugin in the agent, a tool call (CLI, API, MCP), or the agent's own server. */
export type Source = 'hook' | 'screen' | 'plugin' | 'tool' | 'server';

export type State = 'open' | 'answered' | 'declined' | 'delivering' | 'undelivered' | 'delivered' | 'verified' | 'mismatched' | 'unconfirmed' | 'withdrawn' | 'expired';

export type Statistics = {
  readonly asks: number;
  /** from the first day to the last, also days without asks */
  readonly perDay: readonly Day[];
  readonly projects: { readonly [more: string]: number };
  /** by the category of a question, or the kind of any other ask */
  readonly categories: { readonly [more: string]: number };
  /** by answerer, such as `person ada` */
  readonly decidedBy: { readonly [more: string]: number };
  readonly states: Readonly<Partial<Record<State, number>>>;
  /** from the question to the decision; null if nothing was decided */
  readonly medianWaitMs: number | null;
  /** the most decisions first */
  readonly answerers: readonly AnswererFigures[];
  /** how long agents waited while it was the turn of people; waiting for the next prompt does not count */
  readonly waitedForPeopleMs: number;
};

/** A step of a route: a rule, an agent, or people. */
export type StepName = { readonly kind: 'rule' | 'agent' | 'people'; readonly name: string };

/** What the asker gets back. */
export type ToolResult = {
  readonly id: string;
  readonly outcome: 'answers' | 'redirect' | 'decline' | 'expired' | 'withdrawn';
  readonly answers: readonly AnswerSummary[];
  readonly message?: string | undefined;
  /** The whole outcome as text, for an agent to read. */
  readonly text: string;
  readonly by?: Answerer | undefined;
  readonly reason?: string | undefined;
  /** milliseconds since 1970 */
  readonly at: number;
};

/** `unless` is empty if the route has none. The route matches if every `when` holds and not every `unless` does. */
export type Trial = { readonly route: string; readonly matched: boolean; readonly when: readonly Criterion[]; readonly unless: readonly Criterion[] };

/** What was decided for a whole ask: answers in question order, a redirect, or a decline. */
export type Verdict =
  | {
      readonly kind: 'answers';
      readonly answers: readonly Answer[];
      /** for an idle agent: the prompts after this one, in order, each for the next turn */
      readonly nextPrompts?: readonly string[] | undefined;
    }
  | {
      readonly kind: 'redirect';
      /** what is wrong with the question */
      readonly message: string;
    }
  | {
      readonly kind: 'decline';
      /** why, if you want to say */
      readonly message?: string | undefined;
    };

/** A verdict as somebody sends it; `verdict.ts` checks it against the ask. */
export type VerdictInput =
  | {
      readonly kind: 'answers';
      /** one entry per question, in order */
      readonly answers: readonly AnswerInput[];
      /** for an idle agent: the prompts after this one, in order, each for the next turn */
      readonly nextPrompts?: readonly string[] | undefined;
    }
  | {
      readonly kind: 'redirect';
      /** what is wrong with the question */
      readonly message: string;
    }
  | {
      readonly kind: 'decline';
      /** why, if you want to say */
      readonly message?: string | undefined;
    };

