// What the built programs load.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The names of the files that a program in `dist` loads when it starts: those it imports, and those that they import. */
export function loadedBy(name: string, dist = 'dist', found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  const imports = readFileSync(join(dist, name), 'utf8').matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g);
  for (const [, imported = ''] of imports) loadedBy(imported, dist, found);
  return found;
}
