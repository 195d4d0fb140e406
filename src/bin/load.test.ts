import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { load } from './load.ts';

function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'program.cjs');
  const out = join(folder, 'out');
  const write = (word: string, at = 1) => {
    writeFileSync(file, `require('node:fs').writeFileSync(${JSON.stringify(out)}, '${word} ' + require('node:path').basename(__filename))`);
    utimesSync(file, at, at);
  };
  return {
    folder,
    write,
    compiled: () => readdirSync(join(folder, '.compiled')).map((name) => join(folder, '.compiled', name)),
    /** What the program wrote, and what saves its compiled code, if that is wanted. */
    run() {
      let save: (() => void) | undefined;
      load(file, 'test', (wanted) => {
        save = wanted;
      });
      return { wrote: readFileSync(out, 'utf8'), save };
    },
  };
}

it('a program runs as with require, and the second time with the code that was compiled the first time', () => {
  const at = setUp();
  at.write('one');
  const first = at.run();
  expect(first.wrote).toBe('one program.cjs');
  first.save?.();
  expect(at.run()).toEqual({ wrote: 'one program.cjs', save: undefined });
});

it('compiled code of another build is not used, and is removed', () => {
  const at = setUp();
  at.write('one');
  at.run().save?.();
  at.write('two', 2);
  const second = at.run();
  expect(second.wrote).toBe('two program.cjs');
  second.save?.();
  expect(at.compiled()).toHaveLength(1);
  expect(at.run()).toEqual({ wrote: 'two program.cjs', save: undefined });
});

it.each([
  ['damaged', (bytes: Buffer) => bytes.fill(1, bytes.length / 2, bytes.length / 2 + 1)],
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['empty', () => Buffer.alloc(0)],
])('compiled code that is %s is not used', (_, spoil) => {
  const at = setUp();
  at.write('one');
  at.run().save?.();
  const [file = ''] = at.compiled();
  writeFileSync(file, spoil(readFileSync(file)));
  const again = at.run();
  expect(again.wrote).toBe('one program.cjs');
  expect(again.save).toBeDefined();
});

it('a folder that cannot be written changes nothing', () => {
  const at = setUp();
  writeFileSync(join(at.folder, '.compiled'), '');
  at.write('one');
  at.run().save?.();
  expect(at.run().wrote).toBe('one program.cjs');
});
