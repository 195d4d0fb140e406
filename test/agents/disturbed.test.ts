// A real broker types into a real pane and is interrupted: no stray key is typed, and the ask says why typing stopped.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AskView } from '../../src/ask/schema/history.ts';
import { asking, colour, parts, person, size } from '../support/agents/actions.ts';
import { type BrokerTypist, brokerTypist } from '../support/agents/broker-typist.ts';
import { dialogOverdue } from '../support/agents/dialog-overdue.ts';
import { type FakeModel, startFakeModel } from '../support/agents/fake-model.ts';
import { CLAUDE_CODE } from '../support/agents/packages.ts';
import { eventually } from '../support/eventually.ts';
import { by } from '../support/home.ts';
import { answers } from '../support/samples.ts';

const FORM = asking([colour, person, size, parts]);
const ANSWERS = [2, 2, 3, { choose: [1, 4] }];
const TOLD = ['"Which colour?"="Green"', '"Which name?"="Bob"', '"Which size?"="Huge"', '"Which parts?"="Logging, Alerts"'];
/** Longer than any key takes to have an effect. */
const A_WHILE_MS = 400;

let model: FakeModel;
let typist: BrokerTypist | undefined;
let folder: string;
let asked = 0;

beforeAll(async () => {
  model = await startFakeModel();
  folder = mkdtempSync(join(tmpdir(), 'disturbed-'));
});
afterAll(async () => {
  await typist?.stop();
  await model.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  // Dismisses a dialog that was left open.
  if (typist && /Esc to\s+cancel|Submit answers/.test(await typist.claude.screen().catch(() => ''))) await typist.claude.keys('Escape');
});

const at = (): BrokerTypist => typist as BrokerTypist;
const tmux = (...args: readonly string[]) => at().claude.pane.tmux(...args);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const captured = (pane: string) => tmux('capture-pane', '-p', '-e', '-t', pane);
/** What the pane shows once it has stopped changing and shows this. */
async function settled(pane: string, expected: RegExp): Promise<string> {
  let last = '';
  return eventually(async () => {
    const now = await captured(pane);
    const isSettled = now === last && expected.test(now);
    last = now;
    return isSettled ? now : undefined;
  });
}
const view = (id: string): Promise<AskView> => at().at.client().show(id);

async function openForm(): Promise<{ id: string; ask: AskView }> {
  typist ??= await brokerTypist({ version: CLAUDE_CODE, model });
  asked += 1;
  const open = await typist.ask(`disturbed ${asked}`, FORM);
  await dialogOverdue(open.ask);
  return open;
}
const answer = (ask: AskView) =>
  at()
    .at.client()
    .decide(ask.id, answers(...ANSWERS), by('ada'));
const failed = (ask: AskView, reason: RegExp) =>
  expect
    .poll(async () => (await view(ask.id)).delivery?.failures?.map((failure) => failure.reason).join('; '), { interval: 50 })
    .toMatch(reason);
/** Nothing was submitted: the model received no answer. */
const unanswered = (id: string) => expect(model.toolResult(id, A_WHILE_MS)).rejects.toThrow('No tool_result');

