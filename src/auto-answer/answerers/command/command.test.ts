// Programs as answering agents: the conformance suite with real processes, and what is special about programs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteJournal } from '../../../journal/sqlite/journal.ts';
import { aBriefing, answeringAgentSuite, type Role } from '../answering-agent.conformance.ts';
import { choiceFor, conversationSuite, NOTHING_YET, TRAP } from '../answering-agent-conversation.conformance.ts';
import { conversationOf } from '../conversation.ts';
import { conversationFiles } from '../conversation-files.ts';
import { type CommandOptions, openCommand } from './command.ts';

const SECRET = 'sk-secret-of-the-command';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'answerer-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = join(folder, 'scripted-agent.mjs');
writeFileSync(program, scriptedAgent());

const base = { PATH: process.env.PATH, HOME: folder, ANTHROPIC_API_KEY: SECRET };
const command = (args: readonly string[], over: Partial<CommandOptions['settings']> = {}, env: CommandOptions['env'] = base) =>
  openCommand({
    name: 'scripted',
    settings: { run: [process.execPath, program, ...args], stdin: 'brief', folder: 'neutral', ...over },
    conversations: conversationFiles(join(folder, 'conversations')),
    env,
    neutral: join(folder, 'neutral'),
  });
const ample = () => AbortSignal.timeout(120_000);

describe('what a command used', () => {
  const effort = async (...lines: readonly object[]) => {
    const print = `console.log(${JSON.stringify(lines.map((line) => JSON.stringify(line)).join('\n'))})`;
    return (await command([], { run: [process.execPath, '-e', print] }).decide(aBriefing(), ample())).effort;
  };

  it('is read from the JSON lines of claude -p and codex exec, without what came from a cache', async () => {
    const claude = { input_tokens: 10, cache_creation_input_tokens: 100, cache_read_input_tokens: 9_000, output_tokens: 5 };
    expect(await effort({ type: 'result', result: 'x', usage: claude })).toMatchObject({ inputTokens: 110, outputTokens: 5 });
    const codex = { input_tokens: 100, cached_input_tokens: 80, output_tokens: 7 };
    expect(await effort({ usage: claude }, { type: 'turn.completed', usage: codex }, { type: 'end' })).toMatchObject({
      inputTokens: 20,
      outputTokens: 7,
    });
  });

  it('is not known if it does not say so', async () => {
    for (const line of [{ usage: 'none' }, { usage: { input_tokens: '5' } }, { answers: [2] }])
      expect(await effort(line)).not.toHaveProperty('inputTokens');
  });
});

answeringAgentSuite('a command', async () => {
  // The processes of this test are found by a variable of their own, even if they left the group.
  const mark = `STAGE_${crypto.randomUUID()}`;
  return {
    secret: SECRET,
    agent: async (role: Role) =>
      command([role], role === 'is gone' ? { run: ['/no/such/program'] } : {}, { ...base, [mark]: '1', BEGUN: join(folder, mark) }),
    begun: () => readdirSync(folder).filter((name) => name.startsWith(mark)).length === 3,
    running: async () => marked(mark),
    close: async () => {},
  };
});

/** Scripts that begin and continue conversations as the real programs do: their tests are in test/agents. */
const CONVERSING: Readonly<Record<string, Partial<CommandOptions['settings']>>> = {
  'that is given an id, as claude -p': {
    run: [process.execPath, program, 'remembers', 'begin', '{conversation}'],
    resume: [process.execPath, program, 'remembers', 'resume', '{conversation}'],
  },
  'that names its conversations, as codex exec': {
    run: [process.execPath, program, 'remembers', 'name'],
    resume: [process.execPath, program, 'remembers', 'resume', '{conversation}', '--json'],
    'conversation-id': 'thread_id',
  },
  'that only needs an id': { run: [process.execPath, program, 'remembers', 'either', '{conversation}'] },
};

for (const [name, settings] of Object.entries(CONVERSING))
  conversationSuite(
    `a command ${name}`,
    async () => {
      const place = mkdtempSync(join(folder, 'conversing-'));
      return {
        agent: async (who) =>
          openCommand({
            name: who,
            settings: { run: [], stdin: 'brief', folder: 'neutral', ...settings },
            conversations: conversationFiles(join(place, 'ours')),
            env: { ...base, PLACE: place },
            neutral: join(place, 'neutral'),
          }),
        close: async () => {},
      };
    },
    () => openSqliteJournal(':memory:'),
  );

