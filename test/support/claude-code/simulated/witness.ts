// Remembers what was last seen, and checks each key against it. A key can only be wrong given what the last look showed.
import { parseScreen } from '../../../../src/agents/claude-code/screen/parse.ts';
import { readScreen } from '../../../../src/agents/claude-code/screen/read.ts';
import type { Picture } from './drawing.ts';
import type { Shown } from './shown.ts';

export type Looked = {
  readonly shown: Shown;
  readonly columns: number;
  readonly inMode: boolean;
  readonly agent: boolean;
  /** When somebody last pressed a key in this pane. */
  readonly activity: number;
};

/** The situation when a key arrives. `effects` counts the keys that had an effect. */
export type Moment = { readonly open: boolean; readonly effects: number; readonly now: number };

export class Witness {
  looked: Looked | undefined;
  /** Nothing was scrolled away in any look. */
  whole = true;
  readonly #needsGap: boolean;
  #baseline: number | undefined;
  #dialogSeen = false;
  /** Once this is set, no key may be pressed any more. */
  #warning: string | undefined;
  #lastAnswering = '';
  #lastKeyAt = Number.NEGATIVE_INFINITY;

  constructor(needsGap: boolean) {
    this.#needsGap = needsGap;
  }

  sees(looked: Looked): void {
    this.looked = looked;
    const { picture, of } = looked.shown;
    if (of === 'ours') this.whole &&= picture.whole;
    this.#baseline ??= looked.activity;
    if (looked.activity > this.#baseline) this.#warning ??= 'somebody was seen to type';
    if (of !== 'box') this.#dialogSeen ||= isDialog(picture, looked.columns);
    else if (this.#dialogSeen) this.#warning ??= 'the dialog was seen to be gone';
  }

  /** Why this key should not have been pressed. */
  objections(name: string, { open, effects, now }: Moment): readonly string[] {
    const { looked } = this;
    const found: string[] = [];
    if (this.#warning) found.push(`${name} although ${this.#warning}`);
    if (!looked) found.push(`${name} without a look`);
    else if (looked.inMode) found.push(`${name} although the pane was in a mode`);
    else if (!looked.agent) found.push(`${name} although another program was seen`);
    else if (looked.shown.of !== 'ours' && !looked.shown.alike) found.push(`${name} although the screen showed: ${looked.shown.of}`);
    if (name === 'Enter' || name === 'Escape') {
      const position = `${looked?.shown.of} ${looked?.shown.state} ${effects}`;
      if (this.#lastAnswering === position && open) found.push(`${name} twice at one position`);
      this.#lastAnswering = position;
    }
    if (this.#needsGap && now - this.#lastKeyAt < 50) found.push(`${name} comes too soon`);
    this.#lastKeyAt = now;
    return found;
  }
}

const isDialog = ({ ansi, cursor }: Picture, columns: number): boolean =>
  ['question', 'review'].includes(readScreen(parseScreen(`${ansi}\n`, cursor, columns)).kind);
