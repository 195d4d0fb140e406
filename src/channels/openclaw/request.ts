// Collects what the setup of OpenClaw needs: its settings, our skill, and the paths of our own files.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Refusal } from '../../setup/file.ts';
import type { OwnFlags, Surroundings } from '../connection.ts';
import type { OpenClawRequest } from './plan.ts';
import { readOpenClaw } from './setup.ts';

export function requestFrom({ env, cwd, place, programs }: Surroundings, { workspace }: OwnFlags): OpenClawRequest | Refusal {
  const openclaw = readOpenClaw(env, cwd);
  if (openclaw.kind === 'refused') return openclaw;
  return {
    openclaw,
    workspace: typeof workspace === 'string' ? resolve(cwd, workspace) : undefined,
    // It is part of the package, next to dist/.
    skill: readFileSync(join(programs, '..', 'skills', 'answerback', 'SKILL.md'), 'utf8'),
    config: place.config,
    tokenFile: join(place.folder, 'openclaw-token'),
    undo: place.undo,
  };
}
