// Criteria in YAML: which asks a route, a notifier or a chat is for.
import { z } from 'zod';
import { askKind } from '../schema/ask.ts';
import { unknownFields } from '../shape.ts';
import { hours, oneOrMore, type Pattern, pattern, range, words } from './fields.ts';

/** Criteria that a route once had. */
const GONE = {
  warning:
    'no longer a criterion, because a list of words does not know what is risky; name the questions by their text, as in text: [delete, deploy]. Answers of agents that are not reversible go to people anyway',
  category:
    'no longer a criterion, because nothing guesses any more what a question is about; name the questions by their text or header, as in text: "run the tests", or leave it out',
} as const;

export const criteriaOf = (text: z.ZodType<Pattern>, withoutKind = 'only questions') =>
  z.strictObject(
    {
      project: oneOrMore(words).optional().describe('a folder (~/code/*), or its name'),
      program: oneOrMore(words).optional().describe('the agent, e.g. claude-code'),
      session: oneOrMore(words).optional().describe('the name of its tmux session, or its id'),
      kind: oneOrMore(askKind).optional().describe(`question, permission, plan or idle; without it, ${withoutKind}`),
      header: oneOrMore(text).optional().describe('words in the header, or /a regular expression/'),
      text: oneOrMore(text).optional().describe('words in the question, or /a regular expression/'),
      options: oneOrMore(range).optional().describe('how many: 2, 2..4, 3..'),
      tool: oneOrMore(words).optional().describe('of a permission: Bash, Edit, mcp__*'),
      command: oneOrMore(words).optional().describe('of a permission: the command, as in npm *'),
      hours: oneOrMore(hours).optional().describe('the time of day: 22:00-07:00'),
    },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownFields(issue, GONE) : undefined) },
  );

/** Which asks, as the user's own file may say it outside of routes. */
export const ownCriteria = z.lazy(() => criteriaOf(pattern, 'every kind'));
