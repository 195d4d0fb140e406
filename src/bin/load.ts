// Loads a large bundle together with the code that V8 compiled for it the last time, so that it starts sooner.
//
// The compiled code lies beside the bundle, so it has the same owner and goes when the package goes. If it is missing, damaged, or of another
// build or another Node, or if that folder cannot be written, the bundle is loaded as usual. It must not use import().
import { isAscii } from 'node:buffer';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, wrap } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const CHECKSUM_BYTES = 4;

/**
 * `later` is given what saves the compiled code; it is best called when the program has run for a while, because that code is saved, too. Each
 * `use` of a bundle runs other parts of it, so each has compiled code of its own.
 */
export function load(file: string, use: string, later: (save: () => void) => void): void {
  const folder = join(dirname(file), '.compiled');
  const name = `${basename(file, '.cjs')}-${use}`;
  const bytes = readFileSync(file);
  // Our bundles are ASCII, which is read three times as fast as UTF-8.
  const source = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  // Not by its date: installers may give every file the same one.
  const compiled = join(folder, `${name}-${process.version}-${process.arch}-${bytes.length}-${crc32(bytes)}`);
  const cachedData = saved(compiled);
  const script = new Script(wrap(source), {
    filename: file,
    ...(cachedData ? { cachedData } : {}),
  });
  const module = { exports: {} };
  script.runInThisContext().call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
  if (!cachedData || script.cachedDataRejected) later(() => save(script, folder, name, compiled));
}

/** V8 does not notice every damage. */
function saved(compiled: string): Buffer | undefined {
  try {
    const bytes = readFileSync(compiled);
    const data = bytes.subarray(CHECKSUM_BYTES);
    return data.length > 0 && crc32(data) === bytes.readUInt32LE() ? data : undefined;
  } catch {
    return undefined;
  }
}

function save(script: Script, folder: string, name: string, compiled: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const old of readdirSync(folder)) if (old.startsWith(`${name}-${process.version}-`)) rmSync(join(folder, old), { force: true });
    const data = script.createCachedData();
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeUInt32LE(crc32(data));
    const half = `${compiled}.${process.pid}`;
    writeFileSync(half, Buffer.concat([checksum, data]), { mode: 0o600 });
    renameSync(half, compiled);
  } catch {
    // The package belongs to somebody else, or the disk is full: it only starts later.
  }
}
