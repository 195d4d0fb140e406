// answerback setup claude-code: our hooks into Claude Code's settings, shown first, and out again with --undo.
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeVersion, settingsPath } from '../../../channels/claude-code/setup/claude.ts';
import type { Mode } from '../../../channels/claude-code/setup/settings.ts';
import {
  carryOut,
  hasTokenInEnvironment,
  planSetup,
  profileLine,
  type SetupPlan,
  type SetupRequest,
} from '../../../channels/claude-code/setup/setup.ts';
import { carryOutUndo, planUndo, type UndoPlan } from '../../../channels/claude-code/setup/undo.ts';
import type { Status } from '../../../protocol/contract.generated.ts';
import type { Refusal } from '../../../setup/file.ts';
import { printable } from '../../../text/printable.ts';
import { type Context, UsageError } from '../context.ts';
import { diffText, isWanted, printDiff, refuse, warn } from '../setup-words.ts';

type Flags = {
  readonly user: boolean;
  readonly project: boolean;
  readonly dryRun: boolean;
  readonly undo: boolean;
  readonly yes: boolean;
  readonly json: boolean;
};

export async function setupClaudeCode(this: Context, flags: Flags): Promise<void> {
  if (flags.user && flags.project) throw new UsageError('--user and --project exclude each other', 'Choose one; --user is the default.');
  const path = settingsPath(flags.project ? 'project' : 'user', this.env, this.process.cwd());
  return flags.undo ? undo(this, flags, path) : add(this, flags, path);
}

// ── adding ─────────────────────────────────────────────────────────────────────────────────────────────────────────

async function add(context: Context, flags: Flags, path: string): Promise<void> {
  const { out, place, env, now } = context;
  const version = await claudeVersion(env);
  const { url, portProblem, channels } = await context.client().status();
  const mode = modeOf(channels);
  if (portProblem) return refuse(context, elsewhere(path, portProblem), flags.json);
  const hookToken = readFileSync(place.hookToken, 'utf8').trim();
  const request = { path, undo: place.undo, url, hookToken, command: hookCommand(context), mode, version, env };
  const plan = planSetup(request);
  if (plan.kind === 'refused') return refuse(context, plan, flags.json);
  const changed = plan.diff.length > 0;
  if (!flags.json) {
    out.line(`${version ? `Claude Code ${version}` : 'Claude Code'}, ${printable(path)}`);
    if (!version)
      warn(
        context,
        'There is no `claude` on the PATH, so only the events that every version knows are used. Run this again once there is one.',
      );
    if (!changed) return out.line('Already set up: nothing to change. Take it out with: answerback setup claude-code --undo');
    printDiff(context, plan.diff);
  }
  if (!flags.dryRun) {
    if (!(await isWanted(context, flags, 'Write this?'))) return out.line('Nothing was written.');
    const written = carryOut(plan, place.undo, now());
    if (written.kind === 'refused') return refuse(context, written, flags.json);
  }
  if (flags.json) return out.json(setupReport(plan, request, changed));
  if (flags.dryRun) return out.line('This was a dry run: nothing was written.');
  explain(context, flags, plan, request);
}

function setupReport({ diff, tokenIn, events }: SetupPlan, { path, version }: SetupRequest, changed: boolean) {
  return { file: path, changed, diff: diffText(diff), tokenIn, events, claudeVersion: version ?? null };
}

function explain(context: Context, flags: Flags, plan: SetupPlan, request: SetupRequest): void {
  const { out, place, env } = context;
  out.line(
    `${out.ink('✓', 'green')} Claude Code now tells the inbox when it asks: ${plan.events.length} hooks (${plan.events.join(', ')}).`,
  );
  if (plan.tokenIn === 'environment' && !hasTokenInEnvironment(env, request.hookToken)) {
    warn(
      context,
      'This file may end up in a commit, so the token is not in it. Add this line to your shell profile, and start Claude Code from a new shell:',
    );
    out.line(`    ${profileLine(place.hookToken)}`);
  }
  if (plan.tokenIn === 'file' && plan.target.kind === 'existing' && (plan.target.mode & 0o077) !== 0)
    warn(
      context,
      `The file now holds a token, and others on this machine may read it. To keep it to yourself: chmod 600 ${plan.target.real}`,
    );
  out.line();
  out.line('Running sessions take it up within seconds, without a restart. Only what happens when a session starts needs a new session.');
  out.line(`${out.ink('Try it', 'bold')}   start \`claude\`, let it ask something, and look at: answerback list`);
  out.line(`${out.ink('Undo it', 'bold')}  answerback setup claude-code${flags.project ? ' --project' : ''} --undo`);
}

/** On a port that is not its own, the broker is found there only until it stops. */
function elsewhere(file: string, reason: string): Refusal {
  return { kind: 'refused', file, reason, fix: 'Free the port, restart the broker (answerback broker stop), and try again.' };
}

/** Beside the program that runs now; a broker in a folder of its own is named, because Claude Code may not know of it. */
export function hookCommand({ process, env, place }: Context) {
  const folder = dirname(realpathSync(process.argv[1] ?? '.'));
  return { node: process.execPath, program: join(folder, 'hook.cjs'), brokerHome: env.ANSWERBACK_HOME ? place.folder : undefined };
}

export function modeOf(channels: Status['channels']): Mode {
  return (channels['claude-code'] as { mode?: unknown } | undefined)?.mode === 'hold' ? 'hold' : 'beside';
}

// ── taking out ─────────────────────────────────────────────────────────────────────────────────────────────────────

async function undo(context: Context, flags: Flags, path: string): Promise<void> {
  const { out, place } = context;
  const plan = planUndo(path, place.undo);
  if (plan.kind === 'refused') return refuse(context, plan, flags.json);
  if (plan.kind === 'nothing') {
    if (flags.json) return out.json({ file: path, changed: false, diff: '', backup: plan.backup ?? null });
    out.line(`Nothing to undo: there are no hooks of ours in ${printable(path)}.`);
    return plan.backup ? out.line(`What was there before setup is kept in ${printable(plan.backup)}.`) : undefined;
  }
  if (!flags.json) printDiff(context, plan.diff);
  if (flags.dryRun) return undoReport(context, flags, plan, undefined);
  if (!(await isWanted(context, flags, 'Undo it?'))) return out.line('Nothing was written.');
  const undone = carryOutUndo(plan);
  if (undone.kind === 'refused') return refuse(context, undone, flags.json);
  undoReport(context, flags, plan, undone.keptAt);
}

function undoReport({ out }: Context, flags: Flags, plan: UndoPlan, keptAt: string | undefined): void {
  const file = plan.target.path;
  if (flags.json) return out.json({ file, changed: true, diff: diffText(plan.diff), way: plan.way, backup: keptAt ?? null });
  if (flags.dryRun) return out.line('This was a dry run: nothing was written.');
  if (plan.after === undefined) return out.line(`${out.ink('✓', 'green')} ${printable(file)} is gone; it was not there before setup.`);
  if (plan.way === 'restore')
    return out.line(`${out.ink('✓', 'green')} ${printable(file)} is again what it was before setup, to the byte.`);
  out.line(
    `${out.ink('✓', 'green')} Our hooks are out of ${printable(file)}. It was changed since setup, so everything else stays as it is now.`,
  );
  if (keptAt) out.line(`What was there before setup is kept in ${printable(keptAt)}.`);
}
