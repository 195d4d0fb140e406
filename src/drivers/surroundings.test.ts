// What lies around an ask, on a real disk.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROJECT_FILE, surroundingFiles } from './surroundings.ts';

let root: string;
let project: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'around-'));
  project = join(root, 'shop');
  mkdirSync(project);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (name: string, text: string, time = 1) => {
  writeFileSync(join(project, name), text);
  utimesSync(join(project, name), time, time);
};

describe("a project's own file", () => {
  it('is absent where there is none, and where the project is no folder of this machine', async () => {
    const files = surroundingFiles();
    expect(await files.projectFile(project)).toEqual({ kind: 'absent' });
    expect(await files.projectFile('(unknown)')).toEqual({ kind: 'absent' });
    expect(await files.projectFile(join(root, 'gone'))).toEqual({ kind: 'absent' });
  });

  it('is read, and again when it changed', async () => {
    const files = surroundingFiles();
    write(PROJECT_FILE, 'forbid: rules');
    expect(await files.projectFile(project)).toMatchObject({ kind: 'ok', file: { forbid: ['rules'] } });
    write(PROJECT_FILE, 'forbid: agents', 2);
    expect(await files.projectFile(project)).toMatchObject({ kind: 'ok', file: { forbid: ['agents'] } });
    write(PROJECT_FILE, 'forbid: [agents', 3);
    expect(await files.projectFile(project)).toMatchObject({ kind: 'broken', problem: expect.stringContaining(PROJECT_FILE) });
    rmSync(join(project, PROJECT_FILE));
    expect(await files.projectFile(project)).toEqual({ kind: 'absent' });
  });

  it('that cannot be understood or read is broken, never absent: it may forbid machines', async () => {
    const files = surroundingFiles();
    write(PROJECT_FILE, 'forbid: everything');
    expect(await files.projectFile(project)).toMatchObject({ kind: 'broken' });
    rmSync(join(project, PROJECT_FILE));
    mkdirSync(join(project, PROJECT_FILE));
    expect(await files.projectFile(project)).toMatchObject({ kind: 'broken' });
    rmSync(join(project, PROJECT_FILE), { recursive: true });
    write(PROJECT_FILE, `# ${'x'.repeat(300_000)}`);
    expect(await files.projectFile(project)).toMatchObject({ kind: 'broken', problem: expect.stringContaining('too large') });
    // Billion laughs: YAML that grows when it is read.
    const laughs = Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`).join('\n');
    write(PROJECT_FILE, `a0: &a0 [x]\n${laughs}\n`, 5);
    expect(await files.projectFile(project)).toMatchObject({ kind: 'broken' });
  });
});

describe('documents', () => {
  it('are those that are there, inside the project, cut when long', async () => {
    write('STATE.md', 'all is well');
    write('ROADMAP.md', 'x'.repeat(10_000));
    mkdirSync(join(project, 'docs'));
    write('docs/CONTEXT.md', 'deep');
    mkdirSync(join(project, 'folder.md'));
    const found = await surroundingFiles().documents(project, ['STATE.md', 'ROADMAP.md', 'docs/CONTEXT.md', 'gone.md', 'folder.md'], 100);
    expect(found.map(({ name }) => name)).toEqual(['STATE.md', 'ROADMAP.md', 'docs/CONTEXT.md']);
    expect(found[0]?.text).toBe('all is well');
    expect(found[1]?.text.length).toBeLessThan(500);
    expect(found[1]?.text.length).toBeGreaterThan(100);
  });

  it('that lead out of the project are not followed', async () => {
    writeFileSync(join(root, 'secret'), 'the key');
    symlinkSync(join(root, 'secret'), join(project, 'STATE.md'));
    symlinkSync(root, join(project, 'up'));
    write('inside.md', 'fine');
    symlinkSync(join(project, 'inside.md'), join(project, 'link.md'));
    const found = await surroundingFiles().documents(project, ['STATE.md', 'up/secret', '../secret', 'link.md'], 100);
    expect(found).toEqual([{ name: 'link.md', text: 'fine' }]);
  });
});

it('templates are the files of a folder, by name', async () => {
  write('brief.md', 'my own');
  mkdirSync(join(project, 'sub'));
  expect(await surroundingFiles().templates(project)).toEqual({ 'brief.md': 'my own' });
  expect(await surroundingFiles().templates(join(root, 'gone'))).toEqual({});
});
