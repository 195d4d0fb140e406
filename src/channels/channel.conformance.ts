// The conformance suite for channels. It tests the whole product: a broker in its own process, and a real or fake agent.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { by, type Home, home } from '../../test/support/home.ts';
import type { Client } from '../client/client.ts';
import { Refused } from '../client/errors.ts';
import { isAlive } from '../drivers/processes.ts';
import { type AskView, type State, undeliveredReason } from '../question/lifecycle.ts';

/** One agent, as the suite drives it. Optional methods are missing when the agent has nothing like it. */
export interface Agent {
  /** Makes the agent ask ASKED. Resolves with the agent's id for the call once it has asked. */
  ask(): Promise<string>;
  /** Whether this ask may be the one of the last call, if the agent's id for the call becomes known only later. */
  mayBeAbout?(view: AskView): boolean;
  /** Sends the same call once more. */
  repeat?(call: string): Promise<void>;
  /** What the agent's model was told as the result of the call, as soon as it is known. */
  told(call: string): Promise<string>;
  /** Somebody answers at the agent's own keyboard. */
  readonly keyboard?: { choose(call: string, label: string): Promise<void>; dismiss(call: string): Promise<void> };
  /** Makes the agent unreachable; `open` makes it reachable again. */
  block?(call: string): Promise<{ open(): Promise<void> }>;
  /** Sends messages that no agent would send. */
  sendGarbage(): Promise<void>;
  /** Quits the agent normally. */
  exit(): Promise<void>;
  /** kill -9. */
  crash(): Promise<void>;
  /** Asks while no broker is running. Resolves when the agent's own dialog appears or its call ends, as if we were not installed. */
  askAlone?(): Promise<void>;
  stop(): Promise<void>;
}

export type Rig = {
  readonly name: string;
  /** The asker fetches its own result: it has no dialog, and a delivery to it cannot fail. */
  readonly fetches?: boolean;
  /** The agent can be made unreachable (see `block`). */
  readonly blocks?: boolean;
  /** Whether an answer can still reach a waiting agent after the broker was restarted. */
  readonly survivesRestart: boolean;
  start(at: Home): Promise<Agent>;
};

export const ASKED = { text: 'Which colour should it have?', header: 'Colour', options: ['Red', 'Green', 'Blue'] } as const;

const GREEN = { kind: 'answers', answers: [2] } as const;
const PATIENCE_MS = 60_000;

