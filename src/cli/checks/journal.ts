// The journal: reads all of it.
import type { Finding } from '../../setup/connection.ts';
import type { Context } from '../context.ts';

export async function journal({ client, place }: Context): Promise<Finding> {
  const { damage } = await client().call('GET /v1/check', { timeoutMs: 600_000 });
  const message = damage.map(({ text }) => text).join('; ');
  if (damage.some(({ scope }) => scope === 'file'))
    return {
      state: 'problem',
      message,
      fix: `Save everything before you stop the broker: answerback backup ~/answerback.db. Then: answerback broker stop, and put that file in the place of ${place.journal}.`,
    };
  if (damage.length > 0 && damage.every(({ scope }) => scope === 'journal'))
    return {
      state: 'problem',
      message,
      fix: `Everything works again. A copy that \`answerback backup\` made has earlier asks: answerback broker stop, then put it in the place of ${place.journal}. If you removed it to start over, there is nothing to do; this is said for a month.`,
    };
  if (damage.length > 0)
    return {
      state: 'problem',
      message: `damaged: ${damage
        .slice(0, 3)
        .map(({ text }) => text)
        .join('; ')}${damage.length > 3 ? `; and ${damage.length - 3} more` : ''}`,
      fix: `Everything else works. What is damaged was set aside and left out; a backup of ${place.journal} from before has it. Check the disk (dmesg, smartctl): it will happen again.`,
    };
  const { journal: file, events } = await client().call('GET /v1/status');
  return { state: 'ok', message: `${events} events, no damage, ${file.driver}` };
}
