// What a kind of answerer is: one object with everything about it (list.ts lists them). Secrets are never in the settings, only where to read them.

import { z } from 'zod';
import { duration } from '../../ask/match/fields.ts';
import { unknownFields } from '../../ask/shape.ts';
import type { Environment } from '../../system/environment.ts';
import type { AnswererCheck } from '../routes.ts';
import type { AnsweringAgent } from './answering-agent.ts';
import type { Conversations } from './conversation.ts';
import { sessionProblem } from './conversation.ts';

type Variables = Environment;

/** What an answerer gets when it is opened. */
type AnswererSetup = {
  /** Its name in the configuration. */
  readonly name: string;
  readonly env: Variables;
  /** An empty folder outside any project. */
  readonly neutral: string;
  readonly conversations: Conversations;
  /** Our own, for protocols that ask for it. */
  readonly version: string;
  /** Whether a chat agent of this name reads what it is told. */
  readonly listens: () => boolean;
};

type AnswererDefinition<Shape extends z.ZodRawShape, Settings = z.output<z.ZodObject<Shape>>> = {
  /** As written in the configuration: `kind: command`. */
  readonly kind: string;
  /** For the table in docs/RECIPES.md: who answers. */
  readonly brief: string;
  /** Besides `kind` and the time limit, which all have. */
  readonly settings: Shape;
  /** What replaces settings that it once had. */
  readonly gone?: Readonly<Record<string, string>>;
  /** What no single setting can show. */
  readonly contradictions?: (settings: Settings, wrong: (message: string, where: string) => void) => void;
  /** Which asks share a conversation; undefined if it has no conversations. */
  readonly conversation?: (settings: Settings) => string | undefined;
  /** Why it cannot review what others answer. */
  readonly cannotReview?: string;
  /** For the list of answerers. */
  readonly describe: (settings: Settings) => string;
  /** Why it is unlikely to answer: its program does not exist, its key cannot be read, its address does not respond. It is not asked. */
  readonly problem?: (settings: Settings, env: Variables) => Promise<string | undefined>;
  /** Everything that takes long to load is loaded when it is asked for the first time. */
  readonly open: (settings: Settings, setup: AnswererSetup) => AnsweringAgent;
};

/** One answerer of the configuration. */
export type ConfiguredAnswerer = {
  readonly kind: string;
  readonly settings: object;
  /** The longest one decision may take, in milliseconds, unless the route says less. */
  readonly within?: number | undefined;
  readonly conversation?: string | undefined;
  readonly cannotReview?: string | undefined;
  readonly description: string;
  problem(env: Variables): Promise<string | undefined>;
  open(setup: AnswererSetup): AnsweringAgent;
};

/** One entry in the list. `schema`: how it is written in the configuration. */
export type AnswererKind = {
  readonly kind: string;
  readonly brief: string;
  readonly schema: z.ZodType<ConfiguredAnswerer> & z.core.$ZodTypeDiscriminable;
};

/** Only the result knows the type of the settings, so that all kinds fit in one list. */
export function defineAnswerer<Shape extends z.ZodRawShape>({
  kind,
  brief,
  settings: shape,
  gone,
  contradictions,
  conversation,
  cannotReview,
  describe,
  problem,
  open,
}: AnswererDefinition<Shape>): AnswererKind {
  type Settings = z.output<z.ZodObject<Shape>>;
  const schema = z
    .strictObject(
      {
        kind: z.literal(kind),
        ...shape,
        within: duration.optional().describe('the longest one decision may take, unless the route says less: 30s, 5m'),
      },
      { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownFields(issue, gone) : undefined) },
    )
    .superRefine((written, context) =>
      contradictions?.(written as unknown as Settings, (message, where) => context.addIssue({ code: 'custom', message, path: [where] })),
    )
    .transform((written): ConfiguredAnswerer => {
      const { within } = written as { readonly within?: number | undefined };
      const settings = written as unknown as Settings;
      return {
        kind,
        settings: written,
        within,
        conversation: conversation?.(settings),
        cannotReview,
        description: describe(settings),
        problem: async (env) => problem?.(settings, env),
        open: (setup) => open(settings, setup),
      };
    });
  return { kind, brief, schema };
}

/** For settings that say which asks share a conversation. */
export const conversationSetting = z
  .string()
  .max(200)
  .superRefine((setting, context) => {
    const message = sessionProblem(setting);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/** For settings that say where a secret is. */
export const secretPlace = z.string().min(1, 'name a file or an environment variable');

export function checkAnswerers(answerers: Readonly<Record<string, ConfiguredAnswerer>>, env: Variables): Promise<readonly AnswererCheck[]> {
  return Promise.all(
    Object.entries(answerers).map(async ([name, { kind, description, problem }]) => {
      const found = await problem(env);
      return { name, kind, ok: found === undefined, message: found ?? description };
    }),
  );
}
