// Which prompts an answering agent may give to an idle session: any, or those that match a pattern of its step.
import { globMatches } from './route/glob.ts';

export type PromptPermission = 'any' | readonly string[];

/** Why one of these prompts is not allowed; undefined if all are. */
export function forbiddenPrompt(texts: readonly string[], allowed: PromptPermission | undefined): string | undefined {
  if (allowed === undefined) return 'its step does not say prompts:, so it may not give an idle agent a prompt';
  const other = allowed === 'any' ? undefined : texts.find((text) => !allowed.some((pattern) => fits(pattern, text)));
  return other === undefined ? undefined : `"${other.trim()}" is not among the prompts of its step (${quoted(allowed)})`;
}

/** Whether a pattern names this very slash command, as "/clear" and "/model *" do, and "/*" does not. */
export function isNamed(text: string, allowed: PromptPermission | undefined): boolean {
  if (allowed === undefined || allowed === 'any') return false;
  return allowed.some((pattern) => /^\/[\w:-]+(?=\s|$)/u.test(pattern) && fits(pattern, text));
}

export const quoted = (allowed: PromptPermission): string =>
  allowed === 'any' ? 'any' : allowed.map((pattern) => JSON.stringify(pattern)).join(', ');

/** A star matches anything on its line. */
const fits = (pattern: string, text: string): boolean => globMatches(pattern, text.trim(), (character) => character !== '\n');
