// The lines of an input, each up to a limit, so that a line that never ends does not fill the memory.

/** `too-long`: the line has more characters than allowed. It is reported once, before its end, and the rest of it is skipped. */
export type BoundedLine = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'too-long' };

/** Line ends are not included. The last line may lack one. */
export async function* boundedLines(chunks: AsyncIterable<string>, longest: number): AsyncGenerator<BoundedLine> {
  let text = '';
  let isSkipping = false;
  for await (const chunk of chunks) {
    for (const [i, part] of chunk.split('\n').entries()) {
      if (i > 0) {
        if (!isSkipping) yield { kind: 'line', text };
        text = '';
        isSkipping = false;
      }
      if (isSkipping) continue;
      text += part;
      if (text.length <= longest) continue;
      text = '';
      isSkipping = true;
      yield { kind: 'too-long' };
    }
  }
  if (text !== '') yield { kind: 'line', text };
}
