// The vocabulary of what cannot be undone: acts with their word forms, what makes them harmless, and the words that negate them.

/** What a noun after "delete" names: code comes back from version control, files perhaps, data does not. */
export type Thing = 'code' | 'file' | 'data';

export type Act = {
  /** Completes "… : ". */
  readonly why: string;
  /** Only together with one of these in the same clause. */
  readonly needs?: ReadonlySet<string>;
  /** Also when nothing follows it: "Merge", "Release now". */
  readonly bare?: boolean;
  /** Not before one of these: "release notes". */
  readonly unless?: ReadonlySet<string>;
  /** Not with one of these as its place: "deploy to staging". */
  readonly safe?: ReadonlySet<string>;
  /** Its object counts: not for code, and, where "data", only for data. */
  readonly object?: 'any' | 'data';
};

const words = (line: string): ReadonlySet<string> => new Set(line.split(/\s+/));

const DATA =
  'data database databases db dbs row rows record records table tables column columns collection collections schema schemas index indexes bucket buckets volume volumes backup backups snapshot snapshots account accounts user users customer customers client clients tenant tenants member members order orders invoice invoices message messages email emails mail mails post posts history commit commits branch branches tag tags repo repos repository repositories project projects namespace namespaces cluster clusters instance instances server servers vm vms machine machines pod pods container containers image images disk disks drive drives partition partitions environment environments env production prod secret secrets key keys credential credentials token tokens certificate certificates domain domains dns zone zones bucket log logs session sessions queue queues topic topics stack resource resources work changes everything anything all photo photos document documents upload uploads stash workspace home system release releases package packages version versions subscription subscriptions entries items entity entities comments worktree';
const FILES = 'file files folder folders directory directories dir dirs script scripts asset assets fixture fixtures migration migrations';
const CODE =
  'string strings import imports code comment dependency dependencies support function functions method methods class classes component components variable variables parameter parameters param params argument arguments prop props line lines type types typings test tests spec specs whitespace semicolon semicolons css style styles endpoint endpoints route routes export exports todo todos warning warnings polyfill polyfills prefix suffix requirement feature features flag flags button buttons icon icons dialog dialogs modal modals menu menus label labels form forms screen screens header footer sidebar section sections paragraph sentence word words whitespaces statement statements abstraction wrapper helper helpers hook hooks handler handlers callback module modules plugin shadow shadows indentation space spaces quotes lint eslint interface interfaces enum constant constants duplication duplicate duplicates logic layer call calls idea step steps phase bullet heading headings placeholder placeholders emoji emojis operation operations confirmation strategy semantics behaviour behavior animation tooltip flow cascade';

export const THINGS: ReadonlyMap<string, Thing> = new Map([
  ...DATA.split(' ').map((word) => [word, 'data'] as const),
  ...FILES.split(' ').map((word) => [word, 'file'] as const),
  ...CODE.split(' ').map((word) => [word, 'code'] as const),
]);

/** After one of these the act is the name of a thing on the screen or in the code: "the publish button", "deploy script". */
export const NAMES_A_THING = words(
  'button buttons icon icons colour color dialog modal endpoint endpoints route routes handler handlers method methods action actions flag flags command commands menu label labels screen hook hooks test tests script scripts workflow workflows pipeline pipelines strategy strategies statement target targets provider providers flow date dates time process confirmation logic semantics stage step steps guide controller panel widget functionality feedback',
);

/** A thing that is run is an act again: "run the deploy script". */
export const RUNS = words(
  'run runs running execute executes executing start starts starting trigger triggers triggering invoke call kick launch',
);

const PRODUCTION = 'production prod live customers';
const SAFE_PLACE = words('staging preview locally local dev development test testing sandbox storybook qa');
const PEOPLE =
  'customer customers client clients user users subscriber subscribers everyone everybody team press public partners investors recipients people members them list all';
const KEYS =
  'key keys secret secrets credential credentials token tokens password passwords certificate certificates cert certs apikey api-key';

