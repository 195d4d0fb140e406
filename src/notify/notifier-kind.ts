// What a kind of notifier is: one entry with everything about it. The lists are notifiers/list.ts and, for chats with people, messengers/services/list.ts.

import { z } from 'zod';
import type { Environment } from '../system/environment.ts';
import { alternatives } from '../text/alternatives.ts';
import type { Choice, Notifier } from './notifier.ts';
import type { AttachedTerminal } from './notifiers/terminals.ts';
import type { PushDevices } from './notifiers/web-push/devices.ts';
import { everyNotifier, type NotifierSettings, type SettingProblem, type SettingsOf, type Show } from './settings.ts';

/** What notifiers and chats have in common: all that the configuration and the command line need to know. */
export type NotifierEntry<Shape extends z.ZodRawShape = z.ZodRawShape> = {
  /** As written in the configuration. Of a chat, it is also the surface in the record of what people decide there. */
  readonly kind: string;
  /** For the table in docs/NOTIFICATIONS.md: where people are told. */
  readonly brief: string;
  /** Its own settings; those that every notifier has are added. */
  readonly settings: Shape;
  /** What no single setting can show, such as a secret that is nowhere. */
  readonly problems?: (settings: SettingsOf<Shape>) => readonly SettingProblem[];
  /** Why others could read the messages, or answer. The configuration is valid all the same. */
  readonly risks?: (settings: SettingsOf<Shape>) => readonly string[];
  /** Absent if a person does not add it with `answerback notify add`. */
  readonly add?: HowToAdd<keyof Shape & string>;
};

export type NotifierKind<Shape extends z.ZodRawShape = z.ZodRawShape> = NotifierEntry<Shape> & {
  open(name: string, settings: SettingsOf<Shape>, host: NotifierHost): Notifier;
};

/** `answerback notify add <kind>`: what may and what must be given, and what is said if it is missing. */
type HowToAdd<Setting extends string = string> = {
  /** What is written after the kind, if no more is given than necessary. */
  readonly usage: string;
  /** The same for the help, if more is worth showing. */
  readonly examples?: readonly string[];
  /** Settings with a flag of the same name. `missing`: it is required, and this is asked if it is left out. */
  readonly flags?: Readonly<Partial<Record<Setting, { readonly brief: string; readonly placeholder: string; readonly missing?: string }>>>;
  /** The setting that gets all words after the kind. */
  readonly words?: { readonly setting: Setting; readonly brief: string; readonly missing: string };
  /** The setting for a file with a secret: a new one is made if it is left out. `what`: "The secret that requests are signed with". */
  readonly newSecret?: { readonly setting: Setting; readonly what: string };
  /** Where to read how to get what is missing. */
  readonly more?: string;
};

/** What the broker offers to its notifiers. */
export type NotifierHost = {
  readonly env: Environment;
  readonly now: () => number;
  /** Those that are attached to the tmux servers of agents, and to the usual one. */
  readonly terminals: () => Promise<readonly AttachedTerminal[]>;
  /** The path under which the broker takes this choice. */
  readonly linkTo: (choice: Choice) => string;
  /** A person chose this in a message of that notifier, which tells them if it did not work. */
  readonly choose: (choice: Choice, surface: string, show: Show, notifier: Notifier) => void;
  /** The browsers that have notifications on. */
  readonly push: PushDevices;
};

/** Forgets the type of the settings, so that all kinds fit in one list. Safe, because they are parsed with the schema of their own kind. */
export function defineNotifier<Shape extends z.ZodRawShape>(kind: NotifierKind<Shape>): NotifierKind {
  return kind as unknown as NotifierKind;
}

const NAME = /^[\w-]{1,40}$/;

/** The section `notify` of the configuration. */
export function notifyShape(kinds: readonly NotifierEntry[]) {
  const forms = kinds.map(({ kind, settings }) => z.strictObject({ kind: z.literal(kind), ...settings, ...everyNotifier }));
  const settings = z
    .discriminatedUnion('kind', forms as [(typeof forms)[number]], { error: `kind: say ${alternatives(kinds.map(({ kind }) => kind))}` })
    .superRefine((given, context) => {
      for (const { setting, message } of entryOf(kinds, given)?.problems?.(given) ?? [])
        context.addIssue({ code: 'custom', message, path: [setting] });
    });
  return {
    notify: z
      .record(z.string().regex(NAME, 'name a notifier with up to 40 letters, digits, - and _'), settings)
      .default({})
      .describe('who is told when an ask waits for people'),
  };
}

/** Undefined if no kind in this list is that of the settings. */
export function entryOf<Entry extends NotifierEntry>(kinds: readonly Entry[], { kind }: Pick<NotifierSettings, 'kind'>): Entry | undefined {
  return kinds.find((each) => each.kind === kind);
}
