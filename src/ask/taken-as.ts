// What a coding agent takes for something else than text when it is submitted as a prompt. Seen in Claude Code 2.1.150, 2.1.220 and 2.1.327, typed and
// pasted. Everything else is text there: `&` and `#` at the beginning, the full-width ／ and ！, and a / in the middle.

export type Taken = 'command' | 'shell' | 'shortcuts' | 'exit';

/** Undefined when it is text. White space and what cannot be seen do not hide a command. */
export function takenAs(prompt: string): Taken | undefined {
  const text = prompt.replaceAll(INVISIBLE, '').trim();
  if (text.startsWith('/')) return 'command';
  if (text.startsWith('!')) return 'shell';
  if (text === '?') return 'shortcuts';
  return EXITS.test(text) ? 'exit' : undefined;
}

/** The name of the command that it is: `clear` of `/clear`. */
export const commandIn = (prompt: string): string | undefined =>
  /^\/([\w-]+)/u.exec(prompt.replaceAll(INVISIBLE, '').trim())?.[1]?.toLowerCase();

/** What a person sees of it. */
export const visible = (text: string): string => text.replaceAll(INVISIBLE, '').trim();

/** Claude Code takes these for /exit, if there is nothing else. */
const EXITS = /^(?:exit|quit|:w?q!?)$/i;
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * With a blank at its end, which Claude Code removes, where Enter would not submit it: after a backslash it starts a new line, and after the beginning of
 * a file (`see @src`) or of an emoji (`:quit`) it takes the first suggestion.
 */
export const submittable = (prompt: string): string => (/\\$|(?:^|\s)[@:]\S*$/u.test(prompt) ? `${prompt} ` : prompt);
