// What the words of an option say: yes, no, or that the agent may decide. English only; a missing word only means that nothing is recognised.
import type { Option, Question } from './schema/ask.ts';

/** Whether a label agrees to a proposal, or refuses or changes it. */
type Stance = 'yes' | 'no';

/** Reads the beginning of a label. Firm words are enough ("Yes, with tests"); loose ones count only if small words follow ("Continue with Google" is a choice). */
export function stance(label: string): Stance | undefined {
  const text = label
    .slice(0, 200)
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[^\p{L}]+/u, '');
  const head = text.split(/[,;:.!?([{/\n–—]| - /u, 1)[0]?.trim() ?? '';
  if (FIRM_YES.test(head) || LOOSE_YES.test(head)) return 'yes';
  return FIRM_NO.test(head) || LOOSE_NO.test(head) ? 'no' : undefined;
}

const SMALL =
  "(?: (?:it|this|that|them|these|those|all|everything|anything|now|please|as|is|are|with|the|a|my|your|plan|changes?|for|and|then|to|me|us|i|you|go|going|again|first|on|in|of|here|there|later|yet|way|action|both|some|something|review|check|think|look|explain|draft|proposal|ahead|so|just|once|today|tell|what|differently|answers?|session|time|do|not|don't|thanks))*$";
const FIRM_YES =
  /^(?:yes|yep|yeah|yup|ok|okay|sure|no problem|no objections?|go ahead|go for it|do it|looks? good|sounds good|lgtm|ship it|of course|absolutely|definitely|carry on|go on|keep going|please do|always allow)\b/;
const FIRM_NO =
  /^(?:don't|do not|never|cancel|abort|deny|decline|reject|not (?:yet|now|really|quite)|nope|nah|hold (?:off|on)|request changes|needs (?:changes|work))\b/;
const LOOSE_YES = new RegExp(
  `^(?:proceed|continue|confirm(?:ed)?|approved?|accept(?:ed)?|allow|agreed?|correct|right|perfect|great|fine|start|begin|submit|ready|run|apply|y|true|on|enable|all good|good to go)${SMALL}`,
);
const LOOSE_NO = new RegExp(
  `^(?:no|n|false|stop|wait|later|skip|leave|back|go back|not|nothing|none|neither|disagree|exit|quit|discuss|i'll|off|disable|discard|keep|changes?|revise|adjust|edit|modify|rework|redo|make changes|let me|show me|ask)${SMALL}`,
);

/** The option (1-based) that lets the agent decide: "You decide". */
export function delegatingOption(question: Question): number | undefined {
  const index = question.options.slice(0, MOST_OPTIONS).findIndex(handsBack);
  return index < 0 ? undefined : index + 1;
}

/** A question can be hostile, so only this much of it is read. */
const MOST_LABEL = 200;
const MOST_OPTIONS = 20;

const handsBack = ({ label, description = '' }: Option): boolean => HANDS_BACK.test(plain(label)) || HANDS_BACK.test(plain(description));

function plain(text: string): string {
  const cut = text.length <= MOST_LABEL ? text : `${text.slice(0, MOST_LABEL / 2)}\n${text.slice(-MOST_LABEL / 2)}`;
  return cut
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\S\n]+/gu, ' ')
    .trim();
}

const HANDS_BACK =
  /^\W*(?:(?:yes|sure|ok)[,.!]? )?(?:(?:let |have )?(?:you|claude|codex|gemini|(?:the )?(?:agent|assistant|model))(?: can| should)? (?:decides?|chooses?|picks?)\b|(?:it's |leave (?:it|that|this) )?(?:up )?to you\b|(?:i )?trust you\b|(?:use |go with )?(?:your|claude's|the agent's) (?:own |best )?(?:call|choice|pick|judge?ment|discretion|decision|recommendation)\b|whatever (?:you|works|is best)\b|whichever you\b|surprise me\b|no (?:strong )?preference\b|(?:i )?(?:don't|do not) (?:care|mind)\b|either (?:is fine|works)\b|(?:decide|choose|pick) (?:for me|yourself)\b)/;
