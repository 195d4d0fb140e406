// Project files as nobody should write them: valid ones changed at random, and texts made to break a parser.
const VALID = [
  'forbid: agents\nwithin: 2m\n',
  'forbid: [auto-answers]\n',
  'routes:\n  - name: careful\n    when: { text: database, kind: question }\n    decide: [people]\n',
  'routes:\n  - when:\n      header: [Database, "Cache"]\n      options: 2..4\n      hours: 22:00-07:00\n    decide:\n      - { rule: { choose: Postgres } }\n      - people\n',
  'documents: [README.md, docs/STATE.md]\n# a comment\n',
  '%YAML 1.1\n---\nroutes:\n  - unless: { project: "~/code/**", command: "npm *" }\n    decide: [{ agent: claw, within: 5m }, { people: { within: 1h } }]\n',
  'policy: |\n  Be careful.\n  - [ { not a list\nforbid: rules\n',
];

/** Each is repeated up to thousands of times. */
const BOMBS = [
  '[',
  '{',
  ']',
  '{a: ',
  '- ',
  '? ',
  ': ',
  '- [',
  '? - ',
  '[ # ]]]\n ',
  '["]",',
  "['',",
  '{? ',
  '- - ',
  ' a:\n',
  '&a [',
  '*a, ',
  '!!set {? ',
  '!t ',
  '&a ',
  '"',
  "'",
  '|\n',
  '>-\n ',
  'key: 1\n',
  '--- a\n',
  '...\n',
  '%x\n',
  '# \n',
  '\n',
  '\t',
  '\r\n',
  '{}, ',
  'a,',
  '} ',
  '\\',
  '\u0000',
  '\ufeff',
  '\u2028',
  '<<: {a: 1}\n',
  '/(a+)+$/ ',
  '**a',
];

/** Small files that once did damage, or are likely to. */
const KNOWN = [
  'forbid: &a [*a]',
  'a: &a { b: *a }',
  'a0: &a0 [x]\na1: &a1 [*a0,*a0,*a0]\na2: [*a1,*a1,*a1]',
  '%YAML 1.1\n---\n<<: &a { <<: *a }',
  '__proto__: { forbid: rules }',
  'constructor: { prototype: x }',
  'forbid: !!binary aGVsbG8=',
  'forbid: !!omap [a: 1, a: 2]',
  'within: !!timestamp 2001-99-99',
  'routes: [{ when: { text: "/(a+)+$/" }, decide: [people] }]',
  'routes: [null, 1, [], { decide: [] }]',
  '? { a: b }\n: c',
  '- forbid: rules',
  'just a word',
];

type Random = () => number;
const pick = <T>(values: readonly T[], random: Random): T => values[Math.floor(random() * values.length)] as T;

export function hostileYaml(random: Random): string {
  const how = random();
  if (how < 0.1) return pick(KNOWN, random);
  if (how < 0.4)
    return `${pick(['', 'routes: ', 'forbid: ', 'a:\n', 'routes:\n  - when: '], random)}${repeated(random)}${random() < 0.3 ? repeated(random) : ''}`;
  let text = pick(VALID, random);
  for (let changes = Math.floor(random() * 6); changes >= 0; changes -= 1) text = changed(text, random);
  return text;
}

/** Sizes around every limit, and now and then a whole file. */
const repeated = (random: Random): string => {
  const piece = pick(BOMBS, random);
  return piece.repeat(Math.min(Math.ceil(10 ** (random() * 4.5)), Math.ceil(70_000 / piece.length)));
};

function changed(text: string, random: Random): string {
  const [a, b] = [Math.floor(random() * (text.length + 1)), Math.floor(random() * (text.length + 1))];
  const [from, to] = a < b ? [a, b] : [b, a];
  switch (Math.floor(random() * 6)) {
    case 0:
      return text.slice(0, from) + text.slice(to);
    case 1:
      return text + text.slice(from, to);
    case 2:
      return text.slice(0, from) + pick(BOMBS, random) + text.slice(from);
    case 3:
      return text.slice(0, from) + repeated(random).slice(0, 5_000) + text.slice(from);
    case 4:
      return text.slice(0, from) + String.fromCharCode(Math.floor(random() * 300)) + text.slice(from + 1);
    default:
      return text.slice(0, to);
  }
}
