// One line typed by a person in reply to our own question.
import type { Context } from './context.ts';

/** Whether a person can type it. */
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
