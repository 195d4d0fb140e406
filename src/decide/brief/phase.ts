// Which step of the work the agent is at, told from what it was last told: a slash command first, then plain words.

export type Phase = 'discuss' | 'plan' | 'execute' | 'verify';

export function phaseOf(lastPrompt: string | undefined): Phase | undefined {
  if (lastPrompt === undefined) return undefined;
  const prompt = lastPrompt.slice(0, MOST_READ).trim().toLowerCase();
  const command = /^\/([\p{L}\p{N}:_./-]{1,100})/u.exec(prompt)?.[1];
  return command === undefined ? named(prompt, WORDS) : named(command.replaceAll(/[:_./-]+/g, ' '), COMMANDS);
}
const MOST_READ = 500;

/** The one phase that is named; two or none cannot be told. */
function named(text: string, phrases: readonly (readonly [Phase, RegExp])[]): Phase | undefined {
  const found = phrases.filter(([, phrase]) => phrase.test(text));
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** Words in the name of a command: /gsd:discuss-phase, /plan, /execute_plan. What is planned or verified stands after the verb. */
const COMMANDS: readonly (readonly [Phase, RegExp])[] = [
  ['discuss', /(?:^| )(?:discuss|brainstorm|explore|research|interview|clarify|specify|ideate)\b/],
  ['plan', /(?:^| )(?:plan|design|architect)(?: (?:phase|milestone|feature|work|project))?(?: \d.*)?$|(?:^| )planning\b/],
  ['execute', /(?:^| )(?:execute|implement|build|run|apply|do|work|start)\b(?! verif)/],
  ['verify', /(?:^| )(?:verify|validate|test|tests|review|qa|audit|check|uat)\b/],
].map(([phase, phrase]) => [phase as Phase, phrase as RegExp] as const);

const WORDS: readonly (readonly [Phase, RegExp])[] = [
  ['discuss', /\b(?:let'?s (?:discuss|talk|think)|discuss|brainstorm|what do you think|help me think|interview me)\b/],
  [
    'plan',
    /\b(?:(?:make|write|create|draft|prepare) (?:me )?(?:a|the|an implementation) plan|plan (?:the|this|out|how|for)|don'?t (?:write|change) (?:any )?code yet)\b/,
  ],
  ['execute', /\b(?:implement|execute|carry out|go ahead and|build|code it|apply|fix|refactor|add|create the)\b(?!.*\bplan\b)/],
  ['verify', /^(?:please |now |can you )*(?:verify|validate|test|review|check|audit)\b|\brun (?:the|all) tests\b/],
];
