// The files around an ask, on a real disk.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RULE_KINDS } from '../rules/kinds.ts';
import { filesOnDisk, PROJECT_FILE } from './on-disk.ts';

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

const filesOn = (home?: string) => filesOnDisk(RULE_KINDS, home);
const own = async (files = filesOn(root), folder = project) => (await files.projectFiles(folder)).at(-1);

describe("a project's own file", () => {
  it('is absent if there is none, or if the project is not on this computer', async () => {
    const files = filesOn(root);
    expect(await files.projectFiles(project)).toEqual([]);
    expect(await files.projectFiles('(unknown)')).toEqual([]);
    expect(await files.projectFiles(join(root, 'gone'))).toEqual([]);
  });

  it('is read, and read again when it changes', async () => {
    const files = filesOn(root);
    write(PROJECT_FILE, 'forbid: rules');
    expect(await own(files)).toMatchObject({ kind: 'ok', value: { forbid: ['rules'] } });
    write(PROJECT_FILE, 'forbid: agents', 2);
    expect(await own(files)).toMatchObject({ kind: 'ok', value: { forbid: ['agents'] } });
    write(PROJECT_FILE, 'forbid: [agents', 3);
    expect(await own(files)).toMatchObject({ kind: 'broken', problem: expect.stringContaining(PROJECT_FILE) });
    rmSync(join(project, PROJECT_FILE));
    expect(await own(files)).toBeUndefined();
  });

  it('that cannot be read or understood is broken, not absent, because it may forbid auto-answer', async () => {
    const files = filesOn(root);
    write(PROJECT_FILE, 'forbid: everything');
    expect(await own(files)).toMatchObject({ kind: 'broken' });
    rmSync(join(project, PROJECT_FILE));
    mkdirSync(join(project, PROJECT_FILE));
    expect(await own(files)).toMatchObject({ kind: 'broken', problem: expect.stringContaining('is not a file') });
    rmSync(join(project, PROJECT_FILE), { recursive: true });
    write(PROJECT_FILE, `# ${'x'.repeat(70_000)}`);
    expect(await own(files)).toMatchObject({ kind: 'broken', problem: expect.stringContaining('too large') });
    write(PROJECT_FILE, 'forbid: &a [*a]', 5);
    expect(await own(files)).toMatchObject({ kind: 'broken', problem: expect.stringContaining('repeats something with a *') });
    write(PROJECT_FILE, `routes: ${'['.repeat(24_000)}`, 6);
    expect(await own(files)).toMatchObject({ kind: 'broken', problem: expect.stringContaining('nested too deeply') });
  });

  it('with the ending .yml is not ignored: it is broken, and the problem says how to rename it', async () => {
    write('.answerback.yml', 'forbid: auto-answers');
    expect(await own()).toMatchObject({ kind: 'broken', problem: expect.stringContaining(`rename it to ${PROJECT_FILE}`) });
    write(PROJECT_FILE, 'forbid: rules');
    expect(await own()).toMatchObject({ kind: 'broken', file: join(project, '.answerback.yml') });
    rmSync(join(project, '.answerback.yml'));
    expect(await own()).toMatchObject({ kind: 'ok' });
  });

  it.each([
    ['a device without an end', '/dev/zero', 'leads out of the project'],
    ['a file elsewhere', '../secret', 'leads out of the project'],
    ['nothing', 'gone', 'is a broken link'],
  ])('that is a link to %s is broken, and the content of its target is not shown', async (_, target, why) => {
    writeFileSync(join(root, 'secret'), '[the key');
    symlinkSync(target, join(project, PROJECT_FILE));
    const found = await own();
    expect(found).toMatchObject({ kind: 'broken', problem: expect.stringContaining(why) });
    expect(JSON.stringify(found)).not.toContain('the key');
  });

  it('that is a pipe is broken, without waiting for a writer', async () => {
    execFileSync('mkfifo', [join(project, PROJECT_FILE)]);
    expect(await own()).toMatchObject({ kind: 'broken', problem: expect.stringContaining('is not a file') });
  });

  it('may be a link to a file inside the project, and is read again when that file changes', async () => {
    const files = filesOn(root);
    mkdirSync(join(project, 'config'));
    write('config/answers.yaml', 'forbid: rules');
    symlinkSync('config/answers.yaml', join(project, PROJECT_FILE));
    expect(await own(files)).toMatchObject({ kind: 'ok', value: { forbid: ['rules'] } });
    write('config/answers.yaml', 'forbid: agents', 2);
    expect(await own(files)).toMatchObject({ kind: 'ok', value: { forbid: ['agents'] } });
  });
});

