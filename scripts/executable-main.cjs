// The entry of the single executable: unpacks the programs once for each build, then does what `node` does with one of them.
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const { dirname, join } = require('node:path');
const { getAsset } = require('node:sea');

const { build, files } = JSON.parse(getAsset('manifest', 'utf8'));
const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'answerback', build);
if (!existsSync(folder)) unpack();

const [, , ...words] = process.argv;
// The broker and the hooks are started as `<this executable> [flags of node] <program> …`.
const at = words.findIndex((word) => !word.startsWith('--'));
const isProgram = at >= 0 && words[at].startsWith(folder) && /\.c?js$/.test(words[at]);
const program = isProgram ? words[at] : join(folder, 'dist/answerback.js');
process.argv = [process.execPath, program, ...(isProgram ? words.slice(at + 1) : words)];
// Our programs are ES modules. require loads them, too, in Node 24.
createRequire(program)(program);

/** Renamed when it is complete: another process may be doing the same. */
function unpack() {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const half = mkdtempSync(`${folder}.`);
  for (const file of files) {
    mkdirSync(dirname(join(half, file)), { recursive: true });
    writeFileSync(join(half, file), Buffer.from(getAsset(file)));
  }
  try {
    renameSync(half, folder);
  } catch {
    rmSync(half, { recursive: true, force: true });
  }
}
