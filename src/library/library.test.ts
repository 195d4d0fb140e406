import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { placeAt } from '../client/place.ts';
import { type AskInTerminalOptions, askInTerminal } from '../terminal/index.ts';
import { answerFromInbox } from './claude-agent-sdk.ts';
import { ask, createAskUserQuestionTool, type ShowQuestions } from './index.ts';

const options = [
  { label: 'Postgres', description: 'relational' },
  { label: 'SQLite', description: 'one file' },
];
const database = { question: 'Which database?', header: 'Database', options };

it('a dialog in the terminal fails at once where there is no terminal', async () => {
  const asked = ask([database], { presenter: 'terminal' });
  await expect(asked).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('this program has no terminal') });
});

it.each([{}, { permissions: false }, { permissions: ['Write'] }])(
  'a permission of the Agent SDK that is not routed is not granted: %j',
  async (options) => {
    const { canUseTool, close } = answerFromInbox({ ...options, place: placeAt('/dev/null/no-such-folder') });
    const call = { toolUseID: 'toolu_1', signal: AbortSignal.abort() };
    expect(await canUseTool('Bash', { command: 'ls' }, call)).toMatchObject({ behavior: 'deny' });
    close();
  },
);

describe('askInTerminal as a presenter', () => {
  /** Plain prompts on streams that are no terminal. */
  const typing =
    (text: string): ShowQuestions =>
    (shown, call) => {
      const input = Object.assign(new PassThrough(), { isTTY: false });
      input.end(text);
      const streams = { input, output: new PassThrough() } as unknown as AskInTerminalOptions;
      return askInTerminal(shown, { ...call, ...streams, plain: true });
    };

  it('needs nothing around it', () => {
    const presenter: ShowQuestions = askInTerminal;
    expect(createAskUserQuestionTool({ presenter }).name).toBe('ask_user_question');
  });

  it.each([
    ['2\ny\n', 'SQLite'],
    ['o\na text file\ny\n', 'Other: a text file'],
  ])('gives what was typed: %j', async (text, answer) => {
    expect((await ask([database], { presenter: typing(text) })).answers).toEqual({ Database: answer });
  });

  it('declines the question that the person leaves', async () => {
    await expect(ask([database], { presenter: typing('q\n') })).rejects.toMatchObject({ kind: 'declined' });
  });
});
