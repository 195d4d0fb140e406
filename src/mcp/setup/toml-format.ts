// Our entry in a settings file that is TOML: a table of its own.
import { canonical } from '../../question/json.ts';
import { type Format, NAME } from '../../setup/format.ts';
import type { SettingsProblem } from '../../setup/json-settings.ts';
import { place, readToml, renderTable, type TomlStatement } from '../../setup/toml.ts';

type Key = readonly string[];
type Block = { readonly from: number; readonly to: number };

export function tomlFormat(container: Key): Format {
  const path = [...container, NAME];
  return {
    read(text) {
      const statements = readToml(text);
      if ('reason' in statements) return statements;
      return problemIn(statements, path) ?? { entry: entryIn(statements, path) };
    },
    write(text, entry) {
      if (canonical(entryIn(statementsOf(text), path)) === canonical(entry)) return text;
      const eol = text.includes('\r\n') ? '\r\n' : '\n';
      const table = renderTable(path, entry).replaceAll('\n', eol);
      const blocks = blocksIn(text, path);
      if (blocks.length > 0) return replaced(text, blocks, table);
      const gap = text.endsWith('\n') ? eol : eol + eol;
      return text.trim() === '' ? text + table : text + gap + table;
    },
    remove(text, original = '') {
      const before = blocksIn(original, path).map(({ from, to }) => original.slice(from, to));
      return replaced(text, blocksIn(text, path), before.join(''));
    },
    print: (entry) => renderTable(path, entry),
    isEmpty: (text) => text.trim() === '',
  };
}

const isWithin = (key: Key, path: Key): boolean => path.every((part, index) => key[index] === part);
const tableOf = (statement: TomlStatement): Key => (statement.kind === 'pair' ? statement.table : statement.key);

/** Of a text that was read before, and had no problem. */
function statementsOf(text: string): readonly TomlStatement[] {
  const read = readToml(text);
  return 'reason' in read ? [] : read;
}

function entryIn(statements: readonly TomlStatement[], path: Key): object | undefined {
  const ours = statements.filter(({ key }) => isWithin(key, path));
  const entry = {};
  for (const statement of ours) if (statement.kind === 'pair') place(entry, statement.key.slice(path.length), statement.value);
  return ours.length === 0 ? undefined : entry;
}

/** Why our table cannot be added to this file, or changed in it. */
function problemIn(statements: readonly TomlStatement[], path: Key): SettingsProblem | undefined {
  const name = path.join('.');
  const [, again] = statements.filter(({ kind, key }) => kind === 'table' && key.length === path.length && isWithin(key, path));
  if (again) return { offset: again.from, reason: `the table [${name}] appears twice`, fix: 'Merge the two, and try again.' };
  const inTheWay = statements.find(
    (statement) =>
      statement.kind !== 'table' &&
      (isWithin(statement.key, path) || isWithin(path, statement.key)) &&
      (statement.kind === 'array of tables' || !isWithin(tableOf(statement), path)),
  );
  if (!inTheWay) return undefined;
  return {
    offset: inTheWay.from,
    reason: `"${inTheWay.key.join('.')}" is not written as a table of its own, [${name}], which is all that setup can change`,
    fix: 'Rewrite it as a table, or remove it, and try again.',
  };
}

/** Our table and the tables within it: each from its header to its last value, without the comments that follow. */
function blocksIn(text: string, path: Key): readonly Block[] {
  const blocks: Block[] = [];
  for (const statement of statementsOf(text)) {
    if (!isWithin(tableOf(statement), path)) continue;
    const last = blocks.at(-1);
    const isNext = last && (statement.kind === 'pair' || text.slice(last.to, statement.from).trim() === '');
    blocks.splice(isNext ? -1 : blocks.length, 1, { from: isNext ? last.from : statement.from, to: statement.to });
  }
  return blocks;
}

/** The first block is replaced, the others go. With nothing in its place, the blank line before it goes too. */
function replaced(text: string, blocks: readonly Block[], content: string): string {
  return blocks.reduceRight((now, { from, to }, index) => {
    const piece = index === 0 ? content : '';
    const before = now.slice(0, from);
    return (piece === '' ? before.replace(/(^|\n)\r?\n$/, '$1') : before) + piece + now.slice(to);
  }, text);
}
