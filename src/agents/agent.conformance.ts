// The conformance suite for channels. It tests the whole product: a broker in its own process, and a real or fake agent.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../test/support/client.ts';
import { by, type Home, home } from '../../test/support/home.ts';
import { undeliveredReason } from '../ask/lifecycle.ts';
import type { AskView, State } from '../ask/schema/history.ts';
import { Refused } from '../client/errors.ts';
import { isAlive } from '../system/processes.ts';

/** One agent, as the suite drives it. Methods are optional where a flag of the rig says whether it has them; a test that needs a missing one fails. */
export interface Agent {
  /** Makes the agent ask ASKED. Resolves with the agent's id for the call once it has asked. */
  ask(): Promise<string>;
  /** Whether this ask may be the one of the last call, if the agent's id for the call becomes known only later. */
  mayBeAbout?(view: AskView): boolean;
  /** The same call reaches the broker once more; it is handled before the next question at the latest. */
  repeat(call: string): Promise<void>;
  /** What the agent's model was told as the result of the call, as soon as it is known. */
  told(call: string): Promise<string>;
  /** How often the result of the call was given to the agent until now. Not with `fetches`. */
  timesTold?(call: string): Promise<number>;
  /** Somebody answers at the agent's own keyboard. Not with `fetches`. */
  readonly keyboard?: { choose(call: string, label: string): Promise<void>; dismiss(call: string): Promise<void> };
  /** Makes the agent unreachable; `open` makes it reachable again. Not with `fetches`. */
  block?(call: string): Promise<{ open(): Promise<void> }>;
  /** From now on the agent takes an answer, but records nothing until `record`: the answer, or another option. With `withholds`. */
  withhold?(call: string): Promise<{ record(label?: string): Promise<void> }>;
  /** Sends messages that no agent would send. Resolves with how many of them only the broker's log mentions, in the rig's `ignoredLine`. */
  sendGarbage(): Promise<number>;
  /** Quits the agent normally. */
  exit(): Promise<void>;
  /** kill -9. */
  crash(): Promise<void>;
  /**
   * Asks while no broker responds. Resolves with its id for the call when the agent's own dialog appears or its call ends, as if we were not
   * installed. Not with `fetches`.
   */
  askAlone?(): Promise<string>;
  stop(): Promise<void>;
}

export type Rig = {
  readonly name: string;
  /** The asker fetches its own result: it has no dialog, and a delivery to it cannot fail. */
  readonly fetches?: true;
  /** Its question starts a broker if none is running. */
  readonly startsBroker?: true;
  /** The agent can be made to keep back what it does with an answer. */
  readonly withholds?: true;
  /** What the broker's log says of a message that it ignores. Not with `fetches`. */
  readonly ignoredLine?: RegExp;
  /** Whether an answer can still reach a waiting agent after the broker was restarted. */
  readonly survivesRestart: boolean;
  start(at: Home): Promise<Agent>;
};

export const ASKED = { text: 'Which colour should it have?', header: 'Colour', options: ['Red', 'Green', 'Blue'] } as const;

const GREEN = { kind: 'answers', answers: [2] } as const;
const BLUE_AT_THE_KEYBOARD = {
  decision: { kind: 'answers', answers: [{ kind: 'chosen', chosen: [3] }], by: { surface: 'keyboard' } },
};
const PATIENCE_MS = 60_000;

