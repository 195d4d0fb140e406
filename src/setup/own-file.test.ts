// A file of ours in a user's folder: written, updated, removed with the folders we created, and left alone once the user edited it.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { carryOut, carryOutUndo, planRestore } from './change.ts';
import { planOwnFile } from './own-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'own-file-')));
  mkdirSync(join(folder, 'home'));
  path = join(folder, 'home', '.config', 'agent', 'plugin', 'answerback.js');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const undo = () => join(folder, 'undo');
const plan = (content: string) => planOwnFile({ path, content, undo: undo(), what: 'plugin' });
function setup(content: string): void {
  const planned = plan(content);
  if (!('change' in planned)) throw new Error(planned.kind);
  expect(carryOut([planned.change], undo(), 1)).toEqual({ kind: 'done' });
}
const planUndo = () => planRestore(path, undo());
function takeOut(): void {
  const planned = planUndo();
  if (planned.kind !== 'reversal') throw new Error(planned.kind);
  expect(carryOutUndo([planned.reversal])).toEqual({ kind: 'done', kept: [] });
}

describe('setup', () => {
  it('creates the file and its folders; undo removes both, and the backup', () => {
    expect(plan('one\n').kind).toBe('missing');
    setup('one\n');
    expect(readFileSync(path, 'utf8')).toBe('one\n');
    takeOut();
    expect(readdirSync(join(folder, 'home'))).toEqual([]);
    expect(readdirSync(undo())).toEqual([]);
    expect(planUndo()).toEqual({ kind: 'nothing' });
  });

  it('changes nothing when the content is the same', () => {
    setup('one\n');
    expect(plan('one\n')).toEqual({ kind: 'current' });
  });

  it('updates the file; undo still removes everything', () => {
    setup('one\n');
    expect(plan('two\n').kind).toBe('outdated');
    setup('two\n');
    expect(readFileSync(path, 'utf8')).toBe('two\n');
    takeOut();
    expect(readdirSync(join(folder, 'home'))).toEqual([]);
  });

  it('writes it again after the user deleted it', () => {
    setup('one\n');
    rmSync(path);
    setup('two\n');
    takeOut();
    expect(existsSync(path)).toBe(false);
  });

  it('refuses a file of this name that is not ours', () => {
    setup('one\n');
    rmSync(undo(), { recursive: true });
    writeFileSync(path, 'theirs\n');
    expect(plan('one\n')).toMatchObject({ kind: 'refused', file: path, reason: 'there is a plugin of this name that is not ours' });
    expect(planUndo()).toEqual({ kind: 'nothing' });
  });
});

it('a file that the user edited is neither updated nor removed', () => {
  setup('one\n');
  writeFileSync(path, 'one, edited\n');
  expect(plan('two\n')).toEqual({ kind: 'edited' });
  expect(planUndo().kind).toBe('edited');
});

it('nothing is written or removed if the file changes after the plan was made', () => {
  const planned = plan('one\n');
  setup('one\n');
  const removal = planUndo();
  writeFileSync(path, 'one, edited\n');
  expect('change' in planned && carryOut([planned.change], undo(), 1)).toMatchObject({ kind: 'refused' });
  expect(removal.kind === 'reversal' && carryOutUndo([removal.reversal])).toMatchObject({ kind: 'refused' });
  expect(readFileSync(path, 'utf8')).toBe('one, edited\n');
});