describe('types nothing into', () => {
  /** Registers another pane for the session, which shows a copy of the dialog. */
  async function moved(command: (copy: string) => string): Promise<{ id: string; ask: AskView; pane: string }> {
    const open = await openForm();
    const copy = join(folder, `copy-${asked}`);
    writeFileSync(copy, await tmux('capture-pane', '-p', '-t', at().claude.pane.id));
    const opened = await tmux('new-window', '-d', '-P', '-F', '#{pane_id} #{socket_path}', command(copy));
    const [pane = '', socket = ''] = opened.trim().split(' ');
    const client = at().at.client();
    const session = (await client.sessions()).find(({ id }) => id === open.ask.session);
    await client.putSession(open.ask.session, {
      program: 'claude-code',
      project: at().claude.paths.project,
      ...session,
      pane,
      tmux: socket,
    });
    await expect.poll(() => tmux('capture-pane', '-p', '-t', pane)).toContain('Which colour?');
    return { ...open, pane };
  }

  it('a shell that shows a copy of the dialog', async () => {
    const { id, ask, pane } = await moved((copy) => `cat ${copy}; exec sh -i`);
    const before = await settled(pane, /^[^\n]*[#$] *$/m);
    await expect(answer(ask)).rejects.toThrow(/the agent does not run in this pane/);
    await wait(A_WHILE_MS);
    expect(await captured(pane)).toBe(before);
    await unanswered(id);
    expect(await at().claude.screen()).toContain('❯ 1. Red');
    await tmux('kill-pane', '-t', pane);
  });

  it.skipIf(spawnSync('vi', ['--version']).error)('vim with a copy of the dialog in it', async () => {
    const { id, ask, pane } = await moved((copy) => `vi -n -u NONE ${copy}`);
    const file = join(folder, `copy-${asked}`);
    const text = readFileSync(file, 'utf8');
    const before = await settled(pane, /Which colour\?/);
    await expect(answer(ask)).rejects.toThrow(/the agent does not run in this pane/);
    await wait(A_WHILE_MS);
    expect(await captured(pane)).toBe(before);
    await tmux('send-keys', '-t', pane, ':wq');
    await expect.poll(() => tmux('capture-pane', '-p', '-t', pane)).toMatch(/^:wq/m);
    await tmux('send-keys', '-t', pane, 'Enter');
    await expect.poll(() => tmux('list-panes', '-s', '-F', '#{pane_id}#{?pane_dead, ended,}')).not.toMatch(new RegExp(`^${pane}$`, 'm'));
    expect(readFileSync(file, 'utf8')).toBe(text);
    await unanswered(id);
  });
});

describe('in the pane of Claude Code', () => {
  it('types nothing in copy mode, and leaves the dialog unchanged', async () => {
    const { id, ask } = await openForm();
    const before = await at().claude.screen();
    await tmux('copy-mode', '-t', at().claude.pane.id);
    await expect(answer(ask)).rejects.toThrow(/the pane is in copy mode/);
    await tmux('send-keys', '-t', at().claude.pane.id, '-X', 'cancel');
    await wait(A_WHILE_MS);
    expect(await at().claude.screen()).toBe(before);
    await unanswered(id);
  });

  /** Interrupts the typing as soon as the second question of the form is on the screen. The broker stands still until that is done. */
  async function midway(disturb: () => Promise<unknown>): Promise<{ id: string; ask: AskView }> {
    const open = await openForm();
    const second = at().claude.waitFor(/^Which name\?/m);
    await answer(open.ask);
    await second;
    const pid = (await at().at.pid()) as number;
    process.kill(pid, 'SIGSTOP');
    try {
      await disturb();
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    return open;
  }

  it('stops when the pane enters copy mode', async () => {
    const { id, ask } = await midway(() => tmux('copy-mode', '-t', at().claude.pane.id));
    await failed(ask, /copy mode/);
    const stoppedAt = await at().claude.screen();
    await wait(A_WHILE_MS);
    await tmux('send-keys', '-t', at().claude.pane.id, '-X', 'cancel');
    expect(await at().claude.screen()).toBe(stoppedAt);
    await unanswered(id);
  });

  it('delivers the right answer or none, with a reason, when the pane is resized', async () => {
    const { id, ask } = await midway(() => tmux('resize-window', '-t', at().claude.pane.id, '-x', '70', '-y', '22'));
    const over = async () => {
      const { state, delivery } = await view(ask.id);
      return state === 'verified' || (delivery?.failures?.length ?? 0) > 0;
    };
    await expect.poll(over, { interval: 50 }).toBe(true);
    const { state, delivery } = await view(ask.id);
    if (state === 'verified') for (const part of TOLD) expect((await model.toolResult(id)).content).toContain(part);
    else {
      expect(delivery?.failures?.[0]?.reason).toMatch(/screen/);
      await unanswered(id);
    }
    await tmux('resize-window', '-t', at().claude.pane.id, '-x', '120', '-y', '40');
  });

  it('delivers the right answer or none when a person moves the pointer', async () => {
    const { id, ask } = await midway(() => at().claude.keys('Down'));
    const over = async () => ['verified', 'failed'].includes((await view(ask.id)).state) || (await view(ask.id)).delivery?.failures?.length;
    await expect.poll(over, { interval: 50 }).toBeTruthy();
    if ((await view(ask.id)).state !== 'verified') return unanswered(id);
    for (const part of TOLD) expect((await model.toolResult(id)).content).toContain(part);
  });

  it('stops when a person types in an attached terminal', async () => {
    // A real tmux client in its own terminal. Its size is ignored, so that the dialog is not redrawn.
    const attach = `tmux -L ${at().claude.pane.server} attach -f ignore-size`;
    const client = spawn('script', ['-qfc', attach, '/dev/null'], { env: { ...process.env, TERM: 'xterm', TMUX: '' } });
    try {
      await expect.poll(() => tmux('list-clients', '-F', '#{client_control_mode}')).toMatch(/^0$/m);
      // Attaching counts as activity, which is known only to the second, so it must be in an earlier second.
      await wait(1_100);
      const { id, ask } = await midway(async () => client.stdin.write('\u001b[A'));
      await failed(ask, /somebody is typing|screen did not show|somebody has typed/);
      await unanswered(id);
    } finally {
      client.kill();
    }
  });

  it('types no key into the prompt when the dialog is dismissed', async () => {
    const { id, ask } = await midway(() => at().claude.keys('Escape'));
    const over = async () => (await view(ask.id)).delivery?.failures?.[0]?.reason ?? (await view(ask.id)).ending;
    await expect.poll(over, { interval: 50 }).toMatch(/no longer on the screen|decided or withdrawn|did not show|dismissed/);
    await wait(A_WHILE_MS);
    // Claude Code may read an Esc that arrives together with our key as another key. Then the dialog is still open and unanswered.
    expect(await at().claude.screen()).toMatch(/^❯\s*$|Esc to cancel$/m);
    await unanswered(id);
  });

  it('says that the pane is gone when it is closed', async () => {
    const { ask } = await midway(() => tmux('kill-pane', '-t', at().claude.pane.id));
    // The broker may notice first that the agent is gone.
    const over = async () => {
      const { delivery, ending } = await view(ask.id);
      return [...(delivery?.failures ?? []).map(({ reason }) => reason), ending].join('; ');
    };
    await expect.poll(over, { interval: 50 }).toMatch(/the pane is gone|the pane did not accept the key|the agent is gone/);
    await typist?.stop();
    typist = undefined;
  });
});
