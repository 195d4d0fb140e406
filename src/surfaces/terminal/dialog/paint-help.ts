// What the keys do.
import { pad } from '../../../text/width.ts';
import { dialogHelp, type Host } from '../../views/dialog/keys.ts';
import { type Line, line, span } from '../canvas.ts';

const KEY_COLUMNS = 16;

export function helpLines(columns: number, host: Host): Line[] {
  const rows = dialogHelp(host);
  if (columns < 40) return rows.flatMap(({ keys, says }) => [line(keys, 'bold'), line(`  ${says}`)]);
  return rows.map(({ keys, says }) => [span(pad(keys, KEY_COLUMNS), 'bold'), span(says)]);
}
