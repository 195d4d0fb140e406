// answerback setup <program>: shows the changes, asks, writes them, and says what to do next; --undo removes them.
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { carryOut, carryOutUndo } from '../../setup/change.ts';
import type { Connection, OwnFlags, Plans, SetupContext, SetupPlan, UndoPlan } from '../../setup/connection.ts';
import { printable } from '../../text/printable.ts';
import { shellWord } from '../../text/shell-quoted.ts';
import { type Context, UsageError } from '../context.ts';
import { isWanted, refuse, say, showChanges, warn } from '../setup-words.ts';

export type CommonFlags = { readonly dryRun: boolean; readonly undo: boolean; readonly yes: boolean; readonly json: boolean };
type SetupFlags = CommonFlags & OwnFlags;

type Described = Pick<Connection, 'name' | 'flags'> & { readonly load: () => Promise<Plans> };

export const setupOf = (connection: Described) =>
  async function setup(this: Context, flags: SetupFlags): Promise<void> {
    const { plan, planUndo } = await connection.load();
    const planned = await (flags.undo ? planUndo : plan)(surroundings(this), flags);
    if (planned.kind === 'misuse') throw new UsageError(planned.message, planned.fix);
    if (planned.kind === 'refused') return refuse(this, planned, flags.json);
    return 'nothing' in planned ? undo(this, flags, planned) : add(this, flags, planned, commandOf(connection, flags));
  };

async function add(context: Context, flags: SetupFlags, plan: SetupPlan, command: string): Promise<void> {
  const { out, place, now } = context;
  const { left = [] } = plan;
  const changed = plan.changes.length > 0;
  if (!flags.json) {
    out.line(printable(plan.heading));
    for (const warning of plan.warnings) warn(context, warning);
    for (const file of left)
      warn(context, `${file} was changed since setup, so it stays as it is. To get our version, move it away and try again.`);
    if (!changed && !plan.byHand)
      return out.line(
        `${left.length > 0 ? 'Nothing else to change.' : 'Already set up: nothing to change.'} Remove it with: ${command} --undo`,
      );
    showChanges(context, plan.changes);
  }
  if (!flags.dryRun) {
    if (changed && !(await isWanted(context, flags, 'Write this?'))) return out.line('Nothing was written.');
    const written = carryOut(plan.changes, place.undo, now());
    if (written.kind === 'refused') return refuse(context, written, flags.json);
  }
  if (flags.json) return out.json({ ...plan.report, ...(left.length > 0 ? { left } : {}) });
  if (flags.dryRun) return out.line('This was a dry run: nothing was written.');
  say(context, plan.afterwards);
  out.line(`${out.ink('Try it', 'bold')}   ${plan.tryIt}`);
  out.line(`${out.ink('Undo it', 'bold')}  ${command} --undo`);
}

async function undo(context: Context, flags: SetupFlags, plan: UndoPlan): Promise<void> {
  const { out } = context;
  if (plan.changes.length === 0) return flags.json ? out.json(plan.report) : say(context, plan.nothing);
  if (!flags.json) showChanges(context, plan.changes);
  if (flags.dryRun) return flags.json ? out.json(plan.report) : out.line('This was a dry run: nothing was written.');
  if (!(await isWanted(context, flags, 'Undo it?'))) return out.line('Nothing was written.');
  const undone = carryOutUndo(plan.changes);
  if (undone.kind === 'refused') return refuse(context, undone, flags.json);
  const [backup] = undone.kept;
  if (flags.json) return out.json({ ...plan.report, ...(backup ? { backup } : {}) });
  say(context, plan.afterwards);
  for (const folder of undone.kept) out.line(`What was there before setup is kept in ${printable(folder)}.`);
}

export function surroundings({ env, process, place, client }: Context): SetupContext {
  return {
    env,
    cwd: process.cwd(),
    place,
    client,
    node: process.execPath,
    programs: dirname(realpathSync(process.argv[1] ?? '.')),
  };
}

/** With the flags that say what to connect, so that the undo finds the same files. */
function commandOf({ name, flags: own }: Described, flags: OwnFlags): string {
  const given = Object.keys(own).flatMap((flag) => {
    const value = flags[flag];
    if (value === undefined || value === false) return [];
    return value === true ? [`--${flag}`] : [`--${flag}`, printable(shellWord(value))];
  });
  return ['answerback setup', name, ...given].join(' ');
}
