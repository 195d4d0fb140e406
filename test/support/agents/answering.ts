// For tests: configures a broker whose questions are answered by a real program, as in docs/RECIPES.md.
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { aRequest, type Home } from '../home.ts';

/** The settings of this answerer in docs/RECIPES.md. */
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

/** Call it before the broker starts: writes its configuration, and puts the program on its PATH. */
export function configureAnswerer(
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
  const step = { agent: 'answerer', within: options.within ?? '60s' };
  writeFileSync(
    at.place.config,
    stringify({
      answerers: { answerer: options.settings },
      routes: [{ name: 'all', when: { kind: 'question' }, decide: [step, 'people'] }],
    }),
  );
}

export const anAskFor = (project: string) => aRequest({ session: { id: 'asker', program: 'tester', project } });

/** How many processes are running to answer this ask. */
export function workingOn(id: string): number {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`ANSWERBACK_ANSWERING=${id}\0`);
    } catch {
      return false;
    }
  }).length;
}
