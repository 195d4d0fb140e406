// Long text, cut for people.

/** At most this many UTF-16 units, at least 1, with the "…" that stands for the rest. Never ends in half a surrogate pair. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).replace(/\p{Cs}$/u, '')}…` : text;
