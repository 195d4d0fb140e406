// Takes the answers out of what the agent writes, before OpenClaw shows or stores it, and puts a short mark in their place.
//
// OpenClaw has no hook that sees every text with its conversation and can change it: hooks that rewrite are called for chat channels only. Text
// transforms see every text, but not whose it is. So they put in marks, and the hooks that know the conversation look up what the marks stand for.
import { isFor } from '../../../ask/named-ask.ts';
import { type Tag, tagsIn } from '../../../text/tags.ts';

export type KnownAsk = { readonly id: string; readonly project: string };
type Entry = { readonly raw: string; readonly ask: string; shown: string };

/** Older marks stay in the text. */
const MOST = 2_000;
const MARK = /\[→ [^\s[\]]+ ([a-z0-9]{6})\]/g;

/** `known`: the asks that a tag may be about. Tags about others are left alone: they may be for somebody else. */
export function createMarks(known: () => readonly KnownAsk[], newId: () => string) {
  const byId = new Map<string, Entry>();
  const byTag = new Map<string, string>();

  return {
    /** The same tag always gets the same mark: OpenClaw passes the same text on several times. */
    put(text: string): string {
      if (!text.includes('<')) return text;
      return tagsIn(text).reduce((rest, tag) => {
        const ask = tag.broken === undefined ? askOf(tag) : undefined;
        return ask ? rest.replace(tag.raw, () => markOf(tag, ask)) : rest;
      }, text);
    },

    /** As the agent wrote it. */
    undo: (text: string): string => text.replaceAll(MARK, (mark, id: string) => byId.get(id)?.raw ?? mark),

    /** As a person should see it. */
    shown: (text: string): string => text.replaceAll(MARK, (mark, id: string) => byId.get(id)?.shown ?? mark),

    /** Whether it contains an answer, as the agent wrote it. */
    isAnswer: (text: string): boolean => tagsIn(text).some((tag) => askOf(tag) !== undefined),

    /** What a person sees from now on in the place of answers to this ask. */
    acknowledge(ask: string, shown: string): void {
      for (const entry of byId.values()) if (entry.ask === ask) entry.shown = shown;
    },
  };

  function askOf(tag: Tag): string | undefined {
    return known().find((ask) => isFor(tag, ask))?.id;
  }

  function markOf({ raw }: Tag, ask: string): string {
    const id = byTag.get(raw) ?? newId();
    byTag.set(raw, id);
    byId.set(id, byId.get(id) ?? { raw, ask, shown: '' });
    const [oldest] = byId;
    if (byId.size > MOST && oldest) {
      byId.delete(oldest[0]);
      byTag.delete(oldest[1].raw);
    }
    return `[→ ${ask} ${id}]`;
  }
}
