// The tables of what is plugged in are up to date, and every list has one.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LIST_PAGES, withListTables } from './support/list-tables.ts';

const pages = LIST_PAGES.map((page) => [page, readFileSync(page, 'utf8')] as const);

it.each(pages)('%s has up-to-date tables', (_, markdown) => {
  expect(withListTables(markdown), 'npm run generate').toBe(markdown);
});

it('every list has its table', () => {
  const all = pages.flatMap(([, markdown]) => [...markdown.matchAll(/<!-- generated: (.+?) -->/g)].map(([, what]) => what));
  expect(all.sort()).toEqual(['MCP clients', 'agents', 'answerers', 'commands', 'notifiers', 'rules']);
});

it('an unknown table is refused', () => {
  expect(() => withListTables('<!-- generated: pets -->\n<!-- end -->')).toThrow('there is no table "pets"');
});
