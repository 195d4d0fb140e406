// Guesses the phase of the work: from the last slash command, else from the words of the last prompt.

export type Phase = 'discuss' | 'plan' | 'execute' | 'verify';

export function phaseOf(lastPrompt: string | undefined, lastCommand?: string | undefined): Phase | undefined {
  const last = commandName(lastPrompt) ?? commandName(lastCommand);
  if (last !== undefined) return named(last.replaceAll(/[:_.-]+/g, ' '), COMMANDS);
  return lastPrompt === undefined ? undefined : named(start(lastPrompt), WORDS);
}

/** Of a prompt that is a slash command: "gsd:plan-phase". A path is none. */
export const commandName = (prompt: string | undefined): string | undefined =>
  prompt === undefined ? undefined : /^\/([\p{L}\p{N}:_.-]{1,100})(?=\s|$)/u.exec(start(prompt))?.[1];

const MOST_READ = 500;
const start = (prompt: string): string => prompt.slice(0, MOST_READ).trim().toLowerCase();

/** The phase that is named first. What follows is its object ("verify the build"). */
function named(text: string, phrases: readonly (readonly [Phase, RegExp])[]): Phase | undefined {
  const found = phrases.flatMap(([phase, phrase]) => {
    const at = text.search(phrase);
    return at < 0 ? [] : [{ phase, at }];
  });
  return found.sort((a, b) => a.at - b.at)[0]?.phase;
}

/** Words in command names: /gsd:discuss-phase, /plan, /execute_plan. */
const COMMANDS: readonly (readonly [Phase, RegExp])[] = [
  ['discuss', /(?<!\S)(?:discuss|brainstorm|explore|research|interview|clarify|specify|ideate)\b/],
  ['plan', /(?<!\S)(?:plan|planning|design|architect)\b/],
  ['execute', /(?<!\S)(?:execute|implement|build|run|apply|do|work|start)\b/],
  ['verify', /(?<!\S)(?:verify|validate|test|tests|review|qa|audit|check|uat)\b/],
];

const WORDS: readonly (readonly [Phase, RegExp])[] = [
  ['discuss', /\b(?:let'?s (?:discuss|talk|think)|discuss|brainstorm|what do you think|help me think|interview me)\b/],
  [
    'plan',
    /\b(?:(?:make|write|create|draft|prepare) (?:me )?(?:a|the|an implementation) plan|plan (?:the|this|out|how|for)|don'?t (?:write|change) (?:any )?code yet)\b/,
  ],
  ['execute', /\b(?:implement|execute|carry out|go ahead and|build|code it|apply|fix|refactor|add|create the)\b/],
  ['verify', /\b(?:verify|validate|review|audit|test (?:it|that|this|the)|check (?:that|whether|if)|run (?:the|all) tests)\b/],
];
