// Adds our hooks to the text of a settings file and removes them. All other values stay as they are.
import { getNodeValue } from 'jsonc-parser';
import { withoutValue, withValue } from '../../../setup/json-settings.ts';
import { asObject, canonical } from '../../../text/json.ts';
import { type Entry, isOurs, readSettings, type Via, type WantedHooks } from './settings.ts';

/** By event. Those of a stranger's file may be anything. */
type Hooks = Readonly<Record<string, unknown>>;

/** The text must have no problem (see `problemIn`). Returns it unchanged when the hooks are there already. */
export function withHooks(text: string, wanted: WantedHooks): string {
  const hooks = hooksIn(text) ?? {};
  const events = new Set([...Object.keys(hooks), ...Object.keys(wanted)]);
  return [...events].reduce((now, event) => {
    const want = Object.hasOwn(wanted, event) ? wanted[event as keyof WantedHooks] : undefined;
    return withList(now, event, hooks[event], listWith(hooks[event], want), false);
  }, text);
}

/** `original` is the text before setup, if there was one: lists that were empty in it stay. */
export function withoutHooks(text: string, original: string | undefined): string {
  const before = original === undefined ? undefined : hooksIn(original);
  const hooks = hooksIn(text) ?? {};
  const rest = Object.keys(hooks).reduce(
    (now, event) => withList(now, event, hooks[event], listWith(hooks[event], undefined), Object.hasOwn(before ?? {}, event)),
    text,
  );
  const isEmpty = rest !== text && Object.keys(hooksIn(rest) ?? {}).length === 0;
  return isEmpty && before === undefined ? withoutValue(rest, ['hooks']) : rest;
}

export const hasHooks = (text: string): boolean => viaIn(text) !== undefined;

/** How our hooks in this text reach the broker; undefined if there are none. */
export function viaIn(text: string): Via | undefined {
  const ours = Object.values(hooksIn(text) ?? {}).flatMap((list) => asList(list).flatMap(oursIn));
  if (ours.length === 0) return undefined;
  return ours.some((hook) => asObject(hook)?.url !== undefined) ? 'port' : 'socket';
}

/** The events for which there are hooks of ours in this text. */
export const eventsWithHooks = (text: string): readonly string[] =>
  Object.entries(hooksIn(text) ?? {}).flatMap(([event, list]) => (asList(list).some((entry) => oursIn(entry).length > 0) ? [event] : []));

// ── inside ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function hooksIn(text: string): Hooks | undefined {
  const read = readSettings(text, 'leniently');
  return 'root' in read ? asObject(asObject(getNodeValue(read.root))?.hooks) : undefined;
}

/** The entries of an event with ours in it once, in its old place if it has one; without `want`, only those of others. */
function listWith(list: unknown, want: Entry | undefined): readonly unknown[] {
  const entries = asList(list);
  const place = want && entries.find(isAllOurs);
  const others = entries.flatMap((entry) => {
    if (oursIn(entry).length === 0) return [entry];
    if (isAllOurs(entry)) return entry === place ? [want] : [];
    return [{ ...asObject(entry), hooks: hooksOf(entry).filter((hook) => !isOurs(hook)) }];
  });
  return want && place === undefined ? [...others, want] : others;
}

function withList(text: string, event: string, old: unknown, list: readonly unknown[], isKept: boolean): string {
  const before = asList(old);
  if (canonical(before) === canonical(list)) return text;
  if (list.length === 0 && !isKept) return withoutValue(text, ['hooks', event]);
  if (before.length === 0 || list.length < before.length) return withValue(text, ['hooks', event], list);
  return list.reduce<string>(
    (now, entry, index) => (canonical(entry) === canonical(before[index]) ? now : withValue(now, ['hooks', event, index], entry)),
    text,
  );
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const hooksOf = (entry: unknown): readonly unknown[] => asList(asObject(entry)?.hooks);
const oursIn = (entry: unknown): readonly unknown[] => hooksOf(entry).filter(isOurs);
const isAllOurs = (entry: unknown): boolean => hooksOf(entry).length > 0 && hooksOf(entry).every(isOurs);
