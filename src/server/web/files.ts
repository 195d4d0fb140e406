// The files of the page, from dist/web. They contain nothing secret, so anyone who reaches the broker may load them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

type PageFile = { readonly body: Buffer; readonly gzip: Buffer | undefined; readonly headers: Readonly<Record<string, string>> };

export type Files = ReturnType<typeof openFiles>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};
const ALREADY_SMALL = ['.png', '.ico', '.woff2'];
/** esbuild's names: app-3KV7QZ2A.js. */
const HASHED = /-[A-Z0-9]{8}\.\w+$/;

const BUILT = fileURLToPath(new URL('./web', import.meta.url));

/** A file is read when somebody first loads it, and kept. */
export function openFiles(folder: string = BUILT) {
  const loaded = new Map<string, PageFile>();
  let names: ReadonlySet<string> | undefined;

  return {
    /** Undefined if the page has no such file. */
    reply(request: Request, path: string): Response | undefined {
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      const name = path === '/' ? 'index.html' : path.slice(1);
      names ??= new Set(listed(folder));
      if (!names.has(name)) return undefined;
      const file = loaded.get(name) ?? load(name);
      const { etag } = file.headers;
      if (etag !== undefined && request.headers.get('if-none-match') === etag)
        return new Response(null, { status: 304, headers: file.headers });
      const small = file.gzip !== undefined && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '') ? file.gzip : undefined;
      const headers = { ...file.headers, ...(small ? { 'content-encoding': 'gzip' } : {}) };
      return new Response(new Uint8Array(small ?? file.body), { headers });
    },
  };

  function load(name: string): PageFile {
    const body = readFileSync(join(folder, name));
    const kind = extname(name);
    const headers = {
      'content-type': TYPES[kind] ?? 'application/octet-stream',
      'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : name === 'index.html' ? 'no-store' : 'no-cache',
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      vary: 'accept-encoding',
    };
    const file = { body, gzip: ALREADY_SMALL.includes(kind) ? undefined : gzipSync(body, { level: 9 }), headers };
    loaded.set(name, file);
    return file;
  }
}

/** Only what is there under its own name is served, so that no path leads out of the folder. */
function listed(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
