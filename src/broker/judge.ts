// Everything about deciding that waits for nobody: the route of an ask, what a rule says, what an agent is told, and whether a reply can be accepted.
import type { Grounds, Reply } from '../decide/answering-agent.ts';
import { type Conversation, conversationOf } from '../decide/conversation.ts';
import type { Journal } from '../decide/journal.ts';
import { groundsProblem } from '../decide/replies/risk.ts';
import { sessionOf } from '../decide/route/answerers.ts';
import type { Circumstances } from '../decide/route/criteria.ts';
import { type Routed, routeAsk } from '../decide/route/narrow.ts';
import type { Route, Routing, Step } from '../decide/route/route.ts';
import { DEFAULT_WITHIN, PEOPLE_ONLY } from '../decide/route/schema.ts';
import { decideByRule, type RuleResult } from '../decide/rules/decide.ts';
import { guard, type Limits } from '../decide/rules/guard.ts';
import { kindOf, type Rule } from '../decide/rules/kinds.ts';
import type { Surroundings } from '../decide/surroundings.ts';
import { decidedByPeople } from '../question/precedent.ts';
import { isSecret } from '../question/sealed.ts';
import { onlyAt, resolveVerdict } from '../question/verdict.ts';
import type { Ask, AskView, Verdict } from '../question/words.generated.ts';
import { createBriefs } from './briefs.ts';
import { sessionChain } from './session-chain.ts';

type JudgeParts = {
  readonly journal: Journal;
  readonly surroundings: Surroundings;
  readonly routing: () => Routing;
  readonly home: string;
  /** Local minutes since midnight. */
  readonly minuteOfDay: (time: number) => number;
  readonly newNonce: () => string;
  /** What is wrong with a project or template file; undefined when it is valid again. */
  readonly onFile: (file: string, problem: string | undefined) => void;
};

/** The route of one ask, computed from all files. */
export type ResolvedRoute = {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly irreversible: boolean;
  readonly documents: readonly string[];
  readonly notify: Route['notify'];
};

