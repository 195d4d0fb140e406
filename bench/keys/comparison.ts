// The part of docs/agents/claude-code-keys.md that compares us with a blind typist.
import { percentile } from '../table.ts';
import { type Timed, TYPISTS } from './blind.ts';

const HEADING = '## As fast as typing blind';

export function comparison(version: string, runs: readonly Timed[], when: string, machine: string): string {
  const names = [...new Set(runs.map(({ action }) => action))];
  return `${HEADING}

From the start to the result at the model, p50 in ms, Claude Code ${version} without hooks. *Blind*: types all keys of the answer with 30 ms between them and never
looks. *Broker*: the request to the broker, as the inbox makes it. *Command*: the whole of \`answerback answer\`, from starting its process. *Early*: as soon
as the question is listed, within a second of its dialog's appearance. *Late*: the dialog has been there for two seconds. In brackets: how many times as long as
the blind typist took. The target for the broker is 1.2.

What the broker does before its first key: it looks whether the answer can be delivered at all, saves the decision and the start of the delivery to disk, and looks
again. Then each step (several moves of the pointer count as one) is one tmux command that checks, types and reads the screen 15 ms later. Each
command is a process, so a busy computer slows us down more than the blind typist; the load is given below.

| | blind | broker, early | broker, late | command, early | command, late | right |
|---|---|---|---|---|---|---|
${names.map((name) => row(runs.filter(({ action }) => action === name))).join('\n')}

${when}, ${machine}.
`;
}

function row(runs: readonly Timed[]): string {
  const p50 = (typist: Timed['typist'], late?: boolean) =>
    percentile(
      runs.filter((one) => one.right && one.typist === typist && (late ?? one.late) === one.late).map(({ ms }) => ms),
      50,
    );
  const blind = p50('blind');
  const ours = TYPISTS.slice(1).flatMap((typist) => [false, true].map((late) => p50(typist, late)));
  const cells = ours.map((ms) => `${ms} (${(ms / blind).toFixed(2)})`);
  return `| ${[runs[0]?.action, blind, ...cells, `${runs.filter(({ right }) => right).length} of ${runs.length}`].join(' | ')} |`;
}

/** Replaces the comparison in the document, or adds it before the results of the versions. */
export function withComparison(document: string, section: string): string {
  const [before = '', ...sections] = document.split(/^(?=## )/m);
  return [before, `${section}\n`, ...sections.filter((each) => !each.startsWith(HEADING))].join('');
}
