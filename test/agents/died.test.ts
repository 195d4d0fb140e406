// The real Claude Code: people are told that it finished its turn; and, if it was killed, that it died, with the command that continues it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startClaude } from '../support/agents/claude-session.ts';
import { startFakeModel } from '../support/agents/fake-model.ts';
import { hookSettings } from '../support/agents/hook-settings.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { eventually } from '../support/eventually.ts';
import { home } from '../support/home.ts';

it.each([
  ['killed', 'without hooks'],
  ['ended', 'without hooks'],
  ['killed', 'with hooks'],
  ['ended', 'with hooks'],
] as const)('%s %s', async (how, hooks) => {
  const model = await startFakeModel();
  onTestFinished(() => model.stop());
  const at = home();
  onTestFinished(() => at.close());
  const settings = hooks === 'with hooks' ? await hookSettings(at, CLAUDE_CODE) : {};
  const claude = await startClaude({ version: CLAUDE_CODE, model, settings, args: ['--permission-mode', 'default'] });
  onTestFinished(() => claude.stop());
  if (hooks === 'without hooks') at.env.CLAUDE_CONFIG_DIR = claude.paths.config;
  const notes = join(at.place.folder, 'notes');
  mkdirSync(at.place.folder, { recursive: true });
  writeFileSync(notes, '');
  const desk = { kind: 'command', run: ['sh', '-c', 'cat >> "$0"', notes], about: ['finished', 'died'] };
  writeFileSync(at.place.config, JSON.stringify({ notify: { desk } }));
  const told = (): { about: string }[] =>
    readFileSync(notes, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));

  const client = at.client();
  await client.status();
  model.script('go on', [{ text: 'All is done.' }]);
  await claude.prompt('go on');
  await eventually(() => told().length === 1);
  expect(told()).toMatchObject([{ about: 'finished', body: 'All is done.' }]);

  const { id, pid = 0, project } = await eventually(async () => (await client.sessions()).find((each) => each.pid !== undefined));
  if (how === 'killed') process.kill(pid, 'SIGKILL');
  else await claude.prompt('/exit');
  const session = await eventually(async () => (await client.sessions(true)).find((each) => each.id === id && each.endedAt !== undefined));
  expect(session.died).toBe(how === 'killed' ? true : undefined);
  if (how === 'ended') return;
  await eventually(() => told().length === 2);
  expect(told()[1]).toMatchObject({
    about: 'died',
    open: `cd ${project} && claude --resume ${id}`,
    sessions: [{ id, program: 'claude-code' }],
  });
});
