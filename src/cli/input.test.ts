import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BoundedLine, boundedLines } from './input.ts';

async function* given(chunks: readonly string[]): AsyncGenerator<string> {
  yield* chunks;
}
async function read(chunks: readonly string[], longest: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of boundedLines(given(chunks), longest)) lines.push(line.kind === 'line' ? line.text : 'TOO LONG');
  return lines;
}

it('reports a line that is too long once, and goes on with the next', async () => {
  expect(await read(['ab\nabc', 'd', 'e\nabc\n', 'abcd'], 3)).toEqual(['ab', 'TOO LONG', 'abc', 'TOO LONG']);
});

it('reports it before it ends, and keeps nothing of it', async () => {
  let isRead = false;
  async function* endless(): AsyncGenerator<string> {
    yield 'abcd';
    isRead = true;
    for (;;) yield 'abcd';
  }
  const lines = boundedLines(endless(), 3);
  expect(await lines.next()).toEqual({ done: false, value: { kind: 'too-long' } satisfies BoundedLine });
  expect(isRead).toBe(false);
  await lines.return(undefined);
});

it('finds the same lines however the input is cut into chunks', async () => {
  const chunk = fc.string({ unit: fc.constantFrom('a', '\n', 'ä'), maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(chunk), async (chunks) => {
      const all = chunks.join('').split('\n');
      const expected = (all.at(-1) === '' ? all.slice(0, -1) : all).map((line) => (line.length > 3 ? 'TOO LONG' : line));
      expect(await read(chunks, 3)).toEqual(expected);
    }),
  );
});
