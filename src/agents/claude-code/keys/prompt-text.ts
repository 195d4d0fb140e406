// What Claude Code would not read as text when it is typed into its input box and submitted.

import { nextPrompt } from '../../../ask/next-prompt.ts';
import type { Verdict } from '../../../ask/schema/decision.ts';
import { takenAs, visible } from '../../../ask/taken-as.ts';

/** Why this must not be typed as a prompt; undefined when it may be. Commands such as /clear are prompts that people want. */
export function untypablePrompt(text: string): string | undefined {
  if (/[\p{Cc}\p{Cs}]/u.test(text.replaceAll('\n', ''))) return 'the prompt contains control characters, which are never typed';
  const taken = takenAs(text);
  if (taken === 'shell') return 'a prompt that starts with ! would run as a shell command, so it is not typed';
  return taken === 'shortcuts' ? 'Claude Code shows its list of shortcuts when ? is typed; write more than that' : undefined;
}

/** The same for words that are meant for the agent to read, such as the reason of a refusal. They are never a command. */
export function untypableWords(text: string): string | undefined {
  switch (takenAs(text)) {
    case 'command':
      return 'Claude Code would take a message that starts with / as a command; put a word before it';
    case 'shell':
      return 'Claude Code would run a message that starts with ! in a shell; put a word before it';
    case 'exit':
      return `Claude Code would end if it got “${visible(text)}” as a message; write more than that`;
    default:
      return untypablePrompt(text);
  }
}

/** Why this must not be typed into an idle agent: an answer is its next prompt, everything else is words. */
export function untypableNext(verdict: Verdict): string | undefined {
  const text = nextPrompt(verdict);
  return verdict.kind === 'answers' ? untypablePrompt(text) : untypableWords(text);
}

/** In a dialog, too, Enter after a backslash would start a new line instead of submitting. */
export const submittable = (text: string): string => (text.endsWith('\\') ? `${text} ` : text);
