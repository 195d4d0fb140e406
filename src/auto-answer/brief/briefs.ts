// What answering agents are told: the brief, the reviewer's brief, and what is wrong with a reply. Written with the user's templates if there are some.

import { phaseOf } from '../../ask/phase.ts';
import type { AskView } from '../../ask/schema/history.ts';
import type { Category } from '../../ask/schema/route.ts';
import type { Journal } from '../../journal/journal.ts';
import type { DecisionFiles } from '../files/files.ts';
import type { ResolvedRoute } from '../judge.ts';
import type { Routing, Step } from '../route/route.ts';
import { type Brief, makeBrief } from './brief.ts';
import { recall } from './recall.ts';
import { makeReview, type Proposal } from './review.ts';
import { makeSentBack } from './sent-back.ts';

type BriefsParts = {
  readonly journal: Journal;
  readonly files: DecisionFiles;
  readonly routing: () => Routing;
  readonly newNonce: () => string;
  /** What is wrong with a project or template file; undefined when it is valid again. */
  readonly onFile: (file: string, problem: string | undefined) => void;
};

const DESIGN_IN_EXECUTE = 'a design question was decided while the plan is being carried out; it should have come up before';

type AgentStep = Pick<Step & { kind: 'agent' }, 'agent' | 'alwaysAnswers' | 'prompts' | 'review'>;

export function createBriefs({ journal, files, routing, newNonce, onFile }: BriefsParts) {
  return {
    async brief(
      view: AskView,
      { documents: names, irreversible }: Pick<ResolvedRoute, 'documents' | 'irreversible'>,
      { agent, ...step }: AgentStep,
    ): Promise<string> {
      const { documents: limits } = routing();
      const [documents, known, memory] = await Promise.all([
        files.documents(view.project, names, limits.mostEach),
        background(view),
        recall(journal, agent, view),
      ]);
      return written((templates) => makeBrief({ ...known, memory, irreversible, ...step, documents, limits, ...templates }));
    },

    /** Undefined if the user's policy cannot be read: nobody reviews without it. */
    async reviewBrief(view: AskView, proposal: Proposal): Promise<string | undefined> {
      const { policy: given } = routing();
      const policy = given && ('text' in given ? given.text : await files.policy(given.file));
      if (given && policy === undefined) return undefined;
      const known = await background(view);
      return written((templates) => makeReview({ ...known, proposal, policy, ...templates }));
    },

    /** `brief` is repeated for an agent that remembers nothing. */
    sentBack: (view: AskView, problem: string, brief: string | undefined): Promise<string> =>
      written((templates) => makeSentBack({ ask: view, nonce: newNonce(), problem, brief, ...templates })),

    /** What people should know if this is answered for them; undefined if nothing. */
    async warning(view: AskView, category: Category | undefined): Promise<string | undefined> {
      if (category !== 'architecture') return undefined;
      const { lastPrompt, lastCommand } = await background(view);
      return phaseOf(lastPrompt, lastCommand) === 'execute' ? DESIGN_IN_EXECUTE : undefined;
    },
  };

  async function background(view: AskView) {
    const session = await journal.session(view.session);
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
    const told = { lastPrompt: text(session?.lastPrompt), lastCommand: text(session?.lastCommand) };
    return { ask: view, nonce: newNonce(), ...told, sessionName: session?.name };
  }

  /** If the user's template cannot be used, the built-in one is. */
  async function written(make: (templates: { templates?: Readonly<Record<string, string>> }) => Brief): Promise<string> {
    const { templates: folder } = routing();
    if (folder !== undefined) {
      const { texts, problems } = await files.templates(folder);
      const own = make({ templates: texts });
      const all = [...problems, ...(own.kind === 'ok' ? [] : own.problems.map(({ message }) => message))];
      onFile(
        folder,
        all.length === 0 ? undefined : `templates in ${folder}: ${all.join('; ')}; the built-in texts are used until this is fixed`,
      );
      if (own.kind === 'ok' && all.length === 0) return own.text;
    }
    const plain = make({});
    if (plain.kind === 'ok') return plain.text;
    throw new Error(plain.problems.map(({ message }) => message).join('; '));
  }
}
