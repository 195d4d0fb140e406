// The real pi with our extension: the question is in pi's own window and in the inbox, and the first answer wins.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { AskView } from '../../src/ask/schema/history.ts';
import { DATABASE, nextCall } from '../support/agents/asking-model.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { PI, piProgram } from '../support/agents/packages.ts';
import { type Pi, runPi, startPi } from '../support/agents/pi.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { by, type Home, home } from '../support/home.ts';

let at: Home;
let reader: Client;
let model: FakeModel;
let told: readonly string[];
let pi: Pi | undefined;
let env: Record<string, string>;
beforeEach(async () => {
  at = home();
  reader = at.client();
  env = { ANSWERBACK_HOME: at.place.folder, ANSWERBACK_PORT: '0' };
  told = [];
  model = await startFakeModel();
  model.follow(/ask me/, (results, offered) => {
    told = results;
    return results.length > 0 ? undefined : nextCall(results, offered);
  });
});
afterEach(async () => {
  await pi?.stop();
  pi = undefined;
  await model.stop();
  await at.close();
});

const asked = (): Promise<AskView> => eventually(async () => (await reader.list({ state: ['open'] })).asks[0]);
const isTold = () => eventually(() => told[0]);
const SQLITE = 'Collected answers:\n- Database: SQLite\nJSON:\n{"answers":{"Database":"SQLite"}}';

