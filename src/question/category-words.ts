// The vocabulary of question categories: yes and no, weak options, handing the decision back, and the terms of each topic.

/** What a label says to a proposal: go on, do not (or not like this), or neither. */
export type Stance = 'yes' | 'no';

/**
 * Reads the head of a label. Firm heads decide alone ("Yes, with tests"); loose heads only when nothing but small words follow,
 * because "Continue with Google", "No ORM" and "Change streams" are choices, not stances.
 */
export function stance(label: string): Stance | undefined {
  const words = headWords(label);
  for (let length = Math.min(3, words.length); length >= 1; length--) {
    const head = HEADS.get(words.slice(0, length).join(' '));
    if (head !== undefined && (head.firm || words.slice(length).every((word) => TAIL.has(word)))) return head.stance;
  }
  return undefined;
}

/** The words of a label up to its first pause (comma, dash, bracket …), lower case, without list number. */
function headWords(label: string): string[] {
  const text = label.slice(0, 200).normalize('NFC').toLowerCase().replaceAll('’', "'");
  const start = text.search(/\p{L}/u);
  if (start < 0) return [];
  const pause = text.slice(start).search(/[,;:.!?([{/\n–—]| - /u);
  const head = pause < 0 ? text.slice(start) : text.slice(start, start + pause);
  return head.match(/[\p{L}\p{N}'-]+/gu) ?? [];
}

const list = (terms: string): readonly string[] => terms.split('|');

/** The longest head counts: "no problem" before "no". */
const HEADS: ReadonlyMap<string, { readonly stance: Stance; readonly firm: boolean }> = new Map(
  (
    [
      [
        'yes',
        true,
        "no problem|no objection|no objections|don't wait|don't stop|don't ask|don't hesitate|don't worry|don't keep|do not keep|don't bother|keep going",
      ],
      ['yes', true, 'yes|yep|yeah|yup|ok|okay|sure|go ahead|go for it|do it|looks good|look good|sounds good|lgtm|ship it|of course'],
      ['yes', false, 'proceed|continue|confirm|confirmed|approve|approved|accept|accepted|allow|agree|agreed|correct|right|perfect|great'],
      [
        'yes',
        false,
        'fine|start|begin|submit|ready|run|apply|y|true|all good|good to go|si|claro|vale|weiter|genau|on|enable|bien sûr|adelante',
      ],
      [
        'yes',
        true,
        "absolutely|definitely|carry on|go on|please do|make it so|that's right|that's correct|always allow|ja|oui|sí|d'accord",
      ],
      ['no', true, "don't|dont|do not|never|never mind|nevermind|cancel|abort|deny|decline|reject|not yet|not now|not really|not quite"],
      ['no', true, 'nope|nah|nein|non|hold off|hold on|request changes|needs changes|needs work|abbrechen|annuler|cancelar|todavía no'],
      [
        'no',
        false,
        "no|n|false|stop|wait|later|skip|leave|back|go back|not|nothing|none|neither|disagree|exit|quit|discuss|i'll|noch nicht",
      ],
      [
        'no',
        false,
        'off|disable|discard|keep|change|changes|revise|adjust|edit|modify|rework|redo|make changes|let me|show me|ask|pas encore|ahora no',
      ],
    ] as const
  ).flatMap(([stance, firm, heads]) => list(heads).map((head) => [head, { stance, firm }] as const)),
);

const TAIL: ReadonlySet<string> = new Set(
  list(
    "answers|answer|it|this|that|them|these|those|all|everything|anything|now|please|as|is|are|with|the|a|my|your|plan|change|changes|for|and|then|to|me|us|i|you|go|going|again|first|on|in|of|thanks|thank|not|don't|do|here|there|later|yet|way|action|both|some|something|review|check|think|look|explain|first|draft|design|spec|proposal|everything|ahead|so|just|session|time|any|wait|stop|once|still|today|tell|what|differently",
  ),
);

/** Options that only open the floor: they say nothing of their own. */
export const WEAK =
  /^\W*(?:(?:nothing|something|anything|someone)(?: else| more| new| different)?|(?:no|nope)(?:,|\.| -)? ?(?:that's|thats|that is|nothing|i'm|we're) ?\S* ?\S*|that's (?:all|it|everything)|(?:all|we're|i'm) (?:done|good|set)|done|others?|none|none of (?:these|the above|them)|custom|n\/a|skip|(?:let me|i'll|i will|i want to|i'd like to|want to) (?:explain|describe|type|write|tell|add|specify|provide|elaborate|enter|paste|decide|think|say).*|(?:yes|yep|yeah)(?:,|\.| -)? ?(?:let me|i have|i'd|i'll|i want|one more|there|a few).*|(?:type|write|enter|describe|paste|specify|tell) .*|i have .*|chat about (?:this|it)|free text|my own words)\W*$/;

/** An option that gives the decision back to the agent. */
export const HANDS_BACK =
  /^\W*(?:(?:yes|yeah|sure|ok|ja|oui|sí|si)[,.!]? )?(?:(?:i(?:'d)? )?(?:let |leave (?:it|that|this) to |up to |trust |defer to |have )?(?:you|claude|codex|gemini|opencode|(?:the )?(?:agent|assistant|ai|model))(?: (?:can|should|may|get to|to))? (?:decides?|chooses?|picks?|judges?)\b|(?:it's |it is )?(?:up to|leave (?:it|that|this) (?:up )?to|defer to) (?:you|claude|codex|gemini|the agent|the assistant|the model)\b|(?:i )?trust you\b|i trust your\b|(?:at |use |with |go with )?(?:your|claude's|codex's|the agent's|agent's|the assistant's|the model's) (?:own |best )?(?:call|choice|pick|judge?ment|discretion|decision|preference|recommendation)\b|(?:use )?best judge?ment\b|whatever (?:you|claude|works|is best|seems)\b|whichever you\b|surprise me\b|dealer's choice\b|(?:i have )?no (?:strong )?preference\b|(?:i )?(?:don't|do not) (?:care|mind)\b|either (?:is|one is|works)\b|any(?:thing)? (?:is fine|works|goes)\b|(?:decide|choose|pick) (?:for me|yourself|whatever|what you)\b|(?:du entscheidest|entscheide du|deine entscheidung|wie du (?:willst|meinst)|à toi de (?:voir|décider)|comme tu veux|tú decides|tu decides|como (?:tú )?(?:quieras|prefieras))(?:\W|$))/;

/** The question is about who decides. Not meant after "which" or "what": "Which one should I pick?" asks for the choice itself. */
export const ASKS_TO_DECIDE =
  /\b(?:(?:should|shall|may|can|could) i (?:just |simply |go ahead and )?(?:decide|choose|pick)|(?:want|like|prefer|trust) (?:for )?me to (?:just |simply )?(?:decide|choose|pick|make the (?:call|decision))|let me (?:decide|choose|pick|make the call)|leave (?:it|this|that|the \w+) (?:up )?to me|my (?:own |best )?(?:judge?ment|discretion)|who (?:should |gets to |will )?decides?)\b/;

export const ASKS_GO_AHEAD =
  /(?:^|[.!?:;\n] {0,3}|, |\b(?:and|so|then) )(?:(?:ok(?:ay)?[,.:]? )?(?:shall|should|may|can|could) (?:i|we)\b|(?:do|would) you (?:want|like) (?:me|us) to\b|(?:do|would) you (?:want|like) to (?:proceed|continue|go)\b|(?:ready|ok|okay|good|safe|fine|happy|clear|all set) (?:for me )?to\b|(?:proceed|continue|go ahead|go on|confirm|carry on|approve|submit)\b|(?:is|are|does|do|did|was|will) (?:this|that|it|these|everything|the|you|all)\b|(?:sounds?|looks?) (?:good|right|ok|okay|fine)|mind if i\b|any objections?\b|(?:soll|darf|kann) ich\b|(?:dois|puis)-je\b|je continue\b|continuar\b|procedo\b|sigo\b|weiter(?:machen)?\b)/;

export const OPENS_THE_FLOOR =
  /\b(?:(?:any|is there any|are there any) ?(?:thing else|thing more|thing you|thing i|thing we|(?:other|further|additional|more|last|final|special|specific) \w+|thoughts|comments|feedback|questions|ideas|constraints|requirements|preferences|notes)|what(?:'s| is| should be)? (?:next|on your mind|your (?:\w+ ){0,2}(?:name|url|goal|idea|vision|budget|email|feedback|deadline|opinion|use case))|what (?:else|(?:would you like|do you want|should i|shall i|should we|shall we|can i|are you trying|do you need)(?: me| us| for me)?(?: help)? ?(?:to )?(?:work on|do|build|tackle|know|change|add|help|make|achieve|create)?)\b|what should (?:it|this|we|i|the [\w-]+(?: [\w-]+)?) (?:be called|be named|call it|name it|say)|how (?:can|may) i help|how would you (?:like|describe|phrase)|tell (?:me|us)|describe|in your own words|please (?:provide|enter|paste|share|specify|describe|type|give)|(?:enter|paste|provide|share|specify|type) (?:the|your|a)|what do you think|why (?:did|do|does|is|are|should))\b/;

/** Phrases that say what a question is after, whatever its subject. */
export const TOPIC_PHRASES: readonly (readonly [topic: Topic, phrase: RegExp, reason: string])[] = [
  [
    'scope',
    /\b(?:which|what)(?: of (?:these|the following|those|them|the))?(?: [\w-]+)?(?: [\w-]+)? (?:features?|parts?|phases?|tests?|sections?|areas|components|pages|screens|endpoints|platforms|browsers|files|folders|modules|items|tasks|checks|locales|metrics|fields|commands|issues|bugs|tickets|fixes|improvements|extras|steps|stories|milestones?|environments|packages|reports|integrations|use cases|edge cases|cases|versions|capabilities|topics|chapters|findings|services|rules|hooks)\b/,
    'the text asks which parts to take',
  ],
  [
    'scope',
    /\bhow (?:much|many|far|deep|deeply|thorough|thoroughly|extensive|detailed|broad|complete|comprehensive|wide|big|large)\b|\blevel of (?:detail|coverage)\b/,
    'the text asks how much',
  ],
  [
    'scope',
    /\b(?:to|be|we|i|it|also) (?:include|included|cover|covered|support|supported|exclude|excluded|migrate first|tackle|prioriti[sz]e|leave out|skip)\b/,
    'the text asks what to include',
  ],
  [
    'scope',
    /\b(?:in|out of|of) scope\b|\bscope of\b|\bstart with\b|\b(?:do|done|built|implemented|come|tackled?|happen|fix|build|handle|address|implement) (?:first|next)\b/,
    'the text asks about scope',
  ],
  [
    'style',
    /\b(?:be (?:called|named)|name (?:for|of)|(?:call|name) (?:it|this|them|the)|naming|(?:what|which) (?:\w+ )?names?|worded|phrased?|spelled|spelling|formatted)\b/,
    'the text asks about naming or wording',
  ],
  [
    'style',
    /\b(?:(?:look|feel)(?: and (?:look|feel)| like)|(?:colou?r|theme|tone|wording|font|icon|indentation|casing|capitali[sz]ation|palette)\b)/,
    'the text asks about the look or the tone',
  ],
];

export type Topic = 'style' | 'scope' | 'architecture';

export const TOPIC_TERMS: ReadonlyMap<string, Topic> = new Map(
  (
    [
      [
        'style',
        'tabs|spaces|indent|indentation|camelcase|snake_case|snake case|kebab-case|kebab case|pascalcase|camel case|pascal case|screaming_snake_case|naming|name|names|named|called|rename|title|casing|case style|formatting|format style|colour|color|colours|colors|palette|theme|dark|light|dark mode|light mode|font|fonts|typography|serif|sans-serif|tone|formal|casual|friendly|playful|professional|neutral|wording|copy|phrasing|spelling|british|american|emoji|emojis|quotes|single quotes|double quotes|semicolons|capitalisation|capitalization|lowercase|uppercase|title case|sentence case|look|look and feel|style|styling|code style|visual|visual style|icon|icons|logo|heading|headings|docstring|docstrings|prefix|suffix|abbreviation|rounded|square|spacing|compact|density|animation|animations|aesthetic|minimalist|verbosity|line length|import order|conventional commits|commit message|commit messages|imperative|past tense|voice|blue|green|red|teal|purple|orange|trailing commas|braces|alignment|button|badge|border|shadow|british english|american english|oxford comma|file naming|variable naming|headline|tagline|slogan|bullets|bullet points|terse|chatty|brief',
      ],
      [
        'scope',
        'scope|include|included|exclude|features|feature|parts|phase|phases|phase 1|cover|coverage|priority|priorities|prioritise|prioritize|mvp|milestone|milestones|sections|support|everything|all of them|all of it|minimal|full|extent|depth|boundaries|areas|tasks|items|extras|optional|nice-to-have|edge cases|thorough|quick wins|happy path|unit tests|integration tests|e2e tests|end-to-end tests|tests|docs|documentation|only|just|subset|entire|whole|both|cleanup|follow-up|backlog|roadmap|first|next|later|out of scope|critical|must-have|breadth|amount|browsers|platforms|deliverables|remaining|limit to|full rewrite|small|skip',
      ],
      [
        'architecture',
        'database|db|postgres|postgresql|sqlite|mysql|mariadb|mongodb|mongo|redis|dynamodb|orm|prisma|drizzle|kysely|framework|react|vue|svelte|angular|next.js|nextjs|remix|express|fastify|hono|django|flask|fastapi|rails|library|libraries|stack|tech stack|backend|frontend|server|serverless|lambda|api|api design|rest|graphql|grpc|trpc|protocol|websocket|websockets|sse|polling|webhook|webhooks|queue|message queue|kafka|rabbitmq|cache|caching|auth|auth method|authentication|authorization|authorisation|oauth|oauth2|oidc|jwt|jwts|session|sessions|cookies|passkeys|saml|sso|magic link|storage|s3|schema|data model|data structure|structure|architecture|pattern|monorepo|monolith|microservices|microservice|deploy|deployment|hosting|host|docker|kubernetes|vercel|netlify|aws|gcp|azure|fly.io|cloudflare|language|typescript|javascript|python|rust|golang|kotlin|swift|runtime|node|node.js|bun|deno|bundler|vite|webpack|esbuild|rollup|state management|redux|zustand|test framework|testing framework|test runner|vitest|jest|playwright|cypress|error handling|concurrency|threads|async|transport|json|yaml|toml|protobuf|approach|strategy|algorithm|implementation|technology|tool|tooling|engine|client|sync|migration|migrations|index|indexing|encryption|hashing|bcrypt|argon2|build system|ci|package manager|npm|pnpm|yarn|interface|event-driven|event sourcing|cqrs|hexagonal|plugin|provider|service|services|adapter|middleware|router|routing|rendering|ssr|ssg|spa|inheritance|composition|singleton|dependency injection|background job|cron|scheduler|pagination|rate limiting|idempotency|retry|consistency|replication|sharding|partitioning|multi-tenant|tenancy|css modules|tailwind|styled-components|versioning|logging|monitoring|observability|search engine|elasticsearch|uuid|ulid|file system|filesystem|elm|formatter|linter|parser|design pattern|folder structure|repository|module system|table|tables|column|container|containers|edge|push|pull|electron|tauri|native|flutter|swiftui|react native|design|payment provider|stripe|payments|fix|refactor|rewrite|method|integration|data layer|persistence',
      ],
    ] as const
  ).flatMap(([topic, terms]) => list(terms).map((term) => [term, topic] as const)),
);
