// Parsing the output of tmux into rows of styled spans. No input can break the parser.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slice, styleAt } from './cells.ts';
import { PLAIN, parseScreen } from './parse.ts';
import { columnsOf } from './width.ts';

const at = { x: 0, y: 0 };
const rowOf = (ansi: string) => parseScreen(ansi, at, 80).rows[0] ?? { text: '', spans: [] };

describe('parsing a screen', () => {
  it('has one row per line and ignores the newline at the end', () => {
    expect(parseScreen('a\n\nb\n', at, 80).rows.map((row) => row.text)).toEqual(['a', '', 'b']);
  });

  it('reads palette, true-colour and basic ANSI colours', () => {
    expect(styleAt(rowOf('\x1b[38;5;246mx'), 0)).toEqual({ ...PLAIN, foreground: '246' });
    expect(styleAt(rowOf('\x1b[48;2;1;2;255mx'), 0)).toEqual({ ...PLAIN, background: '#0102ff' });
    expect(styleAt(rowOf('\x1b[38:2:1:2:3mx'), 0)).toEqual({ ...PLAIN, foreground: '#010203' });
    expect(styleAt(rowOf('\x1b[31;102mx'), 0)).toEqual({ ...PLAIN, foreground: '1', background: '10' });
    expect(styleAt(rowOf('\x1b[1;2;7mx'), 0)).toEqual({ ...PLAIN, bold: true, dim: true, inverse: true });
  });

  it('resets all attributes or one', () => {
    expect(styleAt(rowOf('\x1b[1;31;44mx\x1b[0my'), 1)).toEqual(PLAIN);
    expect(styleAt(rowOf('\x1b[1;31;44mx\x1b[39my'), 1)).toEqual({ ...PLAIN, bold: true, background: '4' });
    expect(styleAt(rowOf('\x1b[1mx\x1b[my'), 1)).toEqual(PLAIN);
  });

  it('carries a style over to the next row, as tmux does', () => {
    const screen = parseScreen('\x1b[1ma\nb', at, 80);
    expect(screen.rows.map((row) => styleAt(row, 0).bold)).toEqual([true, true]);
  });

  it('counts two columns for a wide character and none for combining or joined ones', () => {
    expect(columnsOf('日本')).toBe(4);
    expect(columnsOf('e\u0301')).toBe(1);
    expect(columnsOf('👩‍👩‍👧')).toBe(2);
    expect(slice(rowOf('日本│x'), 4, 5)).toBe('│');
    expect(styleAt(rowOf('日\x1b[1m本'), 2).bold).toBe(true);
  });

  it('ignores other escapes and control characters', () => {
    expect(rowOf('a\x1b[2Jb\x1b]0;title\x07c\x1b(Bd\x07\x1b[?25le\x1b').text).toBe('abcde');
  });

  it('never throws, and the spans add up to the text', () => {
    const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\x1b[', 'm', ';', '38;5;', '\x1b[1m', '\n', '日', '❯', '\x1b]'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const { text, spans } of parseScreen(pieces.join(''), at, 80).rows) {
          expect(
            spans
              .map((span) => span.text)
              .join('')
              .trimEnd(),
          ).toBe(text);
          expect(spans.every((span, index) => span.x === spans.slice(0, index).reduce((sum, { columns }) => sum + columns, 0))).toBe(true);
        }
      }),
      { numRuns: 2000, seed: 325 },
    );
  });
});
