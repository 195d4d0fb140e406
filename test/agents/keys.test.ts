// The hands at the real Claude Code: no hooks, only what is on the screen; and what the model was told decides.
// More repetitions: ANSWERBACK_KEYS_RUNS=20 npm run test:agents
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quirksOf } from '../../src/agents/claude-code/hands/goal.ts';
import { type Typed, typeDecision } from '../../src/deliver/by-keys.ts';
import type { Terminal } from '../../src/deliver/terminal.ts';
import { realClock } from '../../src/drivers/clock.ts';
import { type TmuxServers, tmuxServers } from '../../src/drivers/tmux/servers.ts';
import type { Ask, Question, Verdict } from '../../src/question/words.ts';
import { type ClaudeSession, startClaude } from './harness/claude-session.ts';
import { type FakeModel, startFakeModel } from './harness/fake-model.ts';

const VERSION = process.env.ANSWERBACK_CLAUDE ?? '2.1.325';
const RUNS = Number(process.env.ANSWERBACK_KEYS_RUNS ?? 2);
const quirks = quirksOf(VERSION);

const option = (label: string, more: object = {}) => ({ label, description: `about ${label}`, ...more });
const question = (text: string, labels: readonly string[], more: Partial<Question> = {}): Question => ({
  text,
  header: 'Pick',
  options: labels.map((l) => option(l)),
  multiSelect: false,
  ...more,
});
const colour = question('Which colour?', ['Red', 'Green', 'Blue', 'Yellow'], { header: 'Colour' });
const parts = question('Which parts?', ['Logging', 'Metrics', 'Tracing', 'Alerts'], { header: 'Parts', multiSelect: true });
const layout = question('Which layout?', [], {
  header: 'Layout',
  options: [option('Sidebar', { preview: '| a | b |' }), option('Topbar', { preview: '# top' }), option('None', { preview: 'nothing' })],
});
const name = question('Which name?', ['Ada', 'Bob'], { header: 'Name' });
const size = question('Which size?', ['Small', 'Large', 'Huge'], { header: 'Size' });

const answers = (...list: Extract<Verdict, { kind: 'answers' }>['answers']): Verdict => ({ kind: 'answers', answers: list });
const chosen = (...numbers: number[]) => ({ kind: 'chosen', chosen: numbers }) as const;
const words = (text: string) => ({ kind: 'words', words: text }) as const;

type Action = {
  readonly name: string;
  readonly questions: readonly Question[];
  readonly verdict: Verdict;
  readonly told: readonly string[] | RegExp;
};
const ACTIONS: readonly Action[] = [
  { name: 'the first option', questions: [colour], verdict: answers(chosen(1)), told: ['"Which colour?"="Red"'] },
  { name: 'the last option', questions: [colour], verdict: answers(chosen(4)), told: ['"Which colour?"="Yellow"'] },
  {
    name: 'own words',
    questions: [colour],
    verdict: answers(words('3 shades of grey, please')),
    told: ['"Which colour?"="3 shades of grey, please"'],
  },
  {
    name: 'own words in many scripts',
    questions: [colour],
    verdict: answers(words('東京 🙂 “ñ” $HOME `x` #{y} ~; \\')),
    told: ['"Which colour?"="東京 🙂 “ñ” $HOME `x` #{y} ~; \\'],
  },
  ...(quirks.pastes
    ? [
        {
          name: 'own words of several lines',
          questions: [colour],
          verdict: answers(words('first line\nsecond line\n\nlast')),
          told: ['"Which colour?"="first line\nsecond line\n\nlast"'],
        },
      ]
    : []),
  { name: 'several options', questions: [parts], verdict: answers(chosen(1, 3)), told: ['"Which parts?"="Logging, Tracing"'] },
  ...(quirks.ticksTyped
    ? [
        {
          name: 'several options and own words',
          questions: [parts],
          verdict: answers({ ...chosen(2), words: 'and coffee' }),
          told: ['"Which parts?"="Metrics, and coffee"'],
        },
      ]
    : []),
  { name: 'a preview', questions: [layout], verdict: answers(chosen(2)), told: ['"Which layout?"="Topbar"'] },
  ...(quirks.pastes
    ? [
        {
          name: 'a preview with a note',
          questions: [layout],
          verdict: answers({ ...chosen(3), note: 'keep it calm' }),
          told: ['"Which layout?"="None"', 'keep it calm'],
        },
      ]
    : []),
  {
    name: 'a form of four',
    questions: [colour, name, size, parts],
    verdict: answers(chosen(2), chosen(2), chosen(3), chosen(4)),
    told: ['"Which colour?"="Green"', '"Which name?"="Bob"', '"Which size?"="Huge"', '"Which parts?"="Alerts"'],
  },
  {
    name: 'a form with own words',
    questions: [colour, name],
    verdict: answers(words('plaid'), words('Grace')),
    told: ['"Which colour?"="plaid"', '"Which name?"="Grace"'],
  },
  {
    name: 'a form with a question skipped',
    questions: [colour, name],
    verdict: answers({ kind: 'skipped' }, chosen(1)),
    told: ['"Which name?"="Ada"'],
  },
  {
    name: 'chat about this',
    questions: [colour],
    verdict: { kind: 'redirect', message: 'none of these' },
    told: /wants to clarify these questions/,
  },
];

