// Saves what the filter shows as a file: the same CSV and JSON lines as `answerback export`.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { csvHeader, csvRow, jsonLine } from '../../dialog/export.ts';
import type { Page } from '../page.ts';
import { type HistoryFilter, queryOf } from './filter.ts';

const LARGEST_PAGE = 500;

const FORMATS = {
  csv: { words: 'CSV', ending: 'csv', type: 'text/csv', head: () => [csvHeader()], line: csvRow },
  json: { words: 'JSON lines', ending: 'jsonl', type: 'application/x-ndjson', head: (): string[] => [], line: jsonLine },
} as const;
type Format = keyof typeof FORMATS;

export function ExportButtons({ page, filter }: { readonly page: Page; readonly filter: HistoryFilter }): JSX.Element {
  const [written, setWritten] = useState<number>();
  const start = (format: Format) => {
    setWritten(0);
    exported(page, filter, format, setWritten)
      .then(
        (count) => page.notice('good', `Exported ${count} ${count === 1 ? 'ask' : 'asks'}.`),
        (error: Error) => page.notice('bad', `Nothing was exported: ${error.message}`),
      )
      .finally(() => setWritten(undefined));
  };
  return (
    <span class="export" role="group" aria-label="Export">
      <span class="dim">{written === undefined ? 'Export' : `Exporting… ${written}`}</span>
      {(Object.keys(FORMATS) as Format[]).map((format) => (
        <button key={format} type="button" class="link" disabled={written !== undefined} onClick={() => start(format)}>
          {FORMATS[format].words}
        </button>
      ))}
    </span>
  );
}

/** How many there were. Nothing is saved unless all of it could be read. */
async function exported(page: Page, filter: HistoryFilter, format: Format, onProgress: (count: number) => void): Promise<number> {
  const { head, line, type, ending } = FORMATS[format];
  const parts: string[] = head().map((each) => `${each}\n`);
  let count = 0;
  let cursor: number | undefined;
  do {
    const query = { ...queryOf(filter), limit: LARGEST_PAGE, ...(cursor === undefined ? {} : { cursor }) };
    const { asks, next } = await page.call('GET /v1/asks', { query });
    for (const view of asks) parts.push(`${line(view)}\n`);
    count += asks.length;
    cursor = next;
    onProgress(count);
  } while (cursor !== undefined);
  save(new Blob(parts, { type }), `answerback-${new Date().toISOString().slice(0, 10)}.${ending}`);
  return count;
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
