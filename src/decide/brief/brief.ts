// The brief: what an answering agent is told about one ask. Everything the asking agent wrote is fenced, as data.
import type { Problem } from '../../question/problem.ts';
import type { Ask } from '../../question/words.ts';
import { type Attached, documentsText } from './documents.ts';
import { entry, fenced } from './fence.ts';
import { phaseOf } from './phase.ts';
import { questionsText } from './questions.ts';
import { BUILT_IN, filled, type TemplateName, templateProblems } from './templates.ts';

export type BriefInput = {
  readonly ask: Ask;
  /** Random, new for every brief: the author of the question cannot know it, so cannot close the fence. */
  readonly nonce: string;
  /** What the user last told the asking agent, if known. The phase of the work is guessed from it. */
  readonly lastPrompt?: string | undefined;
  readonly documents: readonly Attached[];
  readonly limits: { readonly mostEach: number; readonly mostTogether: number };
  /** The user's own templates by name (brief.md, replying.md …). The built-in text is used for those that are absent. */
  readonly templates?: Readonly<Record<string, string>> | undefined;
};

export type Brief = { readonly kind: 'ok'; readonly text: string } | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

export function makeBrief({ ask, nonce, lastPrompt, documents, limits, templates = {} }: BriefInput): Brief {
  const problems = templateProblems(templates);
  if (problems.length > 0) return { kind: 'invalid', problems };
  const text = (name: TemplateName): string => templates[name] ?? BUILT_IN[name];
  const phase = phaseOf(lastPrompt);
  const count = ask.questions.length === 1 ? '1 question' : `${ask.questions.length} questions`;
  const brief = filled(text('brief.md'), {
    ask: ask.id,
    about: fenced(nonce, aboutLines(ask, lastPrompt)),
    phase: phase === undefined ? '' : text(`phase-${phase}.md`).trim(),
    subject: subjectText(ask, nonce),
    questions: questionsText(ask, nonce, text),
    documents: documentsText(documents, limits, nonce),
    replying: filled(text('replying.md'), { ask: ask.id, count }),
  });
  return { kind: 'ok', text: `${brief.replaceAll(/\n{3,}/g, '\n\n').trim()}\n` };
}

export function aboutLines(ask: Ask, lastPrompt: string | undefined): string[] {
  return [
    entry('project', ask.project),
    entry('session', ask.session),
    entry('agent', ask.agent === undefined ? ask.program : `${ask.program}, subagent ${ask.agent}`),
    ...(lastPrompt === undefined ? [] : [entry('what the agent was last told', cut(lastPrompt, MOST_PROMPT))]),
  ];
}
const MOST_PROMPT = 2000;

export function subjectText({ kind, detail }: Ask, nonce: string): string {
  switch (detail?.kind) {
    case 'permission':
      return `The agent wants to use a tool. Allow it only if this very call, with this very input, is right.\n${fenced(nonce, [entry('tool', detail.tool), entry('input', cut(inputText(detail.input), MOST_SUBJECT))])}`;
    case 'plan':
      return `The agent has a plan and wants it approved. Read it to its end.\n${fenced(nonce, [entry('plan', cut(detail.plan, MOST_SUBJECT))])}`;
    case 'idle':
      return `The agent ended its turn and waits for its next prompt. What you answer in your own words is sent to it as that prompt; it may be a slash command. Pass if there is nothing to be done.\n${fenced(nonce, [entry('its last message', cut(detail.lastMessage ?? '(none)', MOST_SUBJECT))])}`;
    case undefined:
      return kind === 'question' ? '' : `This is a ${kind} of which no more is known.`;
  }
}
const MOST_SUBJECT = 30_000;

/** Says that it was cut: half a command must not look like a whole one. */
function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text.slice(0, most)}\n(cut here: ${text.length - most} more characters; what you have not read, do not allow)`;
}

function inputText(input: unknown): string {
  return typeof input === 'string' ? input : (JSON.stringify(input, null, 2) ?? '(none)');
}

export type { Attached } from './documents.ts';
