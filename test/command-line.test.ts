// The command line as people and scripts use it: the built program, a real broker.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { AskView } from '../src/ask/schema/history.ts';
import { aRequest, by, type Home, home } from './support/home.ts';
import { startStandIn } from './support/opencode/start-stand-in.ts';
import { answers } from './support/samples.ts';

let at: Home;
beforeEach(() => {
  at = home();
});
afterEach(() => at.close());

const open = async (): Promise<AskView[]> => JSON.parse((await at.run(['list', '--json'])).out);
const asked = async (over = {}): Promise<AskView> => at.client().ask(aRequest(over));

/** The id of the ask that a running `ask` has made, from the event stream. */
async function firstAsk(): Promise<string> {
  for await (const item of at.client().events({ after: 0 })) {
    if (item.kind === 'event' && item.event.happening.kind === 'asked') return item.event.happening.ask.id;
  }
  throw new Error('the stream ended');
}

describe('ask', () => {
  it('waits, prints only the answer, and exits with 0', async () => {
    const asking = at.start(['ask', 'Which colour?', '-o', 'Red: warm', '-o', 'Blue: cold']);
    const id = await firstAsk();
    expect(await at.run(['answer', id.slice(0, 6), 'blue', '--note', 'dark'])).toMatchObject({ code: 0, out: '✓ Which colour? → Blue\n' });
    expect(await asking.over).toEqual({ code: 0, out: 'Blue\n', err: 'note: dark\n' });
    expect(await at.client().show(id)).toMatchObject({ state: 'verified', receipt: { evidence: 'tool-result', differences: [] } });
  });

  it('prints each choice on its own line, and several questions with their headers', async () => {
    const questions = [
      {
        text: 'Which?',
        header: 'Parts',
        multiSelect: true,
        options: [
          { label: 'A, B', description: 'x' },
          { label: 'C', description: 'x' },
        ],
      },
      {
        text: 'Name?',
        header: 'Name',
        options: [
          { label: 'Ada', description: 'x' },
          { label: 'Bob', description: 'x' },
        ],
      },
    ];
    const first = at.start(['ask', '--from', '-', '--json']);
    first.child.stdin?.end();
    await first.over;
    const asking = at.run(['ask', '--from', '-'], { input: JSON.stringify({ questions }) });
    const id = await firstAsk();
    await at.run(['answer', id, '1,2', 'other', '-m', 'Grace, of course']);
    expect(await asking).toMatchObject({ code: 0, out: 'Parts: "A, B", C\nName: Grace, of course\n' });
  });

  it.each([
    [['decline', 'ID', 'not now'], 3, 'Declined: not now'],
    [['redirect', 'ID', 'wrong question'], 4, 'Redirected: wrong question'],
    [['withdraw', 'ID', 'gone'], 6, 'Withdrawn: gone'],
  ])('%j ends it with exit code %i, nothing on standard output', async (command, code, message) => {
    const asking = at.start(['ask', 'Really?', '-o', 'Yes', '-o', 'No']);
    const id = await firstAsk();
    expect(await at.run(command.map((word) => word.replace('ID', id)))).toMatchObject({ code: 0 });
    expect(await asking.over).toEqual({ code, out: '', err: `${message}\n` });
  });

  it('expires with exit code 5, and nothing was decided', async () => {
    expect(await at.run(['ask', 'Anyone?', '-o', 'Yes', '-o', 'No', '--timeout', '300ms'])).toEqual({
      code: 5,
      out: '',
      err: 'Nobody answered before the deadline.\n',
    });
    expect(JSON.parse((await at.run(['list', '--all', '--json'])).out)).toMatchObject([{ state: 'expired' }]);
    expect((await at.run(['log'])).out).toBe('No decisions yet.\n');
  });

  it('with --no-wait prints the id, and wait collects the answer later', async () => {
    const { out } = await at.run(['ask', 'Later?', '-o', 'Yes', '-o', 'No', '--no-wait']);
    const id = out.trim();
    expect(id).toMatch(/^[0-9a-z]{12}$/);
    await at.run(['answer', id, '1']);
    expect(await at.client().show(id)).toMatchObject({ state: 'answered' });
    expect(await at.run(['wait', id])).toMatchObject({ code: 0, out: 'Yes\n' });
    expect(await at.client().show(id)).toMatchObject({ state: 'verified' });
  });

  it('called twice with the same key is one ask', async () => {
    const args = ['ask', 'Once?', '-o', 'Yes', '-o', 'No', '--no-wait', '--session', 's', '--key', 'k'];
    expect((await at.run(args)).out).toBe((await at.run(args)).out);
    expect(await open()).toHaveLength(1);
  });

  it('in the session of another program is refused, and says whose it is', async () => {
    await asked();
    const { session, program } = await asked();
    const refused = await at.run(['ask', 'Which?', '-o', 'A', '--no-wait', '--session', session]);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain(`session "${session}" belongs to ${program}, not to script: ask as ${program}, or in another session`);
    expect(await at.run(['ask', 'Which?', '-o', 'A', '--no-wait', '--session', session, '--program', program])).toMatchObject({ code: 0 });
  });

  it('without options is an open question', async () => {
    const asking = at.start(['ask', 'What should it be called?']);
    const id = await firstAsk();
    expect((await at.run(['answer', id, '1'])).err).toContain('it has no options, so answer in your own words');
    await at.run(['answer', id, '-m', 'Ada']);
    expect(await asking.over).toMatchObject({ code: 0, out: 'Ada\n' });
  });

  it('leaves the ask open on Ctrl-C and says how to come back', async () => {
    const asking = at.start(['ask', 'Wait?', '-o', 'Yes', '-o', 'No']);
    const id = await firstAsk();
    asking.child.kill('SIGINT');
    // Until the reply has arrived, the command cannot know the id.
    expect(await asking.over).toMatchObject({ code: 130, err: expect.stringMatching(`answerback (wait ${id.slice(0, 8)}|list)`) });
    expect(await at.client().show(id)).toMatchObject({ state: 'open' });
  });

  it('survives a broker that is killed and started again', async () => {
    const asking = at.start(['ask', 'Still there?', '-o', 'Yes', '-o', 'No']);
    const id = await firstAsk();
    process.kill((await at.pid()) as number, 'SIGKILL');
    await at.run(['answer', id, '1']);
    expect(await asking.over).toMatchObject({ code: 0, out: 'Yes\n' });
  });

  it.each([
    [
      'broken rules',
      ['ask', '--strict', 'No mark', '-o', 'A', '-o', 'A'],
      2,
      ['the text "No mark" must end with "?"', 'the label "A" appears twice'],
    ],
    ['nothing to ask', ['ask'], 2, ['the question is missing', 'For example']],
    ['both ways at once', ['ask', 'X?', '--from', '-'], 2, ['not both']],
    ['a missing file', ['ask', '--from', 'nosuch.json'], 2, ['cannot read nosuch.json']],
    ['a bad time', ['ask', 'X?', '-o', 'A', '-o', 'B', '--timeout', 'soon'], 2, ['--timeout soon is not a time', '90s, 5m']],
  ])('refuses %s, says what to do, and stores nothing', async (_, args, code, messages) => {
    const ran = await at.run(args);
    expect(ran).toMatchObject({ code, out: '' });
    for (const part of messages) expect(ran.err).toContain(part);
    expect(await open()).toEqual([]);
  });

  it('refuses invalid JSON, and with --strict questions that break the rules', async () => {
    const file = join(at.place.folder, 'q.json');
    writeFileSync(file, '{"questions": [');
    expect(await at.run(['ask', '--from', file])).toMatchObject({ code: 2, err: expect.stringContaining('is not JSON') });
    writeFileSync(file, JSON.stringify({ questions: [{ question: 'As agents send it', options: ['A', 'B'], strange: 1 }] }));
    expect(await at.run(['ask', '--from', file, '--no-wait', '--strict'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('questions[0]'),
    });
    const { out } = await at.run(['ask', '--from', file, '--no-wait']);
    expect(await at.client().show(out.trim())).toMatchObject({
      questions: [{ text: 'As agents send it', options: [{ label: 'A' }, { label: 'B' }], multiSelect: false, strange: 1 }],
    });
  });

  it('keeps suggested answers as suggestions', async () => {
    const body = { ...aRequest(), answers: { Database: 'SQLite' } };
    const { out } = await at.run(['ask', '--from', '-', '--no-wait'], { input: JSON.stringify(body) });
    expect(await at.client().show(out.trim())).toMatchObject({ state: 'open', prefilled: [{ kind: 'chosen', chosen: [2] }] });
    const unknown = await at.run(['ask', '--from', '-', '--no-wait'], {
      input: JSON.stringify({ ...body, answers: { Databse: 'SQLite' } }),
    });
    expect(unknown).toMatchObject({
      code: 2,
      err: expect.stringContaining('no question has the header "Databse"; the headers are "Database"'),
    });
  });
});

describe('answer', () => {
  it('tells later answerers who was first', async () => {
    const { id } = await asked();
    await at.client().decide(id, answers(2), by('bob'));
    expect(await at.run(['answer', id, '1'])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`was already answered by bob (test): SQLite`),
    });
  });

  it('of two answers at once, one wins and the other is told', async () => {
    const { id } = await asked();
    const [a, b] = await Promise.all([
      at.run(['answer', id, '1'], { env: { USER: 'ada' } }),
      at.run(['answer', id, '2'], { env: { USER: 'bob' } }),
    ]);
    expect([a.code, b.code].sort()).toEqual([0, 1]);
    const winner = (await at.client().show(id)).decision?.by.name;
    expect(a.code === 0 ? 'ada' : 'bob').toBe(winner);
    expect(a.err + b.err).toContain(`already answered by ${winner} (cli)`);
  });

  it('refuses invalid choices, and changes nothing', async () => {
    const { id } = await asked();
    for (const choice of [['3'], ['0'], ['Mongo'], ['1,2'], ['1', '2'], [''], ['-'], ['-m', ' ']]) {
      expect(await at.run(['answer', id, ...choice]), choice.join(' ')).toMatchObject({
        code: expect.toSatisfy((c: number) => c > 0),
        out: '',
      });
    }
    expect(await at.client().show(id)).toMatchObject({ state: 'open', version: 1 });
  });

  it('-m alone is own words, whatever the options are called', async () => {
    const options = ['Other', '-', '1'].map((label) => ({ label, description: 'x' }));
    const questions = [{ text: 'Which?', header: 'Which', multiSelect: true, options }];
    const { id } = await asked({ questions, rules: 'tolerant' });
    expect(await at.run(['answer', id, '-m', 'only my words'])).toMatchObject({ code: 0, out: '✓ Which? → only my words\n' });
  });

  it('is not thrown away by a withdrawal', async () => {
    const { id } = await asked();
    await at.client().decide(id, answers(2), by('bob'));
    expect(await at.run(['withdraw', id])).toMatchObject({
      code: 1,
      err: expect.stringContaining('was already answered by bob (test): SQLite'),
    });
    expect(await at.client().result(id)).toMatchObject({ outcome: 'answers' });
  });

  it('is overruled by people only, stays as it was, and shows that it was wrong', async () => {
    const { id } = await asked();
    expect(await at.run(['overrule', id, 'use files'])).toMatchObject({ code: 1, err: expect.stringContaining('nobody decided it') });
    await at.client().decide(id, answers(2), by('bob'));
    expect(await at.run(['overrule', id, 'use files'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^✓ overruled: Which database.*→ SQLite\n {2}not sent to tester: /),
    });
    expect(await at.run(['overrule', id, 'no'], { env: { ANSWERBACK_ANSWERING: '1' } })).toMatchObject({ code: 2 });
    for (const command of [['log'], ['show', id], ['log', '--why', id]])
      expect((await at.run(command)).out, command.join(' ')).toContain('overruled by ada: use files');
    expect(await at.client().show(id)).toMatchObject({ decision: { by: { name: 'bob' } }, overruled: { message: 'use files' } });
    expect(JSON.parse((await at.run(['log', '--by', 'bob', '--json'])).out)).toMatchObject([{ id }]);
    expect((await at.run(['log', '--by', 'ada'])).out).toContain('No decision matches');
    expect((await at.run(['report'])).out).toMatch(/person bob +1 +0 +0 +0 +1 +0/);
    expect(JSON.parse((await at.run(['report', '--json'])).out)).toMatchObject([{ answerer: 'person bob', decided: 1, overruled: 1 }]);
  });

  it('accepts the beginning of an id, and reports unknown and ambiguous ones', async () => {
    const client = at.client();
    const ids: string[] = [];
    // Of so many asks, at least two begin with the same letter. A digit alone would be a choice.
    for (let i = 0; i < 50; i += 1) ids.push((await client.ask(aRequest())).id);
    const letters = ids.map((id) => id[0] as string).filter((each) => /[a-z]/.test(each));
    const shared = letters.find((each, i) => letters.indexOf(each) !== i) as string;
    expect(await at.run(['answer', shared, '1'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is the beginning of several asks: .*,[\s\S]*more characters/),
    });
    expect(await at.run(['answer', 'zzzzzzzzzzzz', '1'])).toMatchObject({ code: 1, err: expect.stringContaining('no ask "zzzzzzzzzzzz"') });
    expect(await at.run(['answer', (ids[5] as string).slice(0, 8).toUpperCase(), '1'])).toMatchObject({ code: 0 });
  });
});