describe('files above the project', () => {
  const put = (folder: string, forbid: string) => writeFileSync(join(folder, PROJECT_FILE), `forbid: ${forbid}`);
  const deep = () => {
    const folder = join(project, 'packages', 'web');
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const forbids = async (folder: string, home: string) =>
    (await filesOn(home).projectFiles(folder)).map((found) => (found.kind === 'ok' ? found.value.forbid : 'broken'));

  it('count up to the repository, the outermost first, and not beyond', async () => {
    const folder = deep();
    mkdirSync(join(project, '.git'));
    put(root, 'auto-answers');
    put(project, 'rules');
    put(folder, 'agents');
    expect(await forbids(folder, '/nowhere')).toEqual([['rules'], ['agents']]);
  });

  it('without a repository count up to the home folder, which is left out', async () => {
    const folder = deep();
    put(root, 'auto-answers');
    put(project, 'rules');
    expect(await forbids(folder, root)).toEqual([['rules']]);
    expect(await forbids(folder, join(root, 'elsewhere'))).toEqual([['rules', 'agents'], ['rules']]);
  });

  it('may be twenty, each with thousands of mistakes: they are read one after the other, and others have their turn', async () => {
    const folder = join(project, ...Array.from({ length: 19 }, (_, i) => `d${i}`));
    mkdirSync(folder, { recursive: true });
    const mistakes = Array.from({ length: 400 }, (_, i) => `ruotes${i}: 1`).join('\n');
    for (let at = folder; at !== root; at = dirname(at)) writeFileSync(join(at, PROJECT_FILE), mistakes);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 0);
    const found = await filesOn(root).projectFiles(folder);
    clearInterval(timer);
    expect(found).toHaveLength(20);
    expect(found.every(({ kind }) => kind === 'broken')).toBe(true);
    expect(found[0]).toMatchObject({
      problem: expect.stringMatching(/^\S+yaml:1:1: ruotes0: unknown field; did you mean "routes"\?.*; and 15 more$/),
    });
    expect(turns).toBeGreaterThan(10);
  });

  it('are too many beyond fifty, which is a problem and not a permission', async () => {
    const folder = join(project, ...Array.from({ length: 50 }, () => 'd'));
    mkdirSync(folder, { recursive: true });
    for (let at = folder; at !== root; at = dirname(at)) put(at, 'rules');
    expect(await filesOn(root).projectFiles(folder)).toMatchObject([
      { kind: 'broken', problem: expect.stringContaining('more than 50 files') },
    ]);
  });

  it('may be links to anything inside the repository', async () => {
    const folder = deep();
    mkdirSync(join(project, '.git'));
    write('shared.yaml', 'forbid: rules');
    symlinkSync('../../shared.yaml', join(folder, PROJECT_FILE));
    expect(await forbids(folder, '/nowhere')).toEqual([['rules']]);
  });
});

