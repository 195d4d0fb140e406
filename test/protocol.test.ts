// docs/PROTOCOL.md is correct: its examples run from top to bottom against a real broker, each reply is parsed with its schema, and
// it covers every route, error code and rule.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { state } from '../src/ask/schema/history.ts';
import { stopBroker } from '../src/client/start.ts';
import { ERRORS, errorBody } from '../src/contract/errors.ts';
import type { Status } from '../src/contract/route.ts';
import { withTables } from '../src/contract/tables.ts';
import { type AppOptions, createApp } from '../src/server/app.ts';
import { ROUTE_NAMES, type RouteName, routeOf } from '../src/server/routes/routes.ts';
import { DEFAULT_PORT } from '../src/server/servers.ts';
import { type Home, home } from './support/home.ts';
import { WITH_AN_AGENT, WITH_MORE, WITH_TMUX } from './support/reply-cases.ts';

const DOCUMENT = 'docs/PROTOCOL.md';
const markdown = readFileSync(DOCUMENT, 'utf8');

/** Bodies that are described in prose: an ask as it is printed, and what agents send. */
const SAID_IN_WORDS = ['GET /v1/log query', 'POST /v1/route/explain body', 'POST /v1/channels/:program body'];

let at: Home;
let port: number;
let token: string;
beforeAll(async () => {
  at = home();
  ({ port, token } = await at.tcp());
});
afterAll(() => at.close());

