// What an ask says, as the blocks of a card: sanitised, and cut to what a chat service takes. What is cut is attached as a document.
import type { Block, CardDocument } from '../../question/card.ts';
import { asObject } from '../../question/json.ts';
import { shownInput } from '../../question/permission.ts';
import { shortened } from '../../question/shortened.ts';
import { isVisible } from '../../question/visible.ts';
import { warnings } from '../../question/warning.ts';
import type { Ask, Detail, Question } from '../../question/words.generated.ts';
import { diff, diffText } from '../../setup/diff.ts';
import { printable, printableLines } from '../../text/printable.ts';
import { oneLine } from '../views/foreign-text.ts';

/** How much fits, see `ChatLimits`. */
export type TextLimits = { readonly text: number; readonly lengthOf: (text: string, kind: Block['kind']) => number };

/** A plan is read in its document; the card only shows how it begins. */
const PLAN_SHOWN = 600;
/** Nobody reads more in a chat. */
const MOST_DOCUMENT = 500_000;

export const lines = (text: string): string => printableLines(text.trim()).join('\n');

export function questionBlocks(ask: Ask, index: number, marks: (number: number) => string): readonly Block[] {
  const question = ask.questions[index];
  if (!question) return [];
  const risky = new Map(warnings(ask).flatMap((each) => (each.question === index ? [[each.option, each.reason] as const] : [])));
  return [
    { kind: 'text', text: lines(question.text) || '‹blank›' },
    ...joined(question.options.flatMap((option, i) => optionBlocks(option, `${marks(i + 1)}${i + 1}. `, risky.get(i + 1)))),
  ];
}

/** Options below each other, without a gap. */
function joined(blocks: readonly Block[]): readonly Block[] {
  const all: Block[] = [];
  for (const block of blocks) {
    const last = all.at(-1);
    const isNext = last?.kind === 'text' && block.kind === 'text' && last.text.length + block.text.length <= MOST_JOINED;
    if (isNext) all.splice(-1, 1, { kind: 'text', text: `${last.text}\n${block.text}` });
    else all.push(block);
  }
  return all;
}
/** Longer ones stay apart, so that each can be cut by itself. */
const MOST_JOINED = 600;

function optionBlocks({ label, description = '', preview }: Question['options'][number], before: string, risk?: string): readonly Block[] {
  const told = description === label ? '' : description;
  const text = [
    `${before}${oneLine(label)}${risk === undefined ? '' : ' ⚠'}`,
    ...(isVisible(told) ? [lines(told)] : []),
    ...(risk === undefined ? [] : [`⚠ ${printable(risk)}`]),
  ].join('\n');
  return [
    { kind: 'text', text },
    ...(preview !== undefined && isVisible(preview) ? [{ kind: 'code', text: lines(preview) } as const] : []),
  ];
}

/** The call, the beginning of the plan, the file, or the agent's last message. */
export function detailBlocks(detail: Detail | undefined): readonly Block[] {
  switch (detail?.kind) {
    case 'permission': {
      const { text, remark } = shownInput(detail.input);
      const shown = changeOf(detail.input) ?? text;
      return [
        { kind: 'text', text: [oneLine(detail.tool), ...(remark === undefined ? [] : [oneLine(remark)])].join(': ') },
        ...(isVisible(shown) ? [{ kind: 'code', text: lines(shown) } as const] : []),
      ];
    }
    case 'plan':
      return [{ kind: 'text', text: shortened(lines(detail.plan), PLAN_SHOWN) }];
    case 'file':
      return [
        { kind: 'text', text: oneLine(detail.name) },
        { kind: 'code', text: lines(detail.text) || '‹blank›' },
      ];
    case 'idle':
      return [{ kind: 'text', text: lines(detail.lastMessage ?? '') || 'It waits for a prompt.' }];
    case undefined:
      return [];
  }
}

/** An edit or a new file as a diff; undefined if the call is something else. */
function changeOf(input: unknown): string | undefined {
  const fields = asObject(input) ?? {};
  const { file_path: file, old_string: before, new_string: after, content } = fields;
  if (typeof file !== 'string') return undefined;
  if (typeof before === 'string' && typeof after === 'string') return changed(file, before, after);
  return typeof content === 'string' && Object.keys(fields).length === 2 ? changed(file, undefined, content) : undefined;
}

/** Only a part of the file is known, so there are no line numbers. */
function changed(file: string, before: string | undefined, after: string): string {
  const whole = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  return diffText(diff(file, before === undefined ? undefined : whole(before), whole(after)).filter(({ kind }) => kind !== 'hunk'));
}

/** Plans always have one, and so has everything that does not fit on a card. */
export function documentOf(ask: Ask, limits: TextLimits): CardDocument | undefined {
  const { detail } = ask;
  if (detail?.kind === 'plan') return { name: 'plan.md', text: document(detail.plan) };
  const own = detailBlocks(detail);
  const pages = ask.questions.map((_, i) => [...own, ...questionBlocks(ask, i, () => '')]);
  if (pages.every((blocks) => lengthOf(blocks, limits) <= limits.text - CHROME)) return undefined;
  const all = [...own, ...ask.questions.flatMap((_, i) => questionBlocks(ask, i, () => ''))];
  return { name: 'ask.txt', text: document(all.map(({ text }) => text).join('\n\n')) };
}
/** For the title, remarks and what was entered. */
const CHROME = 900;

const document = (text: string): string => shortened(printableLines(text).join('\n'), MOST_DOCUMENT);

/** The longest blocks give way, all to the same length, until the card fits. */
export function fitted(blocks: readonly Block[], limits: TextLimits, remark: string): readonly Block[] {
  if (lengthOf(blocks, limits) <= limits.text) return blocks;
  const note: Block = { kind: 'aside', text: remark };
  let [least, most] = [0, Math.max(...blocks.map(({ text }) => text.length))];
  const cut = (length: number): readonly Block[] => [
    ...blocks.map((block) => ({ ...block, text: shortened(block.text, Math.max(SHORTEST, length)) })),
    note,
  ];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (lengthOf(cut(middle), limits) <= limits.text) least = middle;
    else most = middle - 1;
  }
  const result = cut(least);
  return lengthOf(result, limits) <= limits.text ? result : [...leading(result, limits, lengthOf([note], limits)), note];
}
const SHORTEST = 40;

/** As many of the first blocks as fit: an ask with hundreds of options. */
function leading(blocks: readonly Block[], limits: TextLimits, reserved: number): readonly Block[] {
  let used = reserved;
  const shown = blocks.slice(0, -1).findIndex((block) => {
    used += lengthOf([block], limits);
    return used > limits.text;
  });
  return blocks.slice(0, shown < 0 ? -1 : shown);
}

const lengthOf = (blocks: readonly Block[], limits: TextLimits): number =>
  blocks.reduce((sum, { text, kind }) => sum + limits.lengthOf(text, kind), 0);