describe(`pi ${PI}`, () => {
  it('its types fit ours', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pi-types-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const modules = (await piProgram()).program.split('/@earendil-works/')[0] ?? '';
    mkdirSync(join(folder, 'node_modules'));
    for (const name of ['@earendil-works', 'typebox']) symlinkSync(join(modules, name), join(folder, 'node_modules', name));
    symlinkSync(resolve('.'), join(folder, 'node_modules/answerback'));
    symlinkSync(resolve('node_modules/@types'), join(folder, 'node_modules/@types'));
    writeFileSync(
      join(folder, 'extension.mts'),
      "import type { ExtensionFactory } from '@earendil-works/pi-coding-agent';\nimport answerback from 'answerback/pi';\nexport const extension: ExtensionFactory = answerback;\n",
    );
    const run = promisify(execFile);
    await run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.types.json']);
    const flags = ['--noEmit', '--module', 'node16', '--strict', '--skipLibCheck', '--types', 'node', 'extension.mts'];
    const { stdout } = await run(resolve('node_modules/.bin/tsc'), flags, { cwd: folder }).catch((error) => error);
    expect(stdout).toBe('');
  });

  it('an answer in its window is the answer', async () => {
    pi = await startPi(model, 'ask me', env);
    await pi.shows('One file, no server');
    const { id, program, project } = await asked();
    expect({ program, project }).toEqual({ program: 'pi', project: pi.project });
    await pi.choose(2);
    expect(await isTold()).toBe(SQLITE);
    await pi.hides('One file, no server');
    expect(await eventually(async () => (await reader.show(id)).state === 'verified')).toBe(true);
    expect((await reader.show(id)).decision?.by).toMatchObject({ kind: 'person', surface: 'pi' });
  });

  it('the title of its calls says what was asked; expanded, with the options', async () => {
    const features = { ...DATABASE, question: 'Which features?', header: 'Features', multiSelect: true };
    const [one = '', two = ''] = model.script(/ask me/, [
      { tools: [{ name: 'ask_user_question', input: { questions: [DATABASE] } }] },
      { tools: [{ name: 'ask_user_question', input: { questions: [DATABASE, features] } }] },
    ]);
    pi = await startPi(model, 'ask me', env);
    await reader.decide((await asked()).id, { kind: 'answers', answers: [2] }, by('ada'));
    await model.toolResult(one);
    await reader.decide((await asked()).id, { kind: 'answers', answers: [2, 1] }, by('ada'));
    await model.toolResult(two);
    await pi.shows('ask_user_question Which database?');
    await pi.shows('ask_user_question 2 questions: Database, Features');
    await pi.hides('Features: Which features?');
    await pi.keys('C-o');
    await pi.shows('Features: Which features?');
  });

  it('declining in its window is an error that the model gets', async () => {
    pi = await startPi(model, 'ask me', env);
    await pi.shows('One file, no server');
    await pi.keys('d');
    await pi.shows('Decline to answer?');
    await pi.keys('Enter');
    expect(await isTold()).toBe('AskUserQuestion cancelled by user');
  });

  it('text of any script fits into its window', async () => {
    const odd = ['👩‍👩‍👧‍👦', '🇩🇪🇩', '1️⃣', 'क्षि', 'กำนี้', 'éà̂', '葛󠄀', '☎️☎', 'ﷺ', '\u200d\u200b', 'ｶﾞ', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'];
    const options = odd.slice(0, 4).map((text) => ({ label: text, description: odd.join('').repeat(9) }));
    const question = `${odd.map((text) => text.repeat(60)).join(' ')}?`;
    const input = { questions: [{ question, header: 'Odd', multiSelect: false, options }] };
    model.script(/ask me/, [{ tools: [{ name: 'ask_user_question', input }] }]);
    pi = await startPi(model, 'ask me', env);
    const { id } = await asked();
    await pi.shows('Esc leaves');
    await pi.choose(2);
    expect(await eventually(async () => (await reader.show(id)).state === 'verified')).toBe(true);
  });

  it('two questions at the same time are shown one after the other', async () => {
    const ask = (header: string) => ({
      name: 'ask_user_question',
      input: {
        questions: [{ ...DATABASE, header, options: DATABASE.options.map((each) => ({ ...each, description: `${header} of two` })) }],
      },
    });
    const [one = '', two = ''] = model.script(/ask me/, [{ tools: [ask('First'), ask('Second')] }]);
    pi = await startPi(model, 'ask me', env);
    await pi.shows('First of two');
    await pi.choose(1);
    await pi.shows('Second of two');
    await pi.choose(2);
    expect((await model.toolResult(one)).content).toContain('- First: Postgres');
    expect((await model.toolResult(two)).content).toContain('- Second: SQLite');
  });

  it('own words are typed in its window', async () => {
    pi = await startPi(model, 'ask me', env);
    await pi.shows('One file, no server');
    await pi.keys('3');
    await pi.shows('type here');
    await pi.type('Duck');
    await pi.keys('Enter');
    expect(await isTold()).toContain('- Database: Other: Duck');
  });

  it('without a broker the question is asked in its window alone', async () => {
    pi = await startPi(model, 'ask me', { ...env, ANSWERBACK_HOME: '/dev/null/no-such-folder' });
    await pi.shows('One file, no server');
    await pi.choose(2);
    expect(await isTold()).toBe(SQLITE);
  });

  it('an answer in the inbox closes its window', async () => {
    pi = await startPi(model, 'ask me', env);
    await pi.shows('One file, no server');
    await reader.decide((await asked()).id, { kind: 'answers', answers: [2] }, by('ada'));
    expect(await isTold()).toBe(SQLITE);
    await pi.hides('One file, no server');
  });

  it('the question that was left in its window is still answered in the inbox', async () => {
    pi = await startPi(model, 'ask me', env);
    await pi.shows('One file, no server');
    const { id } = await asked();
    await pi.keys('q');
    await pi.shows(`Waiting for an answer: answerback answer ${id}`);
    await reader.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
    expect(await isTold()).toBe(SQLITE);
    await pi.hides('Waiting for an answer');
  });

  it('interrupting pi after that withdraws the question', async () => {
    pi = await startPi(model, 'ask me', env);
    await pi.shows('One file, no server');
    const { id } = await asked();
    await pi.keys('q');
    await pi.shows('Waiting for an answer');
    await pi.keys('Escape');
    await eventually(async () => (await reader.show(id)).state === 'withdrawn');
  });

  it('pi -p asks in the inbox alone', async () => {
    const run = runPi(model, 'ask me', env);
    const { id, program } = await asked();
    expect(program).toBe('pi');
    await reader.decide(id, { kind: 'answers', answers: [2] }, by('ada'));
    expect(await run).toContain('done');
    expect(told).toEqual([SQLITE]);
    expect(await eventually(async () => (await reader.show(id)).state === 'verified')).toBe(true);
  });
});
