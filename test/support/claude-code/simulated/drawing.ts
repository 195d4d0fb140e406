// Draws a simulated dialog, or the input box when there is none.
import type { Question } from '../../../../src/ask/schema/ask.ts';
import { type Line, type Palette, picture, rule, type Size } from '../screens/drawing.ts';
import { renderQuestion } from '../screens/render.ts';
import { renderReview } from '../screens/render-others.ts';
import type { Dialog } from './dialog.ts';
import { layoutOf } from './layout.ts';

export type World = {
  readonly questions: readonly Question[];
  readonly size: Size;
  readonly ink: Palette;
  readonly before: readonly Line[];
  /** A cache of pictures. */
  readonly drawn: Map<string, Picture>;
};

/** `whole`: nothing is scrolled away. */
export type Picture = { readonly ansi: string; readonly cursor: { x: number; y: number }; readonly whole: boolean };

export function drawDialog(world: World, dialog: Dialog, size: Size): Picture {
  const asked = dialog.questions === world.questions ? '' : JSON.stringify(dialog.questions);
  return cached(world, `${asked}|${size.columns}|${size.rows}|${dialog.key()}`, () => {
    const tabs = dialog.questions.map(({ header }, index) => ({
      header: header === '' || header === undefined ? `Q${index + 1}` : header,
      answered: dialog.recorded(index) !== null,
    }));
    const [tab, question] = [dialog.tabs[dialog.current], dialog.questions[dialog.current]];
    if (!tab || !question) {
      const answers = dialog.questions.flatMap(({ text }, index) => {
        const answer = dialog.answerLine(index);
        return answer === undefined ? [] : [{ question: text.replaceAll('\n', ' '), answer }];
      });
      const review = renderReview(
        { kind: 'review', tabs, answers, pointer: dialog.review, barred: true, remark: '', countdown: undefined },
        size,
        world.ink,
        world.before,
      );
      return { ...bare(review), whole: review.expected.kind === 'review' && !review.expected.cut };
    }
    const drawn = renderQuestion(
      {
        kind: 'question',
        layout: layoutOf(question),
        tabs,
        current: dialog.form ? dialog.current : -1,
        question: question.text,
        options: question.options.map(({ label, description }, index) => ({
          label: label.replaceAll('\n', '\ufffd'),
          description: layoutOf(question) === 'preview' ? '' : (description ?? ''),
          ticked: tab.ticks.includes(index + 1),
          answered: tab.answer?.chosen[0] === index + 1,
        })),
        pointer: tab.pointer,
        text: tab.text,
        textTicked: tab.textTicked,
        textAnswered: tab.answer?.words !== undefined && tab.text !== '' && !tab.text.includes('\n') && tab.pointer.on !== 'text',
        notes: tab.notes,
        countdown: undefined,
        vim: false,
        planning: false,
        window: size.rows < 18 ? 3 : size.rows < 24 ? 4 : 9,
      },
      size,
      world.ink,
      world.before,
    );
    const seen = drawn.expected.kind === 'question' ? drawn.expected : undefined;
    const whole = seen !== undefined && !seen.question.cut && !seen.scrolled.above && !seen.scrolled.below;
    return { ...bare(drawn), whole };
  });
}

export function drawBox(world: World, size: Size, lastLine: string, working: boolean): Picture {
  return cached(world, `box|${size.columns}|${size.rows}|${lastLine}|${working}`, () => {
    const { grey, accent } = world.ink;
    const lines: Line[] = [...world.before, [[lastLine, '']], ...(working ? [[], [['✻ Baking…', accent]] as Line] : []), []];
    lines.push(rule(size.columns, grey), [['❯\u00a0', '']], rule(size.columns, grey), [['  ? for shortcuts', grey]]);
    return { ...bare(picture(lines, { x: 2, line: lines.length - 3 }, size)), whole: true };
  });
}

function cached(world: World, key: string, draw: () => Picture): Picture {
  const known = world.drawn.get(key);
  if (known) return known;
  const fresh = draw();
  world.drawn.set(key, fresh);
  return fresh;
}

/** In the format of a look: as many lines as rows, with a line feed between them. */
const bare = ({ ansi, cursor }: { ansi: string; cursor: { x: number; y: number } }) => ({
  ansi: ansi.endsWith('\n') ? ansi.slice(0, -1) : ansi,
  cursor: { x: cursor.x, y: cursor.y },
});
