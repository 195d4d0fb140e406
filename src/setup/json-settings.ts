// A settings file in JSON: read as its program does, with what is wrong with it, and changed with jsonc-parser, one value at a time.
import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  format,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

/** What is wrong with a settings file, where, and how to fix it. */
export type SettingsProblem = { readonly offset: number; readonly reason: string; readonly fix: string };

/** What a program accepts in its settings. */
export type Dialect = {
  readonly program: string;
  readonly comments: boolean;
  readonly trailingCommas: boolean;
  /** It accepts more, which we cannot change. */
  readonly json5?: true;
};

/** The object that the file consists of. */
export function readObject(text: string, dialect: Dialect): { readonly root: Node } | SettingsProblem {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: !dialect.comments, allowTrailingComma: dialect.trailingCommas });
  } catch {
    return { offset: 0, reason: 'the file is nested too deeply', fix: `Is it really a settings file of ${dialect.program}?` };
  }
  const [error] = errors;
  if (error) return syntaxProblem(text, error, dialect);
  if (!root) return { offset: 0, reason: 'the file contains no JSON value', fix: 'Write {} into it, and try again.' };
  return wrongKind(root, 'object', 'the file') ?? { root };
}

export function wrongKind(node: Node, wanted: 'object' | 'array', what: string): SettingsProblem | undefined {
  if (node.type === wanted) return undefined;
  const nouns = { object: 'an object, {…}', array: 'a list, […]' };
  return { offset: node.offset, reason: `${what} is not ${nouns[wanted]}`, fix: 'Change it to one, or remove it, and try again.' };
}

export function duplicateKey(object: Node, program: string): SettingsProblem | undefined {
  const seen = new Set<string>();
  for (const { children: [key] = [] } of object.children ?? []) {
    if (!key) continue;
    if (seen.has(key.value))
      return {
        offset: key.offset,
        reason: `the key ${JSON.stringify(key.value)} appears twice`,
        fix: `Merge the two, and try again: ${program} only uses the last one.`,
      };
    seen.add(key.value);
  }
  return undefined;
}

/** Splits off a byte order mark. It is not part of the JSON, and is kept in the file. */
export function withoutBom(text: string): { readonly bom: string; readonly text: string } {
  return text.startsWith('\ufeff') ? { bom: '\ufeff', text: text.slice(1) } : { bom: '', text };
}

function syntaxProblem(text: string, { error, offset }: ParseError, { program, json5 }: Dialect): SettingsProblem {
  const code = printParseErrorCode(error);
  if (code === 'InvalidCommentToken')
    return {
      offset,
      reason: `a comment here; ${program} does not load settings files with comments`,
      fix: 'Remove the comments, and try again.',
    };
  const before = text.slice(0, offset).trimEnd();
  if (before.endsWith(',') && /^[}\]]/.test(text.slice(offset)))
    return {
      offset: before.length - 1,
      reason: `a trailing comma; ${program} does not load settings files with trailing commas`,
      fix: 'Remove the comma, and try again.',
    };
  const words = code.replaceAll(/([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`).trim();
  if (json5) return { offset, reason: `setup cannot change JSON5: ${words}`, fix: 'Write it as JSON, comments are fine, and try again.' };
  return { offset, reason: `this is not valid JSON: ${words}`, fix: `${program} does not load such a file. Fix it, and try again.` };
}

/**
 * Only what is written is formatted; `modify` would also format what is next to it (`[1, 2]` becomes four lines). A comment after the value before it
 * moves behind a value that is added, and goes with one that is removed. Also adds what is missing on the way. An index after the last item adds one to a list.
 */
export function withValue(text: string, path: JSONPath, value: unknown): string {
  const [edit] = modify(text, path, value, {});
  if (!edit) return text;
  const now = applyEdits(text, [edit]);
  if (isOneLine(text)) return now;
  // With the character before and the next one that is no space, because the line breaks are between them.
  const start = Math.max(0, edit.offset - 1);
  const end = edit.offset + edit.content.length;
  return applyEdits(now, format(now, { offset: start, length: end + now.slice(end).search(/\S|$/) + 1 - start }, layoutOf(text)));
}

/** Without a property. `modify` leaves a comma behind the only one, so its object is written anew. */
export function withoutValue(text: string, path: JSONPath): string {
  const container = path.slice(0, -1);
  const root = parseTree(text, [], { allowTrailingComma: true });
  const isOnly = root && findNodeAtLocation(root, container)?.children?.length === 1;
  return isOnly ? withValue(text, container, {}) : withValue(text, path, undefined);
}

const isOneLine = (text: string): boolean => !text.trim().includes('\n') && text.trim() !== '{}';

/** The line break is that of the text. */
function layoutOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length };
}
