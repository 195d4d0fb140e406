// Which options look as if they could not be undone. It guards machine answering, so in doubt the verdict is yes.

import { stance } from './category-words.ts';
import { actInName } from './irreversible-arguments.ts';
import { irreversibleCommand } from './irreversible-command.ts';
import { type Finding, MOST_PROSE, type Reading, readActs } from './irreversible-prose.ts';
import { sqlReason } from './irreversible-sql.ts';
import { asObject } from './json.ts';
import { commandOf } from './permission.ts';
import { isRefusal } from './refusal.ts';
import type { Ask, Option, Question } from './words.ts';

export { irreversibleCommand } from './irreversible-command.ts';

export type Irreversible = { readonly irreversible: boolean; readonly reason: string };

/** One option of an ask that looks irreversible: `question` is 0-based, `option` 1-based. */
export type IrreversibleOption = { readonly question: number; readonly option: number; readonly reason: string };

export function irreversible(option: Option, question: Question): Irreversible {
  return judge(option, question, readQuestion(question));
}

/** The question itself asks for something irreversible, whatever its options say. */
export function readsIrreversible(question: Question): boolean {
  const asked = readQuestion(question);
  return asked === 'too long' || asked.live.length > 0 || asked.held.length > 0;
}

/** A permission is judged by the command or tool it is for, a plan also by its text; the verdict falls on every option that does not refuse. */
export function irreversibleAsk(ask: Pick<Ask, 'kind' | 'questions' | 'detail'>): readonly IrreversibleOption[] {
  const subject = ask.detail === undefined ? undefined : detailVerdict(ask.detail);
  const found: IrreversibleOption[] = [];
  ask.questions.forEach((question, q) => {
    const reading = readQuestion(question);
    question.options.forEach((option, o) => {
      // The words around a permission are ours; an ask of another kind that only carries one is judged by its words too.
      const own = ask.kind === 'permission' && ask.detail?.kind === 'permission' ? NOTHING : judge(option, question, reading);
      const verdict = subject?.irreversible && !isRefusal(option.label) ? subject : own;
      if (verdict.irreversible) found.push({ question: q, option: o + 1, reason: verdict.reason });
    });
  });
  return found;
}

const NOTHING: Irreversible = { irreversible: false, reason: 'nothing in it looks irreversible' };
const yes = (reason: string): Irreversible => ({ irreversible: true, reason });

function judge(option: Option, question: Question, asked: Reading | 'too long'): Irreversible {
  const own = ownVerdict(option);
  if (own.irreversible) return own;
  if (isRefusal(option.label)) return heldBack(option, question, asked);
  if (asked === 'too long') return yes('the question is too long to be read to its end');
  const affirms = stance(option.label) === 'yes';
  if (CHOOSES_SURVIVORS.test(question.text)) return yes('what is not kept may be gone');
  const act = asked.live.find((each) => (each.asked ? !spared(each, option, question) : affirms));
  return act === undefined ? NOTHING : yes(`the question says "${act.word}": ${act.why}`);
}

const CHOOSES_SURVIVORS =
  /\b(?:which|what)\b[^.?!\n]{0,80}\b(?:keep|preserve|retain|survive|spare)\b(?![^.?!\n]{0,20}\b(?:in mind|track|separate|private|internal)\b)/i;

function ownVerdict(option: Option): Irreversible {
  for (const [place, text] of [
    ['label', option.label],
    ['description', option.description ?? ''],
  ] as const) {
    if (text.length > MOST_PROSE) return yes(`the ${place} is too long to be read to its end`);
    const act = readActs(text).live[0];
    if (act !== undefined) return yes(`the ${place} says "${act.word}": ${act.why}`);
  }
  return previewVerdict(option.preview ?? '');
}

