// Everything that is on standard input, as text.
import type { Context } from './context.ts';

export async function standardInput({ process }: Pick<Context, 'process'>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
