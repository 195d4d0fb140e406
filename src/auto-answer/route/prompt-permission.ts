// Which prompts an answering agent may give to an idle session: any, or those that match a pattern of its step; and in some projects only some of these.
import { globMatches } from '../../ask/match/glob.ts';

/** As a file says it. */
export type WrittenPrompts = 'any' | readonly string[];

/** `own`: what the user's own file says. `also`: the lists of project files; a prompt must be in each of them too. */
export type PromptPermission = { readonly own: WrittenPrompts; readonly also: readonly (readonly string[])[] };

/** A project's file takes prompts away and never adds any. */
export function fewerPrompts({ own, also }: PromptPermission, project: PromptPermission | undefined): PromptPermission {
  return { own, also: project === undefined || project.own === 'any' ? also : [...also, project.own] };
}

/** Why one of these prompts is not allowed; undefined if all are. */
export function forbiddenPrompt(texts: readonly string[], allowed: PromptPermission | undefined): string | undefined {
  if (allowed === undefined) return 'its step does not say prompts:, so it may not give an idle agent a prompt';
  const { own, also } = allowed;
  return (
    missing(texts, own, 'is not among the prompts of its step') ??
    also.map((list) => missing(texts, list, "is not among the prompts that the project's file leaves it")).find((why) => why !== undefined)
  );
}

/** Whether the user's own file names this very slash command, as "/clear" and "/model *" do, and "/*" does not. */
export function isNamed(text: string, allowed: PromptPermission | undefined): boolean {
  if (allowed === undefined || allowed.own === 'any') return false;
  return allowed.own.some((pattern) => /^\/[\w:-]+(?=\s|$)/u.test(pattern) && fits(pattern, text));
}

export function permissionText({ own, also }: PromptPermission): string {
  const lists = own === 'any' ? also : [own, ...also];
  if (lists.length === 0) return 'Any prompt is allowed';
  return `Only these prompts are allowed, with * for anything on its line: ${lists.map(quoted).join(', and of these only: ')}`;
}

function missing(texts: readonly string[], allowed: WrittenPrompts, what: string): string | undefined {
  if (allowed === 'any') return undefined;
  const other = texts.find((text) => !allowed.some((pattern) => fits(pattern, text)));
  return other === undefined ? undefined : `"${other.trim()}" ${what} (${quoted(allowed)})`;
}

const quoted = (list: readonly string[]): string => list.map((pattern) => JSON.stringify(pattern)).join(', ');

/** A star matches anything on its line. */
const fits = (pattern: string, text: string): boolean => globMatches(pattern, text.trim(), (character) => character !== '\n');