export function channelConformance(rig: Rig): void {
  let at: Home;
  let client: Client;
  let agent: Agent;

  /** The ask of a call, as soon as it is in one of these states. */
  async function becomes(call: string, ...states: State[]): Promise<AskView> {
    return until(call, (view) => states.includes(view.state), states.join(' or '));
  }

  async function until(call: string, fits: (view: AskView) => boolean, wanted: string): Promise<AskView> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const look = async () => {
      const { asks } = await client.list({ limit: 100 });
      return asks.find(({ toolUseId }) => toolUseId === call) ?? asks.find((view) => agent.mayBeAbout?.(view));
    };
    // Subscribes before the first look, so that no change is missed.
    for await (const _ of client.events({ after: 0, signal })) {
      const view = await look();
      if (view && fits(view)) return view;
    }
    throw new Error(`${call} did not become ${wanted}: ${JSON.stringify(await look())}`);
  }

  async function endBroker(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { pid } = await client.status();
    process.kill(pid, signal);
    await vi.waitUntil(() => !isAlive(pid), { timeout: PATIENCE_MS });
  }

  async function restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await endBroker(signal);
    await client.status();
  }

  /** Asks, answers Green, and waits until that is verified. */
  async function answered(): Promise<{ readonly call: string; readonly view: AskView }> {
    const call = await agent.ask();
    const { id } = await becomes(call, 'open');
    await client.decide(id, GREEN, by('ada'));
    expect(await agent.told(call)).toContain('Green');
    return { call, view: await becomes(call, 'verified') };
  }

  /** Asks, and answers Green; the agent takes it and shows nothing. */
  async function deliveredWithoutEvidence() {
    const call = await agent.ask();
    const { id } = await becomes(call, 'open');
    const { record } = await required(agent.withhold)(call);
    await client.decide(id, GREEN, by('ada'));
    // Nobody knows whether an asker has fetched its result before it says so.
    const { state } = await becomes(call, rig.fetches ? 'answered' : 'delivered');
    return { call, id, state, record };
  }

  async function attempts(id: string): Promise<number> {
    return (await client.history(id)).filter((event) => 'happening' in event && event.happening.kind === 'delivering').length;
  }

  /** Decides for an agent that is blocked. What the channel knows beforehand is refused, and nothing is decided. */
  async function decidedInVain(call: string, id: string): Promise<'refused' | 'undelivered'> {
    const isRefused = await client.decide(id, GREEN, by('ada')).then(
      () => false,
      (error) => error instanceof Refused && error.code === 'not-deliverable',
    );
    if (isRefused) return 'refused';
    const failed = await becomes(call, 'undelivered');
    expect(failed).toMatchObject({ delivery: { done: false, failures: [{ reason: expect.stringMatching(/\w/) }] } });
    return 'undelivered';
  }

  /** False while an attempt that began before is still running: it may fail. The channel may also have delivered it already. */
  async function isRetried(id: string): Promise<boolean> {
    try {
      await client.deliverAgain(id);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'not-deliverable' });
      return (await client.show(id)).state === 'verified';
    }
  }

  /** Delivers to an agent that is reachable again. */
  async function deliveredAfterAll(call: string, id: string, before: 'refused' | 'undelivered'): Promise<void> {
    if (before === 'refused') await client.decide(id, GREEN, by('ada'));
    else await vi.waitUntil(() => isRetried(id), { timeout: PATIENCE_MS });
    expect(await agent.told(call)).toContain('Green');
    await becomes(call, 'verified');
    expect(await required(agent.timesTold)(call)).toBe(1);
  }

  describe(`the channel for ${rig.name}`, () => {
    // Outside, they would also run for the other rigs of a file.
    beforeEach(async () => {
      at = home();
      client = at.client();
      agent = await rig.start(at);
      hasWhatItsRigSays(agent, rig);
    }, 180_000);
    afterEach(async () => {
      await agent?.stop();
      await at?.close();
    });

    it('opens each ask once, with its full text', async () => {
      const call = await agent.ask();
      const { id } = await becomes(call, 'open');
      const { asks } = await client.list({ limit: 100 });
      expect(asks.filter(({ kind }) => kind === 'question').map((ask) => ask.id)).toEqual([id]);
      expect(asks.find((ask) => ask.id === id)?.questions).toMatchObject([
        { text: ASKED.text, header: ASKED.header, multiSelect: false, options: ASKED.options.map((label) => ({ label })) },
      ]);
    });

    it('opens no second ask when the same call is sent again, and delivers its answer once', async () => {
      const call = await agent.ask();
      const { id } = await becomes(call, 'open');
      await agent.repeat(call);
      await agent.repeat(call);
      await client.decide(id, GREEN, by('ada'));
      expect(await agent.told(call)).toContain('Green');
      await becomes(call, 'verified');
      // When the next question is over, every repetition was handled.
      const { view } = await answered();
      const { asks } = await client.list({ limit: 100 });
      expect(asks.filter(({ kind }) => kind === 'question').map((ask) => [ask.id, ask.state])).toEqual([
        [view.id, 'verified'],
        [id, 'verified'],
      ]);
      if (!rig.fetches) expect(await required(agent.timesTold)(call)).toBe(1);
    });

    it('delivers an answer and verifies it', async () => {
      const { view } = await answered();
      expect(view).toMatchObject({ decision: { by: { name: 'ada' } }, receipt: { differences: [] } });
    });

    it('delivers free text exactly', async () => {
      const words = 'Teal; "not" <b>green</b> — $(echo no)';
      const call = await agent.ask();
      const { id } = await becomes(call, 'open');
      await client.decide(id, { kind: 'answers', answers: [{ words }] }, by('ada'));
      expect(await agent.told(call)).toContain(words);
      await becomes(call, 'verified');
    });

    it('accepts the first answer and refuses the others', async () => {
      const call = await agent.ask();
      const { id } = await becomes(call, 'open');
      const tries = await Promise.allSettled([1, 2, 3].map((n) => client.decide(id, { kind: 'answers', answers: [n] }, by(`p${n}`))));
      const won = tries.flatMap((each, i) => (each.status === 'fulfilled' ? [i] : []));
      expect(won).toHaveLength(1);
      for (const each of tries) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(Refused);
      expect(await agent.told(call)).toContain(ASKED.options[won[0] as number]);
      await becomes(call, 'verified');
    });

    it('delivers the message of a redirect and of a decline, without choosing an option', async () => {
      for (const verdict of [
        { kind: 'redirect', message: 'Ask me about the shape first.' },
        { kind: 'decline', message: 'Not now.' },
      ] as const) {
        const call = await agent.ask();
        const { id } = await becomes(call, 'open');
        await client.decide(id, verdict, by('ada'));
        const told = await agent.told(call);
        expect(told).toContain(verdict.message);
        for (const label of ASKED.options) expect(told).not.toMatch(new RegExp(`\\b${label}\\b`));
        await becomes(call, 'verified');
      }
    });

    it.runIf(!rig.fetches)('closes an ask that was answered at the keyboard, and records what was chosen', async () => {
      const call = await agent.ask();
      await becomes(call, 'open');
      await required(agent.keyboard).choose(call, 'Blue');
      expect(await agent.told(call)).toContain('Blue');
      expect(await becomes(call, 'verified')).toMatchObject(BLUE_AT_THE_KEYBOARD);
    });

    it.runIf(!rig.fetches)(
      'closes an ask that was answered at the keyboard while no broker was running, with what was chosen',
      async () => {
        const call = await agent.ask();
        await becomes(call, 'open');
        await endBroker('SIGKILL');
        await required(agent.keyboard).choose(call, 'Blue');
        expect(await agent.told(call)).toContain('Blue');
        expect(await becomes(call, 'verified')).toMatchObject(BLUE_AT_THE_KEYBOARD);
      },
    );

    it.runIf(!rig.fetches)('withdraws an ask that was dismissed at the keyboard, without an answer', async () => {
      const call = await agent.ask();
      await becomes(call, 'open');
      await required(agent.keyboard).dismiss(call);
      const view = await becomes(call, 'withdrawn');
      expect(view.decision).toBeUndefined();
      expect(view.ending).toMatch(/keyboard/);
    });

    it.each(['exit', 'crash'] as const)('withdraws open asks on %s of the agent', async (end) => {
      const call = await agent.ask();
      await becomes(call, 'open');
      await agent[end]();
      const view = await becomes(call, 'withdrawn');
      expect(view.decision).toBeUndefined();
      expect(view.ending).toMatch(/\w/);
    });

    it.runIf(!rig.fetches)('leaves alone what is asked through our tool under the name of its program, also in its session', async () => {
      const call = await agent.ask();
      const { id, program, session, toolUseId } = await becomes(call, 'open');
      const asked = async (inSession: string, key: string): Promise<string> => {
        const questions = [{ text: 'Go on?', header: 'Go on', options: ['Yes', 'No'].map((label) => ({ label, description: label })) }];
        return (await client.ask({ session: { id: inSession, program, project: '/srv/app' }, toolUseId: key, questions })).id;
      };
      const others = [await asked('a-script', 'one'), await asked(session, 'two'), await asked(session, toolUseId)];
      expect(new Set([id, ...others]).size).toBe(4);
      const states = () => Promise.all(others.map(async (other) => (await client.show(other)).state));
      await agent.exit();
      await becomes(call, 'withdrawn');
      expect(await states()).toEqual(['open', 'open', 'open']);
      await restart('SIGTERM');
      expect(await states()).toEqual(['open', 'open', 'open']);
      expect((await client.sessions()).map((each) => each.id)).toContain('a-script');
    });

    it.runIf(!rig.fetches)('reports a failed delivery, and delivers on retry', async () => {
      const call = await agent.ask();
      const { id } = await becomes(call, 'open');
      const ways = await required(agent.block)(call);
      const before = await decidedInVain(call, id);
      await ways.open();
      await deliveredAfterAll(call, id, before);
    });

    it.runIf(!rig.fetches).each(['SIGTERM', 'SIGKILL'] as const)(
      'can still deliver what was undelivered when the broker was restarted with %s',
      async (signal) => {
        const call = await agent.ask();
        const { id } = await becomes(call, 'open');
        const ways = await required(agent.block)(call);
        const before = await decidedInVain(call, id);
        await restart(signal);
        const view = await becomes(call, before === 'refused' ? 'open' : 'undelivered');
        expect(view).toMatchObject({ id, ...(before === 'undelivered' ? { decision: { by: { name: 'ada' } } } : {}) });
        await ways.open();
        await deliveredAfterAll(call, id, before);
      },
    );

    it.each(['SIGTERM', 'SIGKILL'] as const)('delivers nothing again after the broker was restarted with %s', async (signal) => {
      const { call, view } = await answered();
      const tries = await attempts(view.id);
      await restart(signal);
      // When the next question is over, the broker has caught up with the agent.
      await answered();
      const { state, decision, receipt } = await client.show(view.id);
      expect({ state, decision, receipt }).toEqual({ state: 'verified', decision: view.decision, receipt: view.receipt });
      expect(await attempts(view.id)).toBe(tries);
      if (!rig.fetches) expect(await required(agent.timesTold)(call)).toBe(1);
    });

    it.each(['SIGTERM', 'SIGKILL'] as const)('still has an open ask after the broker was restarted with %s', async (signal) => {
      const call = await agent.ask();
      const { id } = await becomes(call, 'open');
      await restart(signal);
      expect(await becomes(call, 'open')).toMatchObject({ id });
      if (rig.survivesRestart) {
        await client.decide(id, GREEN, by('ada'));
        expect(await agent.told(call)).toContain('Green');
        await becomes(call, 'verified');
      } else {
        // Within a moment after the question, its channel still expects to be reached.
        const refused = await client.decide(id, GREEN, by('ada')).then(
          () => undefined,
          (error: Error) => error.message,
        );
        const reason = refused ?? undeliveredReason(await becomes(call, 'undelivered'));
        expect(reason).toMatch(/keyboard/);
      }
    });

    it.runIf(rig.withholds).each(['SIGTERM', 'SIGKILL'] as const)(
      'still verifies what was delivered when the broker was restarted with %s before there was evidence',
      async (signal) => {
        const { call, id, state, record } = await deliveredWithoutEvidence();
        await restart(signal);
        expect(await client.show(id)).toMatchObject({ state });
        await record();
        expect(await agent.told(call)).toContain('Green');
        await becomes(call, 'verified');
        if (!rig.fetches) expect([await attempts(id), await required(agent.timesTold)(call)]).toEqual([1, 1]);
      },
    );

    it.runIf(rig.withholds)('reports what was recorded differently, also after the broker was restarted', async () => {
      const { call, id, record } = await deliveredWithoutEvidence();
      await record('Blue');
      const { receipt } = await becomes(call, 'mismatched');
      expect(receipt).toMatchObject({
        differences: [{ intended: expect.stringContaining('Green'), recorded: expect.stringContaining('Blue') }],
      });
      await restart('SIGKILL');
      await answered();
      expect(await client.show(id)).toMatchObject({ state: 'mismatched', receipt });
    });

    it.runIf(rig.withholds && !rig.fetches)(
      'reports a decision as unconfirmed, also after the broker was restarted, if the agent died before there was evidence',
      async () => {
        const { call, id } = await deliveredWithoutEvidence();
        await endBroker('SIGKILL');
        await agent.crash();
        const { receipt } = await becomes(call, 'unconfirmed');
        await restart('SIGKILL');
        expect(await client.show(id)).toMatchObject({ state: 'unconfirmed', receipt });
      },
    );

    it('does not lose a decision or deliver it twice when the broker is killed right after it', async () => {
      const call = await agent.ask();
      const { id } = await becomes(call, 'open');
      await client.decide(id, GREEN, by('ada'));
      await restart('SIGKILL');
      if (rig.fetches) await agent.told(call);
      const view = await until(
        call,
        // An agent that can be reached again gets it in the end. Another one may have got it before the kill, or never will.
        ({ state, delivery }) => state === 'verified' || (!rig.survivesRestart && (delivery?.failures.length ?? 0) > 0),
        'verified or undelivered',
      );
      expect(view.decision).toMatchObject({ kind: 'answers', answers: [{ chosen: [2] }] });
      if (view.state === 'verified') {
        expect(await agent.told(call)).toContain('Green');
        // When the next question is over, a second delivery would have been made.
        await answered();
      }
      if (rig.fetches) return;
      const times = await required(agent.timesTold)(call);
      expect(times).toBeLessThanOrEqual(1);
      // It may have got it before the kill, and the broker reads that only after its start.
      if (times === 1) await becomes(call, 'verified');
    });

    it('ignores garbage, and the next question still arrives', async () => {
      await agent.sendGarbage();
      expect((await client.list({ limit: 100 })).asks.filter(({ kind }) => kind !== 'idle')).toEqual([]);
      const call = await agent.ask();
      const { id } = await becomes(call, 'open');
      await client.decide(id, GREEN, by('ada'));
      expect(await agent.told(call)).toContain('Green');
    });

    // The asker that fetches its result is told what is wrong instead.
    it.runIf(!rig.fetches)('writes a debug line about garbage into the log', async () => {
      at.env.ANSWERBACK_LOG = 'debug';
      await restart('SIGTERM');
      const about = required(rig.ignoredLine);
      const before = debugLines(at, about);
      const sent = await agent.sendGarbage();
      expect(sent).toBeGreaterThan(0);
      await expect.poll(() => debugLines(at, about) - before).toBe(sent);
    });

    it.runIf(!rig.fetches)('does not disturb the agent while no broker is running', async () => {
      await endBroker('SIGKILL');
      await required(agent.askAlone)();
      if (rig.startsBroker) await vi.waitUntil(() => at.pid(), { timeout: PATIENCE_MS });
      else expect(await at.pid()).toBeUndefined();
    });

    // Without a time limit: if the agent waited for the broker, this would never end.
    it.runIf(!rig.fetches)('asks, is answered at the keyboard and goes on, all while the broker is frozen', async () => {
      // The agent has found the broker.
      await answered();
      const { pid } = await client.status();
      process.kill(pid, 'SIGSTOP');
      try {
        const call = await required(agent.askAlone)();
        await required(agent.keyboard).choose(call, 'Blue');
        expect(await agent.told(call)).toContain('Blue');
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await answered();
      const open = async () =>
        (await client.list({ limit: 100 })).asks.filter(({ kind, state }) => kind === 'question' && state === 'open');
      await expect.poll(open).toEqual([]);
    });
  });
}

/** What an agent has, but its rig does not say, would be skipped without a word. */
function hasWhatItsRigSays({ keyboard, timesTold, block, askAlone, withhold }: Agent, rig: Rig): void {
  const parts = { keyboard, timesTold, block, askAlone, ignoredLine: rig.ignoredLine };
  const present = Object.fromEntries(Object.entries({ ...parts, withhold }).map(([name, part]) => [name, part !== undefined]));
  const promised = Object.fromEntries(Object.keys(parts).map((name) => [name, !rig.fetches]));
  expect(present, `what the agent of the rig "${rig.name}" has`).toEqual({ ...promised, withhold: rig.withholds === true });
}

/** A rig whose flags promise more than its agent has must not pass. */
function required<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('this agent has nothing like it; the flags of its rig are wrong');
  return part;
}

/** How many debug lines in the log say this. The last line may not be complete yet. */
function debugLines({ place }: Home, about: RegExp): number {
  const lines = readFileSync(place.log, 'utf8').split('\n').slice(0, -1).filter(Boolean);
  return lines
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter(({ level, msg }) => level === DEBUG && about.test(msg)).length;
}
/** As pino writes it. */
const DEBUG = 20;
