// answerback setup openclaw: OpenClaw is appointed as an answerer, shown first, and dismissed again with --undo.
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  ANSWERER,
  type Change,
  carryOutOpenClaw,
  carryOutOpenClawUndo,
  type OpenClawPlan,
  type OpenClawRequest,
  planOpenClaw,
  planOpenClawUndo,
} from '../../../channels/openclaw/plan.ts';
import { readOpenClaw } from '../../../channels/openclaw/setup.ts';
import { printable } from '../../../text/printable.ts';
import type { Context } from '../context.ts';
import { diffText, isWanted, printDiff, refuse, warn } from '../setup-words.ts';

type Flags = {
  readonly workspace?: string;
  readonly dryRun: boolean;
  readonly undo: boolean;
  readonly yes: boolean;
  readonly json: boolean;
};

export async function setupOpenClaw(this: Context, flags: Flags): Promise<void> {
  const cwd = this.process.cwd();
  const openclaw = readOpenClaw(this.env, cwd);
  if (openclaw.kind === 'refused') return refuse(this, openclaw, flags.json);
  const request: OpenClawRequest = {
    openclaw,
    workspace: flags.workspace === undefined ? undefined : resolve(cwd, flags.workspace),
    skill: readFileSync(skillSource(this), 'utf8'),
    config: this.place.config,
    tokenFile: join(this.place.folder, 'openclaw-token'),
    undo: this.place.undo,
  };
  return flags.undo ? undo(this, flags, request) : add(this, flags, request);
}

async function add(context: Context, flags: Flags, request: OpenClawRequest): Promise<void> {
  const { out, place, now } = context;
  const plan = planOpenClaw(request);
  if (plan.kind === 'refused') return refuse(context, plan, flags.json);
  const changed = plan.changes.length > 0;
  if (!flags.json) {
    out.line(`OpenClaw, gateway ${request.openclaw.url}, ${printable(request.openclaw.file)}`);
    if (!changed && !plan.paste) return out.line('Already set up: nothing to change. Take it out with: answerback setup openclaw --undo');
    show(context, plan.changes);
  }
  if (!flags.dryRun) {
    if (changed && !(await isWanted(context, flags, 'Write this?'))) return out.line('Nothing was written.');
    const written = carryOutOpenClaw(plan, place.undo, now());
    if (written.kind === 'refused') return refuse(context, written, flags.json);
  }
  if (flags.json)
    return out.json({
      ...report(plan.changes),
      paste: plan.paste?.text ?? null,
      token: request.openclaw.token === undefined ? 'missing' : 'copied',
    });
  if (flags.dryRun) return out.line('This was a dry run: nothing was written.');
  explain(context, request, plan);
}

function explain(context: Context, { openclaw, config, tokenFile }: OpenClawRequest, { paste }: OpenClawPlan): void {
  const { out } = context;
  if (paste) {
    warn(context, `${config} was left alone, because ${paste.reason}. Paste this into it:`);
    for (const line of paste.text.trimEnd().split('\n')) out.line(`    ${printable(line)}`);
  }
  if (openclaw.token === undefined) {
    warn(context, `The gateway's token is not in the settings of OpenClaw as plain text. Put it into a file that only you can read:`);
    out.line(`    (umask 077; cat > ${printable(tokenFile)})   # paste the token, then Ctrl-D`);
  }
  out.line(
    `${out.ink('✓', 'green')} OpenClaw is appointed as the answerer "${ANSWERER}". It decides nothing until a route names it, for example:`,
  );
  out.line();
  for (const line of ROUTE) out.line(`    ${line}`);
  out.line();
  if (!openclaw.responses) {
    out.line('Its HTTP endpoint, the second way to it, is off. To turn it on, add this to its settings:');
    out.line('    "gateway": { "http": { "endpoints": { "responses": { "enabled": true } } } }');
  }
  out.line(`${out.ink('Try it', 'bold')}   answerback doctor, and then: answerback ask "Which one?" -o One -o Two`);
  out.line(`${out.ink('Undo it', 'bold')}  answerback setup openclaw --undo`);
}

const ROUTE = [
  'routes:',
  '  - name: at night',
  '    when: { hours: "22:00-07:00", kind: question }',
  `    decide: [{ agent: ${ANSWERER}, within: 5m }, people]`,
];

async function undo(context: Context, flags: Flags, request: OpenClawRequest): Promise<void> {
  const { out } = context;
  const plan = planOpenClawUndo(request);
  if (plan.kind === 'refused') return refuse(context, plan, flags.json);
  const left = () => plan.left.map((file) => `${printable(file)} was changed since setup, and stays as it is.`);
  if (plan.changes.length === 0) {
    if (flags.json) return out.json({ ...report([]), left: plan.left });
    out.line('Nothing to undo.');
    for (const line of left()) out.line(line);
    return;
  }
  if (!flags.json) show(context, plan.changes);
  if (!flags.dryRun) {
    if (!(await isWanted(context, flags, 'Undo it?'))) return out.line('Nothing was written.');
    const undone = carryOutOpenClawUndo(plan);
    if (undone.kind === 'refused') return refuse(context, undone, flags.json);
  }
  if (flags.json) return out.json({ ...report(plan.changes), left: plan.left });
  if (flags.dryRun) return out.line('This was a dry run: nothing was written.');
  out.line(`${out.ink('✓', 'green')} OpenClaw is no longer appointed. Routes that name it are yours: take "${ANSWERER}" out of them.`);
  for (const line of left()) out.line(line);
}

function show(context: Context, changes: readonly Change[]): void {
  for (const { part, target, after, diff } of changes) {
    if (part === 'token')
      context.out.line(
        `${printable(target.path)}: the token of the gateway ${after === undefined ? 'is removed' : 'is kept there, readable by you alone'}`,
      );
    else printDiff(context, diff);
  }
}

function report(changes: readonly Change[]) {
  return {
    changed: changes.length > 0,
    files: changes.map(({ part, target, diff }) => ({ part, file: target.path, diff: diffText(diff) })),
  };
}

/** It comes with the package, beside dist/. */
function skillSource({ process }: Context): string {
  return join(dirname(realpathSync(process.argv[1] ?? '.')), '..', 'skills', 'answerback', 'SKILL.md');
}