describe('list, show, log, sessions', () => {
  it('list shows open asks as a table and as JSON', async () => {
    const first = await asked();
    const second = await asked({ session: { id: 'other', program: 'codex', project: '/srv/else' } });
    await at.client().decide(first.id, answers(1), by('bob'));
    expect((await open()).map((v) => v.id)).toEqual([second.id]);
    // Its age depends on how busy the computer is.
    const { out, err } = await at.run(['list']);
    expect(out.replace(/ {2}\d+s {2}/, '  now  ')).toBe(`@1  ${second.id.slice(0, 8)}  now  Which database should we use?\n`);
    expect(err).toBe('open · else · codex · Database\n');
    expect(JSON.parse((await at.run(['list', '--all', '--project', 'app', '--json'])).out)).toMatchObject([{ id: first.id }]);
    expect(JSON.parse((await at.run(['list', '--all', '-n', '1', '--json'])).out)).toHaveLength(1);
    expect((await at.run(['list', '--state', 'happy'])).err).toContain('--state happy: write open, answered');
  });

  it('show prints everything about an ask and how to answer it', async () => {
    const ask = await asked();
    const { out } = await at.run(['show', ask.id.slice(0, 5)]);
    for (const part of [ask.id, 'Which database should we use?', '1. Postgres', 'a server', `answerback answer ${ask.id.slice(0, 8)} 1`])
      expect(out).toContain(part);
    expect(JSON.parse((await at.run(['show', ask.id, '--json', '--events'])).out)).toMatchObject({
      id: ask.id,
      events: [{ happening: { kind: 'asked' } }],
    });
  });

  it('show prints what the agent sent if the ask could not be read', async () => {
    const questions = [{ text: 'No details available: it asks something', unseen: true }];
    const ask = await asked({ questions, rules: 'tolerant', raw: { pages: [{ ask: 'Which?\u001b[2J' }] } });
    const { out } = await at.run(['show', ask.id]);
    expect(out).toContain('what the agent sent:');
    expect(out).toContain('"ask": "Which?');
    expect(out).not.toContain('\u001b[2J');
  });

  it('log shows who decided what, where, why and whether it arrived', async () => {
    const { id } = await asked();
    await at.run(['answer', id, '2', '--reason', 'less to run']);
    expect((await at.run(['log'])).out).toMatch(
      /ada \(cli\) {2}app · tester {2}… not collected yet\n {4}Which database should we use\? → SQLite\n {4}why: less to run/,
    );
    await at
      .client()
      .receipt({ ...(await at.client().result(id)), answers: [{ question: '', chosen: ['Postgres'], numbers: [1], skipped: false }] });
    expect((await at.run(['log'])).out).toContain('✗ mismatched');
    expect((await at.run(['log'])).out).toContain('missing "SQLite", extra "Postgres": intended "SQLite", recorded "Postgres"');
  });

  it('log and list say when nothing matches, and list says what was redirected', async () => {
    const { id } = await asked();
    expect((await at.run(['log'])).out).toBe('No decisions yet.\n');
    await at.run(['redirect', id, 'there is no database']);
    expect((await at.run(['log', '--kind', 'plan'])).out).toBe('No decision matches. `answerback log` shows all.\n');
    expect((await at.run(['list', '--kind', 'plan'])).out).toBe('No open asks match. (--all shows the others)\n');
    expect((await at.run(['list', '--all'])).out).toContain('  redirected  ');
    expect((await at.run(['show', id])).out).toContain('  redirected  ');
  });

  it('status says what kinds of asks wait, and where', async () => {
    await asked();
    await asked();
    await asked({ session: { id: 'other', program: 'codex', project: '/srv/else' } });
    const { out } = await at.run(['status']);
    expect(out).toMatch(/^asks +3 open {2}\(answerback list\)\n +else: 1 question\n +app: 2 questions$/m);
    expect(JSON.parse((await at.run(['status', '--json'])).out).waiting).toContainEqual({ project: '/srv/app', kinds: { question: 2 } });
  });

  it('sessions does not show a script as running that has nothing left to ask', async () => {
    const id = (await at.run(['ask', 'Later?', '-o', 'Yes', '-o', 'No', '--no-wait'])).out.trim();
    expect((await at.run(['sessions'])).out).toContain('[ASKING: Later?]');
    await at.run(['answer', id, '1']);
    await expect.poll(async () => await at.client().sessions()).toEqual([]);
    expect(await at.run(['wait', id])).toMatchObject({ code: 0, out: 'Yes\n' });
  });

  it('send looks for the session that can be typed into', async () => {
    const client = at.client();
    await client.putSession('script-1', { program: 'script', project: '/srv/app' });
    await client.putSession('agent-1', { program: 'claude-code', project: '/srv/app', tmux: '/tmp/no-such-tmux', pane: '%1' });
    expect(await at.run(['send', 'app', 'go on'])).toMatchObject({ code: 0, out: expect.stringContaining('queued as') });
    expect(await client.prompts(true)).toMatchObject([{ session: 'agent-1' }]);
    expect(await at.run(['send', 'script-1', 'go on'])).toMatchObject({ code: 1, err: expect.stringContaining('script cannot be given') });
  });

  it('send gives each of several prompts an id of its own, with which it can be cancelled, also after a restart', async () => {
    await at.run(['broker', 'start']);
    const opencode = await startStandIn(at);
    onTestFinished(() => opencode.stop());
    const session = await opencode.do('session');
    await opencode.do('ask', session, [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }]);
    await at.run(['answer', await firstAsk(), '1']);
    await opencode.do('prompt', session, 'work for a long time');
    const { out } = await at.run(['send', session, 'plan', 'execute', 'verify']);
    const ids = /queued as (\w{8}), (\w{8}), (\w{8});/.exec(out)?.slice(1) ?? [];
    expect(new Set(ids).size).toBe(3);
    const list = (await at.run(['send', '--list'])).out.trimEnd().split('\n');
    expect(list.map((line) => line.split(' ')[0])).toEqual(ids);
    expect((await at.run(['send', '--cancel', ids[0] ?? ''])).out).toBe('Cancelled: plan\n');
    await at.run(['broker', 'stop']);
    expect((await at.run(['send', '--cancel', ids[2] ?? ''])).out).toBe('Cancelled: verify\n');
    expect((await at.client().prompts()).map(({ text }) => text)).toEqual(['execute']);
  });

  it('sessions shows who is asking', async () => {
    await asked();
    expect((await at.run(['sessions'])).out).toContain('[ASKING: Which database should we use?]');
    expect(JSON.parse((await at.run(['sessions', '--json'])).out)).toMatchObject([{ id: 'test-session', asking: [expect.any(String)] }]);
  });

  it('every command has JSON, also for its errors', async () => {
    const { id } = await asked();
    for (const args of [
      ['list'],
      ['show', id],
      ['log'],
      ['sessions'],
      ['status'],
      ['doctor'],
      ['broker', 'status'],
      ['answer', id, '1'],
      ['wait', id],
      ['completion', 'bash'],
      ['broker', 'start'],
    ]) {
      const ran = await at.run([...args, '--json']);
      expect(() => JSON.parse(ran.out), `${args.join(' ')}: ${ran.out}${ran.err}`).not.toThrow();
    }
    const failed = await at.run(['answer', id, '1', '--json']);
    expect(JSON.parse(failed.err)).toMatchObject({ error: { code: 'taken', message: expect.stringContaining('already answered by ada') } });
    expect(JSON.parse((await at.run(['broker', 'stop', '--json'])).out)).toEqual({ stopped: true });
  });
});

