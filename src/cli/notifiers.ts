// answerback notify list|add|test|remove: who is told when an ask waits for people. answerback mute: no notifications about one session.
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ago, clockTime, mutedWords } from '../dialog/words/words.ts';
import type { NotifierEntry } from '../notify/notifier-kind.ts';
import { find, type Refusal, textOf, write } from '../setup/file.ts';
import { type Entered, entryText, type Fields, withEntry, withoutEntry } from '../setup/yaml-entry.ts';
import { duration } from '../text/duration.ts';
import { printable } from '../text/printable.ts';
import { wrap } from '../text/wrap.ts';
import { kebab } from './app/described.ts';
import { pairNow } from './chat-people.ts';
import { answererFrom, type Context, EXIT, UsageError } from './context.ts';
import { findSession } from './find-session.ts';
import { printTable } from './table.ts';

type Json = { readonly json: boolean };

export async function list(this: Context, flags: Json): Promise<void> {
  const { out, now } = this;
  const [{ notifiers }, { mutes }] = await Promise.all([this.client().call('GET /v1/notifiers'), this.client().call('GET /v1/mute')]);
  if (flags.json) return out.json({ notifiers, mutes });
  if (notifiers.length === 0) out.line('Nobody is notified. Begin with: answerback notify add desktop');
  else
    printTable(
      out,
      notifiers.map(({ name, kind, device, show, ok, waiting, sentAt }) => {
        const sent = sentAt === undefined ? 'nothing sent yet' : `last sent ${ago(now() - sentAt)}`;
        const state = [ok ? sent : 'does not get through', ...(waiting > 0 ? [`${waiting} waiting`] : [])].join(', ');
        const mark = ok ? ({ text: '✓', style: ['green'] } as const) : ({ text: '✗', style: ['red'] } as const);
        return [mark, { text: printable(device ?? name) }, { text: kind }, { text: `show: ${show}` }, { text: state }];
      }),
      { flexible: 4 },
    );
  for (const { name, device, ok, message } of notifiers)
    if (!ok) for (const line of wrap(`${printable(device ?? name)}: ${printable(message)}`, out.columns)) out.line(line);
  for (const line of mutedWords(mutes, now())) out.line(out.style(line, 'yellow'));
}

/** Besides those of the settings that the kinds have. */
type AddFlags = Json & {
  readonly dryRun: boolean;
  readonly name?: string;
  readonly as?: string;
  readonly noWait: boolean;
  readonly show?: 'full' | 'header' | 'nothing';
  readonly after?: string;
  readonly away?: string;
  readonly quiet?: string;
};

