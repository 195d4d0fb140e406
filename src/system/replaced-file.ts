// A small file of ours, readable only by the user and replaced in one step: after a crash it has either the old or the new content.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { asObject } from '../text/json.ts';

/** `synced`: it also outlives a power failure, which costs the time of the disk. */
export function replaceFile(file: string, content: string, synced = false): void {
  const draft = `${file}.new`;
  writeFileSync(draft, content, { mode: 0o600 });
  if (synced) sync(draft);
  renameSync(draft, file);
  if (synced) sync(dirname(file));
}

/** The JSON object in the file; empty if the file is missing or damaged. */
export function storedObject(file: string): Readonly<Record<string, unknown>> {
  try {
    return asObject(JSON.parse(readFileSync(file, 'utf8'))) ?? {};
  } catch {
    return {};
  }
}

function sync(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
