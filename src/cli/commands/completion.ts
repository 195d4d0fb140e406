// answerback completion: the script for a shell's start-up file. It calls `answerback __complete`, which prints a value and a description per line.

import { command } from '../app/command.ts';
import { examples, json } from '../app/parameters.ts';
import { type Context, UsageError } from '../context.ts';

const completionCommand = command(completion, {
  parameters: {
    flags: { json },
    positional: {
      kind: 'tuple',
      parameters: [
        { parse: shellName, brief: 'bash, zsh or fish', placeholder: 'shell', proposeCompletions: () => ['bash', 'zsh', 'fish'] },
      ],
    },
  },
  docs: {
    fullDescription: examples('Completes commands, flags and the ids of open asks.', [
      'eval "$(answerback completion bash)"   # in ~/.bashrc',
      'answerback completion zsh > ~/.zsh/completions/_answerback',
      'answerback completion fish > ~/.config/fish/completions/answerback.fish',
    ]),
  },
});
export const commands = { completion: completionCommand };

function shellName(input: string): Shell {
  if (input === 'bash' || input === 'zsh' || input === 'fish') return input;
  throw new UsageError(`there is no completion script for ${input}`, 'There are those for bash, zsh and fish.');
}

type Shell = 'bash' | 'zsh' | 'fish';

const SCRIPTS: Readonly<Record<Shell, string>> = {
  // Bash has no descriptions. They are shown as long as there is more than one choice: the letters that all share are inserted, and nothing else.
  bash: `_answerback() {
  local IFS=$'\\n' tab=$'\\t' line
  local -a found
  found=($(answerback __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  if ((\${#found[@]} == 1)); then COMPREPLY=("\${found[0]%%$tab*}"); return; fi
  COMPREPLY=()
  for line in "\${found[@]}"; do
    if [[ $COMP_TYPE == 63 ]]; then line=\${line//$tab/  }; COMPREPLY+=("\${line:0:$((\${COLUMNS:-80} - 4))}"); else COMPREPLY+=("\${line%%$tab*}"); fi
  done
}
complete -o default -o nosort -F _answerback answerback 2>/dev/null || complete -o default -F _answerback answerback`,
  zsh: `#compdef answerback
_answerback() {
  local line
  local -a found
  for line in "\${(@f)$(answerback __complete -- "\${words[@]:1:$((CURRENT-1))}" 2>/dev/null)}"; do
    [[ -n $line ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( $#found )); then _describe -V answerback found; else _files; fi
}
if [[ "$funcstack[1]" == "_answerback" ]]; then _answerback "$@"; else compdef _answerback answerback; fi`,
  fish: `complete -c answerback -f -k -a '(answerback __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`,
};

function completion(this: Context, flags: { readonly json: boolean }, shell: Shell): void {
  if (flags.json) return this.out.json({ shell, script: SCRIPTS[shell] });
  this.out.line(SCRIPTS[shell]);
}