/** `answerback notify add` for these kinds. */
export const adding = (entries: readonly NotifierEntry[], messengers: readonly NotifierEntry[]) =>
  async function add(this: Context, flags: AddFlags, ...[wanted = '', ...words]: readonly string[]): Promise<void> {
    const entry = entries.find(({ kind }) => kind === wanted);
    if (!entry)
      throw new UsageError(`there is no kind of notifier "${wanted}"`, `Choose one of ${entries.map(({ kind }) => kind).join(', ')}.`);
    const { kind, add: { newSecret } = {} } = entry;
    const name = flags.name ?? kind;
    const given = settingsGiven(entries, flags);
    complain(entry, given, words);
    const secret = newSecret && given[newSecret.setting] === undefined ? join(this.place.folder, `${kind}-${name}.secret`) : undefined;
    const { show, after, away, quiet } = flags;
    const all = {
      kind,
      ...(entry.add?.words && { [entry.add.words.setting]: words }),
      ...given,
      ...(newSecret && secret !== undefined && { [newSecret.setting]: secret }),
      show,
      after,
      away,
      quiet,
    };
    const fields: Fields = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const change = (text: string) => withEntry(text, 'notify', name, fields);
    if (!flags.dryRun && secret !== undefined && !existsSync(secret))
      writeFileSync(secret, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    await changed(this, flags, change, { text: entryText('notify', name, fields), done: `Added the notifier "${name}"`, name });
    if (flags.json || flags.dryRun) return;
    if (secret !== undefined) this.out.line(`${newSecret?.what} is in ${printable(secret)}`);
    if (messengers.includes(entry)) await pairNow(this, name, flags);
    this.out.line(`Try it: answerback notify test ${printable(name)}`);
  };

export async function remove(this: Context, flags: Json & { readonly dryRun: boolean }, name: string): Promise<void> {
  const change = (text: string) => withoutEntry(text, 'notify', name);
  await changed(this, flags, change, { text: '', done: `Removed the notifier "${name}"`, name });
}

export async function test(this: Context, flags: Json, name?: string): Promise<void> {
  const { results } = await this.client().call('POST /v1/notifiers/test', { body: { name }, timeoutMs: 60_000 });
  if (results.length === 0)
    throw new UsageError(
      name === undefined ? 'no notifier is configured' : `no notifier is called "${name}"`,
      name === undefined ? 'Add one: answerback notify add desktop' : '`answerback notify list` shows them.',
    );
  if (results.some(({ ok }) => !ok)) this.process.exitCode = EXIT.failed;
  if (flags.json) return this.out.json({ results });
  for (const { name: each, ok, message } of results)
    this.out.line(`${this.out.style(ok ? '✓' : '✗', ok ? 'green' : 'red')} ${printable(each)}: ${printable(message)}`);
}

type MuteFlags = Json & { readonly for?: string; readonly by?: string };

const USUAL_MUTE_MS = 3_600_000;

export async function mute(this: Context, flags: MuteFlags, name: string): Promise<void> {
  const forMs = flags.for === undefined ? USUAL_MUTE_MS : duration(flags.for);
  if (forMs === undefined) throw new UsageError(`--for ${flags.for} is not a length of time`, 'Write it as 30m, 2h or 1d.');
  const session = await sessionNamed(this, name);
  const mutes = (
    await this.client().call('PUT /v1/mute', {
      body: { muted: true, scope: { kind: 'session', session }, forMs, by: answererFrom(flags.by, this.env) },
    })
  ).mutes;
  if (flags.json) return this.out.json({ mutes });
  const until = clockTime(this.now() + forMs, this.now());
  this.out.line(
    `${this.out.style('✓', 'green')} No notifications about ${printable(name)} until ${until}. You are notified then of what is still open.`,
  );
}

export async function unmute(this: Context, flags: Json & { readonly by?: string }, name?: string): Promise<void> {
  const scope = name === undefined ? undefined : ({ kind: 'session', session: await sessionNamed(this, name) } as const);
  const { mutes } = await this.client().call('PUT /v1/mute', { body: { muted: false, scope, by: answererFrom(flags.by, this.env) } });
  if (flags.json) return this.out.json({ mutes });
  this.out.line(`${this.out.style('✓', 'green')} Notifications: ${mutedWords(mutes, this.now()).join('; ') || 'on everywhere'}`);
}

async function sessionNamed({ client }: Context, name: string): Promise<string> {
  const found =
    findSession(name, (await client().call('GET /v1/sessions')).sessions) ??
    findSession(name, (await client().call('GET /v1/sessions', { query: { all: true } })).sessions);
  if (!found) throw new UsageError(`no agent session "${name}"`, '`answerback sessions --all` lists them.');
  return found.id;
}

/** By the names of the settings. Those of another kind are also there: the broker says what is wrong with them. */
function settingsGiven(entries: readonly NotifierEntry[], flags: object): Record<string, string> {
  const settings = new Set(entries.flatMap(({ add }) => Object.keys(add?.flags ?? {})));
  const given = Object.entries(flags).map(([name, value]) => [kebab(name), value] as const);
  return Object.fromEntries(given.filter(([name, value]) => settings.has(name) && value !== undefined));
}

/** Throws if something is missing, or too much. */
function complain({ kind, add }: NotifierEntry, given: Readonly<Record<string, string>>, words: readonly string[]): void {
  if (!add) return;
  const usual = `answerback notify add ${kind} ${add.usage}`.trim();
  if (!add.words && words.length > 0) throw new UsageError(`${kind} takes no program`, `answerback notify add ${kind}`);
  if (add.words && words.length === 0) throw new UsageError(add.words.missing, usual);
  for (const [setting, { missing } = {}] of Object.entries(add.flags ?? {}))
    if (missing !== undefined && given[setting] === undefined)
      throw new UsageError(missing, [usual, ...(add.more === undefined ? [] : [add.more])].join('\n'));
}

type Written = { readonly text: string; readonly done: string; readonly name: string };

/** Writes the file, and takes it back if the broker finds a mistake in it. */
async function changed(
  context: Context,
  flags: Json & { readonly dryRun: boolean },
  change: (text: string) => Entered,
  what: Written,
): Promise<void> {
  const { out, place } = context;
  const target = find(place.config);
  if (target.kind === 'refused') throw refusal(target);
  const before = target.kind === 'existing' ? textOf(target.bytes) : '';
  const entered = before === undefined ? ({ kind: 'by hand', reason: 'it is not UTF-8' } as const) : change(before);
  if (entered.kind === 'by hand') throw new UsageError(`${place.config} was not changed: ${entered.reason}`, byHand(entered, what));
  if (flags.dryRun)
    return flags.json
      ? out.json({ file: place.config, name: what.name, text: what.text, written: false })
      : out.raw(`Would change ${place.config}\n${what.text}`);
  write(target, Buffer.from(entered.text));
  const { problems } = await context.client().call('GET /v1/route/check');
  if (problems.length > 0) {
    const now = find(place.config);
    if (now.kind === 'existing') write(now, Buffer.from(before ?? ''));
    throw new UsageError(`${place.config} was not changed: ${problems.map(({ text }) => text).join('; ')}`, 'Fix this and try again.');
  }
  if (flags.json) return out.json({ file: place.config, name: what.name, text: what.text, written: true });
  out.line(`${out.style('✓', 'green')} ${printable(what.done)} in ${printable(place.config)}`);
}

function byHand({ is }: Extract<Entered, { kind: 'by hand' }>, { name, text }: Written): string {
  if (is === 'taken') return `Give this one another name (--name), or remove the other first: answerback notify remove ${name}`;
  if (is === 'absent') return '`answerback notify list` shows what there is.';
  return text === '' ? 'Edit it: answerback config edit' : `Add this yourself (answerback config edit):\n${text.trimEnd()}`;
}

const refusal = ({ file, reason, fix }: Refusal): UsageError => new UsageError(`${file}: ${reason}`, fix);