describe('a command with conversations', () => {
  it.each(Object.entries(CONVERSING).slice(0, 2))('%s, begins anew if the program has forgotten it, and says so', async (_, settings) => {
    const place = mkdtempSync(join(folder, 'conversing-'));
    const agent = command([], settings, { ...base, PLACE: place });
    onTestFinished(() => agent.close());
    const conversation = conversationOf('{ask}', place, { ask: aBriefing().ask, firstSession: 's' });
    const decided = (key: string) => agent.decide({ ...aBriefing(), key, conversation }, ample());
    expect((await decided('k1')).effort.note).toBeUndefined();
    for (const file of readdirSync(place)) rmSync(join(place, file), { recursive: true });
    const again = await decided('k2');
    expect(again).toMatchObject({ kind: 'replied', reply: { reason: NOTHING_YET } });
    expect(again.effort.note).toContain('a new one was begun');
    expect(await decided('k3')).toMatchObject({ kind: 'replied', reply: { reason: expect.stringContaining('Which database?') } });
  });

  it.each(Object.entries(CONVERSING).slice(0, 2))(
    '%s, gets the whole brief with a correction only if it has forgotten it',
    async (_, settings) => {
      const place = mkdtempSync(join(folder, 'conversing-'));
      const agent = command([], settings, { ...base, PLACE: place });
      onTestFinished(() => agent.close());
      const conversation = conversationOf('{ask}', place, { ask: aBriefing().ask, firstSession: 's' });
      const said = () => JSON.parse(readFileSync(join(place, readdirSync(place)[0] ?? ''), 'utf8'));
      const first = { ...aBriefing(), conversation };
      const correction = { ...first, brief: 'Reply again.', key: 'k2', corrects: { key: first.key, whole: `Reply again: ${first.brief}` } };
      await agent.decide(first, ample());
      await agent.decide(correction, ample());
      expect(said()).toEqual([first.brief, 'Reply again.']);
      for (const file of readdirSync(place)) rmSync(join(place, file));
      await agent.decide(correction, ample());
      expect(said()).toEqual([correction.corrects.whole]);
    },
  );

  it('continues the same conversation if continuing only failed', async () => {
    const place = mkdtempSync(join(folder, 'conversing-'));
    const agent = command([], CONVERSING['that is given an id, as claude -p'], { ...base, PLACE: place });
    onTestFinished(() => agent.close());
    const conversation = conversationOf('{ask}', place, { ask: aBriefing().ask, firstSession: 's' });
    const decided = (key: string) => agent.decide({ ...aBriefing(), key, conversation }, ample());
    await decided('k1');
    writeFileSync(join(place, 'busy'), '');
    expect(await decided('k2')).toMatchObject({ kind: 'failed', again: true });
    rmSync(join(place, 'busy'));
    expect(await decided('k3')).toMatchObject({ kind: 'replied', reply: { reason: expect.stringContaining('Which database?') } });
  });
});

