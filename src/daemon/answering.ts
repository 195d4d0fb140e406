// Auto-answer wired together: configuration, routes, pauses, asks on their routes, and notices to answering agents.
import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import type { Logger } from 'pino';
import { type AutoAnswerParts, createAutoAnswer } from '../broker/auto-answer.ts';
import { createChats } from '../broker/chats.ts';
import { createDecisionNews } from '../broker/decision-news.ts';
import { createJudge } from '../broker/judge.ts';
import { createPauses } from '../broker/pauses.ts';
import { createSlots } from '../broker/slots.ts';
import type { Place } from '../client/place.ts';
import type { Clock } from '../decide/clock.ts';
import type { Journal } from '../decide/journal.ts';
import { conversationFiles } from '../drivers/conversation-files.ts';
import { openCursors } from '../drivers/cursors.ts';
import { realPlace } from '../drivers/folder.ts';
import { surroundingFiles } from '../drivers/surroundings.ts';
import { type FileProblem, problemText } from '../drivers/yaml-problems.ts';
import { createAnswerers } from './answerers.ts';
import { openConfig } from './config.ts';
import { secondFile, warningsIn } from './config-warnings.ts';

export type AnsweringParts = {
  readonly place: Place;
  readonly version: string;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tokens: AutoAnswerParts['tokens'];
  readonly onError: (error: unknown) => void;
};

export type Answering = ReturnType<typeof createAnswering>;

const A_DAY = 24 * 3_600_000;
/** How long damage is shown in lists and in the status. `doctor` shows all of it. */
const A_WEEK = 7 * A_DAY;
const MOST_COUNTED = 100;
const NEWS_AFTER_MS = 1_000;

export function createAnswering({ place, version, journal, clock, log, tokens, onError }: AnsweringParts) {
  let configProblems: readonly FileProblem[] = [];
  let wasRead = false;
  const config = openConfig(place.config, (problems) => {
    configProblems = problems;
    wasRead ||= problems.length === 0;
    for (const problem of problems)
      log.warn(
        { problem: problemText(problem) },
        wasRead ? 'the configuration is broken; still using the last valid one' : 'the configuration is broken; people decide everything',
      );
  });
  const brokenFiles = new Map<string, string>();
  const onFile = (file: string, problem: string | undefined): void => {
    if (problem !== undefined && brokenFiles.get(file) !== problem)
      log.warn({ problem }, file === config().routing.templates ? 'templates are broken' : 'a project file is broken; people decide');
    if (problem === undefined) brokenFiles.delete(file);
    else brokenFiles.set(file, problem);
  };
  const second = () => secondFile(place.config);
  const routing = () => config().routing;
  const debug = (about: object, what: string) => log.debug(about, what);
  const cursors = openCursors(place.chats);
  const answerers = createAnswerers({
    settings: () => routing().answerers,
    env: process.env,
    neutral: place.neutral,
    conversations: conversationFiles(place.conversations),
    version,
    listens: (name) => cursors.get(name) !== undefined,
  });
  const conversations = createSlots(1);
  const pauses = createPauses({ journal, clock, onError, place: realPlace });
  const judge = createJudge({ journal, surroundings: surroundingFiles(), routing, home: homedir(), minuteOfDay, newNonce, onFile });
  const autoAnswer = createAutoAnswer({ journal, clock, judge, pauses, agent: answerers.agent, conversations, tokens, debug, onError });
  const decisionNews = createDecisionNews({ journal, clock, judge, pauses, agent: answerers.agent, conversations, newNonce, onError });
  let cancelNews = () => {};

  return {
    now: clock.now,
    config,
    configFile: place.config,
    configProblems: (): readonly FileProblem[] => {
      config();
      return configProblems;
    },
    /** What is allowed, and still likely to be a mistake. */
    configWarnings: (): readonly string[] => [...second(), ...warningsIn(config())],
    /** Whether there was a valid configuration since the start. */
    wasRead: (): boolean => wasRead,
    answerers,
    pauses,
    judge,
    autoAnswer,
    chats: createChats({ journal, clock, judge, newNonce }),
    cursors,

    async resume(): Promise<void> {
      await pauses.resume();
      await autoAnswer.resume();
      // Whoever has started the broker needs it first, and with a long history this takes a while.
      cancelNews = clock.at(clock.now() + NEWS_AFTER_MS, () => void decisionNews.resume().catch(onError));
    },

    async notices() {
      const { items } = await journal.list({ states: ['mismatched'] }, { limit: MOST_COUNTED });
      return {
        damage: (await journal.damage()).filter(({ at }) => clock.now() - at < A_WEEK).map(({ about, what }) => `${about}: ${what}`),
        configProblems: [...this.configProblems().map(problemText), ...second(), ...brokenFiles.values()],
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
        walking: autoAnswer.size(),
        undelivered: undelivered.items.length,
      };
    },

    async stop(): Promise<void> {
      cancelNews();
      decisionNews.stop();
      pauses.stop();
      await autoAnswer.stop();
      await answerers.close();
    },
  };
}

export function minuteOfDay(time: number): number {
  const date = new Date(time);
  return date.getHours() * 60 + date.getMinutes();
}

export function newNonce(): string {
  return randomBytes(9).toString('base64url');
}
