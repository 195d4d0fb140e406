// What a chat with people stores: who is paired, and the messages it has posted. Plain data in one small file.
import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../system/replaced-file.ts';
import { asObject } from '../text/json.ts';
import type { MessageRef } from './chat-service.ts';
import type { ChatConversation } from './conversation/conversation.ts';

/** A person in a chat. Their `name` is recorded with what they decide. */
export type Paired = {
  readonly chat: string;
  readonly id: string;
  readonly name: string;
  /** What the service called them when they paired. */
  readonly shownAs: string;
  readonly at: number;
};

/** A code with which one person may pair, once, before `until`. `wrong` counts wrong codes by person. */
type Invitation = {
  readonly code: string;
  readonly name: string;
  readonly until: number;
  readonly wrong: Readonly<Record<string, number>>;
};

/** A message of ours. With `talk` it is the card of a conversation about an ask; without, it only tells something. */
export type Post = MessageRef & {
  /** The key of the notification that it belongs to. */
  readonly key: string;
  readonly ask?: string | undefined;
  readonly talk?: ShownConversation | undefined;
  /** The file that was posted with it. */
  readonly document?: string | undefined;
  /** What it should say in the end. */
  readonly ending?: { readonly title: string; readonly outcome: string } | undefined;
  /** Its file could not be posted yet. */
  readonly lacksFile?: boolean | undefined;
  /** It does not yet look as it should. */
  readonly isStale?: boolean | undefined;
  /** Somebody has deleted it. */
  readonly isGone?: boolean | undefined;
  /** The ask is over, and the message says so. */
  readonly isOver?: boolean | undefined;
};

/**
 * `state` belongs to the conversation (messengers/conversation/conversation.ts). `stamp` is in the data of the buttons of the card: it changes with every change of the
 * state, so that a button of an older card does nothing. Ticks have `page` instead, which changes with the question: people tick several in a row.
 * `print` identifies the questions as they were shown.
 */
export type ShownConversation = {
  readonly state: ChatConversation;
  readonly stamp: string;
  readonly page: string;
  readonly print: string;
  /** Who was asked for a text. */
  readonly expects?: string | undefined;
};

export type ChatData = {
  readonly people: readonly Paired[];
  readonly invitation?: Invitation | undefined;
  readonly posts: readonly Post[];
  /** The latest events that were handled, so that none counts twice when it is delivered again. */
  readonly handled: readonly string[];
};

export const EMPTY: ChatData = { people: [], posts: [], handled: [] };

/** Whether a file has what was written: with half an entry, nobody in the chat would be told anything any more. */
export function isChatData({ people, posts, handled, invitation }: Readonly<Record<string, unknown>>): boolean {
  return (
    isListOf(people, ['chat', 'id', 'name', 'shownAs']) &&
    isListOf(posts, ['chat', 'message', 'key']) &&
    Array.isArray(handled) &&
    handled.every((each) => typeof each === 'string') &&
    (invitation === undefined || (hasTexts(invitation, ['code', 'name']) && asObject(asObject(invitation)?.wrong) !== undefined))
  );
}

const isListOf = (value: unknown, texts: readonly string[]): boolean =>
  Array.isArray(value) && value.every((each) => hasTexts(each, texts));
const hasTexts = (value: unknown, names: readonly string[]): boolean => names.every((name) => typeof asObject(value)?.[name] === 'string');

/** After a crash during `write`, `read` returns either the new or the old content. */
export type ChatDataFile = { read(): ChatData; write(data: ChatData): void };

/** Replaced in one step, and readable only by the user. `onDamage`: it cannot be read, so the chat starts empty; the damaged file is kept beside the new one. */
export function chatDataFile(file: string, onDamage: (reason: string) => void): ChatDataFile {
  return {
    read() {
      try {
        const read = asObject(JSON.parse(readFileSync(file, 'utf8')));
        if (read && isChatData(read)) return read as ChatData;
        throw new Error('it is not what was written');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return EMPTY;
        onDamage(`${file} cannot be read, so nobody is paired any more: ${(error as Error).message}`);
        try {
          renameSync(file, `${file}.damaged`);
        } catch {
          // It stays where it is until something is written.
        }
        return EMPTY;
      }
    },
    write(data) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      replaceFile(file, `${JSON.stringify(data)}\n`);
    },
  };
}

const MOST_HANDLED = 300;
const MOST_OVER = 200;

export type ChatStore = ReturnType<typeof createChatStore>;

export function createChatStore(file: ChatDataFile) {
  let data = file.read();
  const change = (next: Partial<ChatData>): void => {
    data = { ...data, ...next };
    file.write(data);
  };
  return {
    get: (): ChatData => data,
    change,
    post: ({ chat, message }: MessageRef): Post | undefined =>
      data.posts.find((each) => each.chat === chat && (each.message === message || each.document === message)),
    /** Adds it, or replaces what is known of the message. `event` is marked as handled in the same step. */
    keep(post: Post, event?: string): void {
      const others = data.posts.filter((each) => each.chat !== post.chat || each.message !== post.message);
      change({ posts: withoutOldest([...others, post]), ...handled(event) });
    },
    replace(old: MessageRef, post: Post): void {
      change({ posts: withoutOldest([...data.posts.filter((each) => each.chat !== old.chat || each.message !== old.message), post]) });
    },
    drop(posts: readonly MessageRef[]): void {
      change({ posts: data.posts.filter((each) => !posts.some(({ chat, message }) => each.chat === chat && each.message === message)) });
    },
    markHandled: (event: string): void => change(handled(event)),
    isHandled: (event: string): boolean => data.handled.includes(event),
  };

  function handled(event: string | undefined): Partial<ChatData> {
    return event === undefined ? {} : { handled: [...data.handled, event].slice(-MOST_HANDLED) };
  }
}

/** The oldest messages of asks that are over are removed. Some are kept for people who reply late. */
function withoutOldest(posts: readonly Post[]): readonly Post[] {
  const over = posts.filter(({ isOver, isStale }) => isOver && !isStale);
  const old = new Set(over.slice(0, Math.max(0, over.length - MOST_OVER)));
  return old.size === 0 ? posts : posts.filter((post) => !old.has(post));
}
