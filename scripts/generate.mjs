// npm run generate: writes what is generated from the contract (src/protocol/): the client's types and the tables of docs/PROTOCOL.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { buildSync } from 'esbuild';

const { outputFiles } = buildSync({
  stdin: {
    contents: `export * from './src/protocol/declarations.ts'; export * from './src/protocol/tables.ts'; export * from './src/surfaces/views/key-tables.ts';`,
    resolveDir: process.cwd(),
  },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
});
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const { declarations, withKeyTables, withTables } = await import(`data:text/javascript;base64,${code}`);

write('src/protocol/contract.generated.ts', declarations());
write('docs/PROTOCOL.md', withTables(readFileSync('docs/PROTOCOL.md', 'utf8')));
write('docs/DIALOG.md', withKeyTables(readFileSync('docs/DIALOG.md', 'utf8')));

function write(path, text) {
  const changed = readFileSync(path, { encoding: 'utf8', flag: 'a+' }) !== text;
  if (changed) writeFileSync(path, text);
  console.log(`${changed ? 'wrote' : 'unchanged'} ${path}`);
}
