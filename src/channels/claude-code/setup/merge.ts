// Adds our hooks to the text of a settings file and removes them, one change at a time. Everything else stays as it is.
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { canonical } from '../../../question/json.ts';
import { addItem, addProperty, layoutOf, remove, replace } from '../../../setup/json-text.ts';
import { isOurs, readSettings, type Via, type WantedHooks } from './settings.ts';

/** Which containers are kept even when they become empty: those that were there before setup. */
type IsKept = (container: 'hooks' | { readonly event: string }) => boolean;

/** The text must have no problem (see `problemIn`). Returns it unchanged when the hooks are there already. */
export function withHooks(text: string, wanted: WantedHooks): string {
  return untilDone(text, 'as Claude Code does', (now, root) => {
    const hooks = findNodeAtLocation(root, ['hooks']);
    return (hooks && corrected(now, root, hooks, wanted, (container) => container === 'hooks')) ?? added(now, root, hooks, wanted);
  });
}

/** `original` is the text before setup, if there was one: containers that were empty in it are kept. */
export function withoutHooks(text: string, original: string | undefined): string {
  const before = original === undefined ? undefined : readSettings(original, 'leniently');
  const had = (path: readonly string[]) =>
    before !== undefined && 'root' in before && findNodeAtLocation(before.root, [...path]) !== undefined;
  const isKept: IsKept = (container) => had(container === 'hooks' ? ['hooks'] : ['hooks', container.event]);
  return untilDone(text, 'leniently', (now, root) => {
    const hooks = findNodeAtLocation(root, ['hooks']);
    return hooks && corrected(now, root, hooks, {}, isKept);
  });
}

export const hasHooks = (text: string): boolean => viaIn(text) !== undefined;

/** How our hooks in this text reach the broker; undefined if there are none. */
export function viaIn(text: string): Via | undefined {
  const read = readSettings(text, 'leniently');
  const hooks = 'root' in read ? findNodeAtLocation(read.root, ['hooks']) : undefined;
  const ours = hooks ? eventsIn(hooks).flatMap(({ entries }) => entries.flatMap(oursIn)) : [];
  if (ours.length === 0) return undefined;
  return ours.some((hook) => findNodeAtLocation(hook, ['url'])) ? 'port' : 'socket';
}

// ── inside ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Repeats `change` until it returns undefined. Parses the text anew each time, since a change moves what comes after it. */
function untilDone(
  text: string,
  how: Parameters<typeof readSettings>[1],
  change: (text: string, root: Node) => string | undefined,
): string {
  for (let now = text; ; ) {
    const read = readSettings(now, how);
    if ('reason' in read) throw new Error(`a change broke the settings: ${read.reason}`);
    const next = change(now, read.root);
    if (next === undefined) return now;
    now = next;
  }
}

/** Removes or replaces one of our entries that is surplus or out of date; undefined when there is none. */
function corrected(text: string, root: Node, hooks: Node, wanted: WantedHooks, isKept: IsKept): string | undefined {
  for (const { event, entries } of eventsIn(hooks)) {
    const want = wanted[event as keyof WantedHooks];
    const ours = entries.filter((entry) => oursIn(entry).length > 0);
    const keep = want && ours.find(isAllOurs);
    const surplus = ours.find((entry) => entry !== keep);
    if (surplus) return isAllOurs(surplus) ? withoutEntry(text, surplus, event, isKept) : remove(text, oursIn(surplus)[0] as Node);
    if (keep && canonical(getNodeValue(keep)) !== canonical(want)) return replace(text, layoutOf(text, root), keep, want);
  }
  return undefined;
}

function added(text: string, root: Node, hooks: Node | undefined, wanted: WantedHooks): string | undefined {
  const layout = layoutOf(text, root);
  const lists = Object.fromEntries(Object.entries(wanted).map(([event, entry]) => [event, [entry]]));
  if (!hooks) return addProperty(text, layout, root, 'hooks', lists);
  const there = new Map(eventsIn(hooks).map(({ event, list, entries }) => [event, { list, done: entries.some(isAllOurs) }]));
  for (const [event, entry] of Object.entries(wanted)) {
    const known = there.get(event);
    if (!known) return addProperty(text, layout, hooks, event, lists[event]);
    if (!known.done) return addItem(text, layout, known.list, entry);
  }
  return undefined;
}

function withoutEntry(text: string, entry: Node, event: string, isKept: IsKept): string {
  const list = entry.parent;
  const property = list?.parent;
  const hooks = property?.parent;
  if (!list || !property || !hooks?.parent || (list.children?.length ?? 0) > 1 || isKept({ event })) return remove(text, entry);
  if ((hooks.children?.length ?? 0) > 1 || isKept('hooks')) return remove(text, property);
  return remove(text, hooks.parent);
}

function eventsIn(hooks: Node): { readonly event: string; readonly list: Node; readonly entries: readonly Node[] }[] {
  return (hooks.children ?? []).flatMap(({ children: [key, list] = [] }) =>
    key && list?.type === 'array' ? [{ event: String(key.value), list, entries: list.children ?? [] }] : [],
  );
}

function hooksOf(entry: Node): readonly Node[] {
  const list = entry.type === 'object' ? findNodeAtLocation(entry, ['hooks']) : undefined;
  return list?.type === 'array' ? (list.children ?? []) : [];
}

const oursIn = (entry: Node): readonly Node[] => hooksOf(entry).filter((hook) => isOurs(getNodeValue(hook)));
const isAllOurs = (entry: Node): boolean => hooksOf(entry).length > 0 && oursIn(entry).length === hooksOf(entry).length;
