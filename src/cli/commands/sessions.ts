// answerback sessions: which agents run where, and which of them is asking.
import { PENDING } from '../../ask/lifecycle.ts';
import { headline, projectName, shortId, span } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { examples, flag, json } from '../app/parameters.ts';
import type { Context } from '../context.ts';
import { printNotices } from '../notices.ts';
import { type Cell, printTable } from '../table.ts';
import { cannotBePrompted, drivenText } from '../words.ts';

const sessionsCommand = command(sessions, {
  parameters: {
    flags: { json, all: flag('Include ended sessions') },
    aliases: { a: 'all' },
  },
  docs: { fullDescription: examples('', ['answerback sessions']).trimStart() },
});
export const commands = { sessions: sessionsCommand };

async function sessions(this: Context, flags: { readonly json: boolean; readonly all: boolean }): Promise<void> {
  const client = this.client();
  const [{ sessions: known }, { asks }] = await Promise.all([
    client.call('GET /v1/sessions', { query: { all: flags.all, now: true } }),
    client.call('GET /v1/asks', { query: { state: [...PENDING], limit: 500 } }),
  ]);
  if (flags.json)
    return this.out.json(known.map((session) => ({ ...session, asking: asks.filter((a) => a.session === session.id).map((a) => a.id) })));
  printNotices(this, await this.client().call('GET /v1/status'));
  if (known.length === 0) return this.out.line('No agent sessions yet. They appear when an agent asks something.');
  const rows = known.map((session): Cell[] => {
    const asking = asks.find((a) => a.session === session.id);
    return [
      { text: session.endedAt === undefined ? '●' : '○', style: [session.endedAt === undefined ? 'green' : 'dim'] },
      { text: printable(session.id), style: ['cyan'] },
      { text: printable(session.program) },
      { text: projectName(session.project) },
      { text: printable(session.name ?? session.pane ?? session.terminal ?? ''), style: ['dim'] },
      { text: span(this.now() - session.seenAt), style: ['dim'] },
      asking
        ? { text: listed(`[ASKING: ${headline(asking)}] ${shortId(asking.id)}`, drivenText(session, this.now())), style: ['yellow'] }
        : { text: listed(session.died ? 'died' : '', drivenText(session, this.now()), cannotBePrompted(session)), style: ['dim'] },
    ];
  });
  printTable(this.out, rows, { flexible: 6, most: [1, 20, 14, 20, 16, 5] });
}

const listed = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('; ');