describe('a command', () => {
  let agent: ReturnType<typeof openCommand>;
  afterEach(() => agent.close());
  const input = async (briefing = aBriefing()) => {
    const { effort } = await agent.decide(briefing, ample());
    return JSON.parse(effort.said ?? '{}');
  };

  it('gets the brief as one argument, whatever it contains', async () => {
    agent = command(['shows', '{brief}', 'x{brief}', '{ask}'], { stdin: 'none' });
    const briefing = { ...aBriefing(), brief: '--help "; rm -rf ~ $(id) `id` {ask}' };
    const { args, stdin } = await input(briefing);
    expect(args.slice(0, 2)).toEqual([briefing.brief, 'x{brief}']);
    expect(JSON.parse(args[2])).toEqual(briefing.ask);
    expect(stdin).toBe('');
  });

  it('gets ask and brief as JSON if configured', async () => {
    agent = command(['shows'], { stdin: 'json' });
    const { ask, brief, key } = aBriefing();
    expect(JSON.parse((await input()).stdin)).toEqual({ kind: 'ask', ask, brief, key });
  });

  it('knows which ask it is about, but not in which terminal the broker was started', async () => {
    agent = command(['shows'], {}, { ...base, TMUX: '/tmp/x,1,0', TMUX_PANE: '%1', CLAUDECODE: '1', ANSWERBACK_HOME: '/srv/ab' });
    const { env } = await input();
    expect(env).toMatchObject({
      ANSWERBACK_ASK: aBriefing().ask.id,
      ANSWERBACK_ANSWERING: aBriefing().ask.id,
      ANSWERBACK_ANSWERER: 'scripted',
      ANSWERBACK_HOME: '/srv/ab',
    });
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining(['TMUX']));
    expect(env).not.toHaveProperty('CLAUDECODE');
    expect(env).not.toHaveProperty('TMUX_PANE');
  });

  it('runs in the project, or in an empty folder if there is no project or none is wanted', async () => {
    agent = command(['shows'], { folder: 'project' });
    expect((await input(aBriefing({ project: folder }))).cwd).toBe(folder);
    expect((await input(aBriefing({ project: '/no/such/folder' }))).cwd).toBe(join(folder, 'neutral'));
    await agent.close();
    agent = command(['shows'], { folder: 'neutral' });
    expect((await input(aBriefing({ project: folder }))).cwd).toBe(join(folder, 'neutral'));
  });

  it('says that the program or its folder does not exist', async () => {
    agent = command([], { run: ['/no/such/program'] });
    expect(await agent.decide(aBriefing(), ample())).toMatchObject({ again: false, reason: expect.stringContaining('was not found') });
    await agent.close();
    agent = command([], { folder: '/no/such/folder' });
    expect(await agent.decide(aBriefing(), ample())).toMatchObject({ again: false, reason: expect.stringContaining('folder') });
  });

  it('says what to do when the brief is too long for an argument', async () => {
    agent = command(['answers', '{brief}'], { stdin: 'none' });
    const outcome = await agent.decide({ ...aBriefing(), brief: 'x'.repeat(300_000) }, ample());
    expect(outcome).toMatchObject({ kind: 'failed', again: false, reason: expect.stringContaining('stdin: brief') });
  });

  it('that fails is reported with the end of its error output, without secrets', async () => {
    agent = command(['complains']);
    const outcome = await agent.decide(aBriefing(), ample());
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/ended with code 7: .*the last word$/s) });
    expect(JSON.stringify(outcome)).not.toContain(SECRET);
  });

  it('that answers and then fails counts as failed', async () => {
    agent = command(['answers and crashes']);
    expect(await agent.decide(aBriefing(), ample())).toMatchObject({ kind: 'failed', again: true });
  });

  it('that leaves a child process behind is not waited for, and the child is ended', async () => {
    const mark = `STAGE_${crypto.randomUUID()}`;
    agent = command(['leaves children'], {}, { ...base, [mark]: '1' });
    expect(await agent.decide(aBriefing(), ample())).toMatchObject({ kind: 'replied' });
    await agent.close();
    expect(marked(mark)).toBe(0);
  });

  it('of a broker that was killed is ended when the next broker of the folder starts', async () => {
    const run = async (broker: string) => {
      const { env } = await input();
      return String(env.ANSWERBACK_RUN).replace(`-${process.pid}-`, `-${broker}-`);
    };
    agent = command(['shows']);
    const mark = `STAGE_${crypto.randomUUID()}`;
    const orphan = (name: string) =>
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], {
        env: { ...base, [mark]: '1', ANSWERBACK_RUN: name },
        detached: true,
      });
    const [ours, theirs] = [orphan(await run('1')), orphan(`ffffffffffffffff-1-${crypto.randomUUID()}`)];
    await agent.close();
    onTestFinished(() => void [ours, theirs].map((each) => each.kill('SIGKILL')));
    await expect.poll(() => marked(mark)).toBe(2);
    const ended = once(ours, 'exit');
    agent = command(['answers']);
    expect(await ended).toEqual([null, expect.stringMatching(/^SIG(TERM|KILL)$/)]);
    await agent.close();
    expect(marked(mark)).toBe(1);
    expect([theirs.exitCode, theirs.signalCode]).toEqual([null, null]);
  });

  it('gets notices through the same command', async () => {
    const file = join(folder, 'news');
    agent = command(['keeps', file]);
    expect(await agent.tell({ text: 'It was recorded otherwise.', key: 'n', ask: aBriefing().ask }, ample())).toEqual({ kind: 'told' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ stdin: 'It was recorded otherwise.', purpose: 'news' });
  });
});

/** Running processes with this variable. */
function marked(variable: string): number {
  return readdirSync('/proc').filter((pid) => {
    try {
      const state = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.[0] ?? 'Z';
      return /^\d+$/.test(pid) && state !== 'Z' && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(variable);
    } catch {
      return false;
    }
  }).length;
}