/** A preview is a picture or code, no promise: only lines that are commands count. */
function previewVerdict(preview: string): Irreversible {
  if (preview.length > MOST_PROSE) return yes('the preview is too long to be read to its end');
  for (const line of preview.split('\n')) {
    const command = line.replace(/^\s*[$>#%]?\s*/, '');
    if (!/^[a-z][\w./-]* \S/.test(command)) continue;
    const verdict = irreversibleCommand(command);
    if (verdict.irreversible && !verdict.reason.startsWith('the command has'))
      return yes(`the preview says "${command.slice(0, 40)}": ${verdict.reason}`);
  }
  return NOTHING;
}

function readQuestion(question: Question): Reading | 'too long' {
  const text = `${question.header ?? ''}\n${question.text}`;
  return text.length > MOST_PROSE ? 'too long' : readActs(text);
}

/** The question proposes an act, but this option is its harmless side: another place, or the other of two alternatives. */
function spared(act: Finding, option: Option, question: Question): boolean {
  if (stance(option.label) === 'yes') return false;
  const words = option.label
    .slice(0, 200)
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u);
  if (words.some((word) => act.safe?.has(word))) return true;
  if (act.either !== true || words.some((word) => /^(?:both|all|everything|each)$/.test(word))) return false;
  return question.options.slice(0, 20).some((other) => other !== option && readActs(other.label.slice(0, MOST_PROSE)).live.length > 0);
}

const KEEPS = new Set('keep leave archive dry behalten garder conservar'.split(' '));

/** Refusing is harmless, unless what is refused is the holding back: "Cancel the deployment?" "No". */
function heldBack(option: Option, question: Question, asked: Reading | 'too long'): Irreversible {
  const [first = ''] = /\p{L}+/u.exec(option.label.toLowerCase()) ?? [];
  if (asked === 'too long' || KEEPS.has(first) || question.text.toLowerCase().includes(`${first} `)) return NOTHING;
  const act = asked.held[0];
  if (act !== undefined) return yes(`saying no lets the "${act.word}" of the question happen: ${act.why}`);
  const kept =
    /\b(?:keep|preserve|retain)\s+(?:[\w'-]+\s+){0,4}(data|database|backups?|rows|records|files?|volumes?|tables?|history|branch|commits|changes|work)\b(?!\s+(?:structure|names?|layout|format))/i.exec(
      question.text,
    );
  return kept === null ? NOTHING : yes(`not keeping the ${kept[1]} may lose it`);
}

function detailVerdict(detail: NonNullable<Ask['detail']>): Irreversible | undefined {
  switch (detail.kind) {
    case 'permission':
      return toolVerdict(detail.tool, detail.input);
    case 'plan': {
      if (detail.plan.length > MOST_PLAN) return yes('the plan is too long to be read to its end');
      const act = readActs(detail.plan, true).live[0];
      return act === undefined ? undefined : yes(`the plan says "${act.word}": ${act.why}`);
    }
    case 'idle':
      return undefined;
  }
}
const MOST_PLAN = 4 * MOST_PROSE;

const SHELL_TOOL =
  /^(?:bash|shell|local_shell|run_shell_command|exec_command|execute_command|terminal|powershell|run_command|run_terminal_cmd)$/i;
const FILE_TOOL =
  /^(?:read|edit|multiedit|write|notebookedit|glob|grep|ls|websearch|webfetch|todowrite|task|apply_patch|read_file|write_file|replace|search_file_content|list_directory)$/i;

type Fields = {
  readonly sql?: unknown;
  readonly query?: unknown;
  readonly statement?: unknown;
  /** What stood on a screen, where the call itself is not known: one of its lines is the command. */
  readonly screen?: unknown;
};

function toolVerdict(tool: string, input: unknown): Irreversible {
  if (FILE_TOOL.test(tool)) return NOTHING;
  const fields: Fields = asObject(input) ?? {};
  const command = commandOf(input);
  if (command !== undefined) return irreversibleCommand(command);
  if (typeof fields.screen === 'string') return screenVerdict(fields.screen);
  if (SHELL_TOOL.test(tool)) return yes('the command cannot be read');
  const sql = fields.sql ?? fields.query ?? fields.statement;
  const why =
    typeof sql === 'string' ? (sql.length > MOST_PROSE ? 'the statement is too long to be read to its end' : sqlReason(sql)) : undefined;
  if (why !== undefined) return yes(why);
  const named = actInTool(tool);
  return named === undefined ? NOTHING : yes(`the tool is called "${tool.slice(0, 80)}": it can ${named}`);
}

function screenVerdict(screen: string): Irreversible {
  const verdicts = screen.slice(0, MOST_PROSE).split('\n').map(irreversibleCommand);
  return verdicts.find((verdict) => verdict.irreversible) ?? NOTHING;
}

/** "mcp__github__merge_pull_request", "sendEmail": the verbs in a tool's name are what it does. */
function actInTool(tool: string): string | undefined {
  const name = (tool.slice(0, 200).split('__').at(-1) ?? '').replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return (
    actInName(name) ??
    /(?:^|[^a-z])(merge|submit|transfer|purchase|buy|overwrite|terminate|execute_sql|post|email|tweet|cancel|apply_migration|create_(?:charge|payment|refund|payout|order|release))(?:[^a-z]|$)/.exec(
      name,
    )?.[1]
  );
}
