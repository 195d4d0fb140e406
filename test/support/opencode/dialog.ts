// For tests: the dialogs of opencode, at its own keyboard. Only the colours show which option is selected.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseScreen } from '../../../src/agents/claude-code/screen/parse.ts';
import type { Row } from '../../../src/agents/claude-code/screen/state.ts';
import { type List, pointerOn, pointTo } from '../agents/point.ts';
import type { Pane } from '../agents/tmux.ts';

export type OpencodeDialog = {
  /** Waits until a dialog with these words is on the screen and takes keys. */
  opened(words: RegExp): Promise<void>;
  /** Selects the option with this text and presses Enter. */
  choose(label: string): Promise<void>;
};

/**
 * A dialog is on the screen a moment before it takes keys; until then, the input box behind it gets them. After this long, a key that only
 * moves the selection is pressed again.
 */
const AGAIN_MS = 1_000;

export function dialogIn({ id, tmux }: Pane): OpencodeDialog {
  const list: List = {
    screen: () => tmux('capture-pane', '-e', '-p', '-t', id),
    pointer: selected,
    press: (key) => tmux('send-keys', '-t', id, '--', key),
  };
  /** The options of a permission are beside each other. */
  const forwards = async () => (/⇆ *select/.test(textOf(await list.screen())) ? 'Right' : 'Down');

  async function opened(words: RegExp): Promise<void> {
    const isShown = (screen: string) => words.test(textOf(screen));
    const first = await pointerOn({ ...list, pointer: (screen) => (isShown(screen) ? selected(screen) : undefined) }, () => true);
    const key = await forwards();
    const began = Date.now();
    let presses = 0;
    for (let moved = false; !moved; presses += 1) {
      await list.press(key);
      const late = Date.now() + AGAIN_MS;
      await pointerOn(list, (now) => {
        moved = now !== first;
        return moved || Date.now() > late;
      });
    }
    // A key that was taken for lost may only be late. It is hardly later than the one that moved the pointer.
    if (presses > 1) await sleep(2 * (Date.now() - began));
    await pointTo(list, first, key);
  }

  return {
    opened,
    async choose(label) {
      await pointTo(list, label, await forwards());
      await list.press('Enter');
    },
  };
}

const parsed = (screen: string): readonly Row[] => parseScreen(screen, { x: 0, y: 0 }, 0).rows;
const textOf = (screen: string): string =>
  parsed(screen)
    .map(({ text }) => text)
    .join('\n');

/** The selected option has another background than its dialog: "2. SQLite", "1. [ ] Logs", "Allow once". So has the tab of a form. */
function selected(screen: string): string | undefined {
  const marked = parsed(screen).flatMap(markedIn);
  return marked.find((text) => /^\d+\./.test(text)) ?? marked.at(-1);
}

function markedIn({ spans }: Row): readonly string[] {
  const edge = spans.findIndex(({ text }) => text.trim() === '┃');
  const background = spans[edge + 1]?.style.background;
  if (edge === -1 || background === undefined) return [];
  const text = spans
    .slice(edge + 1)
    .map((span) => (span.style.background === background ? '' : span.text))
    .join('')
    .trim();
  return text === '' ? [] : [text];
}
