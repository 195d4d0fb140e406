// A person overrules an answering agent: the real Claude Code is told, the agent is told, and its next brief says so. The phase is that of the last command.
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClaudeSession, startClaude } from '../support/agents/claude-session.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { hookSettings } from '../support/agents/hook-settings.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { type Home, home } from '../support/home.ts';

const asks = (question: string) => ({
  name: 'AskUserQuestion',
  input: {
    questions: [
      {
        question,
        header: 'Design',
        multiSelect: false,
        options: [
          { label: 'A server', description: 'that runs beside it' },
          { label: 'A file', description: 'in its folder' },
        ],
      },
    ],
  },
});

let at: Home;
let model: FakeModel;
let claude: ClaudeSession;
let project: string;
let log: string;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'overruled-'));
  mkdirSync(join(project, '.claude', 'commands', 'gsd'), { recursive: true });
  writeFileSync(join(project, '.claude', 'commands', 'gsd', 'execute-phase.md'), 'Carry out the phase with the number $ARGUMENTS.\n');
  model = await startFakeModel();
  at = home();
  mkdirSync(at.place.folder, { recursive: true });
  log = join(at.place.folder, 'news');
  appendFileSync(log, '');
  const program = join(at.place.folder, 'claw.mjs');
  writeFileSync(
    program,
    `import { appendFileSync } from 'node:fs';
     let text = ''; for await (const chunk of process.stdin) text += chunk;
     if (process.env.ANSWERBACK_PURPOSE === 'news') appendFileSync(${JSON.stringify(log)}, text);
     else console.log(JSON.stringify({ answers: [2], risk: 'reversible', reason: 'one file is enough' }));`,
  );
  const routes = [{ name: 'claw', when: { kind: 'question' }, decide: [{ agent: 'claw' }] }];
  writeFileSync(at.place.config, JSON.stringify({ answerers: { claw: { kind: 'command', run: [process.execPath, program] } }, routes }));
  const settings = await hookSettings(at, CLAUDE_CODE);
  claude = await startClaude({ version: CLAUDE_CODE, model, settings, args: ['--permission-mode', 'default'], cwd: project });
  await at.client().status();
}, 180_000);
afterAll(async () => {
  await claude?.stop();
  await model?.stop();
  await at?.close();
  rmSync(project, { recursive: true, force: true });
});

it('the correction is the next prompt of Claude Code, the agent is told, and its next brief has the lesson and the phase', async () => {
  const client = at.client();
  const [first = ''] = model.script(/Carry out the phase with the number 3/, [
    { tools: [asks('Which database should we use?')] },
    { text: 'Done with it.' },
  ]);
  await claude.prompt('/gsd:execute-phase 3');
  expect((await model.toolResult(first)).content).toContain('A file');
  const verified = async () => (await client.list({ kind: ['question'] })).asks.find(({ state }) => state === 'verified');
  await expect.poll(verified).toBeDefined();
  const { id = '', route } = (await verified()) ?? {};
  expect(route?.warning).toContain('a design question was decided while the plan is being carried out');
  await expect.poll(async () => (await client.list({ kind: ['idle'] })).asks).toHaveLength(1);

  const correction = 'Correction: the answer "A file" to "Which database should we use?" was wrong. We have a server.';
  const [second = ''] = model.script(correction, [{ tools: [asks('Which cache should we use?')] }, { text: 'Corrected.' }]);
  const said = await at.run(['overrule', id, 'We have a server.']);
  expect(said.out).toContain('claude-code gets this as its next prompt');
  await model.toolResult(second);
  expect(model.requests.filter(({ prompt, side }) => !side && prompt === correction).length).toBeGreaterThan(0);
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('| ada said: We have a server.');

  const next = (await client.list({ kind: ['question'] })).asks.find((ask) => ask.id !== id);
  const why = (await at.run(['log', '--why', next?.id ?? '', '--json'])).out;
  expect(why).toContain('against you: Which database should we use? → you: A file; ada said: We have a server.');
  expect(why).toContain('The plan is being carried out.');
  expect(why).toContain(`what the agent was last told: Correction: `);
});
