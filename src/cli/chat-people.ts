// answerback notify pair|people|unpair: who may answer in a chat.

import type { Client } from '../client/client.ts';
import type { ChatPerson, Contract } from '../contract/types.ts';
import { ago, clockTime } from '../dialog/words/words.ts';
import type { NotifierEntry } from '../notify/notifier-kind.ts';
import { userName } from '../system/user.ts';
import { printable } from '../text/printable.ts';
import { answererFrom, type Context, EXIT, UsageError } from './context.ts';
import { printTable } from './table.ts';

type Json = { readonly json: boolean };
type PairFlags = Json & { readonly noWait: boolean; readonly as?: string };

export async function pair(this: Context, flags: PairFlags, name: string): Promise<void> {
  if (flags.json) return this.out.json(await newCode(this, name, flags));
  await pairNow(this, name, flags);
}

/** The code, and then the person who used it. */
export async function pairNow(context: Context, name: string, flags: Omit<PairFlags, 'json'>): Promise<void> {
  await showCode(context, name, await newCode(context, name, flags), flags.noWait);
}

const newCode = (context: Context, name: string, flags: Pick<PairFlags, 'as'>): Promise<PairingCode> =>
  context.client().call('POST /v1/notifiers/:name/pair', {
    params: { name },
    body: { person: personOf(context, flags), by: answererFrom(undefined, context.env) },
    timeoutMs: 60_000,
  });

/** Waits until somebody has used the code, or nobody can any more. */
async function paired(client: Client, name: string, code: string): Promise<ChatPerson | undefined> {
  for (;;) {
    const { state, person } = await client.call('GET /v1/notifiers/:name/pair/:code', { params: { name, code }, query: { wait: POLL_MS } });
    if (state !== 'waiting') return person;
  }
}

/** How long one request waits for somebody to pair. */
const POLL_MS = 25_000;

type PairingCode = Contract['POST /v1/notifiers/:name/pair']['reply'];

async function showCode({ out, client, now, process }: Context, name: string, made: PairingCode, noWait: boolean): Promise<void> {
  const { code, until, where, link } = made;
  out.line(`Send this code to ${printable(where)} before ${clockTime(until, now())}: ${out.style(code, 'bold')}`);
  if (link !== undefined) out.line(`Or open: ${printable(link)}`);
  if (noWait) return;
  out.line(out.style('Waiting for it. Ctrl-C stops waiting; the code stays valid.', 'dim'));
  const person = await paired(client(), name, code);
  if (person)
    return out.line(`${out.style('✓', 'green')} Paired: ${printable(person.name)} (${printable(person.shownAs)}) may answer there`);
  process.exitCode = EXIT.failed;
  out.line(
    `${out.style('✗', 'red')} Nobody has paired, and the code is no longer valid. For a new one: answerback notify pair ${printable(name)}`,
  );
}

/** `answerback notify people`; `messengers` can be suggested to whoever has none. */
export const people = (messengers: readonly NotifierEntry[]) =>
  async function people(this: Context, flags: Json): Promise<void> {
    const { out, now } = this;
    const { people: all } = await this.client().call('GET /v1/notifiers/people');
    if (flags.json) return out.json({ people: all });
    if (all.length === 0) {
      const [first] = messengers;
      return out.line(`Nobody answers in a chat. Begin with: answerback notify add ${first?.kind ?? ''} ${first?.add?.usage ?? ''}`.trim());
    }
    printTable(
      out,
      all.map(({ notifier, name, shownAs, chat, pairedAt }) => [
        { text: printable(notifier) },
        { text: printable(name) },
        { text: printable(shownAs) },
        { text: `chat ${printable(chat)}` },
        { text: `paired ${ago(now() - pairedAt)}` },
      ]),
      { flexible: 2 },
    );
  };

export async function unpair(this: Context, flags: Json, name: string, person: string): Promise<void> {
  const removed = (
    await this.client().call('POST /v1/notifiers/:name/unpair', {
      params: { name },
      body: { person, by: answererFrom(undefined, this.env) },
    })
  ).people;
  if (removed.length === 0)
    throw new UsageError(`nobody called "${person}" is paired with ${name}`, '`answerback notify people` shows who is.');
  if (flags.json) return this.out.json({ people: removed });
  this.out.line(`${this.out.style('✓', 'green')} ${printable(person)} can no longer answer in ${printable(name)}`);
}

function personOf({ env }: Context, { as }: { readonly as?: string }): string {
  const name = as ?? userName(env);
  if (name.trim() === '') throw new UsageError('--as is empty', 'Give the name of the person who pairs, for the record.');
  return name;
}
