// Builds dist/web/: the page as hashed files, and index.html. What most visits do not need is in files of its own.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const OUT = 'dist/web';

const shared = {
  bundle: true,
  platform: 'browser',
  target: ['chrome115', 'firefox115', 'safari16.4'],
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Every regular expression of ours is understood by these browsers; esbuild would replace the literals.
  supported: { 'regexp-unicode-property-escapes': true },
};

export async function buildWeb(define, plugins) {
  rmSync(OUT, { recursive: true, force: true });
  cpSync('src/web/static', OUT, { recursive: true });
  await build({
    ...shared,
    define,
    format: 'iife',
    // Browsers look for these under the same name after an update, so their names have no hash.
    entryPoints: { 'service-worker': 'src/web/service-worker/worker.ts', offline: 'src/web/service-worker/offline.ts' },
    outdir: OUT,
  });
  const { metafile } = await build({
    ...shared,
    plugins,
    splitting: true,
    format: 'esm',
    metafile: true,
    define,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: { app: 'src/web/main.tsx', style: 'src/web/style/style.css' },
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    outdir: OUT,
  });
  const outputs = Object.entries(metafile.outputs);
  const script = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith('main.tsx'));
  const style = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith('style.css'));
  const first = withImports(metafile.outputs, script[0]);
  writeFileSync(
    join(OUT, 'index.html'),
    pageOf(
      basename(script[0]),
      basename(style[0]),
      first.slice(1).map((file) => basename(file)),
    ),
  );
}

/** A file and everything that it imports before anything is shown. */
function withImports(outputs, file, found = []) {
  if (found.includes(file)) return found;
  found.push(file);
  for (const { path, kind } of outputs[file].imports) if (kind === 'import-statement') withImports(outputs, path, found);
  return found;
}

const pageOf = (script, style, imports) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f6f8">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101216">
<title>Answerback</title>
<link rel="manifest" href="/manifest.webmanifest">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="stylesheet" href="/${style}">
${imports.map((name) => `<link rel="modulepreload" href="/${name}">\n`).join('')}<script type="module" src="/${script}"></script>
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. In a terminal: answerback inbox</noscript>
</body>
</html>
`;
