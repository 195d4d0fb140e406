// One entry in a list plugs an agent or an MCP client in: help, completion, setup, doctor, configuration, and its asks.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AgentEntry } from '../src/agents/entry.ts';
import { AGENTS } from '../src/agents/list.ts';
import { LISTS as COMMAND_LISTS, commandsWith } from '../src/cli/commands.ts';
import { type Channel, defineChannel } from '../src/inbox/channel.ts';
import { heldMs } from '../src/mcp/server.ts';
import { commandEntry, homeOf, json, type McpClient } from '../src/mcp/setup/client.ts';
import { MCP_CLIENTS } from '../src/mcp/setup/clients/list.ts';
import { configSchemas } from '../src/server/config-schema.ts';
import { LISTS } from '../src/server/lists.ts';
import { planRestore } from '../src/setup/change.ts';
import type { Setup, SetupContext } from '../src/setup/connection.ts';
import { planOwnFile } from '../src/setup/own-file.ts';
import { by, type Home, home } from './support/home.ts';
import { brokerWith, runInProcess } from './support/in-process.ts';
import { withListTables } from './support/list-tables.ts';

const toySettings = { greeting: z.string().default('Hello').describe('what the toy says first') };

/** It asks with one message, waits for the answer with the same message, and sends it back as evidence. */
const toyChannel = defineChannel({
  settings: toySettings,
  create({ inbox, settings }): Channel {
    const waiting = new Map<string, (answer: string) => void>();
    const recorded = new Map<string, string>();
    return {
      async start() {},
      async receive(message, disconnected) {
        const { session, call } = z.object({ session: z.string(), call: z.string() }).parse(message);
        await inbox.see({ id: session, project: '/srv/toys' });
        const options = ['Red', 'Blue'].map((label) => ({ label, description: '' }));
        const question = { text: `${settings().greeting}, which colour?`, header: 'Colour', options, multiSelect: false };
        const asked = {
          session,
          toolUseId: call,
          project: '/srv/toys',
          source: 'plugin',
          kind: 'question',
          questions: [question],
        } as const;
        const answered = new Promise<string>((tell) => waiting.set(call, tell));
        await inbox.open(asked, message);
        disconnected.addEventListener('abort', () => waiting.delete(call));
        return { body: { answer: await answered } };
      },
      async deliver(ask, attempt) {
        const answer = ask.decision?.kind === 'answers' ? ask.decision.answers[0] : undefined;
        const label = answer?.kind === 'chosen' ? ask.questions[0]?.options[(answer.chosen[0] ?? 0) - 1]?.label : undefined;
        const tell = waiting.get(ask.toolUseId);
        if (!tell || label === undefined) return { kind: 'impossible', way: 'toy', reason: 'the toy does not wait' };
        if (!(await attempt.begin('toy'))) return { kind: 'impossible', way: 'toy', reason: 'it was decided differently' };
        recorded.set(ask.toolUseId, label);
        tell(label);
        return { kind: 'delivered' };
      },
      async verify({ toolUseId }) {
        const chosen = recorded.get(toolUseId);
        return chosen === undefined
          ? undefined
          : { ending: { kind: 'recorded', recorded: { kind: 'answers', answers: [{ chosen: [chosen] }] } }, source: 'the toy' };
      },
      stop() {
        for (const tell of waiting.values()) tell('');
      },
    };
  },
});

const toyFile = ({ env }: SetupContext) => join(env.ANSWERBACK_HOME ?? '', 'toy.conf');
const toySetup: Setup = {
  async plan(at, { loud }) {
    const path = toyFile(at);
    const planned = planOwnFile({ path, content: loud ? 'LOUD\n' : 'quiet\n', undo: at.place.undo, what: 'settings' });
    if (planned.kind === 'refused') return planned;
    const changes = 'change' in planned && planned.change ? [planned.change] : [];
    return { kind: 'plan', heading: `Toy, ${path}`, warnings: [], changes, afterwards: [], tryIt: 'shake it', report: { file: path } };
  },
  async planUndo(at) {
    const planned = planRestore(toyFile(at), at.place.undo);
    if (planned.kind === 'refused') return planned;
    const changes = planned.kind === 'reversal' ? [planned.reversal] : [];
    return { kind: 'plan', changes, afterwards: [], nothing: [], report: { file: toyFile(at) } };
  },
  async check(at) {
    return existsSync(toyFile(at)) ? { state: 'ok', message: 'connected, and happy' } : { state: 'off', message: 'not connected' };
  },
  selfTest: async () => ({ by: 'shaking', ms: 1 }),
};

const toy: AgentEntry = {
  name: 'toy',
  title: 'Toy',
  brief: 'Connect the toy, or put it away',
  description: 'Writes one file.',
  examples: ['answerback setup toy --loud'],
  flags: { loud: { kind: 'switch', brief: 'Let it shout' } },
  channel: async () => toyChannel,
  load: async () => toySetup,
};

const toyClient: McpClient = {
  name: 'playbox',
  title: 'Play Box',
  userSettings: '`~/playbox/servers.json`',
  call: { from: /^play/i, heldMs: 7_000 },
  files: (at, scope) => (scope === 'project' ? [] : [join(homeOf(at), 'playbox/servers.json')]),
  format: json('servers'),
  entry: commandEntry,
};

