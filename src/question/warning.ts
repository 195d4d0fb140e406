// Words that make people look twice. They put a ⚠ on an option and make rules pass. The word list understands nothing:
// a text without a ⚠ is not necessarily safe, and one with a ⚠ may be harmless.
import { asObject } from './json.ts';
import { commandOf, subjectOf } from './permission.ts';
import type { Ask, Detail, Option, Verdict } from './words.generated.ts';

/** One option that people should look at twice: `question` is 0-based, `option` 1-based. */
export type Warning = { readonly question: number; readonly option: number; readonly reason: string };

type Warned = Pick<Ask, 'questions' | 'detail'>;

/** A yes has no content of its own, so the question's words count for it. The words of the command or plan count for every option but a no. */
export function warnings(ask: Warned): readonly Warning[] {
  const about = detailWarning(ask.detail);
  return ask.questions.flatMap((question, index) => {
    const asked = say('the question', `${question.header ?? ''}\n${question.text}`);
    return question.options.flatMap((option, i): Warning[] => {
      const reason = optionWarning(option) ?? (NO.test(option.label) ? undefined : (about ?? (YES.test(option.label) ? asked : undefined)));
      return reason === undefined ? [] : [{ question: index, option: i + 1, reason }];
    });
  });
}

/** The warnings on the chosen options: a person has to confirm these. */
export function chosenWarnings(ask: Warned, verdict: Verdict): readonly Warning[] {
  if (verdict.kind !== 'answers') return [];
  const isChosen = ({ question, option }: Warning) => {
    const answer = verdict.answers[question];
    return answer?.kind === 'chosen' && answer.chosen.includes(option);
  };
  return warnings(ask).filter(isChosen);
}

/** The first warning anywhere in an ask, even if it has no options. */
export function firstWarning(ask: Warned): string | undefined {
  const [first] = ask.questions.map((question) => say('the question', `${question.header ?? ''}\n${question.text}`)).filter(Boolean);
  return detailWarning(ask.detail) ?? first ?? warnings(ask)[0]?.reason;
}

function optionWarning({ label, description = '', preview = '' }: Option): string | undefined {
  return say('it', `${label}\n${description}\n${preview}`);
}

function detailWarning(detail: Detail | undefined): string | undefined {
  if (detail?.kind === 'plan') return say('the plan', detail.plan);
  if (detail?.kind === 'file') return say('the file', detail.text);
  if (detail?.kind !== 'permission') return undefined;
  const { sql, query, statement, screen } = asObject(detail.input) ?? {};
  const texts = [commandOf(detail.input) ?? subjectOf(detail.input), sql, query, statement, screen].filter(
    (text) => typeof text === 'string',
  );
  return say('the tool', detail.tool) ?? say('the call', texts.join('\n'));
}

/** Who says which word; undefined if no word of the list is found. */
function say(who: string, text: string): string | undefined {
  if (text.length > MOST_READ) return `${who} is too long to be checked for words`;
  const plain = text
    .normalize('NFKC')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ');
  const word = WARNING.exec(plain)?.[0];
  return word === undefined ? undefined : `${who} says "${word.toLowerCase()}"`;
}
const MOST_READ = 50_000;

const WORDS =
  'rm rmdir unlink shred dd mkfs sudo doas chmod chown kill pkill reboot shutdown delete remove erase destroy drop truncate wipe purge prune reset revert rollback overwrite discard force prod production deploy publish release ship merge push rebase amend send email tweet pay payment charge refund purchase buy transfer revoke rotate password secret credential migrate uninstall terminate kubectl terraform eval curl wget ssh scp bypass';
const PHRASES = ['git clean', 'checkout --', 'no-verify', '-rf', 'go live'];

/** With English endings: deleted, deleting, dropped, deployment, removal. */
const FORMS = WORDS.split(' ').map((word) => `${word.replace(/e$/, 'e?')}(?:${word.at(-1)})?(?:s|es|d|ed|ing|ion|ment|al)?`);
const WARNING = new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...FORMS, ...PHRASES].join('|')})(?![\\p{L}\\p{N}])`, 'iu');
const YES = /^\W*(?:yes|yep|yeah|ok|okay|sure|proceed|continue|go ahead|go on|confirm|approve|accept|allow|do it|run)\b/i;
const NO = /^\W*(?:no|nope|cancel|deny|decline|reject|abort|stop|skip|keep|leave|wait|later|not now|not yet|don['’]t|do not|never)\b/i;
