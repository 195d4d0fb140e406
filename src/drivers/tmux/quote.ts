// Quotes a text as one argument of a tmux command line.

/**
 * Everything except the plainest characters becomes `\ooo`, byte by byte, in double quotes. So nothing in the text can end the argument or
 * the line, or be expanded (`$HOME`, `~`, `;`, braces), also in later versions of tmux.
 */
export function quote(text: string): string {
  let quoted = '"';
  for (const byte of Buffer.from(text, 'utf8')) quoted += SPELLED[byte];
  return `${quoted}"`;
}

const SPELLED = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return /[A-Za-z0-9 _.,:=@/+-]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
});

/** The separator between the fields of a format. */
export const BETWEEN = '\u001f';

/**
 * A format for text that a pane's program can choose (its name, folder, title). tmux prints line breaks in these as they are, so they
 * could pass for lines of the protocol; this replaces them, and our own separator.
 */
export function harmless(variable: string): string {
  return `#{s/[\n${BETWEEN}]/?/:${variable}}`;
}
