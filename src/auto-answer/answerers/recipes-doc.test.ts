// The settings in docs/RECIPES.md and docs/agents/openclaw.md are valid.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseRouting } from '../../../test/support/routing.ts';
import { ANSWERERS } from './list.ts';

const PAGES = ['docs/RECIPES.md', 'docs/agents/openclaw.md'];
const blocks = PAGES.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```yaml\n(.*?)^```/gms)].map(([, body = '']) => ({ page, settings: parse(body) })),
);
/** A route may use an answerer from another block. */
const known = Object.assign({}, ...blocks.map(({ settings }) => settings.answerers ?? {}));

describe('the recipes', () => {
  it.each(blocks)('can be pasted into the configuration: $settings', ({ settings }) => {
    expect(parseRouting({ ...settings, answerers: { ...known, ...settings.answerers } })).toMatchObject({ kind: 'ok' });
  });

  it('cover every kind of answerer', () => {
    const kinds = Object.values<{ kind: string }>(known).map(({ kind }) => kind);
    for (const { kind } of ANSWERERS) expect(kinds).toContain(kind);
  });
});