/** `refused`: not a valid answer to this ask. `held`: valid, but for people to decide. */
export type Judged =
  | { readonly kind: 'decided'; readonly verdict: Verdict; readonly grounds: Grounds }
  | { readonly kind: 'held'; readonly verdict: Verdict; readonly grounds: Grounds; readonly reason: string; readonly missing: boolean }
  | { readonly kind: 'passed'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** What a step may decide. */
export function limitsOf({ irreversible }: Pick<ResolvedRoute, 'irreversible'>, step: Step | undefined): Limits {
  return { irreversible, prompts: step?.kind === 'agent' ? step.prompts : undefined };
}

/** `problem`: what is wrong with the project's files; people decide in that case. */
export type Explained = Routed & { readonly problem?: string | undefined };

export type Judge = ReturnType<typeof createJudge>;

const MOST_PRECEDENTS = 500;

export function createJudge(parts: JudgeParts) {
  const { journal, surroundings, routing, home, minuteOfDay, onFile } = parts;
  return {
    ...createBriefs(parts),

    /** Uses the time of day at which the ask was made, so that its route only changes when the files do. */
    async explain(ask: Ask): Promise<Explained> {
      const files = await surroundings.projectFiles(ask.project);
      const projects = files.map((found) => (found.kind === 'ok' ? found.value : PEOPLE_ONLY));
      const routed = routeAsk(ask, routing(), projects, await this.circumstances(ask));
      const problems = files.flatMap((found) => (found.kind === 'broken' ? [found.problem] : []));
      const problem = problems.length === 0 ? undefined : problems.join('; ');
      onFile(ask.project, problem);
      return problem === undefined ? routed : { ...routed, problem };
    },

    async circumstances(ask: Pick<Ask, 'session' | 'createdAt'>): Promise<Circumstances> {
      const session = await journal.session(ask.session);
      const sessionName = session?.name ?? (session?.pane === undefined ? undefined : null);
      return { home, minuteOfDay: minuteOfDay(ask.createdAt), sessionName };
    },

    /** Undefined if no route matched, if it cannot be answered from here, or if it asks for a secret: people decide. */
    async resolve(ask: Ask): Promise<ResolvedRoute | undefined> {
      if (routing().routes.length === 0 || onlyAt(ask) !== undefined || isSecret(ask)) return undefined;
      const { route: name, steps, irreversible, documents, notify } = await this.explain(ask);
      return name === undefined ? undefined : { name, steps, irreversible, documents, notify };
    },

    /** How far agents may drive a session without a person. */
    promptLimits(): Pick<Routing, 'mostPrompts' | 'mostTimeMs' | 'mostTokens'> {
      const { mostPrompts, mostTimeMs, mostTokens } = routing();
      return { mostPrompts, mostTimeMs, mostTokens };
    },

    /** How long a reviewer may take. */
    within: (answerer: string): number => routing().answerers[answerer]?.within ?? DEFAULT_WITHIN,

    async byRule(rule: Rule, view: AskView, limits: Limits): Promise<Judged> {
      const { project } = view;
      const past = kindOf(rule).needsPast ? (await journal.decided({ project }, { limit: MOST_PRECEDENTS })).items : [];
      const result = await this.tryRule(rule, view, past.filter(decidedByPeople), limits);
      return result.kind === 'passed' ? result : { kind: 'decided', verdict: result.verdict, grounds: { reason: result.reason } };
    },

    /** `past`: the asks that may count as precedents. */
    async tryRule(rule: Rule, view: AskView, past: readonly AskView[], { irreversible }: Limits): Promise<RuleResult> {
      const places = [...new Set(kindOf(rule).places?.(rule, view, home) ?? [])];
      const real = new Map(await Promise.all(places.map(async (path) => [path, await surroundings.realPath(path)] as const)));
      return decideByRule(rule, view, { past, home, real: (path) => real.get(path), irreversible });
    },

    /** The brief for this answerer, or for the first agent on the route, as it would be written now. */
    async briefNow(view: AskView, answerer?: string): Promise<{ readonly by?: string | undefined; readonly brief: string }> {
      const { steps, documents } = await this.explain(view);
      const agents = steps.filter((step) => step.kind === 'agent');
      const step = agents.find(({ agent }) => agent === (answerer ?? agent)) ?? { agent: answerer ?? '' };
      return { ...(step.agent === '' ? {} : { by: step.agent }), brief: await this.brief(view, { documents }, step) };
    },

    /** Undefined if this answerer has no conversations. */
    async conversation(view: AskView, answerer: string): Promise<Conversation | undefined> {
      const setting = sessionOf(routing().answerers[answerer]);
      if (setting === undefined) return undefined;
      const chain = await sessionChain(journal, view.session);
      const name = (await journal.session(view.session))?.name;
      return conversationOf(setting, answerer, { ask: view, firstSession: chain.at(-1) ?? view.session, name });
    },

    /** Checks the reply against the ask and the route's limits. Agents are not trusted to respect either. */
    reply(reply: Reply, view: AskView, limits: Limits): Judged {
      if (reply.kind === 'pass') return { kind: 'passed', reason: reply.reason };
      const resolved = resolveVerdict(reply, view);
      if (resolved.kind === 'invalid') return { kind: 'refused', reason: resolved.problems.map(({ message }) => message).join('; ') };
      const { risk, reason, confidence } = reply;
      return this.weigh(resolved.value, { risk, reason, confidence }, view, limits);
    },

    /** Checks an agent's answer together with the risk and reason it states. */
    weigh(verdict: Verdict, grounds: Grounds, view: AskView, limits: Limits): Judged {
      const held = this.held(view, verdict, limits);
      if (held !== undefined) return { kind: 'held', verdict, grounds, reason: held, missing: false };
      const problem = limits.irreversible ? undefined : groundsProblem(grounds);
      return problem
        ? { kind: 'held', verdict, grounds, reason: problem.why, missing: problem.missing }
        : { kind: 'decided', verdict, grounds };
    },

    /** Why only people may decide this; undefined if others may. */
    held: (view: AskView, verdict: Verdict, limits: Limits): string | undefined => guard(view, verdict, limits),
  };
}
