// Orders and proposals whose verb is not known to be harmless. The words for destroying have no end, those for ordinary work nearly do.
import { ACTS, THINGS } from '../../question/irreversible-words.ts';
import { plainly } from '../../question/spelling.ts';

/** The first verb of an order ("Torch the environment") that is not among those of ordinary work; undefined when all are. */
export function unknownOrder(text: string): string | undefined {
  return firstUnknown(text, ORDERS);
}

/** Terse English has no small words to tell it by, but a verb of ordinary work to begin with: "Prefer named exports". */
export function beginsOrdinarily(text: string): boolean {
  const [, verb = ''] = /^\W*([a-z]+)\b/.exec(plainly(text.slice(0, 100)).toLowerCase()) ?? [];
  return WORK.has(verb) && /^[\p{ASCII}’“”–—…]*$/u.test(text);
}

/** What a yes to a question about it would give away, however ordinary its verb. */
export function sensitive(text: string): string | undefined {
  return SENSITIVE.exec(plainly(text.slice(0, MOST_READ)))?.[0].trim();
}
const SENSITIVE =
  /\b(?:allow(?:ed)?[ -]?list|permissions?|skip-?permissions|force flag|sudo|root|admins?|administrators?|acls?|public-read|secrets?|credentials?|passwords?|api keys?|access tokens?|dns|production|prod|credit cards?|(?:real|your|the) card|payments?|payouts?|bank|balances?|(?:all|every) (?:the )?(?:rows?|users?|customers?)|zeros|(?:on|to|into) (?:main|master)|origin|on the server)\b|--force\b|\/dev\/|\bBash\(/i;

/** As in an order, and in what a question proposes: "Shall I torch it?", "I am going to torch it. OK?", "Torch it?" */
export function unknownProposal(text: string): string | undefined {
  return firstUnknown(text, [...ORDERS, ...PROPOSALS]);
}

function firstUnknown(text: string, forms: readonly RegExp[]): string | undefined {
  const plain = plainly(text.slice(0, MOST_READ)).toLowerCase().replaceAll('’', "'");
  for (const form of forms) for (const { 1: verb = '', 2: rest = '' } of plain.matchAll(form)) if (!isKnown(verb, rest)) return verb;
  return undefined;
}
const MOST_READ = 4000;

const ITS = String.raw`(?=\s+(?:the|all|our|your|my|his|their|its|it|them|everything|everyone|every|this|that|these|those|both|any)(?![\w-])([^.?!\n]*))`;
const REST = String.raw`\b([^?!\n]*)`;
const THEN = String.raw`(?:(?:also|just|now|then|simply|directly|please|first|next|really|already|instead|go ahead and|and)\s+)*`;

/** A verb shows itself by what it takes: "torch the", "axe it". */
const ORDERS: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:^|[.?!:;,\n–—(]\s*|\b(?:and|then|or|but|please|just|to|(?:you|we|i) (?:may|can|could|should|must|will|shall))\s+)${THEN}([a-z][a-z-]+)${ITS}`,
    'g',
  ),
  new RegExp(String.raw`\b(run|execute|rerun)\s${REST}`, 'g'),
];
const PROPOSALS: readonly RegExp[] = [
  new RegExp(String.raw`(?:^|[.?!:;,\n–—]\s+)${THEN}([a-z][a-z-]+)\b([^.?!\n]*)\?`, 'g'),
  new RegExp(String.raw`\b(?:shall|should|may|can|could|must)\s+(?:i|we)\s+${THEN}([a-z][a-z-]+)${REST}`, 'g'),
  new RegExp(
    String.raw`\b(?:want|like|need|ready|ok|okay|fine|safe|going|about|plan|mean|intend|happy|permission|allowed)\s+(?:(?:for\s+)?(?:me|us)\s+)?to\s+${THEN}([a-z][a-z-]+)${REST}`,
    'g',
  ),
  new RegExp(String.raw`\b(?:i|we)(?:'ll| will| would|'d)\s+${THEN}([a-z][a-z-]+)${REST}`, 'g'),
];

/** Of a verb that can destroy, the object decides: what is done to code comes back. */
function isKnown(verb: string, rest: string): boolean {
  const words = rest.split(/[^a-z'-]+/);
  if (verb === 'run' || verb === 'execute' || verb === 'start' || verb === 'rerun')
    return words.every((word) => word === '') || words.some((word) => RUN.has(word));
  if (!ACTS.has(verb)) return KNOWN.has(verb);
  return KNOWN.has(verb) || words.some((word) => THINGS.get(word) === 'code');
}

const RUN = new Set(
  'test tests suite lint linter build check checks typecheck formatter benchmark benchmarks vitest jest pytest phase step work server implementation implementing coding refactor refactoring next with dev it research planning review app example examples'.split(
    ' ',
  ),
);

const WORK = new Set(
  'add write create update change fix refactor rename extract split rewrite improve implement build test use keep continue check read review explain document describe show list format lint sort group simplify inline reuse adopt include ignore support handle cover log print adjust tweak configure convert draft generate scaffold prepare plan design outline investigate debug reproduce profile measure benchmark compare analyse analyze search find collect gather summarise summarize wrap cache memoize validate parse render style align pin annotate mock stub expect assert retry return throw catch treat consider prefer follow match mirror store fetch'.split(
    ' ',
  ),
);

const KNOWN = new Set(
  [
    'add adds write create make update change fix refactor rename extract split move rewrite improve implement build test use keep continue proceed go begin try check look read review explain document describe show list commit stage format lint sort group simplify inline reuse adopt include ignore support handle cover log print adjust tweak set configure convert port translate draft generate scaffold prepare plan design sketch outline think investigate debug reproduce profile measure benchmark compare analyse analyze search find collect gather summarise summarize wrap cache memoize validate parse render style center centre align increase decrease raise lower pin type annotate mock stub expect assert retry wait ask let see put place insert append prepend import export expose hide swap pick choose select decide prefer carry work finish complete resume repeat redo save store load fetch query call return throw catch assume treat consider note mention follow match mirror respect reflect leave archive backup back have get apply open confirm report focus stick limit narrow widen extend expand shorten trim merge combine join link bind map mark label name call count number indent require ensure verify double-check make prioritise prioritize tackle address cherry-pick target point introduce define declare specify answer say help know understand want need like be do does did is are was has had can could should would will may must might',
    'in on at by for with without per as of off from to into onto over under after before between across through during until since while when where which what who whose why how if whether because so than then and or but not no yes only just both either neither all each every most some like unlike about around near inside outside above below behind beyond within along against despite except instead rather also too even still once twice again now here there always never first second third last next one two three four five same such that this these those it they we you i shall ready ok okay any anything everything sounds looks fine good right correct sure well happy please alright',
  ]
    .join(' ')
    .split(' '),
);
