// The rules and steps of a route in YAML.
import { z } from 'zod';
import { duration, type Pattern, shortForms, words } from '../../ask/match/fields.ts';
import { allow } from '../rules/allow.ts';
import type { Rule, RuleKind } from '../rules/rule-kind.ts';
import type { Step } from './route.ts';

/** An agent's time limit may come from its own settings. */
export type WrittenStep =
  | Exclude<Step, { kind: 'agent' }>
  | (Omit<Extract<Step, { kind: 'agent' }>, 'withinMs'> & { readonly withinMs?: number | undefined });

const A_STEP =
  'a step is one of "people", { people: { within: 8h, silence: expire } }, { agent: <name>, within: 2m }, { allow: ["Bash(npm test)"] } and { rule: { … } }';

function rule(kinds: readonly RuleKind[], text: z.ZodType<Pattern>) {
  const names = kinds.map(({ name }) => name);
  const nameIsEnough: readonly unknown[] = kinds.filter((kind) => kind.nameIsEnough).map(({ name }) => name);
  const message = `a rule has exactly one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}, e.g. { affirm: true } or { choose: "Postgres" }`;
  return z
    .preprocess(
      (value) => (nameIsEnough.includes(value) ? { [String(value)]: true } : value),
      z.strictObject(Object.fromEntries(kinds.map((kind) => [kind.name, kind.schema(text).optional()])), {
        error: (issue) => (issue.code === 'invalid_type' ? message : undefined),
      }),
    )
    .register(shortForms, { short: nameIsEnough })
    .transform((written, context): Rule => {
      const [only, ...others] = kinds.flatMap((kind) => {
        const settings = written[kind.name];
        return settings === undefined ? [] : [{ kind, settings }];
      });
      if (only !== undefined && others.length === 0) return only;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });
}

const people = z
  .strictObject({
    within: duration.optional(),
    silence: z.enum(['open', 'expire'], 'say open or expire').default('open'),
  })
  .refine(({ within, silence }) => silence === 'open' || within !== undefined, {
    error: 'expire needs a time, e.g. { within: 8h, silence: expire }',
    path: ['within'],
  });

const prompts = z.union([z.literal('any'), z.array(words.max(1_000)).min(1).max(100)], {
  error: 'say any, or list what it may tell an idle agent, e.g. ["/clear", "/gsd:*", continue]',
});

const step = (kinds: readonly RuleKind[], text: z.ZodType<Pattern>) =>
  z
    .preprocess(
      (value) => (value === 'people' ? { people: {} } : value),
      z.strictObject(
        {
          rule: rule(kinds, text).optional().describe('decides without asking anybody, or passes'),
          allow: allow.schema(text).optional().describe('commands and tools that are permitted, e.g. Bash(npm test)'),
          agent: words.optional().describe('the name of an answerer'),
          permissions: z.boolean('say true: this agent may decide permissions; or false').optional(),
          'always-answers': z.boolean('say true: this agent is not offered to pass').optional(),
          prompts: prompts.optional().describe('what it may tell an idle agent: any, or a list such as ["/clear", "/gsd:*"]'),
          review: words.optional().describe('another answerer that checks the answer first'),
          within: duration.optional().describe('the time limit: 30s, 5m, 8h'),
          people: people.optional(),
        },
        { error: (issue) => (issue.code === 'invalid_type' ? A_STEP : undefined) },
      ),
    )
    .register(shortForms, { short: ['people'] })
    .transform((step, context): WrittenStep => {
      const {
        rule: written,
        allow: calls,
        agent,
        permissions,
        'always-answers': alwaysAnswers,
        prompts: told,
        review,
        within,
        people: who,
      } = step;
      const wrong = (message: string, path: string[] = []) => context.addIssue({ code: 'custom', message, path });
      const reviewed = review === undefined ? {} : { review };
      const each: Rule | undefined = written ?? (calls && { kind: allow, settings: calls });
      if ([written, calls, agent, who].filter((value) => value !== undefined).length !== 1) wrong(A_STEP);
      else if (within !== undefined && agent === undefined)
        wrong(each ? 'a rule decides at once and takes no time limit' : 'write the time inside: { people: { within: 8h } }', ['within']);
      else if (permissions !== undefined && agent === undefined)
        wrong('permissions is for agents: { agent: <name>, permissions: true }', ['permissions']);
      else if (alwaysAnswers !== undefined && agent === undefined)
        wrong('always-answers is for agents: { agent: <name>, always-answers: true }', ['always-answers']);
      else if (told !== undefined && agent === undefined)
        wrong('prompts is for agents: { agent: <name>, prompts: ["/gsd:*", continue] }', ['prompts']);
      else if (review !== undefined && who) wrong('nobody reviews what people answer', ['review']);
      else if (each) return { kind: 'rule', rule: each, ...reviewed };
      else if (agent !== undefined)
        return {
          kind: 'agent',
          agent,
          ...timed(within),
          ...(permissions === undefined ? {} : { permissions }),
          ...(alwaysAnswers ? { alwaysAnswers } : {}),
          ...(told === undefined ? {} : { prompts: { own: told, also: [] } }),
          ...reviewed,
        };
      else if (who) return { kind: 'people', ...timed(who.within), silence: who.silence };
      return z.NEVER;
    });

/** A step after people without a time limit would never be reached. */
export const steps = (kinds: readonly RuleKind[], text: z.ZodType<Pattern>) =>
  z
    .array(step(kinds, text))
    .min(1, 'name at least one who decides, e.g. [people]')
    .max(50)
    .superRefine((list, context) => {
      list.slice(0, -1).forEach((each, i) => {
        if (each.kind !== 'people') return;
        if (each.withinMs === undefined)
          context.addIssue({
            code: 'custom',
            path: [i],
            message: 'people without a time limit must come last; give them one, e.g. { people: { within: 1h } }',
          });
        if (each.silence === 'expire') context.addIssue({ code: 'custom', path: [i], message: 'only the last step can expire the ask' });
      });
    });

const timed = (withinMs: number | undefined) => (withinMs === undefined ? {} : { withinMs });
