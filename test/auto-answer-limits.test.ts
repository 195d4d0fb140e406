// What answering agents may not do, in the whole product: sign as a person, prompt an agent that is not idle, answer after their removal.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  agent,
  ask,
  at,
  claw,
  configure,
  freshForEach,
  named,
  program,
  project,
  question,
  route,
  until,
} from './support/auto-answer-home.ts';
import { CLI } from './support/home.ts';

freshForEach();

describe('a configured program', () => {
  it('signs with its own name by default, and is refused commands for people', async () => {
    const said = join(at.place.folder, 'said');
    const cli = JSON.stringify(CLI);
    const mine = program(
      'forgetful',
      `const run = (...args) => { try { return execFileSync(process.execPath, [${cli}, ...args], { stdio: 'pipe' }).toString(); } catch (error) { return error.stderr.toString(); } };
       const id = process.env.ANSWERBACK_ASK;
       const all = [run('answer', id, '1', '--by', 'person:ada'), run('pause'), run('broker', 'stop'), run('withdraw', id)];
       appendFileSync(${JSON.stringify(said)}, JSON.stringify(all));
       run('answer', id, '2', '--risk', 'reversible', '--reason', 'one file');`,
    );
    configure({ answerers: agent(mine), routes: route(claw()) });
    const { id } = await ask();
    expect(await at.client().result(id)).toMatchObject({ answers: [{ chosen: ['SQLite'] }], by: { kind: 'agent', name: 'claw' } });
    const [person, pause, step, withdraw] = JSON.parse(readFileSync(said, 'utf8'));
    expect(person).toContain('on behalf of the answerer claw');
    expect(pause).toContain('for people');
    expect(step).toContain('for people');
    expect(withdraw).toContain('only people may do that');
    expect(await at.client().pauses()).toEqual([]);
  });

  it('has its reason in the log only; the asker does not get it', async () => {
    configure({
      answerers: agent(program('talks', `console.log(JSON.stringify({ answers: [1], risk: "reversible", reason: 'the secret plan' }))`)),
      routes: route(claw()),
    });
    const { id } = await ask();
    expect(JSON.stringify(await at.client().result(id))).not.toContain('the secret plan');
    expect((await at.client().show(id)).decision?.reason).toBe('the secret plan');
    expect((await at.run(['log'])).out).toContain('the secret plan');
    expect((await at.run(['show', id, '--events'])).out).toContain('agent claw answered: the secret plan');
  });

  it('that is removed from the configuration while it works decides nothing', async () => {
    const go = join(at.place.folder, 'go');
    const body = `const { existsSync } = await import('node:fs'); while (!existsSync(${JSON.stringify(go)})) await new Promise((r) => setTimeout(r, 20)); console.log(JSON.stringify({ answers: [1], risk: "reversible", reason: "it fits" }));`;
    configure({ answerers: agent(program('late', body)), routes: route(claw()) });
    const { id } = await ask();
    await until(id, 'claw', 'asked');
    configure({ routes: [] });
    writeFileSync(go, '');
    await until(id, 'claw', 'skipped');
    expect((await at.client().show(id)).state).toBe('open');
    expect((await at.run(['log', '--why', id])).out).toContain('the configuration changed');
  });
});

describe("a project's own file", () => {
  it('that is a device or a pipe stops neither the broker nor people, and is reported', async () => {
    configure({ routes: named({ rule: 'affirm' }) });
    const file = join(project, '.answerback.yaml');
    symlinkSync('/dev/zero', file);
    const first = await ask(question('Shall I go on?', 'Yes', 'No'));
    await until(first.id, 'people', 'asked');
    expect((await at.run(['route', 'explain', first.id])).out).toContain('leads out of the project');
    expect((await at.run(['doctor'])).out).toMatch(/! routes .*leads out of the project/);
    rmSync(file);
    execFileSync('mkfifo', [file]);
    const second = await ask(question('Shall I go on?', 'Yes', 'No'));
    await until(second.id, 'people', 'asked');
    expect((await at.run(['route', 'explain', second.id])).out).toContain('is not a file');
  });

  it('with the ending .yml leaves the ask to people, and explain, doctor, status and the log say so', async () => {
    configure({ routes: named({ rule: 'affirm' }) });
    writeFileSync(join(project, '.answerback.yml'), 'forbid: auto-answers\n');
    const { id } = await ask(question('Shall I go on?', 'Yes', 'No'));
    await until(id, 'people', 'asked');
    for (const command of [['route', 'explain', id], ['doctor'], ['status'], ['broker', 'logs']])
      expect((await at.run(command)).out.replaceAll(/\s+/g, ' '), command[0]).toContain(
        '.answerback.yml has the wrong name: rename it to .answerback.yaml',
      );
  });

  it('applies to its subfolders', async () => {
    configure({ routes: named({ rule: 'affirm' }) });
    const below = join(project, 'packages', 'web');
    mkdirSync(below, { recursive: true });
    mkdirSync(join(project, '.git'));
    writeFileSync(join(project, '.answerback.yaml'), 'forbid: auto-answers\n');
    const { id } = await ask({ session: { id: 's', program: 'tester', project: below }, ...question('Shall I go on?', 'Yes', 'No') });
    await until(id, 'people', 'asked');
    expect((await at.client().show(id)).state).toBe('open');
  });
});

describe('with Claude Code', () => {
  const hook = async (event: string, more: object) => {
    const { url } = await at.client().status();
    const body = JSON.stringify({ hook_event_name: event, session_id: 'claude-1', cwd: project, ...more });
    const headers = { authorization: `Bearer ${readFileSync(at.place.hookToken, 'utf8').trim()}` };
    return (await fetch(`${url}/v1/channels/claude-code`, { method: 'POST', headers, body })).json();
  };

  it('an agent prompts a session only by answering its idle ask, under the same limits as other answers', async () => {
    configure({
      answerers: { claw: { kind: 'chat' } },
      routes: [{ name: 'idle', when: { kind: 'idle' }, decide: [{ ...claw(), prompts: 'any' }] }],
    });
    await hook('UserPromptSubmit', { prompt: 'begin' });
    const send = (text: string, ...more: string[]) =>
      at.run(['send', 'claude-1', text, '--by', 'agent:claw', '--reason', 'it fits', '--risk', 'reversible', ...more]);
    expect((await send('go on')).err).toContain('only as the answer to an idle ask');
    await hook('Stop', { last_assistant_message: 'Done.' });
    const [idle] = (await at.client().list({ kind: ['idle'] })).asks;
    await until(idle?.id ?? '', 'claw', 'woken');
    expect((await at.run(['send', 'claude-1', 'go on', '--by', 'agent:claw'])).err).toContain('how risky');
    await at.run(['pause']);
    expect((await send('go on')).err).toContain('paused by ada');
    expect((await at.run(['unpause', '--by', 'agent:claw'])).err).toContain('only people may do that');
    const seq = (await at.client().status()).events;
    await at.run(['unpause']);
    await until(idle?.id ?? '', 'claw', 'woken', seq);
    // By now it may answer; but nobody knows the pane of this session, so nothing is recorded.
    expect((await send('go on')).err).toContain(
      "this cannot be delivered: no hook of Claude Code is waiting, and the session's tmux pane is not known",
    );
    expect(await at.client().prompts(true)).toEqual([]);
    expect((await at.client().show(idle?.id ?? '')).state).toBe('open');
  });
});
