// A broker with a configuration, a project, and programs as answering agents, separate for each test.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Consideration } from '../../src/ask/schema/route.ts';
import { aRequest, type Home, home } from './home.ts';

/** Those of the running test. */
export let at: Home;
export let project: string;

export function freshForEach(): void {
  beforeEach(() => {
    at = home();
    project = mkdtempSync(join(tmpdir(), 'shop-'));
  });
  afterEach(async () => {
    await at.close();
    rmSync(project, { recursive: true, force: true });
  });
}

/** A program of a few lines; `text` is its input. */
export function program(name: string, body: string): string[] {
  const path = join(at.place.folder, `${name}.mjs`);
  const read = "let text = ''; for await (const chunk of process.stdin) text += chunk;";
  // Ends with its parent, so that nothing outlives the test.
  const hang = 'const parent = process.ppid; const hang = () => setInterval(() => process.ppid === parent || process.exit(), 100);';
  writeFileSync(
    path,
    `import { appendFileSync } from 'node:fs';\nimport { execFileSync } from 'node:child_process';\n${hang}\n${read}\n${body}\n`,
  );
  return [process.execPath, path];
}

export function configure(config: object): void {
  mkdirSync(at.place.folder, { recursive: true });
  // JSON is YAML.
  writeFileSync(at.place.config, JSON.stringify(config));
}

export const agent = (run: string[]) => ({ claw: { kind: 'command', run } });
export const route = (...decide: unknown[]) => [{ name: 'night', decide }];
/** The same for questions that are named by their text, which rules need. */
export const named = (...decide: unknown[]) => [{ name: 'night', when: { text: ['go on', 'database'] }, decide }];
export const claw = (within = '10m') => ({ agent: 'claw', within });
export const ask = (over: Record<string, unknown> = {}) =>
  at.client().ask(aRequest({ session: { id: 's', program: 'tester', project }, ...over }));
export const question = (text: string, ...labels: string[]) => ({
  questions: [{ text, header: 'Test', options: labels.map((label) => ({ label, description: `it is ${label}` })) }],
});

export async function considered(id: string): Promise<readonly Consideration[]> {
  return (await at.client().history(id)).flatMap(({ happening }) => (happening.kind === 'considered' ? [happening] : []));
}
export const story = async (id: string) => (await considered(id)).map(({ answerer, outcome }) => `${answerer.name} ${outcome}`);

/** Waits until this has happened to the ask. */
export async function until(id: string, answerer: string, outcome: Consideration['outcome'], after = 0): Promise<number> {
  for await (const item of at.client().events({ after })) {
    if (item.kind !== 'event' || !('ask' in item.event) || item.event.ask !== id) continue;
    const { happening, seq } = item.event;
    if (happening.kind === 'considered' && happening.answerer.name === answerer && happening.outcome === outcome) return seq;
  }
  throw new Error('the stream ended');
}

export function readCalls(path: string): boolean {
  try {
    return readFileSync(path, 'utf8') !== '';
  } catch {
    return false;
  }
}
