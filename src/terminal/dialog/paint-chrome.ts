// The frame around every page of the dialog: the title and tabs above, the keys below, and the page that explains the keys.

import { basename } from 'node:path';
import { askerOf } from '../../ask/summary.ts';
import type { Hint } from '../../dialog/bindings.ts';
import { dialogHelp, dialogHints, type Host } from '../../dialog/dialog/keys.ts';
import { type DialogState, hasReview, leftWords, onReview } from '../../dialog/dialog/state.ts';
import { draftState, nameOf } from '../../dialog/dialog/verdict.ts';
import { cut, pad, width } from '../../text/width.ts';
import { cutLine, edges, type Line, line, type Span, span, widthOf } from '../canvas.ts';
import { label } from './agent-text.ts';
import type { DialogFacts } from './props.ts';

const SOON_MS = 60_000;

/** `2/4: Header` at the left; the asker and the time left at the right. */
export function titleLine(state: DialogState, facts: DialogFacts, columns: number): Line {
  const { ask, page } = state;
  const name = onReview(state) ? 'Review' : label(nameOf(ask.questions[page], page));
  const count = ask.questions.length > 1 && !onReview(state) ? `${page + 1}/${ask.questions.length}: ` : '';
  const title = line(cut(count + name, columns), 'bold', 'accent');
  const left = countdown(ask.deadline, facts.now);
  const asker = [span(`${label(askerOf(ask))} · ${label(basename(ask.project) || ask.project)}`, 'dim')];
  const whole = left ? [...asker, span(' · ', 'dim'), left] : asker;
  return widthOf(title) + widthOf(whole) + 2 <= columns || !left ? edges(title, whole, columns) : edges(title, [left], columns);
}

/** When the time is over the broker reports that the ask expired; until then nothing happens automatically. */
function countdown(deadline: number | undefined, now: number): Span | undefined {
  if (deadline === undefined) return undefined;
  const left = deadline - now;
  if (left <= 0) return span('time is up', 'bad');
  return span(`expires in ${clock(left)}`, ...(left <= SOON_MS ? (['bad', 'bold'] as const) : (['warn'] as const)));
}

function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)}d ${Math.floor((seconds % 86_400) / 3600)}h`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** One tab per question with its mark, then the review. Tabs that do not fit are cut off at both ends, never the current one. */
export function tabLine(state: DialogState, columns: number): Line | undefined {
  if (!hasReview(state) || state.ask.questions.length === 1) return undefined;
  const tabs = (state.mode === 'words' ? leftWords(state) : state).drafts.map((draft, i) => {
    const mark = { answered: '✓', skipped: '–', missing: '○' }[draftState(draft)];
    return ` ${mark} ${cut(label(nameOf(state.ask.questions[i], i)), 16)} `;
  });
  const all = [...tabs, ' Review '];
  let [from, to] = [state.page, state.page + 1];
  const fits = (a: number, b: number) =>
    all.slice(a, b).reduce((sum, tab) => sum + width(tab) + 1, -1) + (a > 0 ? 2 : 0) + (b < all.length ? 2 : 0) <= columns;
  for (let grew = true; grew; ) {
    grew = false;
    if (to < all.length && fits(from, to + 1)) [to, grew] = [to + 1, true];
    if (from > 0 && fits(from - 1, to)) [from, grew] = [from - 1, true];
  }
  const shown = all.slice(from, to).flatMap((tab, i): Span[] => {
    const page = from + i;
    const styles =
      page === state.page
        ? (['inverse', 'bold'] as const)
        : page < tabs.length && tab.startsWith(' ✓')
          ? (['good'] as const)
          : (['dim'] as const);
    return [...(i > 0 ? [span(' ')] : []), span(tab, ...styles)];
  });
  return cutLine([...(from > 0 ? [span('‹ ', 'dim')] : []), ...shown, ...(to < all.length ? [span(' ›', 'dim')] : [])], columns);
}

export const ruleLine = (columns: number): Line => line('─'.repeat(Math.max(0, columns)), 'dim');

/** As many keys as fit, always including the last one. The least important ones are left out first. */
export function footerLine(state: DialogState, { host = 'alone' }: Pick<DialogFacts, 'host'>, columns: number): Line {
  const hints = dialogHints(state, host);
  const last = hints.at(-1);
  if (!last) return [];
  const kept: Hint[] = [];
  const size = (all: readonly Hint[]) => all.reduce((sum, [key, meaning]) => sum + width(key) + 1 + width(meaning) + 3, -3);
  const byNeed = [...hints.slice(0, -1)].sort((a, b) => EXPENDABLE.indexOf(a[0]) - EXPENDABLE.indexOf(b[0]));
  for (const hint of byNeed) if (size([...kept, hint, last]) <= columns) kept.push(hint);
  return cutLine(
    hints
      .filter((hint) => kept.includes(hint) || hint === last)
      .flatMap(([key, meaning], i) => [...(i > 0 ? [span(' · ', 'dim')] : []), span(key, 'bold'), span(` ${meaning}`, 'dim')]),
    columns,
  );
}

const EXPENDABLE: readonly string[] = ['d', 'n', 's', '↑↓'];

const KEY_COLUMNS = 16;

export function helpLines(columns: number, host: Host): Line[] {
  const rows = dialogHelp(host);
  if (columns < 40) return rows.flatMap(({ keys, says }) => [line(keys, 'bold'), line(`  ${says}`)]);
  return rows.map(({ keys, says }) => [span(pad(keys, KEY_COLUMNS), 'bold'), span(says)]);
}
