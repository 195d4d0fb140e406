// Answering with few keystrokes, and asking from scripts: the built program, one broker.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteJournal } from '../src/journal/sqlite/journal.ts';
import { contentOf } from './support/content-of.ts';
import { eventually } from './support/eventually.ts';
import { aRequest, type Home, home } from './support/home.ts';

let at: Home;
beforeAll(() => {
  at = home();
});
afterAll(() => at.close());
afterEach(async () => {
  await at.run(['decline', '--all', '--yes', '--no-wait']);
});

const ask = async (...args: readonly string[]): Promise<string> => (await at.run(['ask', '--no-wait', ...args])).out.trim();
const yesNo = (text: string, ...more: readonly string[]) => ask(text, '-o', 'Yes', '-o', 'No', ...more);
const decision = async (id: string) => (await at.client().show(id)).decision;
const onlyOpen = async (): Promise<string> => {
  let id: string | undefined;
  await eventually(async () => {
    [id] = (await at.client().list({ state: ['open'] })).asks.map((view) => view.id);
    return id !== undefined;
  });
  return id as string;
};

describe('answer', () => {
  it('needs no id if only one ask is open', async () => {
    const id = await yesNo('Go on?');
    expect(await at.run(['answer', '2'])).toMatchObject({ code: 0, out: '✓ Go on? → No\n' });
    expect(await decision(id)).toMatchObject({ answers: [{ chosen: [2] }] });
    expect(await at.run(['answer', '2'])).toMatchObject({ code: 2, err: expect.stringContaining('no ask is open') });
    await yesNo('Really?');
    expect(await at.run(['answer', 'yes'])).toMatchObject({ code: 0 });
    await Promise.all([yesNo('This?'), yesNo('That?')]);
    expect(await at.run(['answer', '1'])).toMatchObject({ code: 2, err: expect.stringContaining('several asks are open') });
  });

  it('takes the numbers of the last list, and refuses one whose ask is over', async () => {
    const [first, second] = [await yesNo('First?'), await yesNo('Second?')];
    expect((await at.run(['list'])).out).toMatch(/^@1 .*Second\?\n@2 .*First\?\n$/);
    expect(await at.run(['answer', '@2', '1'])).toMatchObject({ code: 0, out: '✓ First? → Yes\n' });
    expect((await decision(first))?.kind).toBe('answers');
    for (const command of [
      ['answer', '@2', '1'],
      ['decline', '@2'],
      ['redirect', '@2', 'no'],
      ['withdraw', '@2'],
    ])
      expect(await at.run(command)).toMatchObject({ code: 2, err: expect.stringContaining('@2 is no longer open (First?)') });
    expect(await at.run(['show', '@2'])).toMatchObject({ code: 0, out: expect.stringContaining(first) });
    expect(await at.run(['answer', '@3', '1'])).toMatchObject({ code: 2, err: expect.stringContaining('your last list had 2 asks') });
    // Only a list that a person reads gives numbers.
    await at.run(['list', '--project', 'nowhere', '--json']);
    expect(await at.run(['decline', '@1'])).toMatchObject({ code: 0 });
    expect((await decision(second))?.kind).toBe('decline');
  });

  it('--all answers every ask that it fits, after a summary and only with --yes', async () => {
    const ids = [await yesNo('Go on?', '--project', '/srv/shop'), await yesNo('And now?', '--project', '/srv/shop')];
    const elsewhere = await yesNo('Here?', '--project', '/srv/web');
    const open = await ask('Which name?', '--project', '/srv/shop');
    const tried = await at.run(['answer', '--all', '--project', 'shop', '1']);
    expect(tried).toMatchObject({ code: 2, err: expect.stringContaining('2 asks would be decided') });
    expect(tried.out).toMatch(/And now\? +→ Yes\n.*Go on\? +→ Yes\n1 ask left open.*\n.*Which name\?/);
    expect((await at.client().list({ state: ['open'] })).asks).toHaveLength(4);
    expect(await at.run(['answer', '--all', '--project', 'shop', '1', '--yes'])).toMatchObject({ code: 0 });
    for (const id of ids) expect(await decision(id)).toMatchObject({ answers: [{ chosen: [1] }] });
    expect((await at.client().list({ state: ['open'] })).asks.map(({ id }) => id).sort()).toEqual([elsewhere, open].sort());
    expect(await at.run(['answer', '--project', 'shop', '1'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--project needs --all'),
    });
  });

  it('sends -m beside an option as a note', async () => {
    const id = await yesNo('Go on?');
    await at.run(['answer', id, '1', '-m', 'after lunch']);
    expect(await decision(id)).toMatchObject({ answers: [{ kind: 'chosen', chosen: [1], note: 'after lunch' }] });
  });
});

it('list prints lines for programs: JSON lines and any format; what is for people goes to standard error', async () => {
  const ids = [await yesNo('A\ttab?'), await yesNo('Plain?')];
  const lines = (await at.run(['list', '--jsonl'])).out.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(ids.toReversed());
  const { out } = await at.run(['list', '--format', '{id}\\t{question}\\t{options}']);
  expect(out).toBe(`${ids[1]}\tPlain?\t1 Yes, 2 No\n${ids[0]}\tA tab?\t1 Yes, 2 No\n`);
  expect(await at.run(['list', '-n', '1', '--format', '{id}'])).toMatchObject({ out: `${ids[1]}\n`, err: '… and more: --limit 4\n' });
  expect(await at.run(['list', '--format', '{di}'])).toMatchObject({ code: 2, err: expect.stringContaining('{id} {short} {question}') });
});

it('export, stats and backup: what was asked and decided, while the broker runs', async () => {
  const id = await yesNo('=HYPERLINK("x"), really?', '--project', '/srv/kept');
  await at.run(['answer', id, '1', '--reason', 'why\nnot']);
  await yesNo('Open?', '--project', '/srv/kept');
  const csv = (await at.run(['export', '--csv', '--project', 'kept', '--since', '1h'])).out.split('\n');
  expect(csv[0]).toBe('id,asked,kind,state,project,program,session,question,answer,by,where,decided,reason');
  expect(csv[2]).toMatch(
    /^\w+,2\d{3}-.*Z,question,answered,\/srv\/kept,script,.*,"'=HYPERLINK\(""x""\), really\?",Yes,person:ada,cli,.*,why not$/,
  );
  const lines = (await at.run(['export', '--project', 'kept'])).out.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).state)).toEqual(['open', 'answered']);
  expect((await at.run(['export', '--until', '1h'])).out).toBe('');
  const stats = await at.run(['stats', '--project', 'kept']);
  expect(stats.out).toMatch(
    /^2 asks, [12] on the busiest day, half of them decided within \S+\n[\d-]+ \S+ [\d-]+\n\nby project\n {2}kept +2 +█/,
  );
  expect(JSON.parse((await at.run(['stats', '--project', 'kept', '--json'])).out)).toMatchObject({
    asks: 2,
    decidedBy: { 'person ada': 1 },
  });
  const file = join(at.place.folder, 'copy.db');
  expect(await at.run(['backup', file])).toMatchObject({ code: 0, out: expect.stringContaining(file) });
  expect(await at.run(['backup', file])).toMatchObject({ code: 1, err: expect.stringContaining('exists already') });
  const copy = openSqliteJournal(file);
  expect(await copy.get(id)).toMatchObject({ state: 'answered' });
  await copy.close();
  expect((await at.run(['status'])).out).toMatch(/journal .* MB/);
});

