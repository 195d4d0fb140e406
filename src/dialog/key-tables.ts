// The key tables in docs/DIALOG.md, generated from the tables that the screens use.
import type { Help } from './bindings.ts';
import { dialogHelp, helpInInbox } from './dialog/keys.ts';
import { inboxHelp } from './inbox/keys.ts';

const TABLES: Readonly<Record<string, () => readonly Help[]>> = {
  dialog: () => dialogHelp('alone'),
  'dialog-in-inbox': helpInInbox,
  inbox: () => inboxHelp,
};

/** The document with every table between `<!-- keys: name -->` and `<!-- /keys -->` generated again. */
export function withKeyTables(markdown: string): string {
  return markdown.replace(/(<!-- keys: ([\w-]+) -->\n)[\s\S]*?(<!-- \/keys -->)/g, (_, start: string, name: string, end: string) => {
    const rows = TABLES[name];
    if (!rows) throw new Error(`docs/DIALOG.md wants the keys of "${name}"; there are ${Object.keys(TABLES).join(', ')}`);
    return `${start}\n${table(rows())}\n\n${end}`;
  });
}

function table(rows: readonly Help[]): string {
  const cells = [['keys', 'what they do'], ...rows.map(({ keys, says, more }) => [keyCell(keys), more ? `${says}. ${more}` : says])];
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`);
  return lines.toSpliced(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`).join('\n');
}

/** "↑ ↓  j k" → `↑` `↓`, `j` `k` */
const keyCell = (keys: string): string =>
  keys
    .split('  ')
    .map((group) =>
      group
        .split(' ')
        .map((key) => `\`${key}\``)
        .join(' '),
    )
    .join(', ');
