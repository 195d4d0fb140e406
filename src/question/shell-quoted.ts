// A word between single quotes, as a POSIX shell reads it.

export const shellQuoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
