// The settings that every notifier has in the user's file: what it shows, and when. And the forms that several kinds need for their own.
import { z } from 'zod';
import { duration, hours, oneOrMore } from '../ask/match/fields.ts';
import { ownCriteria } from '../ask/match/schema.ts';

export const everyNotifier = {
  show: z
    .enum(['full', 'header', 'nothing'], 'say full, header or nothing')
    .default('full')
    .describe('full: the question and its options; header: project and headers; nothing: only that something waits'),
  about: oneOrMore(z.enum(['asks', 'finished', 'died', 'undelivered', 'mismatched'], 'say asks, finished, died, undelivered or mismatched'))
    .default(['asks'])
    .describe(
      'asks: questions, permissions and plans; finished: an agent ended its turn; died: an agent crashed or was killed; undelivered, mismatched: what became of a decision',
    ),
  when: ownCriteria.default({}).describe('only about these asks: all of these must hold'),
  unless: ownCriteria
    .refine((given) => Object.keys(given).length > 0, 'say which asks it is not for, or leave unless out')
    .optional()
    .describe('but not about these: if all of them hold'),
  after: duration.optional().describe('only if nobody has decided for this long: 10m'),
  away: duration.optional().describe('only when no person was active for this long: 2m'),
  quiet: oneOrMore(hours).optional().describe('what comes in these hours waits until they are over: 22:00-07:00'),
};
const common = z.object(everyNotifier);

export type NotifierSettings = z.output<typeof common> & { readonly kind: string };
/** Those of one kind: its own, and what every notifier has. */
export type SettingsOf<Shape extends z.ZodRawShape> = NotifierSettings & z.output<z.ZodObject<Shape>>;
/** What decides whether and when somebody is told. */
export type Conditions = Pick<NotifierSettings, 'about' | 'when' | 'unless' | 'after' | 'away' | 'quiet'>;
export type Show = NotifierSettings['show'];

// ── for the settings of a kind ─────────────────────────────────────────────────────────────────────────────────────

export const url = z.url({ protocol: /^https?$/, error: 'write an address that begins with https:// or http://' });

const place = z.string().min(1, 'name a file or an environment variable');
type InFileOrVariable<Name extends string> = Readonly<Record<`${Name}-file` | `${Name}-env`, z.ZodOptional<z.ZodString>>>;

/** Where a secret is. Secrets are never in the configuration, only the paths to them. */
export const secret = <const Name extends string>(name: Name, file: string): InFileOrVariable<Name> =>
  ({
    [`${name}-file`]: place.optional().describe(file),
    [`${name}-env`]: place.optional().describe('or an environment variable of the broker that has it'),
  }) as InFileOrVariable<Name>;

/** What is wrong with single settings together. */
export type SettingProblem = { readonly setting: string; readonly message: string };

/** If neither of the two places of a secret is given. `what`: "the token of the bot is". */
export function secretMissing<Name extends string>(
  settings: Readonly<Partial<Record<`${Name}-file` | `${Name}-env`, string | undefined>>>,
  name: Name,
  what: string,
): readonly SettingProblem[] {
  return settings[`${name}-file`] === undefined && settings[`${name}-env`] === undefined
    ? [{ setting: `${name}-file`, message: `say where ${what}: ${name}-file or ${name}-env` }]
    : [];
}
