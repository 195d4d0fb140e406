// What can be said about an ask without waiting for anybody: its route, what a rule makes of it, what an agent is told, and what a reply is worth.
import type { Reply } from '../decide/answering-agent.ts';
import { makeBrief } from '../decide/brief/brief.ts';
import type { Journal } from '../decide/journal.ts';
import type { Circumstances } from '../decide/route/match.ts';
import { type Routed, routeAsk } from '../decide/route/narrow.ts';
import type { Routing, Step } from '../decide/route/route.ts';
import { PEOPLE_ONLY } from '../decide/route/schema.ts';
import { decideByRule } from '../decide/rules/decide.ts';
import { guard, type Named } from '../decide/rules/guard.ts';
import { kindOf, type Rule } from '../decide/rules/kinds.ts';
import type { Surroundings } from '../decide/surroundings.ts';
import type { AskView } from '../question/lifecycle.ts';
import { decidedByPeople } from '../question/precedent.ts';
import { resolveVerdict } from '../question/verdict.ts';
import type { Ask, Verdict } from '../question/words.ts';

export type JudgeParts = {
  readonly journal: Journal;
  readonly surroundings: Surroundings;
  readonly routing: () => Routing;
  readonly home: string;
  /** Local minutes since midnight. */
  readonly minuteOfDay: (time: number) => number;
  readonly newNonce: () => string;
  /** What is wrong with a file that is not the user's configuration, or undefined when it is in order again. */
  readonly onFile: (file: string, problem: string | undefined) => void;
};

/** The route of one ask, with all files taken together. */
export type ResolvedRoute = {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly irreversible: boolean;
  /** What the user's own route names of a permission. */
  readonly named: Named;
  readonly documents: readonly string[];
};

/** What a route lets machines decide. */
type Limits = Pick<ResolvedRoute, 'irreversible' | 'named'>;

export type Judged =
  | {
      readonly kind: 'decided';
      readonly verdict: Verdict;
      readonly reason?: string | undefined;
      readonly confidence?: number | undefined;
    }
  | { readonly kind: 'passed'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** `problem`: what is wrong with the project's files; then people decide. */
export type Explained = Routed & { readonly problem?: string | undefined };

export type Judge = ReturnType<typeof createJudge>;

const MOST_PRECEDENTS = 500;

export function createJudge({ journal, surroundings, routing, home, minuteOfDay, newNonce, onFile }: JudgeParts) {
  return {
    /** The time of day is that of the ask, so that a route stays the same for as long as the files do. */
    async explain(ask: Ask): Promise<Explained> {
      const files = await surroundings.projectFiles(ask.project);
      const projects = files.map((found) => (found.kind === 'ok' ? found.value : PEOPLE_ONLY));
      const circumstances: Circumstances = { home, minuteOfDay: minuteOfDay(ask.createdAt) };
      const routed = routeAsk(ask, routing(), projects, circumstances);
      const problems = files.flatMap((found) => (found.kind === 'broken' ? [found.problem] : []));
      const problem = problems.length === 0 ? undefined : problems.join('; ');
      onFile(ask.project, problem);
      return problem === undefined ? routed : { ...routed, problem };
    },

    /** Undefined where no route was found, and people decide as they always can. */
    async resolve(ask: Ask): Promise<ResolvedRoute | undefined> {
      if (routing().routes.length === 0) return undefined;
      const { route: name, steps, irreversible, named, documents } = await this.explain(ask);
      return name === undefined ? undefined : { name, steps, irreversible, named, documents };
    },

    mostPrompts: (): number => routing().mostPrompts,

    async byRule(rule: Rule, view: AskView, limits: Limits): Promise<Judged> {
      const { project } = view;
      const past = kindOf(rule).needsPast ? (await journal.decided({ project }, { limit: MOST_PRECEDENTS })).items : [];
      const result = decideByRule(rule, view, past.filter(decidedByPeople), limits.irreversible, limits.named);
      return result.kind === 'passed' ? result : guarded(view, result.verdict, limits, { reason: result.reason });
    },

    async brief(view: AskView, { documents: names }: ResolvedRoute): Promise<string> {
      const { documents: limits, templates: folder } = routing();
      const [documents, templates, session] = await Promise.all([
        surroundings.documents(view.project, names, limits.mostEach),
        folder === undefined ? undefined : surroundings.templates(folder),
        journal.session(view.session),
      ]);
      const lastPrompt = typeof session?.lastPrompt === 'string' ? { lastPrompt: session.lastPrompt } : {};
      const input = { ask: view, nonce: newNonce(), documents, limits, ...lastPrompt };
      const own = makeBrief({ ...input, ...(templates === undefined ? {} : { templates }) });
      if (folder !== undefined) onFile(folder, own.kind === 'ok' ? undefined : own.problems.map(({ message }) => message).join('; '));
      if (own.kind === 'ok') return own.text;
      // A template of the user's that cannot be used is no reason to leave the agent without a brief.
      const plain = makeBrief(input);
      if (plain.kind === 'ok') return plain.text;
      throw new Error(plain.problems.map(({ message }) => message).join('; '));
    },

    /** Held against the ask and against what the route allows: agents are not trusted in either. */
    reply(reply: Reply, view: AskView, limits: Limits): Judged {
      if (reply.kind === 'pass') return { kind: 'passed', reason: reply.reason };
      const { reason, confidence } = reply;
      const grounds = { ...(reason === undefined ? {} : { reason }), ...(confidence === undefined ? {} : { confidence }) };
      const resolved = resolveVerdict(reply, view);
      if (resolved.kind === 'invalid') return { kind: 'refused', reason: resolved.problems.map(({ message }) => message).join('; ') };
      return guarded(view, resolved.value, limits, grounds);
    },

    /** Why machines on this route may not decide this; undefined when they may. */
    held(view: AskView, verdict: Verdict, limits: Limits): string | undefined {
      return heldBack(view, verdict, limits);
    },
  };
}

type Grounds = { readonly reason?: string | undefined; readonly confidence?: number | undefined };

function guarded(view: AskView, verdict: Verdict, limits: Limits, grounds: Grounds): Judged {
  const reason = heldBack(view, verdict, limits);
  return reason === undefined ? { kind: 'decided', verdict, ...grounds } : { kind: 'refused', reason };
}

/** Whatever an idle agent is told is typed as its next prompt, a redirect as well: it is held to what holds for prompts. */
function heldBack(view: AskView, verdict: Verdict, { irreversible, named }: Limits): string | undefined {
  const typed = view.kind === 'idle' && verdict.kind !== 'answers' && verdict.message !== undefined ? verdict.message : undefined;
  const as: Verdict = typed === undefined ? verdict : { kind: 'answers', answers: [{ kind: 'words', words: typed }] };
  const result = guard(view, as, irreversible, named);
  return result.kind === 'held' ? result.reason : undefined;
}
