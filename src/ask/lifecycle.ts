// The life of an ask: its events, its states, and the function that folds events into a state.
//
//   open ──▶ answered | declined ──▶ delivering ──▶ delivered ──▶ verified | mismatched | unconfirmed
//     │            ▲                  │      ▲
//     │            │     every way failed    │ tried again
//     │            │                  ▼      │
//     │            └── decided anew ── undelivered ──▶ verified | mismatched   (answered at the agent's own keyboard)
//     ├──▶ expired      (deadline passed; reported as expired)
//     └──▶ withdrawn    (the agent is gone, interrupted or moved on; also before a decision could be delivered)
//
// While it is open, auto-answer may consider it; that changes its position on the route, never its state. A decision that arrived, or is on its
// way, can be overruled; that is kept beside it.
//
// Invariant: a state is exactly the fold of its events. `apply` throws on an event that the table does not allow, and a journal
// calls `apply` inside the transaction that stores the event, so an illegal history cannot be stored.

import type { Delivery, Receipt } from './schema/decision.ts';
import type { AskView, Happening, LaterHappening, State } from './schema/history.ts';
import type { Consideration, RouteView } from './schema/route.ts';

export class IllegalTransition extends Error {
  constructor(id: string, from: string, happening: string) {
    super(`ask ${id} is ${from}: "${happening}" cannot happen to it now`);
    this.name = 'IllegalTransition';
  }
}

const SETTLED: readonly State[] = ['answered', 'declined'];
const DECIDED: readonly State[] = [...SETTLED, 'delivering', 'delivered', 'verified', 'mismatched', 'unconfirmed'];
/** Somebody has to look at these asks, and can decide them: nobody did yet, or the decision did not arrive. */
export const PENDING = ['open', 'undelivered'] as const satisfies readonly State[];

/** From which states each happening is allowed. */
const ALLOWED: Record<LaterHappening['kind'], readonly State[]> = {
  reread: [...PENDING, ...SETTLED, 'delivering', 'delivered', 'unconfirmed'],
  continued: ['open', ...SETTLED],
  considered: ['open'],
  settled: PENDING,
  expired: ['open'],
  withdrawn: [...PENDING, ...SETTLED, 'delivering'],
  delivering: [...SETTLED, 'undelivered'],
  'delivery-failed': ['delivering'],
  delivered: [...SETTLED, 'delivering', 'undelivered'],
  reported: ['delivering', 'undelivered', 'delivered'],
  receipt: [...SETTLED, 'delivering', 'undelivered', 'delivered', 'unconfirmed'],
  overruled: DECIDED,
  told: [...DECIDED, 'undelivered', 'expired'],
  notified: [...PENDING, ...DECIDED, 'withdrawn', 'expired'],
};

export function allows(state: State, happening: LaterHappening['kind']): boolean {
  return ALLOWED[happening].includes(state);
}

export function apply(view: AskView | undefined, happening: Happening, at: number): AskView {
  if (happening.kind === 'asked') {
    if (view) throw new IllegalTransition(view.id, view.state, 'asked');
    return { ...happening.ask, state: 'open', version: 1, updatedAt: at };
  }
  if (!view) throw new IllegalTransition('(unknown)', 'not asked yet', happening.kind);
  if (!allows(view.state, happening.kind)) throw new IllegalTransition(view.id, view.state, happening.kind);
  return { ...view, ...change(view, happening, at), version: view.version + 1, updatedAt: at };
}

export function fold(history: readonly { readonly happening: Happening; readonly at: number }[]): AskView | undefined {
  return history.reduce<AskView | undefined>((view, { happening, at }) => apply(view, happening, at), undefined);
}

export function isOpen(view: Pick<AskView, 'state'>): boolean {
  return view.state === 'open';
}

export function isPending(view: Pick<AskView, 'state'>): boolean {
  return allows(view.state, 'settled');
}

/** Why the decision did not arrive, if it did not. */
export function undeliveredReason({ state, delivery }: Pick<AskView, 'state' | 'delivery'>): string | undefined {
  return state === 'undelivered' ? (delivery?.failures.at(-1)?.reason ?? 'the reason is not known') : undefined;
}

/** After these events the ask is no longer open. */
export function endsAsking({ kind }: Pick<Happening, 'kind'>): boolean {
  return kind === 'settled' || kind === 'withdrawn' || kind === 'expired';
}

function change(view: AskView, happening: LaterHappening, at: number): Partial<AskView> {
  switch (happening.kind) {
    case 'considered':
      return { route: onRoute(happening) };
    case 'settled':
      // What became of an earlier decision is in the history.
      return {
        state: happening.decision.kind === 'decline' ? 'declined' : 'answered',
        decision: happening.decision,
        delivery: undefined,
        reported: undefined,
        overruled: undefined,
        told: undefined,
        ...offRoute(view),
      };
    case 'delivering':
      return { state: 'delivering', delivery: { way: happening.way, at, done: false, failures: failures(view) } };
    case 'delivery-failed':
      return {
        state: 'undelivered',
        delivery: {
          way: happening.way,
          at,
          done: false,
          failures: [...failures(view), { way: happening.way, at, reason: happening.reason }],
        },
        // It failed once more, and people are told once more.
        ...(view.notified && { notified: view.notified.filter(({ about }) => about !== 'undelivered') }),
      };
    case 'delivered':
      return { state: 'delivered', delivery: { way: happening.way, at, done: true, failures: failures(view) } };
    case 'reported':
      return { reported: happening.receipt };
    case 'receipt':
      return { state: happening.receipt.verdict, receipt: happening.receipt, reported: undefined, ...arrived(view, happening.receipt) };
    case 'withdrawn':
      return { state: 'withdrawn', ending: happening.reason, ...offRoute(view) };
    case 'expired':
      return { state: 'expired', ...offRoute(view) };
    case 'reread': {
      const { kind: _, toolUseId, ...reread } = happening;
      return toolUseId === undefined ? reread : { ...reread, toolUseId };
    }
    case 'continued':
      return { toolUseId: happening.toolUseId, earlierCalls: [...(view.earlierCalls ?? []), view.toolUseId] };
    case 'overruled': {
      const { kind: _, ...overruled } = happening;
      return { overruled: { ...overruled, at }, told: undefined };
    }
    case 'told': {
      const { kind: _, ...told } = happening;
      return { told };
    }
    case 'notified': {
      const { kind: _, ...notified } = happening;
      const others = view.notified?.filter(({ by, about }) => by !== notified.by || about !== notified.about) ?? [];
      return { notified: [...others, { ...notified, at }] };
    }
  }
}

function onRoute({ route, step, answerer, outcome, until, category, warning }: Consideration): RouteView {
  const runs = outcome === 'asked' || outcome === 'sent-back' || outcome === 'woken';
  return {
    name: route,
    step,
    ...(category === undefined ? {} : { category }),
    ...(warning === undefined ? {} : { warning }),
    ...(runs ? { waitingFor: answerer, ...(until === undefined ? {} : { until }) } : {}),
  };
}

/** Nobody's turn any more. */
function offRoute({ route }: AskView): Partial<AskView> {
  if (!route) return {};
  const { waitingFor: _, until: __, ...rest } = route;
  return { route: rest };
}

/** Evidence may arrive before the delivery is reported as finished. */
function arrived({ delivery }: AskView, { verdict }: Receipt): Partial<AskView> {
  return delivery && verdict === 'verified' ? { delivery: { ...delivery, done: true } } : {};
}

const failures = (view: AskView): Delivery['failures'] => view.delivery?.failures ?? [];