const SENDING: Omit<Act, 'why'> = {
  needs: words(
    `email emails e-mail e-mails mail mails message messages sms text texts notification notifications newsletter invoice invoices invitation invitations invite invites slack tweet letter announcement campaign reminder reminders money payment transaction ${PEOPLE.split(' ').join('! ')}!`,
  ),
  safe: words('queue worker topic socket process thread mailhog mailpit localhost sandbox'),
};

type Row = readonly [why: string, verbs: string, others: string, more?: Omit<Act, 'why'>];

/** Verbs get their forms by rule ("+" doubles the last letter: drop+ → dropping); the other words stand as they are. */
const ROWS: readonly Row[] = [
  [
    'what is deleted is gone',
    'delete erase purge wipe destroy shred nuke obliterate expunge truncate',
    'deletion deletions destruction erasure',
    { object: 'any', unless: words('after') },
  ],
  [
    'what is dropped is gone',
    'drop+',
    '',
    {
      object: 'any',
      unless: words('down downs in ins shadow shadows zone zones cap caps off by to below under from frames packets support menu out'),
    },
  ],
  ['what is removed may be gone', 'remove', 'removal', { object: 'data' }],
  [
    'what is cleared is gone',
    'clear empty flush reset prune',
    '',
    {
      object: 'data',
      needs: words(`${DATA} password passwords`),
      unless: words('button state cache error errors form selection filter filters path picture way and message'),
    },
  ],
  ['what is discarded is gone', 'discard', '', { object: 'any' }],
  ['what is lost does not come back', 'lose', 'losing lost loss', { object: 'any', needs: words(DATA) }],
  ['what is overwritten is gone', 'clobber', 'overwrite overwrites overwriting overwritten overwrote', { object: 'any' }],
  [
    'replacing data loses the old',
    'replace',
    'replacement',
    { needs: words('data database db production prod rows records backup backups') },
  ],
  [
    'history is rewritten for everyone',
    'rewrite squash rebase',
    'rewriting rewrote rewritten',
    { needs: words('history commits commit main master branch onto') },
  ],
  ['a forced push rewrites the history others see', 'push', '', { needs: words('force forced forcibly --force -f --force-with-lease') }],
  ['others get it at once', 'push', '', { needs: words('main master trunk production prod live npm pypi registry tags tag hub upstream') }],
  [
    'a merge into a shared branch is seen by others',
    'merge',
    '',
    { bare: true, needs: words('pr prs mr pull request main! master! trunk! production! prod! release! develop!') },
  ],
  ['what is reset is gone', 'reset', '', { needs: words('hard factory --hard') }],
  [
    'what is published cannot be called back',
    'publish unpublish republish yank',
    'publication',
    { unless: words('subscribe message messages'), safe: words('draft locally verdaccio') },
  ],
  [
    'what is released cannot be called back',
    'release',
    '',
    {
      bare: true,
      needs: words(
        'version public publicly production prod npm pypi users customers package app build update everyone store today now crate image',
      ),
      unless: words(
        'note notes branch branches candidate candidates cycle cadence date lock locks resource resources memory connection connections process plan schedule',
      ),
      safe: words('draft'),
    },
  ],
  ['it goes live', '', 'deploy deploying deployed redeploy redeploying redeployed', { safe: SAFE_PLACE }],
  [
    'it goes live',
    '',
    'deployment deployments deploys redeploys rollout',
    {
      needs: words(
        `${PRODUCTION} proceed continue start trigger approve run now begin go app site it cancel abort stop postpone delay skip block`,
      ),
      safe: SAFE_PLACE,
    },
  ],
  [
    'it goes live',
    'roll',
    'go goes going cutover',
    { needs: words('live production prod public everyone users customers'), safe: SAFE_PLACE, unless: words('back on ahead for') },
  ],
  [
    'it goes live',
    'launch ship+ promote',
    '',
    { bare: true, needs: words('live production prod public everyone users customers'), safe: SAFE_PLACE },
  ],
  [
    'it changes the running system',
    'migrate',
    'migration migrations',
    {
      needs: words(`production prod live data database db customers users`),
      safe: SAFE_PLACE,
      unless: words('file files script scripts guide tool path'),
    },
  ],
  [
    'it changes the running system',
    '',
    'run execute apply change update modify alter edit restart reboot write scale patch seed test load insert rename move switch point connect',
    { needs: words('production! prod! live!'), safe: SAFE_PLACE },
  ],
  ['money moves', 'purchase refund donate', 'buy buys buying bought', {}],
  ['money moves', '', 'pay pays paying', { unless: words('attention off per as heed'), object: 'any' }],
  ['money moves', 'charge', '', { unless: words('of') }],
  [
    'money moves',
    'transfer wire spend bill invoice',
    'payment payments payout payouts order checkout',
    {
      needs: words(
        'money funds payment ownership domain eur usd dollars euros customer customers client clients card credits budget make send submit process execute issue capture place confirm complete',
      ),
      unless: words('by of'),
    },
  ],
  [
    'money moves',
    'upgrade subscribe renew book',
    '',
    { needs: words('paid plan pro billing subscription premium flight hotel licence license seat seats') },
  ],
  ['what is sent cannot be called back', 'send', 'sending sent', { bare: true, ...SENDING }],
  ['what is sent cannot be called back', '', 'resend', SENDING],
  [
    'what is sent cannot be called back',
    'email mail notify message invite contact',
    'e-mail',
    { needs: words(PEOPLE), unless: words('address addresses template templates field validation provider queue client column when') },
  ],
  [
    'what is posted is seen by others',
    'post announce share',
    '',
    {
      needs: words('twitter x slack discord publicly public linkedin reddit blog mastodon tweet social everyone customers comment reply'),
    },
  ],
  ['what is posted is seen by others', 'tweet', '', {}],
  [
    'what is submitted is out of our hands',
    'submit+ upload',
    '',
    { needs: words('store appstore testflight production prod pypi npm public application order payment registry') },
  ],
  ['access is cut at once', 'revoke deactivate ban+ decommission deprovision', 'revocation', {}],
  ['old keys stop working at once', 'rotate regenerate invalidate reissue', 'rotation', { needs: words(`${KEYS} session sessions`) }],
  ['what is terminated does not come back', 'terminate', 'termination', { object: 'any', unless: words('process tls ssl') }],
  [
    'what is torn down does not come back',
    'tear shut kill stop',
    'shutdown teardown',
    {
      needs: words('production! prod! cluster clusters instance instances server servers environment stack infrastructure'),
      safe: SAFE_PLACE,
    },
  ],
  [
    'what is formatted is gone',
    'format+ repartition reformat flash',
    'reformatting',
    { needs: words('disk disks drive drives partition usb sd ssd card device hdd firmware bios') },
  ],
  ['a signature binds', 'sign accept', '', { needs: words('contract agreement transaction terms treaty') }],
  ['what is made public stays public', 'make open', 'making made', { object: 'any', needs: words('public'), unless: words('a an') }],
  [
    'the text itself says so',
    '',
    'irreversible irreversibly irrevocable irrevocably unrecoverable unrecoverably permanently destructive destructively',
    { unless: words('check checks guard') },
  ],
];

