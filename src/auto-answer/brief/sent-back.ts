// What an answerer is told when its reply cannot be taken: precisely what is wrong, once.
import type { Ask } from '../../ask/schema/ask.ts';
import { entry, fenced } from '../../text/fence.ts';
import type { Brief } from './brief.ts';
import { BUILT_IN, filled, templateProblems } from './templates.ts';

type SentBackInput = {
  readonly ask: Pick<Ask, 'id'>;
  readonly nonce: string;
  /** May quote the question, so it is fenced. */
  readonly problem: string;
  /** Given to an answerer that does not remember it. */
  readonly brief?: string | undefined;
  readonly templates?: Readonly<Record<string, string>> | undefined;
};

export function makeSentBack({ ask, nonce, problem, brief, templates = {} }: SentBackInput): Brief {
  const problems = templateProblems(templates);
  if (problems.length > 0) return { kind: 'invalid', problems };
  const text = filled(templates['sent-back.md'] ?? BUILT_IN['sent-back.md'], {
    ask: ask.id,
    problem: fenced(nonce, [entry('what is wrong', problem)]),
    brief: brief === undefined ? '' : `This is what you were told:\n\n${brief}`,
  });
  return { kind: 'ok', text: `${text.replaceAll(/\n{3,}/g, '\n\n').trim()}\n` };
}