describe('documents', () => {
  it('are the existing ones inside the project, shortened if long', async () => {
    write('STATE.md', 'all is well');
    write('ROADMAP.md', 'x'.repeat(10_000));
    mkdirSync(join(project, 'docs'));
    write('docs/CONTEXT.md', 'deep');
    mkdirSync(join(project, 'folder.md'));
    const found = await filesOn().documents(project, ['STATE.md', 'ROADMAP.md', 'docs/CONTEXT.md', 'gone.md', 'folder.md'], 100);
    expect(found.map(({ name }) => name)).toEqual(['STATE.md', 'ROADMAP.md', 'docs/CONTEXT.md']);
    expect(found[0]?.text).toBe('all is well');
    expect(found[1]?.text.length).toBeLessThan(500);
    expect(found[1]?.text.length).toBeGreaterThan(100);
  });

  it('that link to the outside of the project are not read', async () => {
    writeFileSync(join(root, 'secret'), 'the key');
    symlinkSync(join(root, 'secret'), join(project, 'STATE.md'));
    symlinkSync(root, join(project, 'up'));
    write('inside.md', 'fine');
    symlinkSync(join(project, 'inside.md'), join(project, 'link.md'));
    const found = await filesOn().documents(project, ['STATE.md', 'up/secret', '../secret', 'link.md'], 100);
    expect(found).toEqual([{ name: 'link.md', text: 'fine' }]);
  });
});

describe('templates', () => {
  const found = (folder = project) => filesOn().templates(folder);

  it('are the Markdown files of a folder, by name, without those of an editor', async () => {
    for (const name of ['brief.md', '.brief.md.swp', '.#brief.md', 'brief.md~', 'notes.txt']) write(name, 'my own');
    mkdirSync(join(project, 'sub'));
    expect(await found()).toEqual({ texts: { 'brief.md': 'my own' }, problems: [] });
  });

  it('are a problem if the folder does not exist, or if one is too large or not a file', async () => {
    expect((await found(join(root, 'gone'))).problems).toEqual(['there is no such folder, or it cannot be read']);
    write('brief.md', 'x'.repeat(100_001));
    mkdirSync(join(project, 'review.md'));
    expect(await found()).toEqual({ texts: {}, problems: ['brief.md is too large; the limit is 100 KB', 'review.md is not a file'] });
  });
});

describe('where a path really is', () => {
  const real = (path: string) => filesOn().realPath(path);

  it('is told with every link followed, also for files that do not exist yet', async () => {
    const folder = (await real(project)) ?? '';
    mkdirSync(join(project, 'src'));
    write('src/a.ts', '');
    symlinkSync(root, join(project, 'src', 'out'));
    symlinkSync(join(project, 'src'), join(project, 'lib'));
    expect(await real(join(project, 'src', 'a.ts'))).toBe(join(folder, 'src', 'a.ts'));
    expect(await real(join(project, 'src', 'new', 'deep.ts'))).toBe(join(folder, 'src', 'new', 'deep.ts'));
    expect(await real(join(project, 'lib', 'new.ts'))).toBe(join(folder, 'src', 'new.ts'));
    expect(await real(join(project, 'src', 'out', 'new.ts'))).toBe(join((await real(root)) ?? '', 'new.ts'));
  });

  it('is not told for a link that leads nowhere or in a circle, below a file, for "..", or for half a path', async () => {
    write('file', '');
    symlinkSync(join(root, 'not-there-yet'), join(project, 'dangling.ts'));
    symlinkSync(join(project, 'circle'), join(project, 'circle'));
    expect(await real(join(project, 'dangling.ts'))).toBeUndefined();
    expect(await real(join(project, 'dangling.ts', 'below'))).toBeUndefined();
    expect(await real(join(project, 'circle'))).toBeUndefined();
    expect(await real(join(project, 'file', 'below'))).toBeUndefined();
    expect(await real(`${project}/src/../a`)).toBeUndefined();
    expect(await real('src/a.ts')).toBeUndefined();
    expect(await real(`${project}/a\0b`)).toBeUndefined();
  });
});

it('a policy is the text of a file, or nothing', async () => {
  write('policy.md', 'Be careful.');
  expect(await filesOn().policy(join(project, 'policy.md'))).toBe('Be careful.');
  expect(await filesOn(project).policy('~/policy.md')).toBe('Be careful.');
  expect(await filesOn().policy(join(project, 'gone.md'))).toBeUndefined();
});
