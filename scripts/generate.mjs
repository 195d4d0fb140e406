// npm run generate: writes what is generated: the tables of docs/PROTOCOL.md (from the routes), the key tables of docs/DIALOG.md, the tables of what is
// plugged in, the JSON Schemas of the configuration, and the example briefs.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const bundle = join(tmpdir(), `answerback-generate-${process.pid}.cjs`);
buildSync({
  stdin: {
    contents: `export * from './src/contract/tables.ts'; export * from './src/dialog/key-tables.ts'; export * from './src/server/config-schema.ts'; export * from './test/support/example-briefs.ts'; export * from './test/support/list-tables.ts';`,
    resolveDir: process.cwd(),
  },
  bundle: true,
  outfile: bundle,
  format: 'cjs',
  platform: 'node',
  // As in scripts/build.mjs.
  mainFields: ['module', 'main'],
  define: { 'import.meta.url': '"file:///"' },
});
const { configSchemas, exampleFiles, LIST_PAGES, withKeyTables, withListTables, withTables } = createRequire(import.meta.url)(bundle);
rmSync(bundle);

write('docs/PROTOCOL.md', withTables(readFileSync('docs/PROTOCOL.md', 'utf8')));
write('docs/DIALOG.md', withKeyTables(readFileSync('docs/DIALOG.md', 'utf8')));
for (const page of LIST_PAGES) write(page, withListTables(readFileSync(page, 'utf8')));
for (const [name, schema] of Object.entries(await configSchemas()))
  write(`docs/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);
mkdirSync('docs/briefs', { recursive: true });
for (const { path, text } of exampleFiles()) write(path, text);

function write(path, text) {
  const changed = readFileSync(path, { encoding: 'utf8', flag: 'a+' }) !== text;
  if (changed) writeFileSync(path, text);
  console.log(`${changed ? 'wrote' : 'unchanged'} ${path}`);
}
