// Our entry in a settings file that is TOML: a block of its own between two comments. Everything around the block stays as it is.
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, TomlError } from 'smol-toml';
import { type Format, NAME } from '../../setup/format.ts';
import type { SettingsProblem } from '../../setup/json-settings.ts';
import { asObject } from '../../text/json.ts';

const BEGIN = `# >>> ${NAME}: setup replaces what is between these lines, and --undo removes it`;
const END = `# <<< ${NAME}`;
const BLOCK = new RegExp(`^${BEGIN}\\r?\\n[\\s\\S]*?^${END}[ \\t]*(?:\\r?\\n|$)`, 'm');

export function tomlFormat(container: readonly string[]): Format {
  const path = [...container, NAME];
  const name = path.join('.');
  const blockWith = (entry: object) => `${BEGIN}\n${stringify(nested(path, entry)).trim()}\n${END}\n`;

  /** Our block, if nothing else has got into it. */
  const blockIn = (text: string) => {
    const found = BLOCK.exec(text);
    const read = found ? readToml(found[0]) : undefined;
    const entry = read && 'table' in read ? valueAt(read.table, path) : undefined;
    if (!found || !read || !('table' in read) || !isSame(read.table, nested(path, entry))) return undefined;
    return { before: text.slice(0, found.index), after: text.slice(found.index + found[0].length), entry };
  };

  return {
    read(text) {
      const read = readToml(text);
      return 'table' in read ? { entry: valueAt(read.table, path) } : read;
    },
    write(text, entry) {
      const block = blockIn(text);
      if (block && isSame(block.entry, entry)) return text;
      const eol = text.includes('\r\n') ? '\r\n' : '\n';
      const ours = blockWith(entry).replaceAll('\n', eol);
      const gap = text.trim() === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
      const now = block ? block.before + ours + block.after : text + gap + ours;
      const read = readToml(now);
      if ('table' in read) return now;
      return {
        offset: Math.max(0, text.indexOf(NAME), text.indexOf(path[0] ?? '')),
        reason: `[${name}], or what it would be in, is written in a way that setup cannot add to`,
        fix: `Write other entries as tables, such as [${container.join('.')}.other], remove an entry "${NAME}" that setup did not write, and try again.`,
      };
    },
    remove(text) {
      const block = blockIn(text);
      // With the blank line before it.
      return block ? block.before.replace(/(^|\n)\r?\n$/, '$1') + block.after : text;
    },
    print: blockWith,
    isEmpty: (text) => text.trim() === '',
  };
}

function readToml(text: string): { readonly table: object } | SettingsProblem {
  try {
    return { table: parse(text, { integersAsBigInt: 'asNeeded' }) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const lines = text.split('\n').slice(0, error.line - 1);
    const [message = ''] = error.message.replace(/^.*?: /, '').split('\n');
    return {
      offset: lines.reduce((sum, line) => sum + line.length + 1, error.column - 1),
      reason: `this is not valid TOML: ${message}`,
      fix: 'Fix it, and try again.',
    };
  }
}

/** The objects of the library have no prototype; copies have one. */
const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(structuredClone(one), structuredClone(other));
const nested = (path: readonly string[], value: unknown): object => path.reduceRight((inner, key) => ({ [key]: inner }), value) as object;
const valueAt = (table: object, path: readonly string[]): unknown => path.reduce<unknown>((value, key) => asObject(value)?.[key], table);