const lists = { ...LISTS, agents: [...AGENTS, toy] };
const commands = commandsWith({ ...COMMAND_LISTS, agents: lists.agents, mcpClients: [...MCP_CLIENTS, toyClient] });
let at: Home;
const run = (...args: readonly string[]) => runInProcess(commands, args, at);
beforeEach(() => {
  at = home();
  at.env.HOME = join(at.place.folder, 'home');
});
afterEach(() => at.close());

describe('an agent', () => {
  it('is in the help, the completion and the list of setup', async () => {
    await brokerWith(lists, at);
    expect((await run('setup', '--help')).out).toMatch(/toy +Connect the toy, or put it away/);
    expect((await run('setup', 'toy', '--help')).out).toMatch(/--loud +Let it shout/);
    expect((await run('__complete', '--', 'setup', 't')).out).toContain('toy\tConnect the toy');
    expect((await run('setup', 'toi')).err).toContain('Did you mean: answerback setup toy');
    expect((await run('setup')).out).toMatch(/○ toy +not connected/);
  });

  it('is in the table of the docs', () => {
    const page = withListTables(readFileSync('docs/COMMANDS.md', 'utf8'), lists);
    expect(page).toContain('\n| `toy` | Connect the toy, or put it away |\n');
  });

  it('is set up, found by doctor with its self-test, and removed again', async () => {
    await brokerWith(lists, at);
    expect((await run('setup', 'toy', '--loud', '--yes')).out).toContain('answerback setup toy --loud --undo');
    expect(readFileSync(join(at.place.folder, 'toy.conf'), 'utf8')).toBe('LOUD\n');
    const { out } = await run('doctor');
    expect(out).toMatch(/✓ toy +connected, and happy/);
    expect(out).toMatch(/✓ self-test .*by\s+shaking/s);
    await run('setup', 'toy', '--undo', '--yes');
    expect(existsSync(join(at.place.folder, 'toy.conf'))).toBe(false);
  });

  it('has its section in the configuration', async () => {
    const { config } = await configSchemas(lists);
    expect(config).toMatchObject({
      properties: { toy: { properties: { exclude: {}, greeting: { description: 'what the toy says first' } } } },
    });
    writeFileSync(at.place.config, 'toy:\n  greting: Hi\n');
    await brokerWith(lists, at);
    expect((await run('config', 'check')).out).toContain('toy.greting');
  });

  it('asks, gets its answer, and the answer is verified', async () => {
    writeFileSync(at.place.config, 'toy:\n  greeting: Hi\n');
    await brokerWith(lists, at);
    const client = at.client();
    const reply = client.call('POST /v1/channels/:program', { params: { program: 'toy' }, body: { session: 't1', call: 'c1' } });
    await expect.poll(async () => (await client.list()).asks).toHaveLength(1);
    const [ask] = (await client.list()).asks;
    expect(ask).toMatchObject({ program: 'toy', questions: [{ text: 'Hi, which colour?' }] });
    await client.decide(ask?.id ?? '', { kind: 'answers', answers: [2] }, by('ada'));
    expect(await reply).toEqual({ answer: 'Blue' });
    await expect.poll(async () => (await client.show(ask?.id ?? '')).state).toBe('verified');
    expect(await client.show(ask?.id ?? '')).toMatchObject({ receipt: { evidence: 'the toy' } });
  });
});

describe('an MCP client', () => {
  it('is in the help, the completion and the list of setup', async () => {
    await brokerWith(lists, at);
    expect((await run('setup', 'mcp', '--help')).out).toContain('vscode, playbox');
    expect((await run('__complete', '--', 'setup', 'mcp', 'pl')).out).toContain('playbox');
    expect((await run('setup', 'mcp', 'plybox')).err).toContain('Did you mean: answerback setup mcp playbox');
    expect((await run('setup')).out).toMatch(/○ playbox +Play Box: not found/);
  });

  it('is in the table of the docs', () => {
    const page = withListTables(readFileSync('docs/MCP.md', 'utf8'), { mcpClients: [...MCP_CLIENTS, toyClient] });
    expect(page).toContain('\n| `playbox` | Play Box | `~/playbox/servers.json` |  | it has none |\n');
  });

  it('is set up, and found by doctor', async () => {
    await brokerWith(lists, at);
    const { file, text } = JSON.parse((await run('setup', 'mcp', 'playbox', '--print', '--json')).out);
    expect(file).toBe(join(at.env.HOME ?? '', 'playbox/servers.json'));
    expect(JSON.parse(text)).toMatchObject({ servers: { answerback: { args: [expect.any(String), 'mcp'] } } });
    mkdirSync(join(at.env.HOME ?? '', 'playbox'), { recursive: true });
    await run('setup', 'mcp', 'playbox', '--yes');
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect((await run('doctor')).out).toMatch(/✓ mcp +Play Box/);
  });

  it('has its calls held open for as long as it allows', () => {
    expect(heldMs('playful', [toyClient])).toBe(7_000);
    expect(heldMs('unknown', [toyClient])).toBe(heldMs('unknown'));
  });
});