it('count prints the number of open asks from a file, and starts no broker', async () => {
  await yesNo('One?');
  await yesNo('Two?');
  await eventually(async () => (await at.run(['count'])).out === '2\n');
  expect(readFileSync(at.place.count, 'utf8')).toBe('2\n');
  await at.run(['answer', '--all', '1', '--yes']);
  await eventually(async () => (await at.run(['count', '--json'])).out === '{\n  "open": 0\n}\n');
  const elsewhere = { ANSWERBACK_HOME: join(at.place.folder, 'none') };
  expect(await at.run(['count'], { env: elsewhere })).toEqual({ code: 0, out: '0\n', err: '' });
  expect(existsSync(elsewhere.ANSWERBACK_HOME)).toBe(false);
});

describe('ask', () => {
  it('takes any text and any number of options', async () => {
    const options = Array.from({ length: 12 }, (_, i) => ['-o', `a rather long label with the number ${i + 1}`]).flat();
    const id = await ask('🚀', ...options);
    await at.run(['answer', '12']);
    expect(await decision(id)).toMatchObject({ answers: [{ chosen: [12] }] });
  });

  it.each([
    [['answer', 'yes'], 0, ''],
    [['answer', 'no', '-m', 'not on Fridays'], 1, 'not on Fridays\n'],
    [['answer', '-m', 'later'], 1, 'later\n'],
    [['decline'], 3, 'Declined.\n'],
  ])('--confirm: %j gives exit code %i, and nothing on standard output', async ([command = '', ...rest], code, err) => {
    const asking = at.start(['ask', '--confirm', 'Deploy?']);
    const id = await onlyOpen();
    await at.run(command === 'decline' ? ['decline', id] : [command, id, ...rest]);
    expect(await asking.over).toEqual({ code, out: '', err });
  });

  it('--confirm: a failure, wrong usage and silence are no answer, and have other exit codes than no', async () => {
    expect((await at.run(['ask', '--confirm', 'Deploy?', '--timeout', '1s'])).code).toBe(5);
    expect((await at.run(['ask', '--confirm', 'Deploy?', '-o', 'x'])).code).toBe(2);
    const folder = join(at.place.folder, 'x'.repeat(120));
    const unreachable = await at.run(['ask', '--confirm', 'Deploy?'], { env: { ANSWERBACK_HOME: folder } });
    expect(unreachable).toMatchObject({ code: 7, out: '', err: expect.stringMatching(/^answerback: /) });
    expect((await at.run(['ask', 'Deploy?', '-o', 'Yes'], { env: { ANSWERBACK_HOME: folder } })).code).toBe(1);
  });

  it('show says how to answer in own words: -m alone for one question, with other for several', async () => {
    const id = await ask('Which?', '-o', 'A', '-o', 'B');
    const short = id.slice(0, 8);
    expect((await at.run(['show', id])).out).toContain(`own words answerback answer ${short} -m "…"\n`);
    const open = await ask('--input', 'Name?');
    expect((await at.run(['show', open])).out).toContain(`answer    answerback answer ${open.slice(0, 8)} -m "…"\n`);
    expect((await at.run(['answer', id, '-m', 'neither'])).code).toBe(0);
    expect((await at.run(['answer', open, '-m', 'shop'])).code).toBe(0);
  });

  it('only the asker of a secret makes its key: another text in that field is refused', async () => {
    const question = { text: 'Token?', options: [], secret: 'not a key' };
    const asking = at.client().ask({ ...aRequest({ toolUseId: 'secret' }), questions: [question], rules: 'tolerant' });
    await expect(asking).rejects.toThrow('secret: is not a public key; answerback ask --secret makes one');
  });

  it('shows a default, a file and previews, and takes nothing by itself', async () => {
    const [file, preview] = [join(at.place.folder, 'changes.diff'), join(at.place.folder, 'yes.txt')];
    writeFileSync(file, '- old\n+ new\n');
    writeFileSync(preview, 'what yes means');
    const id = await yesNo('Apply?', '--default', 'no', '--file', file, '--preview', preview);
    expect(await at.client().show(id)).toMatchObject({
      state: 'open',
      prefilled: [{ chosen: [2] }],
      detail: { kind: 'file', name: 'changes.diff', text: '- old\n+ new\n' },
      questions: [{ options: [{ label: 'Yes', preview: 'what yes means' }, { label: 'No' }] }],
    });
    expect((await at.run(['show', id])).out).toMatch(/changes\.diff[\s\S]*\+ new[\s\S]*\(•\) No/);
    expect(await at.run(['ask', 'X?', '-o', 'A', '--default', 'B'])).toMatchObject({ code: 2, err: expect.stringContaining('--default') });
    const open = await ask('--input', 'Name?', '--default', 'shop');
    expect(await at.client().show(open)).toMatchObject({ state: 'open', prefilled: [{ kind: 'words', words: 'shop' }] });
  });

  it('--secret: only the asker can read it; nothing is stored or printed in clear', async () => {
    const asking = at.start(['ask', '--secret', 'Token?']);
    const id = await onlyOpen();
    for (const args of [
      ['answer', id, '-m', 'hunter2'],
      ['answer', id, '1'],
    ])
      expect(await at.run(args)).toMatchObject({ code: 2, err: expect.stringContaining('does not belong on a command line') });
    const by = { kind: 'agent', name: 'claw', surface: 'api' } as const;
    await expect(
      at.client().decide(id, { kind: 'answers', answers: [{ words: 'hunter2' }] }, { by, risk: 'reversible', reason: 'x' }),
    ).rejects.toThrow('asks for a secret');
    expect(await at.run(['wait', id])).toMatchObject({ code: 2, err: expect.stringContaining('only the process that asked') });
    expect(await at.run(['answer', id, '-m', '-'], { input: 'hunter2-zzz\n' })).toMatchObject({ code: 0, out: '✓ Token? → (secret)\n' });
    expect(await asking.over).toMatchObject({ code: 0, out: 'hunter2-zzz\n' });
    const events = (await at.run(['show', id, '--events', '--json'])).out;
    expect(events).toContain('sealed:1:');
    const files = readdirSync(at.place.folder, { withFileTypes: true }).filter((each) => each.isFile());
    const stored = files.flatMap(({ name }) => contentOf(join(at.place.folder, name)) ?? []);
    for (const text of [events, (await at.run(['log'])).out, ...stored]) expect(text).not.toContain('hunter2');
    expect(await at.run(['ask', '--secret', 'Token?', '--no-wait'])).toMatchObject({ code: 2 });
  });
});
