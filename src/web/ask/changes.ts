// The change of a file that a tool call asks for, read from its input. Agents name the fields differently.
import { asObject } from '../../text/json.ts';

export type FileChange = { readonly file: string; readonly edits: readonly { readonly before: string; readonly after: string }[] };

/** Undefined if the call changes no file, or has fields besides those that are shown: then all of it is shown as it is. */
export function changesIn(input: unknown): FileChange | undefined {
  const { file_path, filePath, path, old_string, new_string, oldString, newString, content, edits, replace_all, replaceAll, ...others } =
    asObject(input) ?? {};
  const file = [file_path, filePath, path].find((value) => typeof value === 'string');
  if (file === undefined || Object.keys(others).length > 0 || replace_all === true || replaceAll === true) return undefined;
  if (typeof content === 'string') return { file, edits: [{ before: '', after: content }] };
  if (Array.isArray(edits)) {
    const all = edits.map((each) => editOf(asObject(each) ?? {}));
    return all.every((each) => each !== undefined) && all.length > 0 ? { file, edits: all } : undefined;
  }
  const one = editOf({ old_string, new_string, oldString, newString });
  return one && { file, edits: [one] };
}

function editOf(fields: Readonly<Record<string, unknown>>): FileChange['edits'][number] | undefined {
  const before = fields.old_string ?? fields.oldString;
  const after = fields.new_string ?? fields.newString;
  if (fields.replace_all === true || typeof before !== 'string' || typeof after !== 'string') return undefined;
  return { before, after };
}
