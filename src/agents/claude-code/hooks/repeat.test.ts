// Calls that have the id of an earlier one, as some models give it.
import { expect, it } from 'vitest';
import { decision, never, only, payload, pipeline, replySent, soon } from '../../../../test/support/claude-code/hooks-harness.ts';
import { settle } from '../../../inbox/settle.ts';
import { openSqliteJournal } from '../../../journal/sqlite/journal.ts';

/** Without a transcript, what a hook says counts at once. */
const call = { tool_use_id: 'call_0', tool_name: 'Bash', transcript_path: undefined, prompt_id: 'p1' };
const before = (command: string) => payload('PreToolUse-AskUserQuestion', { ...call, tool_input: { command } });
const dialog = (command: string) => payload('PermissionRequest-Bash', { tool_input: { command }, prompt_id: 'p1' });
const after = (command: string) =>
  payload('PostToolUse-AskUserQuestion-single', {
    ...call,
    tool_input: { command },
    tool_response: { stdout: 'x', stderr: '', interrupted: false },
  });

it('another command under the id of an earlier call is asked, decided and verified by itself', async () => {
  const world = pipeline(openSqliteJournal(':memory:'));
  for (const [command, chosen, behavior] of [
    ['ls', 1, 'allow'],
    ['rm -r made', 2, 'deny'],
    ['ls -l', 1, 'allow'],
  ] as const) {
    await world.hooks.receive(before(command), never);
    const replying = world.hooks.receive(dialog(command), never);
    await soon();
    const ask = await only(world);
    expect(ask).toMatchObject({ state: 'open', detail: { input: { command } } });
    const last = ask?.questions[0]?.options.length ?? 0;
    await settle(
      world.journal,
      ask?.id ?? '',
      decision({ kind: 'answers', answers: [{ kind: 'chosen', chosen: [chosen === 1 ? 1 : last] }] }),
    );
    const reply = await replying;
    expect(reply.body).toMatchObject({ hookSpecificOutput: { decision: { behavior } } });
    await replySent(reply);
    if (behavior === 'allow') await world.hooks.receive(after(command), never);
    await soon();
  }
  const all = (await world.journal.list({}, { limit: 9 })).items;
  expect(all.map(({ detail, state }) => [(detail as { input: { command: string } }).input.command, state])).toEqual([
    ['ls -l', 'verified'],
    ['rm -r made', 'delivered'],
    ['ls', 'verified'],
  ]);
});

it('the same call whose hooks come twice is one ask, also when it is decided', async () => {
  const world = pipeline(openSqliteJournal(':memory:'));
  await world.hooks.receive(before('ls'), never);
  const replying = world.hooks.receive(dialog('ls'), never);
  await soon();
  await settle(world.journal, (await only(world))?.id ?? '', decision());
  await replySent(await replying);
  await world.hooks.receive(before('ls'), never);
  await world.hooks.receive(after('ls'), never);
  await world.hooks.receive(after('ls'), never);
  expect((await world.journal.list({}, { limit: 9 })).items).toMatchObject([{ state: 'verified', toolUseId: 'call_0' }]);
});
