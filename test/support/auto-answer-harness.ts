// Auto-answer with a fake clock, and with answering agents and a configuration that the test makes up.
import { expect, onTestFinished } from 'vitest';
import { createToolCalls } from '../../src/agents/tool/channel.ts';
import type { Ask } from '../../src/ask/schema/ask.ts';
import type { Answerer, Verdict } from '../../src/ask/schema/decision.ts';
import type { AskView } from '../../src/ask/schema/history.ts';
import type { Consideration } from '../../src/ask/schema/route.ts';
import type { AnsweringAgent, Briefing, Outcome, Told } from '../../src/auto-answer/answerers/answering-agent.ts';
import type { Conversation } from '../../src/auto-answer/answerers/conversation.ts';
import { type AutoAnswerParts, createAutoAnswer } from '../../src/auto-answer/auto-answer.ts';
import type { DecisionFiles, ReadProjectFile } from '../../src/auto-answer/files/files.ts';
import { createJudge } from '../../src/auto-answer/judge.ts';
import { createDecisionNews } from '../../src/auto-answer/news/decision-news.ts';
import type { Routing } from '../../src/auto-answer/route/route.ts';
import { createChannelInbox } from '../../src/inbox/channel-inbox.ts';
import { createDecider } from '../../src/inbox/decide.ts';
import { createPauses } from '../../src/inbox/pauses.ts';
import { createPromptQueue } from '../../src/inbox/prompt-queue.ts';
import { createWaiting } from '../../src/inbox/waiting.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { createSlots } from '../../src/system/slots.ts';
import { refusing, theInbox } from './broker-harness.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { parseRouting } from './routing.ts';
import { anAsk, aQuestion } from './samples.ts';

export type FakeAgent = AnsweringAgent & {
  readonly asked: Briefing[];
  readonly told: string[];
  /** The conversations of these news. */
  readonly toldIn: (Conversation | undefined)[];
  /** How many were stopped by their signal. */
  stopped(): number;
};

type Decide = (briefing: Briefing, signal: AbortSignal, attempt: number) => Promise<Outcome> | Outcome;

export function fakeAgent(name: string, decide: Decide, tell: (attempt: number) => Told = () => ({ kind: 'told' })): FakeAgent {
  const asked: Briefing[] = [];
  const told: string[] = [];
  const toldIn: (Conversation | undefined)[] = [];
  let stopped = 0;
  return {
    name,
    asked,
    told,
    toldIn,
    stopped: () => stopped,
    async decide(briefing, signal) {
      asked.push(briefing);
      signal.addEventListener('abort', () => {
        stopped += 1;
      });
      return decide(briefing, signal, asked.length);
    },
    async tell({ text, conversation }) {
      told.push(text);
      toldIn.push(conversation);
      return tell(told.length);
    },
    async close() {},
  };
}

const effort = { via: 'fake' } as const;
export const chooses = (choice: number | string, more: object = {}): Outcome => ({
  kind: 'replied',
  reply: { kind: 'answers', answers: [choice], risk: 'reversible', reason: 'it fits', ...more },
  effort,
});
export const reviews = (review: 'pass' | 'hold', reason = 'as the policy says'): Outcome => ({
  kind: 'replied',
  reply: { kind: 'review', review, reason },
  effort,
});
export const passes = (reason: string): Outcome => ({ kind: 'replied', reply: { kind: 'pass', reason }, effort });
export const fails = (reason: string, again: boolean): Outcome => ({ kind: 'failed', reason, again, effort });
export const never = (): Promise<Outcome> => new Promise(() => {});

export type Bench = ReturnType<typeof bench>;

export type BenchOptions = {
  readonly journal: Journal;
  readonly routing: unknown;
  readonly agents?: readonly AnsweringAgent[];
  readonly project?: () => ReadProjectFile | undefined;
  /** Policy files by their names. */
  readonly policies?: Readonly<Record<string, string>>;
  readonly clock?: FakeClock;
  /** What the outside world does otherwise. */
  readonly files?: Partial<DecisionFiles>;
  readonly cannotDeliver?: (view: AskView, verdict: Verdict) => Promise<string | undefined>;
};

/** Creates harnesses that end with their test and fail it if an error was reported. */
export const benches =
  (openJournal: () => Journal) =>
  (routing: unknown, agents: readonly AnsweringAgent[] = [], more: Partial<BenchOptions> = {}): Bench => {
    const made = bench({ journal: more.journal ?? openJournal(), routing, agents, ...more });
    onTestFinished(async () => {
      await made.stop();
      // A journal that was passed in is closed by the test.
      if (!more.journal) await made.journal.close();
      expect(made.errors).toEqual([]);
    });
    return made;
  };

