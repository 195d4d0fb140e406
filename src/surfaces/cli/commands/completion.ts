// answerback completion: the script for a shell's start-up file, and the command that it calls.
import type { Context } from '../context.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `_answerback() {
  local IFS=$'\\n'
  COMPREPLY=($(answerback __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _answerback answerback`,
  zsh: `#compdef answerback
_answerback() {
  local -a found
  found=("\${(@f)$(answerback __complete -- "\${words[@]:1:$((CURRENT-1))}" 2>/dev/null)}")
  [[ -n "$found" ]] && compadd -- $found || _files
}
if [[ "$funcstack[1]" == "_answerback" ]]; then _answerback "$@"; else compdef _answerback answerback; fi`,
  fish: `complete -c answerback -f -a '(answerback __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`,
};

export function completion(this: Context, flags: { readonly json: boolean }, shell: Shell): void {
  if (flags.json) return this.out.json({ shell, script: SCRIPTS[shell] });
  this.out.line(SCRIPTS[shell]);
}
