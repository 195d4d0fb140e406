// The brief of a reviewer: the ask, the proposed answer and the user's policy. Everything but the policy is fenced, as data.

import type { Ask } from '../../ask/schema/ask.ts';
import type { Verdict } from '../../ask/schema/decision.ts';
import type { StepName } from '../../ask/schema/route.ts';
import { decisionLine } from '../../ask/summary.ts';
import type { Grounds } from '../../inbox/grounds.ts';
import { entry, fenced } from '../../text/fence.ts';
import { aboutLines, type Brief, subjectText } from './brief.ts';
import { questionsText } from './questions.ts';
import { BUILT_IN, filled, templateProblems } from './templates.ts';

type ReviewInput = {
  readonly ask: Ask;
  readonly nonce: string;
  readonly lastPrompt?: string | undefined;
  readonly sessionName?: string | undefined;
  readonly proposal: Proposal;
  readonly policy?: string | undefined;
  readonly templates?: Readonly<Record<string, string>> | undefined;
};

/** Who proposes which answer, and why. */
export type Proposal = { readonly verdict: Verdict; readonly by: StepName; readonly grounds: Grounds };

export function makeReview({ ask, nonce, lastPrompt, sessionName, proposal, policy, templates = {} }: ReviewInput): Brief {
  const problems = templateProblems(templates);
  if (problems.length > 0) return { kind: 'invalid', problems };
  const { verdict, by, grounds } = proposal;
  const text = filled(templates['review.md'] ?? BUILT_IN['review.md'], {
    ask: ask.id,
    about: fenced(nonce, aboutLines(ask, lastPrompt, sessionName)),
    subject: subjectText(ask, nonce),
    questions: questionsText(ask, nonce),
    proposal: fenced(nonce, [
      entry('answered by', `${by.kind} ${by.name}`),
      entry('answer', `${verdict.kind}: ${decisionLine(ask, verdict)}`),
      entry('risk, as it says', grounds.risk ?? '(not said)'),
      entry('reason, as it says', grounds.reason ?? '(none)'),
    ]),
    policy: policy?.trim() ?? 'There is none. Hold what you would not do yourself without asking.',
  });
  return { kind: 'ok', text: `${text.replaceAll(/\n{3,}/g, '\n\n').trim()}\n` };
}
