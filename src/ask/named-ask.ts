// Which ask a tag names: by its id, or by its project.

import type { Tag } from '../text/tags.ts';
import type { Ask } from './schema/ask.ts';

/** By the ask's id, or by the project's path or name. */
export function isFor({ name, attributes }: Tag, ask: Pick<Ask, 'id' | 'project'>): boolean {
  if (name === 'answer') return attributes.ask === ask.id;
  return attributes.project !== undefined && namesProject(attributes.project, ask.project);
}

export function namesProject(name: string, project: string): boolean {
  return name === project || name.toLowerCase() === projectName(project).toLowerCase();
}

export const projectName = (project: string): string =>
  project
    .replace(/(?<!\/)\/+$/, '')
    .split('/')
    .at(-1) || project;
