// Parses what a terminal sends into keys: all variants of escape sequences, pastes, and input split at any point. Pure.
import type { Key, Mouse, NamedKey } from '../dialog/key.ts';

/** Input that is not a complete key yet: the beginning of a sequence, or of a paste. */
export type Pending = { readonly rest: string; readonly paste?: readonly string[] | undefined };
export const nothingPending: Pending = { rest: '' };

type Decoded = { readonly keys: readonly Key[]; readonly pending: Pending };

const ESC = '\u001b';
const PASTE_START = '\u001b[200~';
const PASTE_END = '\u001b[201~';

// The patterns below start after the Esc. Incomplete: Esc alone, CSI or SS3 without its final letter, half of a surrogate pair.
const INCOMPLETE = /^(?:\p{Cc}?(?:\[[0-?]*[ -/]*|O[0-9;]*)?|[\ud800-\udbff])$/u;
const SEQUENCE = /^(?:(\p{Cc}?)\[([0-?]*)[ -/]*([@-~])|(\p{Cc}?)O[0-9;]*([A-Za-z])|([\s\S]))/u;
// The Linux console sends function keys with a second bracket.
const CONSOLE_FUNCTION = /^\[\[[A-E]/;
const TEXT = /^\P{Cc}+/u;

export function decode(pending: Pending, chunk: string): Decoded {
  const keys: Key[] = [];
  let paste = pending.paste ? [...pending.paste] : undefined;
  let input = pending.rest + chunk;
  while (input !== '') {
    if (paste) {
      const end = input.indexOf(PASTE_END);
      if (end < 0) {
        // The end mark itself may be split.
        const kept = heldBack(input, PASTE_END);
        paste.push(input.slice(0, input.length - kept));
        return { keys, pending: { rest: input.slice(input.length - kept), paste } };
      }
      paste.push(input.slice(0, end));
      keys.push({ kind: 'paste', text: pastedText(paste.join('')) });
      paste = undefined;
      input = input.slice(end + PASTE_END.length);
      continue;
    }
    if (input.startsWith(PASTE_START)) {
      paste = [];
      input = input.slice(PASTE_START.length);
      if (input === '') return { keys, pending: { rest: '', paste } };
      continue;
    }
    if (input.startsWith(ESC) && isIncomplete(input.slice(1))) return { keys, pending: { rest: input } };
    const [length, key] = first(input);
    if (key) keys.push(key);
    input = input.slice(length);
  }
  return { keys, pending: nothingPending };
}

/** No more input for a while: what looked like the beginning of a sequence was all of it. Esc alone is the Esc key. */
export function flushed(pending: Pending): Decoded {
  if (pending.paste) return { keys: [], pending };
  const escapes = pending.rest === ESC ? 1 : pending.rest === ESC + ESC ? 2 : 0;
  return { keys: Array.from({ length: escapes }, () => ({ kind: 'escape' as const })), pending: nothingPending };
}

function isIncomplete(behind: string): boolean {
  return behind === ESC || (!/^\p{Cc}$/u.test(behind) && (behind[0] ?? ESC) >= ESC && INCOMPLETE.test(behind));
}

function first(input: string): readonly [length: number, key: Key | undefined] {
  if (input.startsWith(ESC)) return escaped(input);
  const text = TEXT.exec(input)?.[0];
  if (text !== undefined) return [text.length, { kind: 'char', text }];
  const name = CONTROLS[input.charCodeAt(0)];
  // CR LF is one Enter.
  return [1, name && { kind: name }];
}

function escaped(input: string): readonly [number, Key | undefined] {
  const behind = input.slice(1);
  const ofConsole = CONSOLE_FUNCTION.exec(behind);
  if (ofConsole) return [1 + ofConsole[0].length, undefined];
  const match = SEQUENCE.exec(behind);
  if (!match) return [1, undefined];
  const [whole, altCsi, parameters = '', final, altSs3, letter, character] = match;
  if (final !== undefined) return [1 + whole.length, csi(parameters, final, altCsi === ESC)];
  if (letter !== undefined) return [1 + whole.length, named(LETTERS[letter], altSs3 === ESC ? ALT : 0)];
  return character === ESC ? [1, { kind: 'escape' }] : [1 + whole.length, withAlt(character ?? '')];
}

const SHIFT = 1;
const ALT = 2;
const CONTROL = 4;

function csi(parameters: string, final: string, alt: boolean): Key | undefined {
  if (parameters.startsWith('<') && final === 'M') return mouse(parameters.slice(1));
  // Other reports, about the terminal itself, are not keys.
  if (/^[<=>?]/.test(parameters)) return undefined;
  const [code = '', modifier = '1', third = ''] = parameters.split(';');
  const held = ((Number(modifier.split(':')[0]) || 1) - 1) | (alt ? ALT : 0);
  // Kitty reports key releases only on request; ignore them, so that no key counts twice.
  if (modifier.split(':')[1] === '3') return undefined;
  if (final === 'u') return coded(Number(code.split(':')[0]), held, third);
  if (final === '~' && code === '27') return coded(Number(third), held, '');
  if (final === '~') return named(NUMBERS[code], held);
  if (final === 'Z') return { kind: 'back-tab' };
  return named(LETTERS[final], held);
}

const BUTTONS: Readonly<Record<string, Mouse['what']>> = { 0: 'click', 64: 'wheel-up', 65: 'wheel-down' };

/** `button;column;row`, counted from 1. Releases end with m and are ignored. */
function mouse(report: string): Key | undefined {
  const [button = '', column, row] = report.split(';');
  const what = BUTTONS[button];
  return what && { kind: 'mouse', what, x: Number(column) - 1, y: Number(row) - 1 };
}

/** CSI u and modifyOtherKeys name a key by its code point. */
function coded(code: number, held: number, typed: string): Key | undefined {
  if (code === 13 || code === 57414) return { kind: held & (SHIFT | ALT | CONTROL) ? 'newline' : 'enter' };
  if (code === 9) return { kind: held & SHIFT ? 'back-tab' : 'tab' };
  if (code === 27) return { kind: 'escape' };
  if (code === 127 || code === 8) return { kind: held & (ALT | CONTROL) ? 'delete-word' : 'backspace' };
  if (!Number.isInteger(code) || code < 32 || code > 0x10ffff || (code >= 57344 && code <= 63743)) return undefined;
  const character = String.fromCodePoint(code);
  if (held & CONTROL) {
    const name = CONTROLS[character.toUpperCase().charCodeAt(0) & 0x1f];
    return name && { kind: name };
  }
  if (held & ALT) return withAlt(character);
  const text = typed === '' ? (held & SHIFT ? character.toUpperCase() : character) : String.fromCodePoint(...typed.split(':').map(Number));
  return TEXT.test(text) ? { kind: 'char', text } : undefined;
}

function withAlt(character: string): Key | undefined {
  const name = ALTS[character];
  return name && { kind: name };
}

function named(name: NamedKey | undefined, held: number): Key | undefined {
  if (!name) return undefined;
  if (held & (ALT | CONTROL)) {
    if (name === 'left') return { kind: 'word-left' };
    if (name === 'right') return { kind: 'word-right' };
    if (name === 'delete') return { kind: 'delete-to-end' };
  }
  return { kind: name };
}

/** A paste is text: its line ends become newlines, and it keeps no other control characters than tabs. */
function pastedText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}

/** How many characters at the end of `text` could be the beginning of `mark`. */
function heldBack(text: string, mark: string): number {
  for (let n = Math.min(mark.length - 1, text.length); n > 0; n -= 1) if (text.endsWith(mark.slice(0, n))) return n;
  return 0;
}

const CONTROLS: Readonly<Record<number, NamedKey>> = {
  1: 'home',
  2: 'left',
  3: 'interrupt',
  5: 'end',
  6: 'right',
  8: 'backspace',
  9: 'tab',
  10: 'newline',
  11: 'delete-to-end',
  12: 'redraw',
  13: 'enter',
  14: 'down',
  16: 'up',
  21: 'delete-to-start',
  23: 'delete-word',
  127: 'backspace',
};

const LETTERS: Readonly<Record<string, NamedKey>> = { A: 'up', B: 'down', C: 'right', D: 'left', H: 'home', F: 'end', M: 'enter' };

const NUMBERS: Readonly<Record<string, NamedKey>> = {
  1: 'home',
  3: 'delete',
  4: 'end',
  5: 'page-up',
  6: 'page-down',
  7: 'home',
  8: 'end',
};

const ALTS: Readonly<Record<string, NamedKey>> = {
  '\r': 'newline',
  '\n': 'newline',
  b: 'word-left',
  f: 'word-right',
  d: 'delete-to-end',
  '\u007f': 'delete-word',
  '\b': 'delete-word',
};
