// Our entry in a settings file that is JSON, with or without comments.
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { canonical } from '../question/json.ts';
import { type Format, NAME } from './format.ts';
import { type Dialect, duplicateKey, readObject, type SettingsProblem, wrongKind } from './json-settings.ts';
import { addProperty, layoutOf, remove, replace } from './json-text.ts';

const EMPTY = '{}\n';
const orEmpty = (text: string): string => (text.trim() === '' ? EMPTY : text);

/** `container` is where the client keeps its servers, by name. */
export function jsonFormat(container: readonly string[], dialect: Dialect): Format {
  const path = [...container, NAME];
  const lenient = { ...dialect, comments: true, trailingCommas: true };
  const rootOf = (text: string): Node | undefined => {
    const read = readObject(orEmpty(text), lenient);
    return 'root' in read ? read.root : undefined;
  };
  const nodeIn = (root: Node | undefined, steps: readonly string[]) => root && findNodeAtLocation(root, [...steps]);

  return {
    read(text) {
      const read = readObject(orEmpty(text), dialect);
      if (!('root' in read)) return read;
      const problem = problemOnTheWay(read.root, container, dialect.program);
      const entry = problem ? undefined : nodeIn(read.root, path);
      return problem ?? { entry: entry && getNodeValue(entry) };
    },
    write(given, entry) {
      const text = orEmpty(given);
      const root = rootOf(text);
      if (!root) throw new Error('the settings were not read first');
      const old = nodeIn(root, path);
      if (old) return canonical(getNodeValue(old)) === canonical(entry) ? given : replace(text, layoutOf(text, root), old, entry);
      const missing = container.findIndex((_, index) => !nodeIn(root, container.slice(0, index + 1)));
      const depth = missing === -1 ? container.length : missing;
      const inside = path.slice(depth + 1).reduceRight<unknown>((value, key) => ({ [key]: value }), entry);
      return addProperty(text, layoutOf(text, root), nodeIn(root, path.slice(0, depth)) ?? root, path[depth] ?? NAME, inside);
    },
    remove(text, original) {
      const entry = nodeIn(rootOf(text), path);
      if (!entry) return text;
      const before = original === undefined ? undefined : rootOf(original);
      const theirs = nodeIn(before, path);
      if (original !== undefined && theirs)
        return text.slice(0, entry.offset) + textOf(original, theirs) + text.slice(entry.offset + entry.length);
      let [property, steps] = [entry.parent, container];
      while (property?.parent?.parent && steps.length > 0 && !nodeIn(before, steps) && isAllOf(text, property, property.parent))
        [property, steps] = [property.parent.parent, steps.slice(0, -1)];
      return property ? remove(text, property) : text;
    },
    print: (entry) =>
      `${JSON.stringify(
        path.reduceRight<unknown>((value, key) => ({ [key]: value }), entry),
        null,
        2,
      )}\n`,
    isEmpty: (text) => text.trim() === '' || text.trim() === '{}',
  };
}

/** Whether every object on the way to the entry is one, and has each key once. */
function problemOnTheWay(root: Node, container: readonly string[], program: string): SettingsProblem | undefined {
  for (let depth = 0; depth <= container.length; depth += 1) {
    const node = findNodeAtLocation(root, container.slice(0, depth));
    if (!node) return undefined;
    const problem = wrongKind(node, 'object', `"${container.slice(0, depth).join('.')}"`) ?? duplicateKey(node, program);
    if (problem) return problem;
  }
  return undefined;
}

/** Whether a container has nothing else in it, not even a comment. */
function isAllOf(text: string, property: Node, container: Node): boolean {
  return /^[{},\s]*$/.test(textOf(text, container).replace(textOf(text, property), () => ''));
}

const textOf = (text: string, { offset, length }: Node): string => text.slice(offset, offset + length);