export function channelConformance(rig: Rig): void {
  let at: Home;
  let client: Client;
  let agent: Agent;
  beforeEach(async () => {
    at = home();
    client = at.client();
    agent = await rig.start(at);
  }, 180_000);
  afterEach(async () => {
    await agent?.stop();
    await at?.close();
  });

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

  async function restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const pid = (await at.pid()) as number;
    process.kill(pid, signal);
    await vi.waitUntil(() => !isAlive(pid), { timeout: PATIENCE_MS });
    await client.status();
  }

  describe(`the channel for ${rig.name}`, () => {
    it('opens each ask once, with its full text', async () => {
      const call = await agent.ask();
      const { id } = await becomes(call, 'open');
      await agent.repeat?.(call);
      await agent.repeat?.(call);
      const { asks } = await client.list({ limit: 100 });
      expect(asks.filter(({ kind }) => kind === 'question').map((ask) => ask.id)).toEqual([id]);
      expect(asks.find((ask) => ask.id === id)?.questions).toMatchObject([
        { text: ASKED.text, header: ASKED.header, multiSelect: false, options: ASKED.options.map((label) => ({ label })) },
      ]);
    });

    it('delivers an answer and verifies it', async () => {
      const call = await agent.ask();
      const { id } = await becomes(call, 'open');
      await client.decide(id, GREEN, by('ada'));
      expect(await agent.told(call)).toContain('Green');
      expect(await becomes(call, 'verified')).toMatchObject({ decision: { by: { name: 'ada' } }, receipt: { differences: [] } });
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

    it('delivers a redirect and a decline without choosing an option', async () => {
      for (const verdict of [
        { kind: 'redirect', message: 'Ask me about the shape first.' },
        { kind: 'decline', message: 'Not now.' },
      ] as const) {
        const call = await agent.ask();
        const { id } = await becomes(call, 'open');
        await client.decide(id, verdict, by('ada'));
        const told = await agent.told(call);
        for (const label of ASKED.options) expect(told).not.toMatch(new RegExp(`="${label}"`));
        await becomes(call, 'verified');
      }
    });

    it.runIf(!rig.fetches)('closes an ask that was answered at the keyboard, and records what was chosen', async () => {
      const call = await agent.ask();
      await becomes(call, 'open');
      await agent.keyboard?.choose(call, 'Blue');
      expect(await agent.told(call)).toContain('Blue');
      expect(await becomes(call, 'verified')).toMatchObject({
        decision: { kind: 'answers', answers: [{ kind: 'chosen', chosen: [3] }], by: { surface: 'keyboard' } },
      });
    });

    it.runIf(!rig.fetches)('withdraws an ask that was dismissed at the keyboard, without an answer', async () => {
      const call = await agent.ask();
      await becomes(call, 'open');
      await agent.keyboard?.dismiss(call);
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
      expect(view.ending).not.toBe('');
    });

    it.runIf(rig.blocks)('reports a failed delivery, and delivers on retry', async () => {
      const call = await agent.ask();
      const { id } = await becomes(call, 'open');
      const ways = await agent.block?.(call);
      // What the channel knows beforehand is refused, and nothing is decided.
      const isRefused = await client.decide(id, GREEN, by('ada')).then(
        () => false,
        (error) => error instanceof Refused && error.code === 'not-deliverable',
      );
      if (!isRefused) {
        const failed = await becomes(call, 'undelivered');
        expect(failed).toMatchObject({ delivery: { done: false, failures: [{ reason: expect.stringMatching(/\w/) }] } });
      }
      await ways?.open();
      if (isRefused) await client.decide(id, GREEN, by('ada'));
      // The channel may have delivered it already.
      else await client.deliverAgain(id).catch((error) => expect(error).toMatchObject({ code: 'not-deliverable' }));
      expect(await agent.told(call)).toContain('Green');
      await becomes(call, 'verified');
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

    it('does not lose a decision or deliver it twice when the broker is killed right after it', async () => {
      const call = await agent.ask();
      const { id } = await becomes(call, 'open');
      await client.decide(id, GREEN, by('ada'));
      await restart('SIGKILL');
      if (rig.fetches) await agent.told(call);
      const view = await until(
        call,
        ({ state, delivery }) => ['verified', 'unconfirmed', 'mismatched'].includes(state) || (delivery?.failures.length ?? 0) > 0,
        'delivered or undelivered',
      );
      expect(view.decision).toMatchObject({ kind: 'answers', answers: [{ chosen: [2] }] });
      if (view.state === 'verified') expect(await agent.told(call)).toContain('Green');
      expect(view.state).not.toBe('mismatched');
    });

    it('ignores garbage, and the next question still arrives', async () => {
      await agent.sendGarbage();
      expect((await client.list({ limit: 100 })).asks.filter(({ kind }) => kind !== 'idle')).toEqual([]);
      const call = await agent.ask();
      const { id } = await becomes(call, 'open');
      await client.decide(id, GREEN, by('ada'));
      expect(await agent.told(call)).toContain('Green');
    });

    it.runIf(!rig.fetches)('does not disturb the agent while no broker is running', async () => {
      await client.status();
      const pid = (await at.pid()) as number;
      process.kill(pid, 'SIGKILL');
      await vi.waitUntil(() => !isAlive(pid), { timeout: PATIENCE_MS });
      await agent.askAlone?.();
      expect(await at.pid()).toBeUndefined();
    });
  });
}