function scriptedAgent(): string {
  return `
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
const choiceFor = ${choiceFor.toString().replace('TRAP', JSON.stringify(TRAP))};
const [role, ...args] = process.argv.slice(2);
const stdin = role === 'deaf' ? '' : readFileSync(0, 'utf8');
const id = process.env.ANSWERBACK_ASK;
const say = (text) => writeSync(1, text + '\\n');
const tag = (choice, ask = id) => '<answer ask="' + ask + '">' + choice + '</answer>';
const child = (detached, code) => spawn(process.execPath, ['-e', code], { detached, stdio: 'inherit' });
const begun = (n) => 'process.env.BEGUN && require("fs").writeFileSync(process.env.BEGUN + ' + n + ', "");';
const STUBBORN = 'process.on("SIGTERM", () => {}); process.on("SIGHUP", () => {}); setInterval(() => {}, 1e6);';
const stay = (n) => process.env.BEGUN && writeFileSync(process.env.BEGUN + n, '');
function remembers(how, given = crypto.randomUUID(), json) {
  const fail = (text) => { process.stderr.write(text + '\\n'); process.exit(1); };
  if (existsSync(process.env.PLACE + '/busy')) fail('API Error: overloaded');
  const file = process.env.PLACE + '/' + given + '.said';
  const known = existsSync(file);
  if (how === 'begin' && known) fail('Error: Session ID ' + given + ' is already in use.');
  if (how === 'resume' && !known) fail(json ? 'Error: thread/resume failed: no rollout found for thread id ' + given : 'No conversation found with session ID: ' + given);
  const earlier = known ? JSON.parse(readFileSync(file, 'utf8')) : [];
  writeFileSync(file, JSON.stringify([...earlier, stdin]));
  const reply = JSON.stringify({ answers: [choiceFor(stdin)], risk: 'reversible', reason: earlier.join(' | ') || ${JSON.stringify('nothing yet')} });
  if (how !== 'name' && !json) return say(reply);
  say(JSON.stringify({ type: 'thread.started', thread_id: given }));
  say(JSON.stringify({ type: 'item.completed', item: { type: 'reasoning', text: '{"answers": [1]}' } }));
  say(JSON.stringify({ type: 'item.completed', item: { type: 'agent_message', text: reply } }));
  say(JSON.stringify({ type: 'turn.completed', usage: {} }));
}
const roles = {
  remembers: () => remembers(...args),
  answers: () => say('I looked. ' + tag(2)),
  passes: () => say(JSON.stringify({ pass: 'I cannot tell' })),
  'takes its time': () => setTimeout(() => say(tag(2)), 400),
  crashes: () => { throw new Error('broken'); },
  'talks nonsense': () => say('\\u001b[31mSure thing, boss! {"answers": '),
  'never answers': () => { [1, 2, 3].forEach(stay); setInterval(() => {}, 1e6); },
  stubborn: () => { process.on('SIGTERM', () => {}); stay(1); child(false, STUBBORN + begun(2)); child(true, STUBBORN + begun(3)); setInterval(() => {}, 1e6); },
  'answers twice': () => { say(tag(2)); say(tag(1)); },
  lies: () => say(tag(2, 'zzzzzzzzzzzz')),
  leaks: () => { say(process.env.ANTHROPIC_API_KEY + ' ' + JSON.stringify({ answers: [{ words: process.env.ANTHROPIC_API_KEY }] })); process.stderr.write(process.env.ANTHROPIC_API_KEY); process.exitCode = process.env.ANSWERBACK_PURPOSE === 'news' ? 1 : 0; },
  floods: () => { for (;;) writeSync(1, 'x'.repeat(65536)); },
  shows: () => say(JSON.stringify({ args, stdin, cwd: process.cwd(), env: process.env })),
  complains: () => { process.stderr.write(process.env.ANTHROPIC_API_KEY + ' refused\\n'.repeat(2000) + 'the last word\\n'); process.exit(7); },
  'answers and crashes': () => { say(tag(2)); process.exit(1); },
  'leaves children': () => { child(false, STUBBORN); child(true, STUBBORN).unref(); setTimeout(() => { say(tag(2)); process.exit(0); }, 100); },
  keeps: () => writeFileSync(args[0], JSON.stringify({ stdin, purpose: process.env.ANSWERBACK_PURPOSE })),
};
roles[role]();
`;
}
