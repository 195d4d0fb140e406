// For tests: moves the pointer of a list in a terminal, one key at a time: no key is pressed before the screen shows what the last one did.
import { eventually } from '../eventually.ts';

export type List = {
  screen(): Promise<string>;
  /** The entry with the pointer; undefined while there is none on the screen. */
  pointer(screen: string): string | undefined;
  press(key: string): Promise<unknown>;
};

/** More than any list is long. */
const MOST_KEYS = 20;

/** Presses the key until the pointer is on the entry with this text. */
export async function pointTo(list: List, text: string, key = 'Down'): Promise<void> {
  let on = await pointerOn(list, () => true);
  for (let keys = 0; !on.includes(text); keys += 1) {
    if (keys === MOST_KEYS) throw new Error(`The pointer does not get to "${text}":\n${await list.screen()}`);
    const before = on;
    await list.press(key);
    on = await pointerOn(list, (now) => now !== before);
  }
}

/** The entry with the pointer, as soon as it is a wanted one. */
export async function pointerOn({ screen, pointer }: List, isWanted: (on: string) => boolean): Promise<string> {
  try {
    return await eventually(async () => {
      const on = pointer(await screen());
      return on !== undefined && isWanted(on) ? on : undefined;
    });
  } catch (error) {
    throw new Error(`The pointer is not where it should be:\n${await screen()}`, { cause: error });
  }
}
