// Whether a program can be started: by its path, or by its name in PATH.

import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Environment } from './environment.ts';

export function isRunnable(program: string, env: Environment): boolean {
  const places = program.includes('/') ? [program] : (env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  return places.some((path) => {
    try {
      accessSync(path, constants.X_OK);
      return isAbsolute(path) && statSync(path).isFile();
    } catch {
      return false;
    }
  });
}
