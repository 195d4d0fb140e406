// Reads the review at the end of a form: the answers, and whether the pointer is on Submit or Cancel.
import type { Bottom } from './bottom.ts';
import { colourAt, hasPointer, isBlank, rowAt, slice, styleAt } from './cells.ts';
import { headerAbove, isWrappedTabBar } from './header.ts';
import { joined, joinedLines } from './join.ts';
import type { Review, Row, Screen, ScreenState } from './state.ts';

export function readReview(screen: Screen, bottom: Bottom): ScreenState | undefined {
  const submit = bottom.last - 1;
  if (!/^[❯ ] 2\. Cancel$/.test(rowAt(screen, bottom.last).text)) return undefined;
  if (!/^[❯ ] 1\. Submit answers$/.test(rowAt(screen, submit).text)) return undefined;
  const state = read(screen, bottom, submit);
  return typeof state === 'string' ? { kind: 'unknown', why: state, dialog: true } : state;
}

function read(screen: Screen, bottom: Bottom, submit: number): Review | string {
  if (screen.cursor.shown === true) return 'the cursor is visible, so this is not Claude Code but a copy of its dialog';
  const [first, second, ready] = [rowAt(screen, submit), rowAt(screen, bottom.last), rowAt(screen, submit - 2)];
  const grey = colourAt(first, 2);
  if (grey === '' || colourAt(second, 2) !== grey) return 'the numbers are not in a separate colour';
  if (ready.text !== 'Ready to submit your answers?' || colourAt(ready, 0) !== grey) return '“Ready to submit your answers?” is missing';
  if (!isBlank(rowAt(screen, submit - 1)) || !isBlank(rowAt(screen, submit - 3))) return 'blank rows are missing';
  const pointers = [hasPointer(first, 0), hasPointer(second, 0)];
  if (pointers[0] === pointers[1] || (first.text[0] === '❯') === (second.text[0] === '❯')) return 'there is not exactly one pointer';
  const pointer = pointers[0] ? 'submit' : 'cancel';
  if (screen.cursor.x !== 0 || screen.cursor.y !== (pointers[0] ? submit : bottom.last)) return 'the cursor is not on the pointer';

  const body = bodyAbove(screen, submit - 3);
  if (typeof body === 'string') return body;
  return { kind: 'review', ...body, pointer, ...(bottom.countdown === undefined ? {} : { countdown: bottom.countdown }) };
}

const WARNING = '⚠ You have not answered all questions';

type Body = Pick<Review, 'tabs' | 'warning' | 'answers' | 'cut'>;

function bodyAbove(screen: Screen, to: number): Body | string {
  const title = screen.rows.findLastIndex((row, y) => y < to && row.text === 'Review your answers' && styleAt(row, 0).bold);
  const header = headerAbove(screen, title < 0 ? Math.min(to, 1) : title);
  const wrapped = title > 3 && isWrappedTabBar(screen, title - 3);
  if (title > 1 && header?.y !== title - 2 && !wrapped) return 'there is no tab bar above the review';
  if (header !== undefined && !wrapped && header.current !== header.tabs.length) return 'the review is not the current tab';
  const rest = screen.rows.slice(Math.max(0, title + 1), to);
  const warned = rest.findIndex((row) => row.text === WARNING);
  if (warned > 1) return 'the warning is not at the top';
  const answers = answersIn(warned < 0 ? rest : rest.slice(warned + 1), screen.columns - 3, title < 0);
  if (typeof answers === 'string') return answers;
  return { tabs: wrapped ? [] : (header?.tabs ?? []), warning: warned >= 0, answers, cut: header === undefined && !wrapped };
}

/** Only answers are in colour, so an arrow in a question does not make it an answer. */
function answersIn(rows: readonly Row[], width: number, cut: boolean): Review['answers'] | string {
  const found: { question: string[]; answer: string[] }[] = [];
  for (const row of rows) {
    if (isBlank(row)) continue;
    const current = found.at(-1);
    const text = slice(row, 3);
    if (row.text.startsWith(' ● ')) found.push({ question: [text], answer: [] });
    else if (!row.text.startsWith('   ')) return 'a row is neither a question nor an answer';
    else if (current === undefined) {
      if (!cut) return 'there is an answer without a question';
    } else if (colourAt(row, 3) === '') {
      if (current.answer.length > 0) return 'a question is interrupted by an answer';
      current.question.push(text);
    } else current.answer.push(current.answer.length === 0 ? text.replace(/^→ /, '') : text);
  }
  return found.map(({ question, answer }) => ({ question: joined(question, width), answer: joinedLines(answer, width) }));
}
