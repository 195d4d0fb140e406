// Reads TOML as statements with their places, so that one table can be changed and every other character stays as it is.
import { asObject } from '../question/json.ts';
import type { SettingsProblem } from './json-settings.ts';

type TomlHeader = {
  readonly kind: 'table' | 'array of tables';
  readonly key: readonly string[];
  /** From its first character to the end of its line, with the line break. */
  readonly from: number;
  readonly to: number;
};
/** `key` begins with the name of the table that the pair is in. */
type TomlPair = Omit<TomlHeader, 'kind'> & { readonly kind: 'pair'; readonly table: readonly string[]; readonly value: unknown };
export type TomlStatement = TomlHeader | TomlPair;

export function readToml(text: string): readonly TomlStatement[] | SettingsProblem {
  const reader = new Reader(text);
  try {
    return reader.statements();
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    return { offset: error.offset, reason: `this is not valid TOML: ${error.message}`, fix: 'Fix it, and try again.' };
  }
}

class Unexpected extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const BLANK = /[ \t]*/y;
const BLANK_LINES = /(?:[ \t\r\n]|#[^\n]*)*/y;
const LINE_END = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const BARE_KEY = /[\w-]+/y;
const SCALAR = /[\w+.:-]+(?: \d\d:[\w+.:-]+)?/y;
const NUMBER = /^[+-]?(?:\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d[\d_]*)?|0x[\dA-Fa-f_]+|0o[0-7_]+|0b[01_]+)$/;
const OTHER_SCALAR = /^(?:[+-]?(?:inf|nan)|\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d.*)?|\d\d:\d\d.*)$/;
/** The longest quotation marks first. */
const STRINGS: readonly (readonly [string, RegExp])[] = [
  ['"""', /"""((?:[^\\]|\\[\s\S])*?"{0,2})"""(?!")/y],
  ["'''", /'''([\s\S]*?'{0,2})'''(?!')/y],
  ['"', /"((?:[^"\\\n]|\\.)*)"/y],
  ["'", /'([^'\n]*)'/y],
];
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\x1b', '"': '"', '\\': '\\' };
const DEEPEST = 200;

class Reader {
  private at = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  statements(): TomlStatement[] {
    const found: TomlStatement[] = [];
    let table: readonly string[] = [];
    for (this.take(BLANK_LINES); this.at < this.text.length; this.take(BLANK_LINES)) {
      const from = this.at;
      if (this.sees('[')) {
        const kind = this.sees('[[') ? 'array of tables' : 'table';
        const [opening, closing] = kind === 'table' ? ['[', ']'] : ['[[', ']]'];
        this.expect(opening);
        table = this.key();
        this.expect(closing);
        this.endLine();
        found.push({ kind, key: table, from, to: this.at });
      } else {
        const [key, value] = this.pair();
        this.endLine();
        found.push({ kind: 'pair', table, key: [...table, ...key], value, from, to: this.at });
      }
    }
    return found;
  }

  private pair(depth = 0): readonly [readonly string[], unknown] {
    const key = this.key();
    this.expect('=');
    this.take(BLANK);
    return [key, this.value(depth)];
  }

  private key(): string[] {
    const parts: string[] = [];
    do {
      this.take(BLANK);
      const part = this.sees('"') || this.sees("'") ? this.string() : this.take(BARE_KEY);
      if (part === '' && !/["']/.test(this.text[this.at - 1] ?? '')) this.fail('a name is missing here');
      parts.push(part);
      this.take(BLANK);
    } while (this.skips('.'));
    return parts;
  }

  private value(depth: number): unknown {
    if (depth > DEEPEST) this.fail('it is nested too deeply');
    if (this.sees('"') || this.sees("'")) return this.string();
    if (this.sees('[')) return this.array(depth);
    if (this.sees('{')) return this.inlineTable(depth);
    const from = this.at;
    const word = this.take(SCALAR);
    if (word === 'true' || word === 'false') return word === 'true';
    if (NUMBER.test(word)) return Number(word.replaceAll('_', ''));
    if (OTHER_SCALAR.test(word)) return word;
    this.at = from;
    return this.fail('a value is missing here');
  }

  private array(depth: number): unknown[] {
    const items: unknown[] = [];
    this.expect('[');
    for (this.take(BLANK_LINES); !this.skips(']'); this.take(BLANK_LINES)) {
      items.push(this.value(depth + 1));
      this.take(BLANK_LINES);
      if (!this.sees(']')) this.expect(',');
    }
    return items;
  }

  private inlineTable(depth: number): object {
    const table = {};
    this.expect('{');
    for (this.take(BLANK_LINES); !this.skips('}'); this.take(BLANK_LINES)) {
      place(table, ...this.pair(depth + 1));
      this.take(BLANK_LINES);
      if (!this.sees('}')) this.expect(',');
    }
    return table;
  }

  private string(): string {
    const [quote, pattern] = STRINGS.find(([mark]) => this.sees(mark)) ?? this.fail('a string is missing here');
    pattern.lastIndex = this.at;
    const [whole, inside = ''] = pattern.exec(this.text) ?? this.fail('this string does not end');
    const from = this.at;
    this.at += whole.length;
    const text = quote.length === 3 ? inside.replace(/^\r?\n/, '') : inside;
    if (quote.startsWith("'")) return text;
    return text.replaceAll(/\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|x([\dA-Fa-f]{2})|([ \t]*\r?\n\s*)|([\s\S]))/g, (written, ...groups) => {
      const [short, long, byte, lines, letter] = groups as (string | undefined)[];
      const code = Number.parseInt(short ?? long ?? byte ?? '', 16);
      if (lines !== undefined) return '';
      if (letter === undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : this.fail(`${written} is no character`, from);
      return ESCAPES[letter] ?? this.fail(`${written} means nothing in a string`, from);
    });
  }

  private endLine(): void {
    if (this.take(LINE_END) === '' && this.at < this.text.length) this.fail('the line should end here');
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private sees(mark: string): boolean {
    return this.text.startsWith(mark, this.at);
  }

  private skips(mark: string): boolean {
    if (!this.sees(mark)) return false;
    this.at += mark.length;
    return true;
  }

  private expect(mark: string): void {
    if (!this.skips(mark)) this.fail(`${mark} is missing here`);
  }

  private fail(message: string, offset = this.at): never {
    throw new Unexpected(offset, message);
  }
}

/** Sets a value in nested objects, at a dotted key. */
export function place(object: object, key: readonly string[], value: unknown): void {
  const [first = '', ...rest] = key;
  if (rest.length === 0) return define(object, first, value);
  if (!Object.hasOwn(object, first) || !asObject(Reflect.get(object, first))) define(object, first, {});
  place(Reflect.get(object, first), rest, value);
}

/** Also for names such as __proto__. */
const define = (object: object, key: string, value: unknown): void => {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
};

/** One line per value; an object within becomes an inline table. */
export function renderTable(name: readonly string[], values: object): string {
  const lines = Object.entries(values).map(([key, value]) => `${renderKey(key)} = ${rendered(value)}\n`);
  return `[${name.map(renderKey).join('.')}]\n${lines.join('')}`;
}

function rendered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(rendered).join(', ')}]`;
  const object = asObject(value);
  if (!object) return typeof value === 'string' ? quoted(value) : String(value);
  const pairs = Object.entries(object).map(([key, inner]) => `${renderKey(key)} = ${rendered(inner)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

const renderKey = (key: string): string => (/^[\w-]+$/.test(key) ? key : quoted(key));

/** The escapes of JSON are all valid in TOML, which forbids one more character. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('\x7f', '\\u007f');
