// The words by which the category of a question is guessed. English only; a missing word only makes the guess worse.

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

/** Options that only invite an open answer. */
export const WEAK =
  /^\W*(?:(?:nothing|something|anything)(?: else| more)?|no,? (?:that's|nothing|i'm) ?\S*|that's (?:all|it|everything)|(?:all|i'm) (?:done|good|set)|done|others?|none(?: of (?:these|the above|them))?|custom|n\/a|skip|(?:yes,? )?(?:let me|i'll|i want to|i have) .*|(?:type|write|enter|describe|specify|tell) .*|my own words)\W*$/;

/** An option that lets the agent decide. */
export const HANDS_BACK =
  /^\W*(?:(?:yes|sure|ok)[,.!]? )?(?:(?:let |have )?(?:you|claude|codex|gemini|(?:the )?(?:agent|assistant|model))(?: can| should)? (?:decides?|chooses?|picks?)\b|(?:it's |leave (?:it|that|this) )?(?:up )?to you\b|(?:i )?trust you\b|(?:use |go with )?(?:your|claude's|the agent's) (?:own |best )?(?:call|choice|pick|judge?ment|discretion|decision|recommendation)\b|whatever (?:you|works|is best)\b|whichever you\b|surprise me\b|no (?:strong )?preference\b|(?:i )?(?:don't|do not) (?:care|mind)\b|either (?:is fine|works)\b|(?:decide|choose|pick) (?:for me|yourself)\b)/;

/** Asks whether the agent may decide. "Which one should I pick?" asks for the choice itself. */
export const ASKS_TO_DECIDE =
  /(?:^|[.!?\n] {0,3})(?:(?:should|shall|may|can) i (?:just )?(?:decide|choose|pick|use my (?:own |best )?judge?ment)|do you want me to (?:decide|choose|pick)|who (?:should )?decides?)\b/;

export const ASKS_GO_AHEAD =
  /(?:^|[.!?:;\n] {0,3}|, |\b(?:and|so|then) )(?:(?:ok(?:ay)?[,.:]? )?(?:shall|should|may|can|could) (?:i|we)\b|(?:do|would) you (?:want|like) (?:me|us)? ?to\b|(?:ready|ok|okay|safe|happy) to\b|(?:proceed|continue|go ahead|confirm|approve|submit)\b|(?:is|are|does|do|did) (?:this|that|it|these|everything|the|you|all)\b|(?:sounds?|looks?) (?:good|right|ok|fine)|mind if i\b|any objections?\b)/;

export const OPENS_THE_FLOOR =
  /\b(?:any(?:thing else|thing more| (?:other|further|more|last|final) \w+| (?:thoughts|comments|feedback|questions|ideas|preferences))|what(?:'s| is)? (?:next|else|on your mind)|what (?:would you like|do you want|should i|should we|can i)(?: me)? ?(?:to )?(?:work on|do|build|know|add|help)\b|how (?:can|may) i help|tell (?:me|us)|describe|in your own words|please (?:provide|enter|share|describe))\b/;

export type Topic = 'style' | 'scope' | 'architecture';

const list = (topic: Topic, terms: string) => terms.split('|').map((term) => [term, topic] as const);

/** Architecture is the default for a choice, so it needs the fewest words. */
export const TOPIC_TERMS: ReadonlyMap<string, Topic> = new Map([
  ...list(
    'style',
    'tabs|spaces|indentation|camelcase|snake_case|kebab-case|naming|name|names|named|called|rename|title|casing|formatting|colour|color|palette|theme|dark|light|font|tone|formal|casual|friendly|playful|wording|phrasing|spelling|emoji|quotes|semicolons|lowercase|uppercase|look|style|styling|visual|icon|logo|heading|prefix|suffix|rounded|spacing|compact|animation|commit message|voice|headline|tagline|terse',
  ),
  ...list(
    'scope',
    'scope|include|included|exclude|features|feature|parts|phase|phases|cover|coverage|priority|priorities|mvp|milestone|sections|support|everything|minimal|full|extent|depth|areas|tasks|items|extras|optional|edge cases|thorough|quick wins|happy path|unit tests|integration tests|tests|only|subset|entire|whole|both|cleanup|backlog|first|next|later|critical|browsers|platforms|remaining',
  ),
  ...list(
    'architecture',
    'database|db|postgres|sqlite|mysql|mongodb|redis|orm|framework|react|vue|svelte|library|stack|backend|frontend|server|serverless|api|rest|graphql|grpc|protocol|websocket|queue|cache|caching|auth|authentication|oauth|jwt|session|sessions|storage|schema|data model|structure|architecture|pattern|monorepo|microservices|deployment|hosting|docker|kubernetes|language|typescript|python|rust|runtime|node|bundler|state management|test framework|test runner|approach|strategy|algorithm|migration|migrations|package manager|npm|pnpm|yarn|design|logging|error handling',
  ),
]);

export const TOPIC_PHRASES: readonly (readonly [topic: Topic, phrase: RegExp])[] = [
  [
    'scope',
    /\b(?:which|what)(?: of (?:these|the following|them))?(?: [\w-]+){0,2} (?:features?|parts?|phases?|tests|areas|components|pages|endpoints|platforms|browsers|files|modules|items|tasks|checks)\b/,
  ],
  [
    'scope',
    /\bhow (?:much|many|far|deep|thorough|extensive|detailed|broad)\b|\b(?:in|out of) scope\b|\bstart with\b|\b(?:be|we|i|also) (?:include|cover|support|skip)d?\b/,
  ],
  ['style', /\b(?:be (?:called|named)|name (?:for|of)|(?:call|name) (?:it|this|them)|worded|phrased?|formatted|look and feel)\b/],
];
