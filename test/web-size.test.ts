// The script that a browser needs for the first view is small: statistics, Markdown, diffs and the other views are loaded when needed.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const MOST_BYTES = 60 * 1024;

it('the first view needs at most 60 KB of script, gzipped', () => {
  const page = readFileSync('dist/web/index.html', 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, name]) => readFileSync(`dist/web/${name}`));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.map((script) => gzipSync(script, { level: 9 }).length).reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(
    MOST_BYTES,
  );
});

it('the page has no inline script or style', () => {
  const page = readFileSync('dist/web/index.html', 'utf8');
  expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/);
});
