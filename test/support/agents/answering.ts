// A broker whose asks are decided by a real program, as docs/RECIPES.md appoints it.
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { aRequest, type Home } from '../home.ts';

/** The answerer of this name, as the document has it. */
export function recipe(name: string): Record<string, unknown> {
  const text = readFileSync('docs/RECIPES.md', 'utf8');
  for (const [, block = ''] of text.matchAll(/```yaml\n([\s\S]*?)```/g)) {
    for (const document of parseAllDocuments(block)) {
      const found = document.toJS()?.answerers?.[name];
      if (found) return found;
    }
  }
  throw new Error(`docs/RECIPES.md has no answerer "${name}"`);
}

/** Before the broker starts: its configuration, the programs it finds, and its environment. */
export function appoint(
  at: Home,
  options: { settings: object; within?: string; program?: [name: string, path: string]; env: Record<string, string> },
): void {
  const bin = join(at.place.folder, 'bin');
  mkdirSync(bin, { recursive: true });
  if (options.program) {
    const [name, path] = options.program;
    writeFileSync(join(bin, name), `#!/bin/sh\nexec '${path}' "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  Object.assign(at.env, { PATH: `${bin}:${process.env.PATH}`, ...options.env });
  const stop = { agent: 'machine', within: options.within ?? '60s' };
  writeFileSync(
    at.place.config,
    stringify({
      answerers: { machine: options.settings },
      routes: [{ name: 'all', when: { kind: 'question' }, decide: [stop, 'people'] }],
    }),
  );
}

export const anAskFor = (project: string) => aRequest({ session: { id: 'asker', program: 'tester', project } });

/** Processes that run on behalf of this ask. */
export function workingOn(id: string): number {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`ANSWERBACK_ANSWERING=${id}\0`);
    } catch {
      return false;
    }
  }).length;
}
