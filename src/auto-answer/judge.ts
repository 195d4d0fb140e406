// Everything about deciding that waits for nobody: the route of an ask, what a rule says, what an agent is told, and whether a reply can be accepted.

import type { Circumstances } from '../ask/match/criteria.ts';
import { decidedByPeople } from '../ask/precedent.ts';
import type { Ask } from '../ask/schema/ask.ts';
import type { Verdict } from '../ask/schema/decision.ts';
import type { AskView } from '../ask/schema/history.ts';
import { isSecret } from '../ask/sealed.ts';
import { onlyAt, resolveVerdict } from '../ask/verdict.ts';
import type { Grounds } from '../inbox/grounds.ts';
import { sessionChain } from '../inbox/session-chain.ts';
import type { Journal } from '../journal/journal.ts';
import { nextSlice } from '../system/slices.ts';
import type { AgentReply } from './answerers/answering-agent.ts';
import { type Conversation, conversationOf } from './answerers/conversation.ts';
import { createBriefs } from './brief/briefs.ts';
import type { DecisionFiles } from './files/files.ts';
import { groundsProblem } from './replies/risk.ts';
import { type Routed, routeAsk, routingSteps } from './route/narrow.ts';
import type { Route, Routing, Step } from './route/route.ts';
import { DEFAULT_WITHIN, PEOPLE_ONLY } from './route/schema.ts';
import { decideByRule, type RuleResult, type Trust } from './rules/decide.ts';
import { guard, type Limits } from './rules/guard.ts';
import type { Rule } from './rules/rule-kind.ts';

type JudgeParts = {
  readonly journal: Journal;
  readonly files: DecisionFiles;
  readonly routing: () => Routing;
  readonly home: string;
  /** Local minutes since midnight. */
  readonly minuteOfDay: (time: number) => number;
  readonly newNonce: () => string;
  /** What is wrong with a project or template file; undefined when it is valid again. */
  readonly onFile: (file: string, problem: string | undefined) => void;
};

/** The route of one ask, computed from all files. */
export type ResolvedRoute = Trust & {
  readonly name: string;
  readonly steps: readonly Step[];
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
type Explained = Routed & { readonly problem?: string | undefined };

export type Judge = ReturnType<typeof createJudge>;

const MOST_PRECEDENTS = 500;
/** Comparing an ask with routes goes on in the next turn of the event loop after this long. */
const LONGEST_TURN_MS = 5;

export function createJudge(parts: JudgeParts) {
  const { journal, files, routing, home, minuteOfDay, onFile } = parts;
  /** Whatever a stranger wrote into a project's files, people can still decide. */
  async function fromAllFiles(ask: Ask, circumstances: Circumstances): Promise<{ routed: Routed; problem: string | undefined }> {
    const projectFiles = await files.projectFiles(ask.project);
    const projects = projectFiles.map((found) => (found.kind === 'ok' ? found.value : PEOPLE_ONLY));
    const steps = routingSteps(ask, routing(), projects, circumstances);
    let begun = performance.now();
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      if (performance.now() - begun < LONGEST_TURN_MS) continue;
      await nextSlice();
      begun = performance.now();
    }
    const problems = projectFiles.flatMap((found) => (found.kind === 'broken' ? [found.problem] : []));
    return { routed: step.value, problem: problems.length === 0 ? undefined : problems.join('; ') };
  }

  return {
    ...createBriefs(parts),

    /** Uses the time of day at which the ask was made, so that its route only changes when the files do. */
    async explain(ask: Ask): Promise<Explained> {
      const circumstances = await this.circumstances(ask);
      const { routed, problem } = await fromAllFiles(ask, circumstances).catch((error: unknown) => ({
        routed: routeAsk(ask, routing(), [PEOPLE_ONLY], circumstances),
        problem: `the project files of ${ask.project} cannot be applied: ${(error as Error).message}`,
      }));
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
      const { route: name, steps, irreversible, named, documents, notify } = await this.explain(ask);
      return name === undefined ? undefined : { name, steps, irreversible, named, documents, notify };
    },

    /** How far agents may drive a session without a person. */
    promptLimits(): Pick<Routing, 'mostPrompts' | 'mostTimeMs' | 'mostTokens'> {
      const { mostPrompts, mostTimeMs, mostTokens } = routing();
      return { mostPrompts, mostTimeMs, mostTokens };
    },

    /** How long a reviewer may take. */
    within: (answerer: string): number => routing().answerers[answerer]?.within ?? DEFAULT_WITHIN,

    async byRule(rule: Rule, view: AskView, route: Trust): Promise<Judged> {
      const { project } = view;
      const past = rule.kind.needsPast ? (await journal.decided({ project }, { limit: MOST_PRECEDENTS })).items : [];
      const result = await this.tryRule(rule, view, past.filter(decidedByPeople), route);
      return result.kind === 'passed' ? result : { kind: 'decided', verdict: result.verdict, grounds: { reason: result.reason } };
    },

    /** `past`: the asks that may count as precedents. */
    async tryRule(rule: Rule, view: AskView, past: readonly AskView[], { irreversible, named }: Trust): Promise<RuleResult> {
      const places = [...new Set(rule.kind.places?.(rule.settings, view, home) ?? [])];
      const real = new Map(await Promise.all(places.map(async (path) => [path, await files.realPath(path)] as const)));
      return decideByRule(rule, view, { past, home, real: (path) => real.get(path), irreversible, named });
    },

    /** The brief for this answerer, or for the first agent on the route, as it would be written now. */
    async briefNow(view: AskView, answerer?: string): Promise<{ readonly by?: string | undefined; readonly brief: string }> {
      const { steps, documents, irreversible } = await this.explain(view);
      const agents = steps.filter((step) => step.kind === 'agent');
      const step = agents.find(({ agent }) => agent === (answerer ?? agent)) ?? { agent: answerer ?? '' };
      return { ...(step.agent === '' ? {} : { by: step.agent }), brief: await this.brief(view, { documents, irreversible }, step) };
    },

    /** Undefined if this answerer has no conversations. */
    async conversation(view: AskView, answerer: string): Promise<Conversation | undefined> {
      const setting = routing().answerers[answerer]?.conversation;
      if (setting === undefined) return undefined;
      const chain = await sessionChain(journal, view.session);
      const name = (await journal.session(view.session))?.name;
      return conversationOf(setting, answerer, { ask: view, firstSession: chain.at(-1) ?? view.session, name });
    },

    /** Checks the reply against the ask and the route's limits. Agents are not trusted to respect either. */
    reply(reply: AgentReply, view: AskView, limits: Limits): Judged {
      if (reply.kind === 'pass') return { kind: 'passed', reason: reply.reason };
      const resolved = resolveVerdict(reply, view);
      if (resolved.kind === 'invalid') return { kind: 'refused', reason: resolved.problems.map(({ message }) => message).join('; ') };
      const { risk, reason, confidence, category } = reply;
      return this.weigh(resolved.value, { risk, reason, confidence, category }, view, limits);
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