for (const [columns, rows, tui] of [
  [120, 40, 'fullscreen'],
  [60, 15, 'fullscreen'],
  [120, 40, 'default'],
] as const) {
  describe(`Claude Code ${VERSION} by keys, ${columns}×${rows}, ${tui === 'default' ? 'classic' : tui}`, () => {
    let model: FakeModel;
    let claude: ClaudeSession;
    let tmux: TmuxServers;
    let terminal: Terminal;

    beforeAll(async () => {
      model = await startFakeModel();
      tmux = tmuxServers();
    });
    afterAll(async () => {
      await tmux.close();
      await claude?.stop();
      await model.stop();
    });
    beforeEach(async () => {
      if (claude && !/Esc to cancel|Submit answers/.test(await claude.screen())) return;
      await claude?.stop();
      claude = await startClaude({
        version: VERSION,
        model,
        size: { columns, rows },
        args: ['--permission-mode', 'default'],
        settings: { tui },
      });
      terminal = tmux.at((await claude.pane.tmux('display-message', '-p', '#{socket_path}')).trim()).terminal(claude.pane.id);
    });

    const type = (ask: Pick<Ask, 'kind' | 'questions' | 'detail'>, verdict: Verdict): Promise<Typed> =>
      typeDecision({
        terminal,
        goal: { ask, verdict, version: quirks },
        timer: realClock,
        signal: new AbortController().signal,
        isAgent: () => true,
      });

    it.each(ACTIONS)('$name', async ({ name: prompt, questions, verdict, told }) => {
      for (let run = 0; run < RUNS; run += 1) {
        const input = { questions: questions.map(({ text, ...rest }) => ({ question: text, ...rest })) };
        const [id = ''] = model.script(`${prompt} ${run}`, [{ tools: [{ name: 'AskUserQuestion', input }] }]);
        await claude.prompt(`${prompt} ${run}`);
        const typed = await type({ kind: 'question', questions }, verdict);
        expect(typed, await claude.screen()).toMatchObject({ kind: 'typed' });
        const { content } = await model.toolResult(id, 5_000);
        if (told instanceof RegExp) expect(content).toMatch(told);
        else for (const part of told) expect(content).toContain(part);
      }
    });

    it('a permission: allowed once, and refused', async () => {
      const bash = (command: string) => ({ name: 'Bash', input: { command, description: 'Try it' } });
      const ask = (command: string) => ({
        kind: 'permission' as const,
        questions: [question(`Allow Bash: ${command}?`, ['Yes', 'No'])],
        detail: { kind: 'permission' as const, tool: 'Bash', input: { command }, suggestions: [] },
      });
      const command = `touch by-keys-${columns}-${tui} && echo made it`;
      const [id = ''] = model.script('allow by keys', [{ tools: [bash(command)] }]);
      await claude.prompt('allow by keys');
      expect(await type(ask(command), answers(chosen(1))), await claude.screen()).toMatchObject({ kind: 'typed' });
      expect((await model.toolResult(id, 5_000)).content).toContain('made it');
      const other = 'touch never && echo never';
      model.script('refuse by keys', [{ tools: [bash(other)] }]);
      await claude.prompt('refuse by keys');
      expect(await type(ask('rm -rf something-else'), answers(chosen(1)))).toMatchObject({
        kind: 'stopped',
        reason: expect.stringContaining('another permission'),
        touched: false,
      });
      expect(await type(ask(other), answers(chosen(2))), await claude.screen()).toMatchObject({ kind: 'typed' });
      await claude.waitFor(/Interrupted|rejected/, 5_000);
    });

    it('another question than the one decided is left alone', async () => {
      const input = {
        questions: [{ question: 'Which colour?', header: 'Colour', options: [option('Blue'), option('Red')], multiSelect: false }],
      };
      const [id = ''] = model.script('other question', [{ tools: [{ name: 'AskUserQuestion', input }] }]);
      await claude.prompt('other question');
      expect(await type({ kind: 'question', questions: [colour] }, answers(chosen(1)))).toMatchObject({
        kind: 'stopped',
        touched: false,
        reason: expect.stringMatching(/question|option/),
      });
      await claude.keys('Enter');
      expect((await model.toolResult(id, 5_000)).content).toContain('"Which colour?"="Blue"');
    });

    it('a decline', async () => {
      const input = { questions: [{ question: colour.text, header: 'Colour', options: colour.options, multiSelect: false }] };
      model.script('decline it', [{ tools: [{ name: 'AskUserQuestion', input }] }]);
      await claude.prompt('decline it');
      expect(await type({ kind: 'question', questions: [colour] }, { kind: 'decline' })).toMatchObject({ kind: 'typed' });
      await claude.waitFor(/User declined to answer|declined/, 5_000);
    });
  });
}
