// An answering agent drives the real Claude Code in other circumstances: each prompt is given once and in order, also across /clear.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClaudeOptions, ClaudeSession } from '../support/agents/claude-session.ts';
import { type Driven, driven, PROMPTS, promptOf, RECEIVED } from '../support/agents/driven.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { eventually } from '../support/eventually.ts';

describe.each([
  ['with hooks', true],
  ['without hooks', false],
])(`Claude Code ${CLAUDE_CODE} %s, driven by an agent`, (_, hasHooks) => {
  let d: Driven;

  beforeAll(async () => {
    d = await driven(CLAUDE_CODE, hasHooks);
  });
  afterAll(() => d?.close());

  /** Without hooks, the broker finds sessions in the folder of their configuration. */
  async function start(options: Partial<ClaudeOptions> = {}): Promise<ClaudeSession> {
    const claude = await d.start(options);
    if (hasHooks || options.env) return claude;
    d.at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
    await restart();
    return claude;
  }

  async function restart(): Promise<void> {
    await d.at.run(['broker', 'stop']);
    expect(await d.at.run(['broker', 'start'])).toMatchObject({ code: 0 });
  }

  /** The asks of one agent, under each of its session ids. */
  async function asksOf(claude: ClaudeSession, since: number) {
    const sessions = (await d.client.sessions(true)).filter(({ tmux }) => String(tmux).endsWith(claude.pane.server)).map(({ id }) => id);
    return (await d.idle(since)).filter(({ session }) => sessions.includes(session));
  }

  async function isDriven(claude: ClaudeSession, since: number): Promise<void> {
    await eventually(async () => {
      const asks = await asksOf(claude, since);
      return asks.length > PROMPTS.length && asks.at(-1)?.route?.waitingFor?.kind === 'people';
    });
    const asks = await asksOf(claude, since);
    expect(asks.flatMap((ask) => promptOf(ask) ?? [])).toEqual(PROMPTS);
    expect(new Set(asks.map(({ session }) => session)).size).toBe(2);
  }

  it('in a small window, started by a script, in a tmux session that is renamed meanwhile', async () => {
    const script = join(d.project, 'start.sh');
    writeFileSync(script, '#!/bin/sh\n"$@"\necho "it has ended"\n', { mode: 0o755 });
    const claude = await start({ size: { columns: 80, rows: 20 }, startedBy: (command) => [script, ...command] });
    try {
      const since = await d.begin(claude);
      await d.untilIdle(since, 0, 'delivering', 'delivered', 'verified', 'unconfirmed');
      await claude.pane.tmux('rename-session', '-t', 'agent', 'warden-4');
      await isDriven(claude, since);
      expect(d.received(since)).toEqual(RECEIVED);
      const [now] = (await d.client.sessions()).filter(({ tmux }) => String(tmux).endsWith(claude.pane.server));
      expect(now?.name).toBe('warden-4');
    } finally {
      await claude.stop();
    }
  });

  it('by a model that answers at once', async () => {
    const claude = await start();
    const pauseMs = d.model.pauseMs;
    try {
      d.model.pauseMs = 0;
      d.model.script(/^Plan the phase/, [{ text: 'Planned.' }]);
      const since = await d.begin(claude);
      await isDriven(claude, since);
      expect(d.received(since)).toEqual(RECEIVED);
    } finally {
      d.model.pauseMs = pauseMs;
      await claude.stop();
    }
  });

  it('by a slow model, and the broker is restarted meanwhile', async () => {
    const claude = await start();
    try {
      d.model.script(/^Plan the phase/, [{ text: `${'slow '.repeat(60)}end`, slowlyMs: 100 }]);
      const since = await d.begin(claude);
      await eventually(() => d.received(since).length > 0);
      await restart();
      await isDriven(claude, since);
      expect(d.received(since)).toEqual(RECEIVED);
    } finally {
      await claude.stop();
    }
  });

  it('in two sessions of one project at the same time', async () => {
    const one = await start();
    const two = await start({ env: { CLAUDE_CONFIG_DIR: one.paths.config } });
    try {
      d.model.script(/^Plan the phase/, [{ text: `${'slow '.repeat(20)}end`, slowlyMs: 50 }]);
      const since = Date.now();
      await Promise.all([d.begin(one), d.begin(two)]);
      await Promise.all([isDriven(one, since), isDriven(two, since)]);
      expect([...d.received(since)].sort()).toEqual([...RECEIVED, ...RECEIVED].sort());
    } finally {
      await two.stop();
      await one.stop();
    }
  });
});
