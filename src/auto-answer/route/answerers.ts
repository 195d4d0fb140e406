// Settings of answerers in the user's file: a command, a model API, OpenClaw, or a chat agent. Secrets are never in the file, only the paths to them.
import { z } from 'zod';
import { duration } from '../../ask/match/fields.ts';
import { unknownFields } from '../../ask/shape.ts';
import { sessionProblem, USUAL_SESSION } from '../conversation.ts';

const limits = {
  within: duration.optional().describe('the longest one decision may take, unless the route says less: 30s, 5m'),
};
/** Which asks share a conversation: those of one agent session, unless it says otherwise. */
const session = z
  .string()
  .max(200)
  .superRefine((setting, context) => {
    const message = sessionProblem(setting);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
const where = z.string().min(1, 'name a file or an environment variable');

const program = z.array(z.string().min(1)).min(1, 'give the program and its arguments as a list, e.g. [claude, -p]');

const commandShape = z.strictObject({
  kind: z.literal('command'),
  run: program.describe('the program and its arguments; no shell reads them'),
  resume: program.optional().describe('the same for the second and later messages of a conversation, for programs that can continue one'),
  'conversation-id': z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('for programs that name a conversation themselves: where its name is in the JSON lines they print'),
  session: session.optional(),
  stdin: z
    .enum(['brief', 'json', 'none'])
    .default('brief')
    .describe('the brief as text, ask and brief as JSON, or nothing if an argument is {brief} or {ask}'),
  folder: z
    .union([z.enum(['project', 'neutral']), z.string().regex(/^[~/]/)], { error: 'say project, neutral, or the full path of a folder' })
    .default('project')
    .describe('where it runs: in the project it decides about, in an empty folder (neutral), or in this folder'),
  ...limits,
});

/** The id of the conversation, as a whole argument. */
export const CONVERSATION = '{conversation}';

export const commandSettings = commandShape.superRefine(({ run, resume, session: setting, ...rest }, context) => {
  const wrong = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });
  if (resume && !resume.includes(CONVERSATION)) wrong(`say which conversation: one argument has to be ${CONVERSATION}`, 'resume');
  if (resume && !run.includes(CONVERSATION) && rest['conversation-id'] === undefined)
    wrong(`the program has to know its conversation: give it ${CONVERSATION} as an argument, or say conversation-id`, 'run');
  if (rest['conversation-id'] !== undefined && !resume) wrong('say how to continue a conversation: resume is missing', 'conversation-id');
  if (setting !== undefined && !run.includes(CONVERSATION) && !resume)
    wrong(`this command has no conversations; give it ${CONVERSATION} as an argument`, 'session');
});

const modelSettings = z.strictObject({
  kind: z.literal('model'),
  api: z.enum(['anthropic', 'openai']).describe('which protocol the endpoint speaks'),
  model: z.string().min(1),
  url: z.url().optional(),
  'key-env': where.optional(),
  'key-file': where.optional(),
  session: session.default(USUAL_SESSION),
  ...limits,
});

const NO_HOOK =
  "the hook of OpenClaw is no longer used, because it returns no reply; give the gateway's token as token-file or token-env. answerback setup openclaw does it for you";
/** Fields that it once had. */
const GONE = { 'hook-token-file': NO_HOOK, 'hook-token-env': NO_HOOK } as const;

const openclawSettings = z.strictObject(
  {
    kind: z.literal('openclaw'),
    /** Address of its gateway. */
    url: z.url().default('ws://127.0.0.1:18789'),
    'token-file': where.optional(),
    'token-env': where.optional(),
    agent: z.string().min(1).optional(),
    session: session.default(USUAL_SESSION),
    ...limits,
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownFields(issue, GONE) : undefined) },
);

/** Nobody can wake it: it reads `answerback roster` on its own schedule, and answers through `answerback reply` or `answerback answer`. */
const chatSettings = z.strictObject({ kind: z.literal('chat'), ...limits });

export const answererSettings = z.discriminatedUnion('kind', [commandSettings, modelSettings, openclawSettings, chatSettings]);
export type AnswererSettings = z.output<typeof answererSettings>;
export type CommandSettings = z.output<typeof commandSettings>;
export type ModelSettings = z.output<typeof modelSettings>;
export type OpenClawSettings = z.output<typeof openclawSettings>;

/** Which asks share a conversation with this answerer; undefined if it has no conversations. */
export function sessionOf(settings: AnswererSettings | undefined): string | undefined {
  switch (settings?.kind) {
    case 'command':
      return settings.resume || settings.run.includes(CONVERSATION) ? (settings.session ?? USUAL_SESSION) : undefined;
    case 'model':
    case 'openclaw':
      return settings.session;
    default:
      return undefined;
  }
}
