// The sessions that one continues: an agent keeps working under a new id after /clear.
import type { Journal } from '../journal/journal.ts';

/** From this session back to the first one. */
export async function sessionChain(journal: Pick<Journal, 'session'>, id: string): Promise<readonly string[]> {
  const chain: string[] = [];
  for (let at: string | undefined = id; at !== undefined && !chain.includes(at); at = (await journal.session(at))?.continues)
    chain.push(at);
  return chain;
}
