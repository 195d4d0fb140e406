// Counts the tokens that a session used, from its transcript and those of its subagents. What was read once is not read again.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate } from 'node:timers/promises';
import { asObject, asText, parsedJson } from '../../../text/json.ts';
import { withFile } from './files.ts';

export type Tokens = ReturnType<typeof tokensInFiles>;

/** One message of the model. Its rows repeat what it used so far; the last one counts. */
type Used = { readonly at: number; readonly tokens: number };
type Counted = { offset: number; rest: string; decoder: StringDecoder; readonly messages: Map<string, Used>; reading: Promise<boolean> };

const CHUNK_BYTES = 1024 * 1024;
/** Of characters. A longer one has no message that counts, and without a limit a file without line breaks would be kept whole. */
const LONGEST_LINE = 2 * 1024 * 1024;
const MOST_FILES = 500;
/** In one turn: what is no JSON takes some microseconds each, and a megabyte may have a hundred thousand of them. */
const LINES = 1_000;

export function tokensInFiles() {
  const files = new Map<string, Counted>();

  return {
    /** Undefined if there is no transcript. */
    async since(path: string, time: number): Promise<number | undefined> {
      const own = await usedIn(path, time);
      if (own === undefined) return undefined;
      const others = await Promise.all((await subagents(path)).map((file) => usedIn(file, time)));
      return others.reduce<number>((sum, used = 0) => sum + used, own);
    },
  };

  async function usedIn(path: string, time: number): Promise<number | undefined> {
    const file = files.get(path) ?? { ...atStart(), reading: Promise.resolve(false) };
    // Those that were asked for last are kept.
    files.delete(path);
    files.set(path, file);
    for (const [oldest] of files) if (files.size > MOST_FILES) files.delete(oldest);
    // Two at once would count the same lines twice.
    file.reading = file.reading.then(() => readOn(path, file));
    if (!(await file.reading)) return undefined;
    return [...file.messages.values()].reduce((sum, { at, tokens }) => sum + (at >= time ? tokens : 0), 0);
  }
}

const atStart = () => ({ offset: 0, rest: '', decoder: new StringDecoder('utf8'), messages: new Map<string, Used>() });

/** Reads what was added. False if the file cannot be read. */
async function readOn(path: string, file: Counted): Promise<boolean> {
  const done = await withFile(path, async (handle, size) => {
    if (size < file.offset) Object.assign(file, atStart());
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, size - file.offset));
    while (file.offset < size) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, size - file.offset), file.offset);
      if (bytesRead === 0) break;
      file.offset += bytesRead;
      const lines = (file.rest + file.decoder.write(buffer.subarray(0, bytesRead))).split('\n');
      const rest = lines.pop() ?? '';
      // What follows of such a line is no JSON by itself.
      file.rest = rest.length > LONGEST_LINE ? '' : rest;
      for (const [i, line] of lines.entries()) {
        count(line, file.messages);
        if (i % LINES === LINES - 1) await setImmediate();
      }
    }
    return true;
  });
  return done ?? false;
}

function count(line: string, messages: Map<string, Used>): void {
  const row = line.includes('"usage"') ? asObject(parsedJson(line)) : undefined;
  const message = row?.type === 'assistant' ? asObject(row.message) : undefined;
  const usage = asObject(message?.usage);
  if (!usage) return;
  const { input_tokens, cache_creation_input_tokens, output_tokens } = usage;
  const tokens = [input_tokens, cache_creation_input_tokens, output_tokens].reduce<number>(
    (sum, part) => sum + (typeof part === 'number' && part > 0 ? part : 0),
    0,
  );
  messages.set(asText(message?.id ?? row?.uuid), { at: Date.parse(asText(row?.timestamp)), tokens });
}

/** `…/<session>.jsonl` has its subagents in `…/<session>/subagents`, or below that. */
async function subagents(path: string): Promise<readonly string[]> {
  if (!path.endsWith('.jsonl')) return [];
  const folder = join(path.slice(0, -'.jsonl'.length), 'subagents');
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile() && /^agent-.+\.jsonl$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}
