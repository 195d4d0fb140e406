// answerback list: open asks, or any others that match.
import { resolve } from 'node:path';
import type { ListQuery } from '../../../client/client.ts';
import type { AskPage } from '../../../protocol/contract.generated.ts';
import type { AskView } from '../../../question/lifecycle.ts';
import { printable } from '../../../text/printable.ts';
import type { Context } from '../context.ts';
import { type Cell, printTable } from '../table.ts';
import { headline, mismatchWords, pauseWords, projectName, routeWords, STATE_INK, shortId, span } from '../words.ts';

export type ListFlags = {
  readonly json: boolean;
  readonly all: boolean;
  readonly state?: readonly string[];
  readonly kind?: readonly string[];
  readonly project?: string;
  readonly program?: string;
  readonly session?: string;
  readonly text?: string;
  readonly limit: number;
};

const LARGEST_PAGE = 500;

export async function list(this: Context, flags: ListFlags): Promise<void> {
  const client = this.client();
  const state = flags.state ?? (flags.all ? undefined : ['open']);
  // Requested in parallel, so that the list appears at once.
  const status = flags.json ? undefined : client.status();
  status?.catch(() => {});
  const { asks, more } = await pages((query) => client.list(query), { ...filters(flags), state: state as ListQuery['state'] }, flags.limit);
  if (flags.json) return this.out.json(asks);
  await printNotices(this, status);
  if (asks.length === 0)
    return this.out.line(state ? `No ${state.join(' or ')} asks.${flags.all ? '' : ' (--all shows the others)'}` : 'No asks yet.');
  printAsks(this, asks);
  if (more) this.out.line(this.out.ink(`… and more: --limit ${flags.limit * 4}`, 'dim'));
}

/** For a person who looks at one ask or is about to answer it: auto-answer is paused there. */
export async function pauseNotice({ client, now }: Context, ask: string): Promise<string | undefined> {
  const { pause } = await client().explain(ask);
  return pause && `‖ Auto-answer: ${pauseWords([pause], now())}`;
}

/** Shown above every list: auto-answer is paused, or decisions were mismatched. */
export async function printNotices({ out, client, now }: Context, status = client().status()): Promise<void> {
  const { pauses, mismatched } = await status;
  if (pauses.length > 0) out.line(out.ink(`‖ Auto-answer: ${pauseWords(pauses, now())}`, 'yellow'));
  if (mismatched > 0) out.line(out.ink(mismatchWords(mismatched), 'red'));
}

/** A project by its path (`.` is this folder) or by its name. States and kinds are sent as typed: the broker validates them. */
export function filters(flags: Pick<ListFlags, 'kind' | 'project' | 'program' | 'session' | 'text'>): ListQuery {
  const { kind, project, program, session, text } = flags;
  return {
    kind: kind as ListQuery['kind'],
    project: project === undefined || /^\w[\w.-]*$/.test(project) ? project : resolve(project),
    program,
    session,
    text,
  };
}

/** Reads pages until there are enough asks. */
export async function pages(
  page: (query: ListQuery) => Promise<AskPage>,
  query: ListQuery,
  limit: number,
): Promise<{ asks: AskView[]; more: boolean }> {
  const asks: AskView[] = [];
  let cursor: number | undefined;
  do {
    const got = await page({ ...query, cursor, limit: Math.min(limit - asks.length, LARGEST_PAGE) });
    asks.push(...got.asks);
    cursor = got.next;
  } while (cursor !== undefined && asks.length < limit);
  return { asks, more: cursor !== undefined };
}

function printAsks({ out, now }: Context, asks: readonly AskView[]): void {
  const rows = asks.map((view): Cell[] => [
    { text: shortId(view.id), ink: ['cyan'] },
    { text: span(now() - view.createdAt), ink: ['dim'] },
    { text: view.state, ink: [STATE_INK[view.state]] },
    { text: projectName(view.project) },
    { text: printable(view.program), ink: ['dim'] },
    { text: view.kind === 'question' ? printable(view.questions[0]?.header ?? '') : view.kind, ink: ['magenta'] },
    { text: headline(view), ink: ['bold'] },
    { text: view.route?.waitingFor && view.route.waitingFor.kind !== 'people' ? routeWords(view.route, now()) : '', ink: ['blue'] },
  ]);
  printTable(out, rows, { flexible: 6, most: [8, 4, 11, 18, 14, 14, undefined, 40] });
}
