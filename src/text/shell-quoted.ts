// Words as a POSIX shell reads them.

/** Between single quotes. */
export const shellQuoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Quoted only if needed. Whatever the text contains, a shell takes it as one word. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text));
