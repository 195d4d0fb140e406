// An answering agent drives the real Claude Code from command to command: several prompts in one answer, a question in between, a person who takes over.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskView } from '../../src/ask/schema/history.ts';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { hookSettings } from '../support/agents/hook-settings.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import type { Client } from '../support/client.ts';
import { by, type Home, home } from '../support/home.ts';

const QUESTION = {
  name: 'AskUserQuestion',
  input: {
    questions: [
      {
        question: 'Which database?',
        header: 'Database',
        multiSelect: false,
        options: [
          { label: 'Postgres', description: 'a server' },
          { label: 'SQLite', description: 'a file' },
        ],
      },
    ],
  },
};

const SMALL = { columns: 60, rows: 15 };

const WINDOWS: [string, boolean, object][] = [
  ['with hooks', true, {}],
  ['without hooks', false, {}],
  ['without hooks, in a small window', false, { size: SMALL }],
];

describe.each(process.env.ANSWERBACK_SHORT ? WINDOWS.slice(0, 2) : WINDOWS)(
  `Claude Code ${CLAUDE_CODE} %s, driven by an agent`,
  (_, hasHooks, window) => {
    let at: Home;
    let client: Client;
    let model: FakeModel;
    let claude: ClaudeSession;
    let project: string;
    let config: object;

    beforeAll(async () => {
      project = mkdtempSync(join(tmpdir(), 'driven-'));
      mkdirSync(join(project, '.claude', 'commands', 'gsd'), { recursive: true });
      writeFileSync(join(project, '.claude', 'commands', 'gsd', 'plan-phase.md'), 'Plan the phase with the number $ARGUMENTS.\n');
      model = await startFakeModel();
      at = home();
      // After "begin: a | b" it gives the prompts a and b.
      const program = join(at.place.folder, 'claw.mjs');
      mkdirSync(at.place.folder, { recursive: true });
      writeFileSync(
        program,
        `let text = ''; for await (const chunk of process.stdin) text += chunk;
       const [, list] = /its last message:[^]*?begin: (.*)/.exec(text) ?? [];
       const reply = list ? { prompts: list.split(' | '), risk: 'reversible', reason: 'as planned' } : { pass: 'nothing to do' };
       console.log(JSON.stringify({ ask: /The id of this ask is (\\w+)/.exec(text)?.[1], ...reply }));`,
      );
      config = {
        answerers: { claw: { kind: 'command', run: [process.execPath, program] } },
        routes: [{ name: 'drive', when: { kind: 'idle' }, decide: [{ agent: 'claw', prompts: ['/clear', '/gsd:*', 'continue*'] }] }],
      };
      writeFileSync(at.place.config, JSON.stringify(config));
      const settings = hasHooks ? await hookSettings(at, CLAUDE_CODE) : {};
      claude = await startClaude({
        version: CLAUDE_CODE,
        model,
        settings,
        args: ['--permission-mode', 'default'],
        cwd: project,
        ...window,
      });
      if (!hasHooks) at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
      client = at.client();
      await client.status();
    }, 180_000);
    afterAll(async () => {
      await claude?.stop();
      await model?.stop();
      await at?.close();
      rmSync(project, { recursive: true, force: true });
    });

    const sessions = async () => (await client.sessions()).filter(({ pane }) => pane === claude.pane.id);
    const asked = async (...kind: AskView['kind'][]) => (await client.list({ kind, limit: 200 })).asks.toReversed();
    /** What the agent was given as answers to idle asks from then on, in order. */
    const given = async (since: number) =>
      (await asked('idle')).flatMap(({ decision, createdAt }) => {
        const [answer] = createdAt >= since && decision?.kind === 'answers' ? decision.answers : [];
        return answer?.kind === 'words' ? [answer.words] : [];
      });
    const waiting = async (since: number) =>
      (await client.prompts(true))
        .filter(({ queuedAt }) => queuedAt >= since)
        .map(({ text, state, reason = '' }) => `${text}: ${state} ${reason}`.trim());
    const requests = (prompt: RegExp, since: number) =>
      model.requests.filter((request) => !request.side && request.at >= since && prompt.test(request.prompt));

    /** Not all versions show a text before it is complete. */
    async function works(on: string, since: number): Promise<void> {
      await expect.poll(() => model.requests.some(({ side, at: time, prompt }) => !side && time >= since && prompt === on)).toBe(true);
      await claude.waitFor(/esc to interrupt/);
    }

    /** A person's prompt after which the agent claw gives these. */
    async function begin(...prompts: string[]): Promise<number> {
      const since = Date.now();
      model.script(`go ${since}`, [{ text: `begin: ${prompts.join(' | ')}` }]);
      await claude.prompt(`go ${since}`);
      return since;
    }

    it('/clear and the next command both run, in order, under a new id; a question in between is answered first', async () => {
      const [result = ''] = model.script(/Plan the phase with the number 3/, [{ tools: [QUESTION] }, { text: 'Planned.' }]);
      model.script('continue with it', [{ text: 'Continued.' }]);
      const since = await begin('/clear', '/gsd:plan-phase 3', 'continue with it');
      await expect.poll(() => asked('question')).toMatchObject([{ state: 'open' }]);
      expect(await given(since)).toEqual(['/clear', '/gsd:plan-phase 3']);
      expect(await waiting(since)).toEqual(['/gsd:plan-phase 3: sent', 'continue with it: queued']);
      expect((await at.run(['sessions'], { env: { COLUMNS: '200' } })).out).toMatch(/2 of 20 prompts by agents, \d+ tokens, 1 waiting/);
      const [question] = await asked('question');
      await client.decide(question?.id ?? '', { kind: 'answers', answers: [2] }, by('ada'));
      expect((await model.toolResult(result)).content).toContain('SQLite');
      await expect.poll(() => given(since)).toEqual(['/clear', '/gsd:plan-phase 3', 'continue with it']);
      await expect.poll(() => requests(/^continue with it$/, since).length).toBe(1);
      const [now] = await sessions();
      const [first, second, third] = (await asked('idle')).filter(({ createdAt, decision }) => createdAt >= since && decision);
      expect(now?.continues).toBe(first?.session);
      expect([second?.session, third?.session]).toEqual([now?.id, now?.id]);
      await expect.poll(async () => (await client.show(third?.id ?? '')).state).toBe('verified');
      expect(requests(/Plan the phase with the number 3/, since).length).toBe(2);
      await expect
        .poll(async () => (await asked('idle')).at(-1))
        .toMatchObject({ state: 'open', route: { waitingFor: { kind: 'people' } } });
    });

    const long = (word: string, count: number) => ({ text: `${`${word} `.repeat(count)}end`, slowlyMs: 100 });

    it('is interrupted by a command, which cancels the rest', async () => {
      model.script('continue a', [long('one', 600)]);
      const since = await begin('continue a', 'continue b');
      await works('continue a', since);
      expect(await waiting(since)).toEqual(['continue b: queued']);
      expect(await at.run(['interrupt', 'agent'])).toMatchObject({ code: 0, out: expect.stringContaining('has stopped') });
      await claude.waitFor(/Interrupted/);
      const [{ transcript = '' } = {}] = (await sessions()) as { transcript?: string }[];
      await expect.poll(() => readFileSync(transcript, 'utf8')).toContain('[Request interrupted by user]');
      expect(await waiting(since)).toEqual(['continue b: cancelled ada interrupted it']);
      expect(await at.run(['interrupt', 'agent'])).toMatchObject({ code: 0, out: expect.stringContaining('is not working') });
      expect(await at.run(['send', '--list', '--all'])).toMatchObject({ out: expect.stringContaining('continue b (ada interrupted it)') });
    });

    it('a person who types meanwhile cancels the rest', async () => {
      model.script('continue c', [long('two', 80)]);
      const since = await begin('continue c', 'continue d');
      await works('continue c', since);
      await claude.literal('no, stop');
      await claude.waitFor(/❯.no, stop/);
      await claude.keys('Enter');
      await expect.poll(() => waiting(since)).toEqual(['continue d: cancelled a person gave it another prompt']);
      await expect.poll(() => requests(/^no, stop$/, since).length).toBe(1);
      await claude.waitForSettled((screen) => !/esc to interrupt/.test(screen));
      expect(requests(/^continue d$/, since)).toEqual([]);
    });

    it('is left to people after most-tokens, which counts what it used under both ids', async () => {
      writeFileSync(at.place.config, JSON.stringify({ ...config, 'most-tokens': 15 }));
      model.script(/^continue [hi]$/, [{ text: 'Continued.' }]);
      const since = await begin('/clear', 'continue h', 'continue i', 'continue k');
      // With hooks, the turn ends a moment before its last message is in the transcript. It is counted with the next turn.
      const tooMany = /^continue k: cancelled .* (20|40) tokens, of at most 15/;
      await expect.poll(async () => (await waiting(since)).at(-1)).toMatch(tooMany);
      await expect
        .poll(async () => (await asked('idle')).at(-1))
        .toMatchObject({ state: 'open', route: { waitingFor: { kind: 'people' } } });
      const { id = '' } = (await asked('idle')).at(-1) ?? {};
      await expect
        .poll(async () => (await at.run(['show', id])).out)
        .toMatch(/This session: (2 of 20 prompts by agents, 20|3 of 20 prompts by agents, 40) of 15 tokens/);
      writeFileSync(at.place.config, JSON.stringify(config));
    });

    it('asks again after a prompt that could not be typed, when a person gave it another one', async () => {
      const since = Date.now();
      model.script(`go ${since}`, [{ text: `${'four '.repeat(20)}\nbegin: continue j`, slowlyMs: 100 }]);
      await claude.prompt(`go ${since}`);
      await works(`go ${since}`, since);
      await claude.pane.tmux('copy-mode', '-t', claude.pane.id);
      await expect
        .poll(async () => (await asked('idle')).at(-1))
        .toMatchObject({ state: 'undelivered', delivery: { failures: [{ reason: 'the pane is in copy mode' }] } });
      const { id } = (await asked('idle')).at(-1) as AskView;
      await claude.pane.tmux('send-keys', '-t', claude.pane.id, '-X', 'cancel');
      model.script('something else', [{ text: 'Done otherwise.' }]);
      await claude.prompt('something else');
      await expect
        .poll(async () => (await asked('idle')).at(-1))
        .toMatchObject({ state: 'open', detail: { lastMessage: 'Done otherwise.' } });
      await expect.poll(async () => (await client.show(id)).state).toBe('mismatched');
      expect(requests(/^continue j$/, 0)).toEqual([]);
    });

    it('declines and stops', async () => {
      model.script('ask me', [{ tools: [QUESTION] }, long('three', 600)]);
      await claude.prompt('ask me');
      await expect.poll(async () => (await asked('question')).at(-1)?.state).toBe('open');
      const { id } = (await asked('question')).at(-1) as AskView;
      await claude.waitForSettled(/Which database/);
      const ran = await at.run(['decline', id, '--stop']);
      expect(ran).toMatchObject({ code: 0, out: expect.stringMatching(/claude-code (has stopped|is not working)/) });
      await claude.waitForSettled((screen) => !/esc to interrupt/.test(screen));
    });
  },
);
