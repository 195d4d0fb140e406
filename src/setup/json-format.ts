// Our entry in a settings file that is JSON, with or without comments.
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { canonical } from '../text/json.ts';
import { type Format, NAME } from './format.ts';
import { type Dialect, duplicateKey, readObject, type SettingsProblem, withoutValue, withValue, wrongKind } from './json-settings.ts';

const EMPTY = '{}\n';
const orEmpty = (text: string): string => (text.trim() === '' ? EMPTY : text);

/** Where the entry can be read, it can be written. */
interface JsonFormat extends Format {
  write(text: string, entry: object): string;
}

/** `container` is where the client keeps its servers, by name. */
export function jsonFormat(container: readonly string[], dialect: Dialect): JsonFormat {
  const path = [...container, NAME];
  const lenient = { ...dialect, comments: true, trailingCommas: true };
  const nodeIn = (text: string, steps: readonly string[]): Node | undefined => {
    const read = readObject(orEmpty(text), lenient);
    return 'root' in read ? findNodeAtLocation(read.root, [...steps]) : undefined;
  };

  return {
    read(text) {
      const read = readObject(orEmpty(text), dialect);
      if (!('root' in read)) return read;
      const problem = problemOnTheWay(read.root, container, dialect.program);
      const entry = problem ? undefined : findNodeAtLocation(read.root, path);
      return problem ?? { entry: entry && getNodeValue(entry) };
    },
    write(text, entry) {
      const old = nodeIn(text, path);
      return old && canonical(getNodeValue(old)) === canonical(entry) ? text : withValue(orEmpty(text), path, entry);
    },
    remove(text, original = '') {
      if (!nodeIn(text, path)) return text;
      const theirs = nodeIn(original, path);
      if (theirs) return withValue(text, path, getNodeValue(theirs));
      // What setup created on the way, and is empty without our entry.
      let gone: readonly string[] = path;
      for (let above = container; above.length > 0 && nodeIn(text, above)?.children?.length === 1; above = above.slice(0, -1)) {
        if (nodeIn(original, above)) break;
        gone = above;
      }
      return withoutValue(text, [...gone]);
    },
    print: (entry) => withValue(EMPTY, path, entry),
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
