// Adds a named entry to a section of our YAML configuration, and removes one. Comments and all other values stay; indentation and line breaks are
// those of the yaml library afterwards.
import { type Document, isMap, parseDocument, stringify } from 'yaml';

export type Entered =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'by hand'; readonly reason: string; readonly is?: 'taken' | 'absent' };
export type Fields = Readonly<Record<string, unknown>>;

/** Long lines are not folded. */
const LAYOUT = { lineWidth: 0 };

/** `by hand` if the file is written in a way that we cannot add to. */
export function withEntry(text: string, section: string, name: string, fields: Fields): Entered {
  return changed(text, section, (document) => {
    if (document.hasIn([section, name])) return { kind: 'by hand', reason: `it has a "${name}" in ${section} already`, is: 'taken' };
    document.setIn([section, name], document.createNode(fields));
    return undefined;
  });
}

/** With its last entry, the section goes too. */
export function withoutEntry(text: string, section: string, name: string): Entered {
  return changed(text, section, (document) => {
    if (!document.hasIn([section, name])) return { kind: 'by hand', reason: `it has no "${name}" in ${section}`, is: 'absent' };
    document.deleteIn([section, name]);
    const left = document.get(section);
    if (isMap(left) && left.items.length === 0) document.delete(section);
    return undefined;
  });
}

/** For the user to read, or to paste when we cannot write the file. */
export const entryText = (section: string, name: string, fields: Fields): string => stringify({ [section]: { [name]: fields } }, LAYOUT);

function changed(text: string, section: string, change: (document: Document) => Entered | undefined): Entered {
  const document: Document = parseDocument(text);
  if (document.errors.length > 0) return { kind: 'by hand', reason: 'it is not valid YAML' };
  if (document.contents !== null && !isMap(document.contents)) return { kind: 'by hand', reason: 'it is not a YAML mapping' };
  if (document.has(section) && !isMap(document.get(section))) return { kind: 'by hand', reason: `its ${section} section has no entries` };
  const problem = change(document);
  if (problem) return problem;
  const isEmpty = isMap(document.contents) && document.contents.items.length === 0;
  const after = isEmpty ? document.toString(LAYOUT).replace(/\{\}\n$/, '') : document.toString(LAYOUT);
  return { kind: 'text', text: text.includes('\r\n') ? after.replaceAll('\n', '\r\n') : after };
}
