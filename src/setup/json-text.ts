// Changes one value in the text of a JSON file, with jsonc-parser. Only what is written is formatted; `modify` would also format what is next to it
// (`[1, 2]` becomes four lines). A comment after the value before it moves behind a value that is added, and goes with one that is removed.
import { applyEdits, type FormattingOptions, findNodeAtLocation, format, type JSONPath, modify, parseTree } from 'jsonc-parser';

/** Also adds what is missing on the way. An index after the last item adds one to a list. */
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
