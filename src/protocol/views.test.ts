// Proves that the wire schemas and the types of question/ are the same: `tsc` fails here if a field is added to only one of them.
import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { JournalEvent } from '../decide/journal.ts';
import type { AskView, Happening } from '../question/lifecycle.ts';
import type { Precedent } from '../question/precedent.ts';
import type { Statistics } from '../question/statistics.ts';
import type { ToolResult } from '../question/summary.ts';
import type { AgentSession, Ask, Decision, Pause, Prompt, Receipt, RouteView } from '../question/words.ts';
import type { statistics } from './statistics.ts';
import type * as views from './views.ts';

/** Removes `readonly`, `| undefined` and index signatures recursively; an optional field is marked by a wrapper. */
type Plain<T> = T extends readonly (infer Item)[]
  ? Plain<Item>[]
  : T extends object
    ? { [K in Named<T>]: undefined extends T[K] ? { optional: Plain<Exclude<T[K], undefined>> } : Plain<T[K]> }
    : T;
type Named<T> = keyof { [K in keyof T as string extends K ? never : number extends K ? never : K]: 1 } & keyof T;
type Same<A, B> = (<X>() => X extends Plain<A> ? 1 : 2) extends <X>() => X extends Plain<B> ? 1 : 2 ? true : false;
type Sent<Name extends keyof typeof views> = (typeof views)[Name] extends z.ZodType ? z.output<(typeof views)[Name]> : never;

const same: {
  readonly ask: Same<Sent<'ask'>, Ask>;
  readonly askView: Same<Sent<'askView'>, AskView>;
  readonly decision: Same<Sent<'decision'>, Decision>;
  readonly receipt: Same<Sent<'receipt'>, Receipt>;
  readonly routeView: Same<Sent<'routeView'>, RouteView>;
  readonly toolResult: Same<Sent<'toolResult'>, ToolResult>;
  readonly precedent: Same<Sent<'precedent'>, Precedent>;
  readonly agentSession: Same<Sent<'agentSession'>, AgentSession>;
  readonly prompt: Same<Sent<'prompt'>, Prompt>;
  readonly pause: Same<Sent<'pause'>, Pause>;
  readonly happening: Same<Sent<'happening'>, Happening>;
  readonly wireEvent: Same<Sent<'wireEvent'>, JournalEvent>;
  readonly statistics: Same<z.output<typeof statistics>, Statistics>;
} = {
  ask: true,
  askView: true,
  decision: true,
  receipt: true,
  routeView: true,
  toolResult: true,
  precedent: true,
  agentSession: true,
  prompt: true,
  pause: true,
  happening: true,
  wireEvent: true,
  statistics: true,
};

it('the comparison detects a missing, an additional and a changed field', () => {
  const differs: [
    Same<{ a: 1 }, { a: 1; b?: 2 | undefined }>,
    Same<{ a: 1 }, { a?: 1 | undefined }>,
    Same<{ a: { b: 1 }[] }, { a: readonly { b: 2 }[] }>,
    Same<{ readonly a: readonly 1[] }, { a: 1[]; [more: string]: unknown }>,
  ] = [false, false, false, true];
  expect(differs).toHaveLength(4);
  expect(Object.values(same).every(Boolean)).toBe(true);
});
