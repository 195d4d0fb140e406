// What a person types or a program pipes into a command.
import type { Context } from './context.ts';

/** Everything that is on standard input, as text. */
export async function standardInput({ process }: Pick<Context, 'process'>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Whether a person can type a line in reply to our own question. */
export const canType = ({ process, out }: Context): boolean => out.terminal && process.stdin.isTTY === true;

/** Lower case and trimmed. Ctrl-C and Ctrl-D mean no. */
export async function typedLine({ process }: Context, question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) => reader.once('close', () => resolve('n')));
  try {
    return (await Promise.race([reader.question(question), ended])).trim().toLowerCase();
  } finally {
    reader.close();
  }
}

/** `too-long`: the line has more characters than allowed. It is reported once, before its end, and the rest of it is skipped. */
export type BoundedLine = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'too-long' };

/** Each up to a limit, so that a line that never ends does not fill the memory. Line ends are not included. The last line may lack one. */
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
