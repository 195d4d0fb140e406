// answerback brief: what an answering agent is told about an ask, as it would be written now.
import { printableLines } from '../../text/printable.ts';
import type { Context } from '../context.ts';
import { idNamed } from '../find-ask.ts';

export async function brief(this: Context, flags: { readonly json: boolean; readonly by?: string }, id: string): Promise<void> {
  const written = await this.client().call('GET /v1/asks/:id/brief', { params: { id: idNamed(this, id) }, query: { by: flags.by } });
  if (flags.json) return this.out.json(written);
  // Also escaped when a program reads it, because hidden characters are meant to deceive the reader.
  for (const line of printableLines(written.brief.trimEnd())) this.out.line(line);
}
