// docs/RECIPES.md and docs/agents/openclaw.md: their settings are what the configuration takes.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseRouting } from '../../decide/route/schema.ts';

const PAGES = ['docs/RECIPES.md', 'docs/agents/openclaw.md'];
const blocks = PAGES.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```yaml\n(.*?)^```/gms)].map(([, body = '']) => ({ page, settings: parse(body) })),
);
/** A route may name an answerer of another block. */
const known = Object.assign({}, ...blocks.map(({ settings }) => settings.answerers ?? {}));

describe('the recipes', () => {
  it.each(blocks)('can be pasted into the configuration: $settings', ({ settings }) => {
    expect(parseRouting({ ...settings, answerers: { ...known, ...settings.answerers } })).toMatchObject({ kind: 'ok' });
  });

  it('are there for every kind of answerer', () => {
    const kinds = Object.values<{ kind: string }>(known).map(({ kind }) => kind);
    for (const kind of ['command', 'model', 'openclaw']) expect(kinds).toContain(kind);
  });
});