/** Other languages: only the plainest verbs, and always on the safe side. */
export const FOREIGN =
  /(?<!\p{L})(?:lösch(?:e|en|t)|gelöscht|überschreib(?:e|en|t)|veröffentlich(?:e|en|t)|bezahl(?:e|en|t)|supprim(?:er|e|ez)|effac(?:er|e|ez)|écras(?:er|e|ez)|publi(?:er|ez)|déploy(?:er|ez)|elimin(?:ar|e)|borr(?:ar|e|a)|sobrescribir|publicar|pagar|desplegar)(?!\p{L})|删除|刪除|削除|삭제|удалить/u;
export const FOREIGN_NO = /(?<!\p{L})(?:nicht|kein|keine|nichts|ohne|nie|ne|n'|sans|jamais|no|sin|nunca)(?!\p{L})|不|не /u;

/** Wherever one of these stands, no safe place helps. */
export const SERIOUS = words('production prod live customer customers client clients everyone everybody subscribers');

export const ACTS: ReadonlyMap<string, readonly Act[]> = formsOf(ROWS);

function formsOf(rows: readonly Row[]): Map<string, Act[]> {
  const acts = new Map<string, Act[]>();
  for (const [why, verbs, others, more] of rows) {
    const forms = [...verbs.split(' ').flatMap(conjugated), ...others.split(' ')].filter((form) => form !== '');
    for (const form of forms) acts.set(form, [...(acts.get(form) ?? []), { why, ...more }]);
  }
  return acts;
}

function conjugated(verb: string): string[] {
  if (verb === '') return [];
  const base = verb.replace('+', '');
  const doubled = verb.endsWith('+') ? base + base.at(-1) : base;
  if (base.endsWith('e')) return [base, `${base}s`, `${base.slice(0, -1)}ing`, `${base}d`];
  if (/[^aeiou]y$/.test(base)) return [base, `${base.slice(0, -1)}ies`, `${base}ing`, `${base.slice(0, -1)}ied`];
  return [base, /(?:sh|ch|s|x|z)$/.test(base) ? `${base}es` : `${base}s`, `${doubled}ing`, `${doubled}ed`];
}

export const NEGATORS = words(
  "not don't dont never no without won't wouldn't shouldn't can't cannot mustn't isn't aren't doesn't didn't nothing none nobody neither nor avoid avoids avoiding prevent prevents preventing cancel cancels abort aborts skip skips skipping stop stops postpone defer delay block blocks forbid disallow undo restore restores recover revert refuse decline reject deny against instead-of rather-than ask-before confirm-before prompt-before warn-before hold-off refrain-from protect simulate undelete nie ohne",
);

/** These negate by doing: asked "Cancel the deployment?", a "no" lets the deployment happen. */
export const HOLDS_BACK = words('avoid cancel abort skip stop postpone defer delay block prevent undo refuse reject hold-off');

/** Words that may stand between a negator and its act. "And", "just" and "then" may not: after them a new act begins. */
export const FILLERS = words(
  'to be been being ever yet actually any the a an all anything going go want need needs run running do does let it is are was were will would have has get gets of permanently force forced automatically accidentally me us i we you or nor by on from data rows files records existing commits history tables information one risk longer again that which able used your our my this these old new',
);

/** People who use the product: what they may do in it is a feature, not an act. */
export const PERSONS = words(
  'user users admin admins owner owners customer customers member members visitor visitors author authors editor editors people moderator moderators they you somebody someone anyone',
);
export const BEFORE_PERSONS = words('a an the that lets let allow allows when if where only how enable enables so whether once as');
export const EASE = words(
  'easy easier easiest hard harder simple simpler simplest quick quicker fast faster able ability how way ways cheap cheaper trivial painful tedious',
);

export const PAST = words("i we i've we've have has had was were already been recently previously he she");
export const PASSIVE = words('be is are get gets being getting been');
/** After a participle these show that it is a verb, not an adjective: "deleted by", but "deleted rows". */
export const AFTER_VERB = words(
  'by in from on at after before when if and or permanently forever first too as for to with without automatically immediately now once during entirely completely later again along too',
);
/** Where the object of an act ends. */
export const PHRASE_ENDS = words(
  'from in on at to into with by after before and or but because so when if then instead now via using while unless until that which during within without',
);
export const STARTERS = words(
  'please then also now and just really next finally should shall could can may must will would do does first or go ahead directly immediately automatically permanently force mass bulk hard',
);
export const AGENT = words("i i'll let's me");
export const READY = words('me ready ok okay safe want like going about fine need permission allowed proceed try clear happy');
export const MODALS = words('can could may to will must should also then might');
export const FOREVER = words('permanently forever irreversibly irrevocably');

/** Programs whose names are not English words, so that they may be met in a sentence. */
export const COMMANDS = words(
  'git rm npm pnpm yarn cargo twine gh terraform tofu kubectl helm docker aws gcloud vercel heroku flyctl prisma rsync dropdb curl redis-cli dd mkfs pulumi',
);
