// Writes the results as docs/agents/claude-code-keys.md.
import { quirksOf } from '../../src/agents/claude-code/keys/goal.ts';
import { ACTIONS, actionsOf } from '../../test/support/agents/actions.ts';
import { percentile } from '../table.ts';
import type { Run } from './measure.ts';

export type Measured = {
  readonly version: string;
  readonly runs: readonly Run[];
  /** The same decisions, sent through a broker, which types them. */
  readonly throughBroker: readonly Run[];
  readonly when: string;
  readonly machine: string;
};

export function report(all: readonly Measured[]): string {
  return `# Claude Code by keys: how reliable, and how fast

Written by \`npm run bench:keys\`, which repeats each action on the real Claude Code in a real tmux, with a fake model. *Right* means that the model was
told exactly what was decided (its \`tool_result\`). The time is from the decision to the timestamp of the result in Claude Code's
transcript. For an allowed command it includes running the command.

*Just drawn*: the decision is there when the dialog appears. Claude Code ignores answers for the first 150 ms, and we wait 250 ms. *Drawn for
a while*: the decision comes later. Half of the runs are of each kind. The times are for all sizes and renderers together.

${all.map(section).join('\n')}`;
}

function section({ version, runs, throughBroker, when, machine }: Measured): string {
  const stages = [...new Set(runs.map(({ stage }) => stage))];
  const head = `| | ${stages.join(' | ')} | just drawn: p50, p95 | drawn for a while: p50, p95 | at most |\n|---|${'---|'.repeat(stages.length + 3)}`;
  const names = ACTIONS.map(({ name }) => name);
  const rows = names.filter((name) => runs.some(({ action }) => action === name)).map((name) => row(name, runs, stages));
  const possible = actionsOf(quirksOf(version)).map(({ name }) => name);
  const missing = names.filter((name) => !possible.includes(name));
  const failures = [...new Set(runs.filter(({ right }) => !right).map(({ action, stage, why }) => `- ${action}, ${stage}: ${short(why)}`))];
  return [
    `## ${version}`,
    '',
    head,
    ...rows,
    '',
    ...(missing.length === 0 ? [] : [`Not possible by keys in this version, and refused before the first key: ${missing.join('; ')}.`, '']),
    ...(failures.length === 0 ? [] : ['What was not right:', '', ...failures, '']),
    ...(throughBroker.length === 0 ? [] : [brokerTable(throughBroker), '']),
    `${when}, ${machine}.`,
    '',
  ].join('\n');
}

function brokerTable(runs: readonly Run[]): string {
  const names = [...new Set(runs.map(({ action }) => action))];
  const head =
    'Through a broker (`answerback answer` → the record), at a dialog drawn for a while:\n\n| | right | p50, p95 | at most |\n|---|---|---|---|';
  return [head, ...names.map((name) => brokerRow(name, runs))].join('\n');
}

function brokerRow(name: string, runs: readonly Run[]): string {
  const own = runs.filter(({ action }) => action === name);
  return `| ${name} | ${rate(own)} | ${times(own)} | ${limit(name)} |`;
}

function row(name: string, all: readonly Run[], stages: readonly string[]): string {
  const runs = all.filter(({ action }) => action === name);
  const rates = stages.map((stage) => rate(runs.filter((run) => run.stage === stage)));
  const [fresh, waited] = [runs.filter((run) => !run.waited), runs.filter((run) => run.waited)];
  return `| ${name} | ${rates.join(' | ')} | ${times(fresh)} | ${times(waited)} | ${limit(name)} |`;
}

const rate = (runs: readonly Run[]): string => `${runs.filter(({ right }) => right).length} of ${runs.length}`;

function times(runs: readonly Run[]): string {
  const taken = runs.flatMap(({ recordedMs }) => (recordedMs === undefined ? [] : [recordedMs]));
  return taken.length === 0 ? '–' : `${percentile(taken, 50)} ms, ${percentile(taken, 95)} ms`;
}

function limit(name: string): string {
  const limitMs = ACTIONS.find((action) => action.name === name)?.limitMs;
  return limitMs === undefined ? '' : `${limitMs} ms`;
}

/** Without the screen, which does not fit into a table. */
const short = (why = ''): string => (why.split('\n')[0] ?? '').slice(0, 160);