describe('the document', () => {
  const routes = ROUTE_NAMES.map((name) => name.split(' ') as [string, string]);
  const sections = markdown.split(/^### (?=`)/m).slice(1);
  const titleOf = (section: string) => /^`(.+?)`$/m.exec(section)?.[1];

  it('has a section for every route, and for no other', () => {
    expect(sections.map(titleOf).sort()).toEqual([...ROUTE_NAMES].sort());
  });

  it('the broker serves every route of the contract, and no other', () => {
    const { routes: served } = createApp({ token: '' } as unknown as AppOptions);
    const names = served.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`);
    expect(names.sort()).toEqual([...ROUTE_NAMES].sort());
  });

  it('has up-to-date tables, generated from the contract, with the fields of every request', () => {
    const wanted = ROUTE_NAMES.flatMap((name) => [
      ...(routeOf(name).query ? [`${name} query`] : []),
      ...(routeOf(name).body ? [`${name} body`] : []),
    ]);
    const missing = wanted.filter((what) => !markdown.includes(`<!-- generated: ${what} -->`));
    expect(missing).toEqual(SAID_IN_WORDS);
    expect(withTables(markdown), 'npm run generate').toBe(markdown);
  });

  it('explains every state', () => {
    const [, section = ''] = markdown.split('## The life of an ask\n');
    const [table = ''] = section.split('\n\nWhile');
    expect([...table.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name).sort()).toEqual([...state.options].sort());
  });

  it.each(routes)('has an example of %s %s', (method, path) => {
    const section = sections.find((each) => titleOf(each) === `${method} ${path}`) ?? '';
    const wanted = new RegExp(`^${method} ${path.replaceAll(/:\w+/g, '[^/?]+')}(?:\\?|$)`, 'm');
    expect(examplesOf(section).some((example) => 'request' in example && wanted.test(example.request))).toBe(true);
  });

  it('names every error code and every rule', () => {
    const codes = Object.keys(ERRORS);
    const rules = ['ask', 'agents/tool'].flatMap((folder) => namesIn(`src/${folder}`, /problem\(\s*'([a-z-]+)'/g));
    // These are only shown on the command line.
    const typed = namesIn('src/ask/choice.ts', /problem\(\s*'([a-z-]+)'/g);
    const spoken = [...codes, ...rules.filter((rule) => !typed.includes(rule))];
    expect(spoken.length).toBeGreaterThan(30);
    expect(spoken.filter((name) => !markdown.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('the examples', () => {
  it('are true, from top to bottom', async () => {
    await runAll(markdown);
    const parsed = (wanted: (status: number) => boolean) =>
      ROUTE_NAMES.filter((name) => !replied.some((reply) => reply.name === name && wanted(reply.status)));
    expect(
      parsed(() => true),
      'routes of which no reply was parsed',
    ).toEqual([]);
    expect(
      parsed((status) => status < 300),
      'routes that only refused',
    ).toEqual(ROUTE_NAMES.filter((name) => [...WITH_AN_AGENT, ...WITH_TMUX, ...WITH_MORE].includes(name)));
    // The last example tells the broker to stop; now it must be gone.
    await stopBroker(at.place);
  });

  it.each([
    ['a status', '```http\nGET /v1/health\n```\n```json 201\n{}\n```', ':4: the status is 200'],
    ['a value', '\n```http\nGET /v1/health\n```\n```json 200\n{"ok": false}\n```', ':5: ok: expected false, got true'],
    [
      'a missing field',
      '```http\nGET /v1/health\n```\n```json 200\n{"health": "<any>"}\n```',
      ':4: health: expected "<any>", got undefined',
    ],
    ['a length', '```http\nGET /v1/check\n```\n```json 200\n{"damage": [""]}\n```', ':4: damage: expected 1 items, got 0'],
    ['no response', '```http\nGET /v1/health\n```\nand that is all', ':1: an http block must be followed'],
    ['an unknown name', '```http\nGET /v1/asks/{nobody}\n```\n```json 200\n{}\n```', ':1: nothing was kept as {nobody}'],
    ['a line of text', '```http\nGET /metrics\n```\n```text 200\nnothing <any>\n```', ':4: no line "nothing <any>"'],
  ])('that are wrong in %s are caught, with the line', async (_, text, complaint) => {
    await at.client().status();
    await expect(runAll(text)).rejects.toThrow(complaint);
  });
});

// ── reading the document ───────────────────────────────────────────────────────────────────────────────────────────

type Form = 'json' | 'text' | 'sse';
type Exchange = {
  readonly line: number;
  readonly via: 'socket' | 'tcp';
  readonly request: string;
  readonly response: { readonly line: number; readonly form: Form; readonly status: number; readonly text: string };
};
type Example = Exchange | { readonly line: number; readonly shell: string };
type Block = { readonly line: number; readonly info: string; readonly text: string };

function examplesOf(text: string): Example[] {
  const blocks = blocksOf(text);
  return blocks.flatMap((block, i): Example[] => {
    if (block.info === 'sh') return [{ line: block.line, shell: block.text }];
    if (!/^http\b/.test(block.info)) return [];
    const [, form, status] = /^(json|text|sse) (\d{3})$/.exec(blocks[i + 1]?.info ?? '') ?? [];
    if (!form) throw new Error(`${DOCUMENT}:${block.line}: an http block must be followed by a block like "json 200"`);
    const { line, text: expected } = blocks[i + 1] as Block;
    const response = { line, form: form as Form, status: Number(status), text: expected };
    return [{ line: block.line, via: block.info === 'http tcp' ? 'tcp' : 'socket', request: block.text, response }];
  });
}

function blocksOf(text: string): Block[] {
  const lines = text.split('\n');
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const info = /^```(\S.*)$/.exec(lines[i] as string)?.[1];
    if (info === undefined) continue;
    const end = lines.indexOf('```', i);
    blocks.push({ line: i + 1, info, text: lines.slice(i + 1, end).join('\n') });
    i = end;
  }
  return blocks;
}

function namesIn(path: string, pattern: RegExp): string[] {
  const files = path.endsWith('.ts') ? [path] : readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name as string));
}

// ── running it ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** The values that `"<name>"` matched, for `{name}` later on. */
type Kept = Map<string, string>;

const hasCurl = spawnSync('curl', ['--version']).status === 0;

async function runAll(text: string): Promise<void> {
  const kept: Kept = new Map([
    ['token', token],
    ['port', String(port)],
  ]);
  for (const example of examplesOf(text)) {
    if ('shell' in example) {
      if (hasCurl) runShell(example.line, example.shell);
      continue;
    }
    const { line, response } = example;
    const request = located(line, () => filled(example.request, kept));
    const reply = await send(request, example.via, response).catch((error: Error) => {
      throw new Error(`${DOCUMENT}:${line}: ${error.message}`);
    });
    located(response.line, () => {
      checkShape(request, reply, response.form);
      check(reply, response, kept);
    });
  }
}

function runShell(line: number, script: string): void {
  const { status, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script.replaceAll(String(DEFAULT_PORT), String(port))], {
    env: at.env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${DOCUMENT}:${line}: exit code ${status}: ${stderr}`);
}

/** The replies of each route while the examples ran. */
const replied: { readonly name: RouteName; readonly status: number }[] = [];

function checkShape(request: string, { status, body }: Reply, form: Form): void {
  const [start = ''] = request.split('\n');
  const name = ROUTE_NAMES.find((each) => new RegExp(`^${each.replaceAll(/:\w+/g, '[^/?]+')}(?:\\?|$)`).test(start));
  if (status >= 400) errorBody.parse(JSON.parse(body));
  if (!name) return;
  replied.push({ name, status });
  const schema = routeOf(name).replies[status as Status];
  if (status >= 400) return;
  if (!schema) throw new Error(`the contract has no reply with status ${status} for ${name}`);
  const values = form === 'json' ? [JSON.parse(body)] : form === 'text' ? [body] : parseStream(body).flatMap(dataOf);
  for (const value of values) schema.parse(value);
}

const dataOf = (block: unknown): unknown[] => (isTree(block) && 'data' in block ? [block.data] : []);

type Reply = { readonly status: number; readonly body: string };

function send(text: string, via: Exchange['via'], { form, text: expected }: Exchange['response']): Promise<Reply> {
  const [head = '', ...rest] = text.split('\n\n');
  const [start = '', ...lines] = head.split('\n');
  const [method, path] = start.split(' ');
  const headers = Object.fromEntries(lines.map((line) => line.split(/: *(.*)/s) as [string, string]));
  const where = via === 'tcp' ? { host: '127.0.0.1', port } : { socketPath: at.place.socket };
  return new Promise((resolve, reject) => {
    const sent = request({ ...where, method, path, headers, agent: false }, (response) => {
      const enough = form === 'sse' ? blankLines(expected) + 1 : Number.POSITIVE_INFINITY;
      collect(response, enough).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    sent.setTimeout(10_000, () => sent.destroy(new Error('no reply, or not enough of it, within 10 s')));
    sent.on('error', reject);
    sent.end(rest.length > 0 ? rest.join('\n\n') : undefined);
  });
}

/** Reads to the end, or until there are as many blocks as wanted. */
function collect(response: IncomingMessage, enough: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
      if (blankLines(body) < enough) return;
      resolve(body);
      response.destroy();
    });
    response.on('end', () => resolve(body)).on('error', reject);
  });
}

const blankLines = (text: string): number => text.split('\n\n').length - 1;

function check({ status, body }: Reply, { form, status: wanted, text }: Exchange['response'], kept: Kept): void {
  if (status !== wanted) throw new Error(`the status is ${status}, not ${wanted}; the body is ${body}`);
  const expected = filled(text, kept);
  if (form === 'text') return checkText(expected, body);
  const problem = form === 'sse' ? streamDifference(expected, body, kept) : difference(JSON.parse(expected), JSON.parse(body), '', kept);
  if (problem) throw new Error(problem);
}

/** Expected objects may have fewer fields, arrays have the same length, and "<name>" matches any value. */
function difference(expected: unknown, actual: unknown, where: string, kept: Kept): string | undefined {
  const name = typeof expected === 'string' ? /^<(\w+)>$/.exec(expected)?.[1] : undefined;
  if (name !== undefined && actual !== undefined) {
    kept.set(name, String(actual));
    return undefined;
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length)
    return `${where}: expected ${expected.length} items, got ${actual.length}`;
  if (isTree(expected) && isTree(actual) && Array.isArray(expected) === Array.isArray(actual)) {
    const inner = Object.entries(expected).map(([key, value]) => difference(value, actual[key], where ? `${where}.${key}` : key, kept));
    return inner.find((problem) => problem !== undefined);
  }
  return expected === actual ? undefined : `${where}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
}

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Every expected line occurs, in the expected order. */
function checkText(expected: string, body: string): void {
  let rest = body.split('\n');
  for (const line of expected.split('\n')) {
    const pattern = line.split(/<\w+>/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const found = rest.findIndex((each) => new RegExp(`^${pattern.join('.+')}$`).test(each));
    if (found === -1) throw new Error(`no line "${line}" in\n${body}`);
    rest = rest.slice(found + 1);
  }
}

/** A stream has no end; anything may follow the expected part. */
function streamDifference(text: string, body: string, kept: Kept): string | undefined {
  const expected = parseStream(text);
  return difference(expected, parseStream(body).slice(0, expected.length), '', kept);
}

/** Comments unchanged, events as { id, event, data } with the data parsed. */
function parseStream(text: string): unknown[] {
  const blocks = text.trim().split('\n\n');
  return blocks.map((block) => {
    if (block.startsWith(':')) return block;
    const fields = block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]);
    return Object.fromEntries(fields.map(([name, value]) => [name, name === 'data' ? (JSON.parse(value) as unknown) : value]));
  });
}

function filled(text: string, kept: Kept): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = kept.get(name);
    if (value === undefined) throw new Error(`nothing was kept as {${name}}`);
    return value;
  });
}

function located<T>(line: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`${DOCUMENT}:${line}: ${(error as Error).message}`);
  }
}
