// What the formats of settings files have in common: each finds, writes and removes our one entry, and leaves all other values alone.
import type { SettingsProblem } from './json-settings.ts';

export interface Format {
  /** The entry under our name, whoever wrote it; undefined if there is none. */
  read(text: string): { readonly entry: unknown } | SettingsProblem;
  /** The text was read without a problem. Returns it unchanged if the entry is in it already. */
  write(text: string, entry: object): string | SettingsProblem;
  /** `original` is the text before setup: an entry that was in it comes back, and what was empty in it stays. */
  remove(text: string, original: string | undefined): string;
  /** Only the entry, as for a new file. */
  print(entry: object): string;
  /** Whether the file would be as good as none. */
  isEmpty(text: string): boolean;
}

export const NAME = 'answerback';
