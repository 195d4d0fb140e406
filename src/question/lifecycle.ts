// The life of an ask: its events, its states, and the function that folds events into a state.
//
//   open ──▶ answered | declined ──▶ delivering ──▶ delivered ──▶ verified | mismatched | unconfirmed
//     │            ▲                     │
//     │            └── delivery failed ──┘
//     ├──▶ expired      (deadline passed; reported as expired)
//     └──▶ withdrawn    (the agent is gone, interrupted or moved on; also before a decision could be delivered)
//
// While it is open, auto-answer may consider it; that changes its position on the route, never its state.
//
// Invariant: a state is exactly the fold of its events. `apply` throws on an event that the table does not allow, and a journal
// calls `apply` inside the transaction that stores the event, so an illegal history cannot be stored.
import type { Ask, Consideration, Decision, Receipt, RouteView, Telling } from './words.ts';

export type State =
  | 'open'
  | 'answered'
  | 'declined'
  | 'delivering'
  | 'delivered'
  | 'verified'
  | 'mismatched'
  | 'unconfirmed'
  | 'withdrawn'
  | 'expired';

/** What happened to an ask. `asked` is always first and carries the raw payload beside the ask. */
export type Happening =
  | { readonly kind: 'asked'; readonly ask: Ask; readonly raw?: unknown }
  | ({ readonly kind: 'considered' } & Consideration)
  | { readonly kind: 'settled'; readonly decision: Decision }
  | { readonly kind: 'delivering'; readonly way: string }
  | { readonly kind: 'delivery-failed'; readonly way: string; readonly reason: string }
  | { readonly kind: 'delivered'; readonly way: string }
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | ({ readonly kind: 'told' } & Telling)
  | { readonly kind: 'withdrawn'; readonly reason: string }
  | { readonly kind: 'expired' };

export type Delivery = {
  readonly way: string;
  readonly at: number;
  readonly done: boolean;
  readonly failures: readonly { readonly way: string; readonly at: number; readonly reason: string }[];
};

/** The current state of an ask. `version` counts its events and is used for compare-and-set. */
export type AskView = Ask & {
  readonly state: State;
  readonly version: number;
  readonly updatedAt: number;
  readonly decision?: Decision | undefined;
  readonly delivery?: Delivery | undefined;
  readonly receipt?: Receipt | undefined;
  /** Its position on its route, if it has one. */
  readonly route?: RouteView | undefined;
  /** Whether the answerer was told of a mismatch. */
  readonly told?: Telling | undefined;
  /** Why it was withdrawn. */
  readonly ending?: string | undefined;
};

export class IllegalTransition extends Error {
  constructor(id: string, from: string, happening: string) {
    super(`ask ${id} is ${from}: "${happening}" cannot happen to it now`);
    this.name = 'IllegalTransition';
  }
}

const SETTLED: readonly State[] = ['answered', 'declined'];

/** From which states each happening is allowed. */
const ALLOWED: Record<Exclude<Happening['kind'], 'asked'>, readonly State[]> = {
  considered: ['open'],
  settled: ['open'],
  expired: ['open'],
  withdrawn: ['open', ...SETTLED, 'delivering'],
  delivering: SETTLED,
  'delivery-failed': ['delivering'],
  delivered: [...SETTLED, 'delivering'],
  receipt: [...SETTLED, 'delivering', 'delivered', 'unconfirmed'],
  told: ['mismatched'],
};

export function allows(state: State, happening: Exclude<Happening['kind'], 'asked'>): boolean {
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

/** After these events the ask is no longer open. */
export function endsAsking({ kind }: Pick<Happening, 'kind'>): boolean {
  return kind === 'settled' || kind === 'withdrawn' || kind === 'expired';
}

function change(view: AskView, happening: Exclude<Happening, { kind: 'asked' }>, at: number): Partial<AskView> {
  switch (happening.kind) {
    case 'considered':
      return { route: onRoute(happening) };
    case 'settled':
      return { state: settledState(happening.decision), decision: happening.decision, ...offRoute(view) };
    case 'delivering':
      return { state: 'delivering', delivery: { way: happening.way, at, done: false, failures: failures(view) } };
    case 'delivery-failed':
      return {
        state: settledState(view.decision),
        delivery: {
          way: happening.way,
          at,
          done: false,
          failures: [...failures(view), { way: happening.way, at, reason: happening.reason }],
        },
      };
    case 'delivered':
      return { state: 'delivered', delivery: { way: happening.way, at, done: true, failures: failures(view) } };
    case 'receipt':
      return { state: happening.receipt.verdict, receipt: happening.receipt, ...arrived(view, happening.receipt) };
    case 'withdrawn':
      return { state: 'withdrawn', ending: happening.reason, ...offRoute(view) };
    case 'expired':
      return { state: 'expired', ...offRoute(view) };
    case 'told': {
      const { kind: _, ...told } = happening;
      return { told };
    }
  }
}

function onRoute({ route, step, answerer, outcome, until }: Consideration): RouteView {
  const runs = outcome === 'asked' || outcome === 'woken';
  return { name: route, step, ...(runs ? { waitingFor: answerer, ...(until === undefined ? {} : { until }) } : {}) };
}

/** Nobody's turn any more. */
function offRoute({ route }: AskView): Partial<AskView> {
  return route ? { route: { name: route.name, step: route.step } } : {};
}

/** Evidence may arrive before the delivery is reported as finished. */
function arrived({ delivery }: AskView, { verdict }: Receipt): Partial<AskView> {
  return delivery && verdict === 'verified' ? { delivery: { ...delivery, done: true } } : {};
}

const failures = (view: AskView): Delivery['failures'] => view.delivery?.failures ?? [];
const settledState = (decision: Decision | undefined): State => (decision?.kind === 'decline' ? 'declined' : 'answered');
