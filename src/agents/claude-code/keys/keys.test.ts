// What is refused before the first key, because of what the screen shows.
import { expect, it } from 'vitest';
import { fakeTranscript } from '../../../../test/support/claude-code/fake-transcript.ts';
import { recordedAnsi } from '../../../../test/support/claude-code/screens/recorded.ts';
import { fakeTerminal } from '../../../../test/support/fake-terminal.ts';
import { anAsk, aQuestion } from '../../../../test/support/samples.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
import type { AskView } from '../../../ask/schema/history.ts';
import type { AgentSession } from '../../../ask/schema/session.ts';
import { realClock } from '../../../system/real-clock.ts';
import { createKeys } from './keys.ts';

const session = { id: 's1', program: 'claude-code', project: '/srv/app' } as AgentSession;
const answer = (number: number): Verdict => ({ kind: 'answers', answers: [{ kind: 'chosen', chosen: [number] }] });

async function problem(screen: string, ask: Partial<AskView>, verdict: Verdict, version = '2.1.325'): Promise<string | undefined> {
  const { ansi, cursor, columns, alternate } = recordedAnsi(screen);
  const terminal = fakeTerminal({ ansi: ansi.replace(/\n$/, ''), cursor, columns, rows: ansi.split('\n').length - 1, alternate });
  const machine = { terminal: () => terminal, isAlive: () => true, whyNotInForeground: async () => undefined };
  const keys = createKeys({
    inbox: {} as never,
    clock: realClock,
    transcript: fakeTranscript(),
    machine,
    stopping: new AbortController().signal,
  });
  const refusal = await keys.cannotType({ ...anAsk(ask), state: 'open' } as AskView, verdict, { ...session, version });
  expect(terminal.inputs).toEqual([]);
  return refusal;
}

const database = aQuestion({ options: ['Postgres', 'SQLite', 'Redis'].map((label) => ({ label })) });
const command = (...suggestions: object[]): Partial<AskView> => ({
  kind: 'permission',
  questions: [
    { text: 'Allow Bash?', options: ['Yes', ...suggestions.map(() => 'Always'), 'No'].map((label) => ({ label })), multiSelect: false },
  ],
  detail: { kind: 'permission', tool: 'Bash', input: { command: 'npm run build --if-present' }, suggestions },
});
const rule = (ruleContent: string) => ({ type: 'addRules', rules: [{ toolName: 'Bash', ruleContent }], behavior: 'allow' });

it('a decision that fits the dialog on the screen is not refused', async () => {
  expect(await problem('layout-single3-120x40-main', { questions: [database] }, answer(2))).toBeUndefined();
  expect(await problem('perm-bash2', command(rule('npm run *')), answer(2))).toBeUndefined();
});

it('a decision about another question than the one on the screen is refused', async () => {
  const other = aQuestion({ text: 'Which cache?' });
  expect(await problem('layout-single3-120x40-main', { questions: [other] }, answer(2))).toBe('another question is on the screen');
});

it('a permission is refused if no row on the screen grants exactly that', async () => {
  expect(await problem('perm-bash2', command(rule('npm *')), answer(2))).toBe('the choice that was decided is not on the screen');
});

it('a note is refused in a pane that is too narrow for the notes of this version', async () => {
  const options = ['Sidebar', 'Topbar', 'None'].map((label) => ({ label, preview: 'a picture' }));
  const layout = aQuestion({ text: 'Which layout do you like?', header: 'Layout', options });
  const noted: Verdict = { kind: 'answers', answers: [{ kind: 'chosen', chosen: [2], note: 'calm' }] };
  const at = (columns: number, version: string) => problem(`layout-preview-${columns}x40-full`, { questions: [layout] }, noted, version);
  expect(await at(60, '2.1.300')).toBe('in this version of Claude Code, notes need a pane of 80 columns; this one has 60');
  expect([await at(120, '2.1.300'), await at(60, '2.1.325')]).toEqual([undefined, undefined]);
});

it('while no dialog is on the screen nothing is refused, because it may still appear', async () => {
  expect(await problem('idle-full-empty', { questions: [database] }, answer(2))).toBeUndefined();
});
