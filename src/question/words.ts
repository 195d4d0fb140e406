// Answerback's terms as data: ask, question, option, answer, decision, receipt. No logic and no dependencies.

export type AskKind = 'question' | 'permission' | 'plan' | 'idle';

/** One choice offered by a question. Additional fields from an agent are kept as they are. */
export type Option = {
  readonly label: string;
  readonly description?: string | undefined;
  readonly preview?: string | undefined;
  readonly [extra: string]: unknown;
};

/** Own words are always possible, so `options` may be empty (an open question, an idle agent). */
export type Question = {
  readonly text: string;
  readonly header?: string | undefined;
  readonly options: readonly Option[];
  readonly multiSelect: boolean;
  readonly [extra: string]: unknown;
};

/** How an ask reached us: a hook call, the agent's screen, our plugin in the agent, a tool call (CLI, API, MCP), or the agent's own server. */
export type Source = 'hook' | 'screen' | 'plugin' | 'tool' | 'server';

/** What an ask is about, besides its questions: the call, the plan, a file that the asker shows, the agent's last message. */
export type Detail =
  | { readonly kind: 'permission'; readonly tool: string; readonly input: unknown; readonly suggestions?: readonly unknown[] | undefined }
  | { readonly kind: 'plan'; readonly plan: string; readonly file?: string | undefined }
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'idle'; readonly lastMessage?: string | undefined };

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
  readonly createdAt: number;
  /** Epoch milliseconds after which the ask expires. Silence is never an answer. */
  readonly deadline?: number | undefined;
};

/** The answer to one question. `chosen` holds 1-based option numbers, in the order they were chosen. */
export type Answer =
  | { readonly kind: 'chosen'; readonly chosen: readonly number[]; readonly words?: string | undefined; readonly note?: string | undefined }
  | { readonly kind: 'words'; readonly words: string; readonly note?: string | undefined }
  | { readonly kind: 'skipped'; readonly note?: string | undefined };

/** The answer to one question as somebody sends it. A number is always a position, counted from 1; a string is always a label. */
export type AnswerInput =
  | Choice
  | readonly Choice[]
  | { readonly skip: true; readonly note?: string | undefined }
  | { readonly choose?: readonly Choice[] | undefined; readonly words?: string | undefined; readonly note?: string | undefined };
type Choice = number | string;

/** For a whole ask: answers in question order, a redirect, or a decline. `nextPrompts`: an idle agent's prompts after this one. */
type VerdictOf<Form> =
  | { readonly kind: 'answers'; readonly answers: readonly Form[]; readonly nextPrompts?: readonly string[] | undefined }
  | { readonly kind: 'redirect'; readonly message: string }
  | { readonly kind: 'decline'; readonly message?: string | undefined };

/** A verdict as somebody sends it; `verdict.ts` checks it against the ask. */
export type VerdictInput = VerdictOf<AnswerInput>;

/** What was decided for a whole ask. */
export type Verdict = VerdictOf<Answer>;

/** Who decided. `name` is a user, rule or agent name; `surface` is where it happened ("cli", "web", "keyboard" …). */
export type Answerer = {
  readonly kind: 'person' | 'rule' | 'agent';
  readonly name: string;
  readonly surface: string;
};

export type Decision = Verdict & {
  /** Chosen by the answerer: the same decision sent twice (a retry after a crash) is one decision. */
  readonly key: string;
  readonly by: Answerer;
  readonly at: number;
  readonly reason?: string | undefined;
};

/** How risky an answer is, according to its answerer. Anything but reversible is for people, unless the route allows it. */
export type Risk = 'reversible' | 'irreversible' | 'unsure';

/** A step of a route: a rule, an agent, or people. */
export type StepName = { readonly kind: 'rule' | 'agent' | 'people'; readonly name: string };

