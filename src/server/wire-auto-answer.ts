// Auto-answer wired together: configuration, routes, asks on their routes, and notices to answering agents.
import { createHmac, randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import type { Logger } from 'pino';
import { type ConfiguredAnswerer, checkAnswerers } from '../auto-answer/answerers/answerer.ts';
import { conversationFiles } from '../auto-answer/answerers/conversation-files.ts';
import { type AutoAnswerParts, createAutoAnswer } from '../auto-answer/auto-answer.ts';
import { createChats } from '../auto-answer/chat-agents/chats.ts';
import { openCursors } from '../auto-answer/chat-agents/cursors.ts';
import { filesOnDisk } from '../auto-answer/files/on-disk.ts';
import { createJudge } from '../auto-answer/judge.ts';
import { createDecisionNews } from '../auto-answer/news/decision-news.ts';
import type { BrokerFolder } from '../client/place.ts';
import { openedBySettings } from '../system/opened-by-settings.ts';
import { createSlots } from '../system/slots.ts';
import { type FileProblem, problemText } from '../system/yaml-problems.ts';
import { openConfig } from './config.ts';
import { type ConfigWarning, secondFile, warningsIn } from './config-warnings.ts';
import type { LoadedLists } from './lists.ts';

export type AnsweringParts = Pick<AutoAnswerParts, 'journal' | 'clock' | 'tokens' | 'pauses' | 'queue' | 'decider' | 'onError'> & {
  readonly place: BrokerFolder;
  readonly version: string;
  readonly lists: LoadedLists;
  readonly log: Logger;
};

export type Answering = ReturnType<typeof createAnswering>;

const A_DAY = 24 * 3_600_000;
/** How long damage is shown in lists and in the status. `doctor` shows all of it. */
const A_WEEK = 7 * A_DAY;
const MOST_COUNTED = 100;
/** Of files that are broken now, and of asks that auto-answer failed on: the latest. A folder full of projects may have thousands. */
const MOST_SHOWN = 5;
const MOST_BROKEN = 500;
const NEWS_AFTER_MS = 1_000;

export function createAnswering({ place, version, lists, log, ...inbox }: AnsweringParts) {
  const { journal, clock, pauses, onError } = inbox;
  let configProblems: readonly FileProblem[] = [];
  let wasRead = false;
  const onConfig = (problems: readonly FileProblem[]): void => {
    configProblems = problems;
    wasRead ||= problems.length === 0;
    for (const problem of problems)
      log.warn(
        { problem: problemText(problem) },
        wasRead ? 'the configuration is broken; still using the last valid one' : 'the configuration is broken; people decide everything',
      );
  };
  const config = openConfig(place.config, onConfig, lists);
  const brokenFiles = new Map<string, string>();
  const onFile = (file: string, problem: string | undefined): void => {
    if (problem !== undefined && brokenFiles.get(file) !== problem)
      log.warn({ problem }, file === config().routing.templates ? 'templates are broken' : 'a project file is broken; people decide');
    brokenFiles.delete(file);
    if (problem !== undefined) brokenFiles.set(file, problem);
    if (brokenFiles.size > MOST_BROKEN) brokenFiles.delete([...brokenFiles.keys()][0] ?? '');
  };
  const second = () => secondFile(place.config);
  const routing = () => config().routing;
  const debug = (about: object, what: string) => log.debug(about, what);
  const cursors = openCursors(place.chats);
  const setup = { env: process.env, neutral: place.neutral, conversations: conversationFiles(place.conversations), version };
  const answerers = openedBySettings(
    () => routing().answerers,
    (name, answerer: ConfiguredAnswerer) => answerer.open({ ...setup, name, listens: () => cursors.get(name) !== undefined }),
  );
  const conversations = createSlots(1);
  const judge = createJudge({
    journal,
    files: filesOnDisk(lists.rules),
    routing,
    home: homedir(),
    minuteOfDay,
    newNonce,
    onFile,
  });
  const autoAnswer = createAutoAnswer({ ...inbox, judge, agent: answerers.get, conversations, debug });
  const decisionNews = createDecisionNews({ journal, clock, judge, pauses, agent: answerers.get, conversations, newNonce, onError });
  let cancelNews = () => {};
  const secret = newNonce();

  return {
    config,
    configFile: place.config,
    configProblems: () => {
      config();
      return configProblems.map((problem) => ({ ...problem, text: problemText(problem) }));
    },
    /** What is allowed, and still likely to be a mistake. */
    configWarnings: (): readonly ConfigWarning[] => [
      ...second().map((text) => ({ about: 'file' as const, text })),
      ...warningsIn(config(), lists),
    ],
    /** Whether there was a valid configuration since the start. */
    wasRead: (): boolean => wasRead,
    answerers,
    checkAnswerers: () => checkAnswerers(routing().answerers, process.env),
    judge,
    autoAnswer,
    chats: createChats({ journal, clock, judge, newNonce }),
    cursors,
    newNonce,
    /** The same for the same text, as long as this broker runs. */
    nonceFor: (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 12),

    async resume(): Promise<void> {
      await autoAnswer.resume();
      // Whoever has started the broker needs it first, and with a long history this takes a while.
      cancelNews = clock.at(clock.now() + NEWS_AFTER_MS, () => void decisionNews.resume().catch(onError));
    },

    async notices() {
      const { items } = await journal.list({ states: ['mismatched'] }, { limit: MOST_COUNTED });
      return {
        damage: (await journal.damage())
          .filter(({ at }) => clock.now() - at < A_WEEK)
          .map(({ scope, about, what }) => ({ scope, text: `${about}: ${what}` })),
        configProblems: [...this.configProblems().map(({ text }) => text), ...second(), ...[...brokenFiles.values()].slice(-MOST_SHOWN)],
        autoAnswerFailures: [...autoAnswer.failures()].slice(-MOST_SHOWN).map(([ask, why]) => `${ask}: ${why}`),
        pauses: pauses.list(),
        mismatched: items.filter(({ updatedAt }) => clock.now() - updatedAt < A_DAY).length,
      };
    },

    async status() {
      const { routes, answerers: named } = routing();
      const undelivered = await journal.list({ states: ['undelivered'] }, { limit: MOST_COUNTED });
      return {
        ...(await this.notices()),
        routes: routes.length,
        answerers: Object.keys(named),
        onRoute: autoAnswer.size(),
        undelivered: undelivered.items.length,
      };
    },

    async stop(): Promise<void> {
      cancelNews();
      decisionNews.stop();
      await autoAnswer.stop();
      await answerers.close();
    },
  };
}

export function minuteOfDay(time: number): number {
  const date = new Date(time);
  return date.getHours() * 60 + date.getMinutes();
}

function newNonce(): string {
  return randomBytes(9).toString('base64url');
}