describe('watch', () => {
  it('prints events across a restart of the broker, none twice', async () => {
    const watching = at.start(['watch', '--json', '--after', '0']);
    const one = await asked();
    await watching.until(one.id);
    process.kill((await at.pid()) as number, 'SIGKILL');
    const two = await asked();
    await at.client().decide(two.id, answers(1), by('bob'));
    await watching.until('"settled"');
    watching.child.kill();
    const { out } = await watching.over;
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map((e) => e.happening.kind)).toEqual(['session-seen', 'asked', 'asked', 'settled']);
    expect(new Set(events.map((e) => e.seq)).size).toBe(4);
  });
});

describe('the rest', () => {
  it('doctor reports what is fine and what is not', async () => {
    expect(await at.run(['doctor'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/self-test +a question was asked, answered and verified[\s\S]*Everything works/),
    });
    // Its test questions are not among the asks of the user.
    for (const args of [['log'], ['list', '--all']]) expect((await at.run([...args, '--json'])).out).toBe('[]\n');
    const { chmodSync } = await import('node:fs');
    chmodSync(at.place.token, 0o644);
    expect(await at.run(['doctor'])).toMatchObject({ code: 1, out: expect.stringMatching(/✗ token.*others can read it[\s\S]*chmod 600/) });
  });

  it('unknown commands and flags suggest the right ones', async () => {
    expect(await at.run(['anwser'])).toMatchObject({ code: 2, err: expect.stringContaining('answer') });
    expect(await at.run(['list', '--jsno'])).toMatchObject({ code: 2, err: expect.stringContaining('--json') });
  });

  it('TAB completes commands, flags and open asks, and starts no broker', async () => {
    expect((await at.run(['__complete', '--', 'an'])).out).toBe('answer\tAnswer an ask\n');
    expect(
      (await at.run(['__complete', '--', 'show', ''])).out
        .trim()
        .split('\n')
        .filter((w) => /^[0-9a-z]{8}\t/.test(w)),
    ).toEqual([]);
    expect(await at.pid()).toBeUndefined();
    const { id } = await asked();
    expect((await at.run(['__complete', '--', 'answer', ''])).out).toBe(`${id.slice(0, 8)}\tapp: Which database should we use?\n`);
    expect((await at.run(['__complete', '--', 'list', '--kind', 'p'])).out).toBe('permission\tOnly these kinds\nplan\tOnly these kinds\n');
    expect((await at.run(['__complete', '--', 'list', '--kind', 'idle,'])).out).toContain('idle,plan\t');
    expect((await at.run(['__complete', '--', 'list', '--js'])).out).toContain('--json');
  });

  it('the demo agent gets an answer from anywhere, and says so', async () => {
    const demo = at.start(['demo']);
    await demo.until('Answer from another one');
    const [ask] = await open();
    await at.run(['answer', (ask as AskView).id, '2']);
    const { code, out } = await demo.over;
    expect(code).toBe(0);
    for (const part of ['decided by ada (cli): PostgreSQL', 'you said “PostgreSQL”', 'verified', 'To connect Claude Code'])
      expect(out).toContain(part);
  });

  it('the demo accepts an answer typed into it', async () => {
    const { out } = await at.run(['demo'], { input: '\n9\nmy own words\n' });
    expect(out).toContain('Please type an answer');
    expect(out).toContain('has no option 9');
    expect(out).toContain('you said “my own words”');
  });
});

