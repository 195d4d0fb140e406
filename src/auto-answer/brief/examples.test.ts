// The example briefs in the documentation are up to date, short, and none of them can be taken for a reply.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exampleBriefs, exampleFiles } from '../../../test/support/example-briefs.ts';
import { anAsk } from '../../../test/support/samples.ts';
import { readReply } from '../replies/read.ts';

const MOST_TOKENS = 1_750;
/** Of the strictest count; English needs four or more. */
const CHARACTERS_PER_TOKEN = 3;

it.each(exampleFiles())('$path is what the templates say now (if not: npm run generate, and read it)', ({ path, text }) => {
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it('there are twelve, and no other files', () => {
  expect(exampleBriefs()).toHaveLength(12);
  expect(readdirSync('docs/briefs').sort()).toEqual(
    exampleFiles()
      .map(({ path }) => path.replace('docs/briefs/', ''))
      .sort(),
  );
});

it.each(exampleBriefs().filter(({ questions }) => questions === 1))('$file has at most 1,750 tokens', ({ text }) => {
  expect(text.length / CHARACTERS_PER_TOKEN).toBeLessThanOrEqual(MOST_TOKENS);
});

it.each(exampleBriefs())('$file, repeated by an agent, is no answer', ({ text }) => {
  expect(readReply(text, anAsk({ id: 'k3f9x2m1q8zt' })).kind).not.toBe('reply');
});
