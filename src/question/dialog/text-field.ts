// A text field: several lines, a cursor that stands between characters as people see them, never inside one.

/** Invariants: the cursor is a UTF-16 offset at a border between graphemes; lines end with \n alone. */
export type TextField = { readonly text: string; readonly cursor: number };

export const fieldOf = (text: string): TextField => {
  const clean = withPlainNewlines(text);
  return { text: clean, cursor: clean.length };
};

const withPlainNewlines = (text: string): string => text.replace(/\r\n?/g, '\n');