/** Everything except the outside world is wired as in the broker. */
export function bench({
  journal,
  routing: written,
  agents = [],
  project = () => undefined,
  policies = {},
  clock = fakeClock(10_000),
  files = {},
  cannotDeliver = async () => undefined,
}: BenchOptions) {
  const answerers = Object.fromEntries(agents.map(({ name }) => [name, { kind: 'command', run: ['true'] }]));
  const read = (file: unknown): Routing => {
    const parsed = parseRouting({ answerers, ...(file as object) });
    if (parsed.kind === 'invalid') throw new Error(parsed.problems.map(({ message }) => message).join('; '));
    return parsed.value;
  };
  let routing = read(written);
  const errors: unknown[] = [];
  const problems: string[] = [];
  const onError = (error: unknown) => errors.push(error);
  const agent = (name: string) => agents.find((each) => each.name === name);
  let nonces = 0;
  const newNonce = () => `nonce${++nonces}`;
  const pauses = createPauses({ journal, clock, onError, place: (folder) => folder });
  const judge = createJudge({
    journal,
    files: {
      projectFiles: async () => [project()].filter((file) => file !== undefined),
      documents: async () => [],
      templates: async () => ({ texts: {}, problems: [] }),
      policy: async (file) => policies[file],
      realPath: async (path) => path,
      ...files,
    },
    routing: () => routing,
    home: '/home/ada',
    minuteOfDay: (time) => Math.floor(time / 60_000) % 1440,
    newNonce,
    onFile: (_, problem) => problem !== undefined && problems.push(problem),
  });
  const conversations = createSlots(1);
  /** What the agents themselves used, by session. */
  const used = new Map<string, { readonly at: number; readonly tokens: number }[]>();
  const tokens: AutoAnswerParts['tokens'] = async ({ id }, since) =>
    used.get(id)?.reduce((sum, each) => sum + (each.at >= since ? each.tokens : 0), 0);
  const channels = refusing(cannotDeliver);
  const decider = createDecider({ journal, channels, pauses });
  const queue = createPromptQueue({ journal, clock, decider, onError });
  const autoAnswer = createAutoAnswer({
    journal,
    clock,
    judge,
    pauses,
    agent,
    conversations,
    tokens,
    queue,
    decider,
    debug: () => {},
    onError,
  });
  const decisionNews = createDecisionNews({ journal, clock, judge, pauses, agent, conversations, newNonce, onError });
  const { broker, sessions } = theInbox({ journal, clock, channels, decider, turns: autoAnswer, onError });

  const waiting = createWaiting(journal, clock);
  const inbox = (program: string) =>
    createChannelInbox({ program, forTool: true, journal, sessions, clock, waiting, newId: () => 'unused', deliver() {} });
  const toolCalls = createToolCalls({ inbox, waiting, clock, newId: () => 'unused' });

  return {
    used,
    toolCalls,
    journal,
    clock,
    pauses,
    judge,
    queue,
    autoAnswer,
    decisionNews,
    broker,
    errors,
    problems,
    /** Replaces the user's configuration. */
    configure(file: unknown): void {
      routing = read(file);
    },
    async ask(over: Partial<Ask> = {}): Promise<AskView> {
      const { view } = await journal.open(anAsk({ createdAt: clock.now(), ...over }), undefined, 'agent:tester');
      await turns();
      return this.now(view.id);
    },
    async now(id = 'aaaaaaaaaaaa'): Promise<AskView> {
      return (await journal.get(id)) as AskView;
    },
    async considered(id = 'aaaaaaaaaaaa'): Promise<readonly Consideration[]> {
      return (await journal.history(id)).flatMap(({ happening }) => (happening.kind === 'considered' ? [happening] : []));
    },
    /** "claw asked", "people asked" …, in order. */
    async story(id = 'aaaaaaaaaaaa'): Promise<readonly string[]> {
      return (await this.considered(id)).map(({ answerer, outcome }) => `${answerer.name} ${outcome}`);
    },
    async resume(): Promise<void> {
      await pauses.resume();
      await queue.resume();
      await autoAnswer.resume();
      await decisionNews.resume();
      await turns();
    },
    async pass(ms: number): Promise<void> {
      await clock.advance(clock.now() + ms);
      await turns();
    },
    async stop(): Promise<void> {
      decisionNews.stop();
      pauses.stop();
      queue.stop();
      await autoAnswer.stop();
    },
  };
}

/** Waits until everything that follows has happened. */
export async function turns(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

// ── what several tests say ─────────────────────────────────────────────────────────────────────────────────────────

export const route = (...decide: unknown[]) => ({ routes: [{ name: 'night', decide }] });
/** The same for questions that are named by their text, which rules need. */
export const named = (...decide: unknown[]) => ({
  routes: [{ name: 'night', when: { text: ['go on', 'database', 'old tables'] }, decide }],
});
export const claw = (within = '2m') => ({ agent: 'claw', within });
export const ada: Answerer = { kind: 'person', name: 'ada', surface: 'cli' };
/** What an agent must say with its answer. */
export const SURE = { risk: 'reversible', reason: 'it fits' } as const;
export const asClaw: Answerer = { kind: 'agent', name: 'claw', surface: 'cli' };
export const yesNo = aQuestion({ text: 'Shall I go on?', header: 'Go on', options: [{ label: 'Yes' }, { label: 'No' }] });
export const deletion = aQuestion({ text: 'Delete the old tables?', options: [{ label: 'Delete them' }, { label: 'Keep them' }] });
export const EXPIRE_AFTER_AN_HOUR = { people: { within: '1h', silence: 'expire' } };
