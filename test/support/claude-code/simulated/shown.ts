// What the simulated screen shows, fully or half drawn, and whether another dialog on it looks exactly like ours.
import type { Question } from '../../../../src/ask/schema/ask.ts';
import type { Size } from '../screens/drawing.ts';
import type { Random } from '../screens/scene.ts';
import { type Behaviour, Dialog } from './dialog.ts';
import { drawDialog, type Picture, type World } from './drawing.ts';

export type Shown = {
  readonly picture: Picture;
  readonly of: 'ours' | 'other' | 'box' | 'shell' | 'mixed';
  /** How many changes there were when this was drawn. */
  readonly change: number;
  /** The state of the dialog that is shown. */
  readonly state?: string;
  /** It is another dialog, but ours would look the same. */
  readonly alike: boolean;
  /** How our dialog would look in the same state. */
  readonly twin?: string;
};

/** Whether our own dialog could look the same. When the tabs are scrolled away, it could be any of its questions. */
export function likeness(world: World, dialog: Dialog, size: Size, { ansi }: Picture, behaviour: Behaviour): Pick<Shown, 'alike' | 'twin'> {
  const { current, tabs, questions } = dialog;
  const { questions: asked } = world;
  if (current === tabs.length) {
    // A review shows the answered questions, and all headers unless they are scrolled away.
    const named = (all: readonly Question[]) => JSON.stringify(all.map(({ text, header }, i) => [header, dialog.recorded(i) && text]));
    const ours = new Dialog(asked, behaviour);
    for (const [i, tab] of ours.tabs.entries()) Object.assign(tab, tabs[i]);
    Object.assign(ours, { current: ours.tabs.length, review: dialog.review });
    const twin = drawDialog(world, ours, size).ansi;
    return { alike: named(questions) === named(asked) || twin === ansi, twin };
  }
  const twins = asked.map((_, index) => {
    const ours = new Dialog(asked, behaviour);
    for (const [i, tab] of ours.tabs.entries()) {
      Object.assign(tab, tabs[i]);
      // Of the other tabs, the screen only shows whether they are answered.
      const answered = dialog.recorded(i) !== null;
      if (answered !== (ours.recorded(i) !== null))
        Object.assign(tab, { ticks: answered ? [1] : [], answer: answered ? { chosen: [1] } : undefined, textTicked: false });
    }
    Object.assign(ours.tabs[index] ?? {}, tabs[current]);
    ours.current = index;
    return drawDialog(world, ours, size).ansi;
  });
  // Wrapping changes white space, so it is ignored.
  const bare = (text: string) => text.replaceAll(/ +/g, ' ');
  const twin = twins[current];
  return { alike: twins.some((ours) => bare(ours) === bare(ansi)), ...(twin === undefined ? {} : { twin }) };
}

/** A half-drawn screen: the upper rows of the new picture and the lower rows of the old one, or the other way round. */
export function halfOf(before: Shown, after: Shown, random: Random): Shown {
  const [old, fresh] = [before.picture.ansi.split('\n'), after.picture.ansi.split('\n')];
  if (old.length !== fresh.length) return after;
  const at = random.below(fresh.length);
  const top = random.chance(70);
  const mixed = (upper: readonly string[], lower: readonly string[]) => [...upper.slice(0, at), ...lower.slice(at)];
  const mix = (a: readonly string[], b: readonly string[]) => (top ? mixed(b, a) : mixed(a, b));
  const lines = mix(old, fresh);
  const ansi = lines.join('\n');
  const unmixed = [before, after].find((shown) => shown.picture.ansi === ansi);
  if (unmixed) return { ...unmixed, change: Math.min(before.change, after.change) };
  const of = before.of === after.of || before.of === 'box' ? after.of : after.of === 'box' ? before.of : 'mixed';
  const cursor = random.chance(50) ? before.picture.cursor : after.picture.cursor;
  return {
    picture: { ansi, cursor, whole: false },
    of,
    change: Math.min(before.change, after.change),
    alike: isPossible(lines, before, after),
    twin: mix(oursIn(before), oursIn(after)).join('\n'),
  };
}

/** How each line would look if the dialog were ours. */
const oursIn = ({ twin, of, picture }: Shown): readonly string[] =>
  (twin ?? (of === 'other' || of === 'mixed' ? '' : picture.ansi)).split('\n');

/** Whether each line could belong to our own dialog. */
function isPossible(lines: readonly string[], ...mixed: readonly Shown[]): boolean {
  const ours = new Set(mixed.flatMap(oursIn));
  return lines.every((line) => ours.has(line));
}
