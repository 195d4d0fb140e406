// Routes as they are read from a configuration with nothing else in it, and from a project's file.
import { z } from 'zod';
import type { Resolved } from '../../src/ask/answer.ts';
import { readShape } from '../../src/ask/shape.ts';
import { ANSWERERS } from '../../src/auto-answer/answerers/list.ts';
import type { ProjectFile, Routing } from '../../src/auto-answer/route/route.ts';
import { contradictions, parseProjectFile as parsed, projectFile, routingOf, routingShape } from '../../src/auto-answer/route/schema.ts';
import { RULE_KINDS } from '../../src/auto-answer/rules/kinds.ts';

const ownSchema = z.strictObject(routingShape({ rules: RULE_KINDS, answerers: ANSWERERS }));
const projectSchema = projectFile(RULE_KINDS);

export function parseRouting(value: unknown): Resolved<Routing> {
  const read = readShape(ownSchema, value ?? {});
  if (read.kind === 'invalid') return read;
  const problems = contradictions(read.value);
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'ok', value: routingOf(read.value) };
}

export const parseProjectFile = (value: unknown): Resolved<ProjectFile> => parsed(projectSchema, value);
