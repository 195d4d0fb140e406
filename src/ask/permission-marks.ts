// What people should see before they allow a call, by its structure alone: that it reaches outside the project, and which options last beyond it.
import { pathsIn } from './permission.ts';
import type { Ask, Question } from './schema/ask.ts';

export const isPermission = ({ kind, detail }: Pick<Ask, 'kind' | 'detail'>): boolean =>
  kind === 'permission' || detail?.kind === 'permission';

/** The mark of one option: `question` is 0-based, `option` 1-based. Undefined if it has none. */
export function markOf(ask: Ask, question: number, option: number): string | undefined {
  const asked = ask.questions[question];
  if (!asked) return undefined;
  const marks = [
    ...(reachesOutside(ask) && option !== asked.options.length ? ['reaches outside the project'] : []),
    ...(lasts(ask, asked, option) ? ['lasts beyond this call'] : []),
  ];
  return marks.length === 0 ? undefined : marks.join(', ');
}

/** Whether the call names a file outside the project. */
export function reachesOutside({ project, detail }: Ask): boolean {
  return detail?.kind === 'permission' && pathsIn(detail.input).some((path) => isOutside(path, project));
}

function isOutside(path: string, project: string): boolean {
  if (path.startsWith('~')) return true;
  const isAbsolute = /^(?:\/|\\|[a-z]:[\\/])/i.test(path);
  const root = partsOf(project);
  const parts = isAbsolute ? partsOf(path) : partsOf(`${project}/${path}`);
  return root.some((part, i) => parts[i] !== part);
}

/** The folders of a path, with "." and ".." resolved. */
function partsOf(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split(/[\\/]/)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}

/** Every channel puts "allow once" first and "deny" last; options in between allow more than once. On a screen they may be in any place. */
export function lasts(ask: Pick<Ask, 'kind' | 'detail'>, { options }: Question, number: number): boolean {
  if (!isPermission(ask) && ask.kind !== 'plan') return false;
  if (isPermission(ask) && number !== 1 && number !== options.length) return true;
  const { label = '', description = '' } = options[number - 1] ?? {};
  return LASTING.test(label) || (number !== options.length && LASTING.test(description));
}
const LASTING = /\b(?:always|don['’]t ask|do not ask|again|from now on|session|auto(?:-?accept|matically)?|bypass|switch to|all edits)\b/i;
