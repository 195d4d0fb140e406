// Our lines in the settings of tmux: planned without writing anything, and removed again.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Change, changeTo, planRestore, type Reversal, reversal } from './change.ts';
import { find, type Refusal, refused, textOf } from './file.ts';

const BEGIN = '# answerback: begin (answerback tmux uninstall removes these lines)';
const END = '# answerback: end';
const OURS = /# answerback: begin[^\n]*\n[\s\S]*?# answerback: end\n/;

export type TmuxLines = {
  /** The command that starts this program, quoted for a shell. */
  readonly program: string;
  readonly countFile: string;
  readonly key: string;
};

/** The file that tmux reads: the newer place only if it is in use. */
export function tmuxConfig(env: NodeJS.ProcessEnv, home: string): string {
  const classic = join(home, '.tmux.conf');
  const modern = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'tmux', 'tmux.conf');
  return !existsSync(classic) && existsSync(modern) ? modern : classic;
}

/** `set -a` only if it is not there yet: settings are often read again. Nothing is shown while nothing is open. */
function block({ program, countFile, key }: TmuxLines): string {
  return [
    BEGIN,
    `if-shell -F '#{?#{m:*answerback.count*,#{status-right}},,1}' {`,
    `  set-option -ag status-right '#(sed -n "s/^[1-9].*/ ?& /p" "${countFile}")'`,
    '}',
    // The usual status line is as long as tmux usually allows.
    "if-shell -F '#{==:#{status-right-length},40}' { set-option -g status-right-length 50 }",
    `bind-key ${key} display-popup -E -w 90% -h 90% "ANSWERBACK_POPUP=1 ${program} inbox"`,
    `bind-key ${key.toUpperCase()} run-shell -b "${program} go"`,
    END,
    '',
  ].join('\n');
}

/** tmux and the shell would read these characters of a path as something else. */
const SPECIAL = /["$`\\#%\n]/;

/** Undefined if the file is already as wanted. */
export function planTmux(path: string, lines: TmuxLines): Change | Refusal | undefined {
  const target = find(path);
  if (target.kind === 'refused') return target;
  const odd = [lines.program, lines.countFile].find((text) => SPECIAL.test(text));
  if (odd !== undefined)
    return refused(path, `tmux cannot be given this path: ${odd}`, 'Install Answerback in a folder with a simpler name.');
  const before = target.kind === 'existing' ? textOf(target.bytes) : '';
  if (before === undefined)
    return refused(path, 'it is not a text in UTF-8', 'Nothing was written. Convert the file, or add the lines yourself.');
  const without = before.replace(OURS, '');
  const gap = without === '' || without.endsWith('\n') ? '' : '\n';
  return changeTo(target, Buffer.from(`${without}${gap}${block(lines)}`), { update: OURS.test(before) });
}

/** Undefined if there is nothing of ours. */
export function planTmuxUndo(path: string, undo: string): Reversal | Refusal | undefined {
  const planned = planRestore(path, undo);
  if (planned.kind === 'refused') return planned;
  if (planned.kind === 'reversal') return planned.reversal;
  const target = find(path);
  if (target.kind !== 'existing') return target.kind === 'refused' ? target : undefined;
  const text = textOf(target.bytes);
  if (text === undefined || !OURS.test(text)) return undefined;
  const backup = planned.kind === 'edited' ? planned.backup : undefined;
  return reversal('remove', target, Buffer.from(text.replace(OURS, '')), backup);
}