/** The result of one step of an ask's route: the record behind `answerback log --why`. */
export type Consideration = {
  readonly route: string;
  /** Counted from 0. */
  readonly step: number;
  readonly answerer: StepName;
  /**
   * asked: its turn has begun. sent-back: its reply could not be taken, and it was told so. woken: it was notified and answers with its own command.
   * skipped: it was not asked, or was removed. held: it had an answer, which is for people to give. The others end the step.
   */
  readonly outcome: 'asked' | 'sent-back' | 'woken' | 'passed' | 'failed' | 'timed-out' | 'skipped' | 'held' | 'answered';
  readonly reason?: string | undefined;
  /** Its proposed answer in one line, if that was held or reviewed. */
  readonly proposed?: string | undefined;
  /** According to the answerer. */
  readonly risk?: Risk | undefined;
  readonly review?: ReviewRecord | undefined;
  /** 0 to 1, according to the answerer. */
  readonly confidence?: number | undefined;
  readonly effort?: EffortRecord | undefined;
  readonly durationMs?: number | undefined;
  /** Until when it may answer; without one, as long as the ask is open. */
  readonly until?: number | undefined;
  /** What an agent was sent: the brief, or what was wrong with its reply. */
  readonly brief?: string | undefined;
  /** What people should know about this answer, although it was taken. */
  readonly warning?: string | undefined;
};

type EffortRecord = {
  readonly via: string;
  readonly model?: string | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly said?: string | undefined;
  readonly note?: string | undefined;
};

/** A review of an answer before it was accepted. A review that failed or timed out holds the answer. */
export type ReviewRecord = {
  readonly by: string;
  readonly outcome: 'pass' | 'hold' | 'failed' | 'timed-out';
  readonly reason: string;
  readonly brief?: string | undefined;
  readonly effort?: EffortRecord | undefined;
};

/** An ask's position on its route, small enough for every list. `waitingFor` is set during somebody's turn. */
export type RouteView = {
  readonly name: string;
  readonly step: number;
  readonly waitingFor?: StepName | undefined;
  readonly until?: number | undefined;
  /** What people should know about the answer that was taken. */
  readonly warning?: string | undefined;
};

/** A person said, after the decision, that it was wrong, and what to do instead. Repeated with the same key, it is the same. */
export type Overruling = { readonly by: Answerer; readonly message: string; readonly key: string };

/**
 * An answerer was told, or could not be told, what became of its decision (recorded differently, undelivered, overruled) or of what it had proposed (a
 * person decided otherwise, or it expired).
 */
export type DecisionNews = {
  readonly to: string;
  /** Mismatched, unless it says so. */
  readonly about?: 'undelivered' | 'overruled' | 'decided' | 'expired' | undefined;
  readonly outcome: 'told' | 'failed';
  readonly reason?: string | undefined;
  readonly attempts: number;
};

/** One message to people about an ask, or about an agent that died, through one notifier of the configuration. planned: it is being sent. */
export type Notified = {
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

/** Where auto-answer is paused: everywhere, in one project, or for one agent session. With `mutes`, notifications are muted there instead. */
export type Pause = {
  readonly mutes?: true | undefined;
  readonly scope: PauseScope;
  readonly by: Answerer;
  readonly at: number;
  readonly until?: number | undefined;
};
export type PauseScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'project'; readonly project: string }
  | { readonly kind: 'session'; readonly session: string };

/** What the agent itself recorded, compared with what was decided. */
export type Receipt = {
  readonly verdict: 'verified' | 'mismatched' | 'unconfirmed';
  /** Where the evidence came from, e.g. "tool-result", "PostToolUse", "transcript". */
  readonly evidence: string;
  readonly at: number;
  readonly differences: readonly Difference[];
  readonly recorded?: unknown;
};

/** One difference between record and decision; `question` is a 0-based index, absent if it concerns the whole ask. */
export type Difference = {
  readonly question?: number | undefined;
  readonly what: string;
  readonly intended: string;
  readonly recorded: string;
};

/** Text to be typed into an idle agent: one per turn, in order. */
export type Prompt = {
  readonly id: string;
  readonly session: string;
  readonly text: string;
  readonly by: Answerer;
  readonly queuedAt: number;
  readonly state: 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled';
  /** The idle ask whose answer brought it. */
  readonly ask?: string | undefined;
  /** The idle ask that it answered itself, if it was not the first of that answer. */
  readonly answers?: string | undefined;
  /** Why it failed or was cancelled. */
  readonly reason?: string | undefined;
};

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
  readonly startedAt: number;
  readonly seenAt: number;
  readonly endedAt?: number | undefined;
  /** Its process ended without saying so: it crashed or was killed. */
  readonly died?: true | undefined;
  /** Messages to people about this: the latest of each notifier. */
  readonly notified?: readonly (Notified & { readonly at: number })[] | undefined;
  readonly [extra: string]: unknown;
};