describe('hostile text', () => {
  const evil =
    '\u001b]0;title\u0007\u001b[2J\u001b[31mred\u009b31m\r\u0008\u202egnp.exe\u2066\u200b\u2028\u2029\u0000 <script>alert(1)</script> $(rm -rf /) `id`';

  it('never reaches a terminal from any field of any command, and is stored unchanged', async () => {
    const questions = [
      { text: `${evil}?`, header: evil, options: [{ label: evil, description: evil, preview: evil }, { label: `b${evil}` }], extra: evil },
    ];
    const session = { id: `s${evil}`.slice(0, 100), program: `p${evil}`.slice(0, 90), project: `/x/${evil}`, pane: evil };
    const client = at.client();
    const first = await client.ask({ ...aRequest({ questions, session }), rules: 'tolerant', timeoutMs: 1e7 });
    const second = await client.ask({ ...aRequest({ questions, session }), rules: 'tolerant' });
    await client.decide(second.id, answers({ words: evil, note: evil }), {
      by: { kind: 'person', name: evil, surface: evil.slice(0, 90) },
      reason: evil,
    });
    await client.decide(
      (await client.ask({ ...aRequest({ questions, session }), rules: 'tolerant' })).id,
      { kind: 'redirect', message: evil },
      by('ada'),
    );
    await client.overrule(second.id, evil, { kind: 'person', name: evil, surface: 'x' }, true);
    await client.withdraw((await client.ask({ ...aRequest({ questions, session }), rules: 'tolerant' })).id, evil);
    const agent = { kind: 'agent', name: evil, surface: 'x' } as const;
    await expect(client.decide(first.id, answers(1), { by: agent })).rejects.toThrow('no route lets');
    await client.pause({ kind: 'person', name: evil, surface: 'x' }, { kind: 'project', project: evil });
    const watching = at.start(['watch', '--after', '0']);
    await watching.until('auto-answer');
    watching.child.kill();
    const outputs = [await watching.over];
    for (const args of [
      ['list', '--all'],
      ['show', first.id, '--events'],
      ['show', second.id],
      ['log'],
      ['log', '--why', second.id],
      ['route', 'explain', first.id],
      ['route', 'test'],
      ['roster'],
      ['brief', first.id],
      ['status'],
      ['sessions'],
      ['answer', first.id, 'zzz'],
      ['answer', second.id, '1'],
      ['broker', 'logs'],
      ['doctor'],
    ]) {
      for (const more of [[], ['--json']]) if (!(args[0] === 'broker' && more.length)) outputs.push(await at.run([...args, ...more]));
    }
    outputs.push(
      await at.run(['reply', '--by', 'person:ada'], {
        input: `<answer ask="${evil}">1</answer><cc_answer project="${evil}">7</cc_answer>`,
      }),
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the output must not contain these
    const dangerous = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\u2028\u2029]/;
    for (const { out, err } of outputs) expect(dangerous.exec(out + err)?.[0], out).toBeUndefined();
    expect(JSON.parse((await at.run(['show', first.id, '--json'])).out).questions[0]).toMatchObject({ text: `${evil}?`, extra: evil });
  });
});
