// Guesses the phase of the work from the last prompt: a slash command first, then plain words.

export type Phase = 'discuss' | 'plan' | 'execute' | 'verify';

export function phaseOf(lastPrompt: string | undefined): Phase | undefined {
  if (lastPrompt === undefined) return undefined;
  const prompt = lastPrompt.slice(0, MOST_READ).trim().toLowerCase();
  const command = /^\/([\p{L}\p{N}:_./-]{1,100})/u.exec(prompt)?.[1];
  return command === undefined ? named(prompt, WORDS) : named(command.replaceAll(/[:_./-]+/g, ' '), COMMANDS);
}
const MOST_READ = 500;

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
