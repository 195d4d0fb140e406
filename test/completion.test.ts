// TAB in real shells: the ids of open asks with their questions, values of flags, commands. A shell that is not installed is skipped.
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aRequest, CLI, type Home, home } from './support/home.ts';

const run = promisify(execFile);
const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

let at: Home;
let env: NodeJS.ProcessEnv;
let ids: readonly string[];
beforeAll(async () => {
  at = home();
  const bin = join(at.place.folder, 'bin');
  mkdirSync(bin);
  symlinkSync(CLI, join(bin, 'answerback'));
  env = { ...at.env, PATH: `${bin}:${process.env.PATH}`, COLUMNS: '100', HOME: at.place.folder, TERM: 'xterm' };
  const second = aRequest({ questions: [{ ...aRequest().questions[0], text: 'Which cache: Redis or none?' }] });
  ids = [await at.client().ask(aRequest()), await at.client().ask(second)].map(({ id }) => id.slice(0, 8));
});
afterAll(() => at.close());

/** What TAB offers after these words, in each shell's own form. */
const offers: Readonly<Record<string, (words: readonly string[], listing?: boolean) => Promise<string>>> = {
  // 63 is what bash sets when it only lists what there is.
  bash: async (words, listing = true) => {
    const all = ['answerback', ...words].map((word) => `'${word}'`).join(' ');
    const script = `eval "$(answerback completion bash)"; COMP_WORDS=(${all}) COMP_CWORD=${words.length} COMP_TYPE=${listing ? 63 : 9}; _answerback; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await run('bash', ['--norc', '-c', script], { env })).stdout;
  },
  fish: async (words) => {
    const script = `source (answerback completion fish | psub); complete -C 'answerback ${words.join(' ')}'`;
    return (await run('fish', ['--no-config', '-c', script], { env })).stdout;
  },
  // An interactive shell behind a pseudo-terminal, to which TAB is typed.
  zsh: async (words) => {
    const script = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1=RE""ADY; autoload -Uz compinit; compinit -D -u; eval "$(answerback completion zsh)"; LISTMAX=1000; stty columns 100'
zpty -r z line '*READY*'
zpty -w -n z 'answerback ${words.join(' ')}'$'\\t'$'\\t'
zpty -w -n z $'\\C-u''echo OV""ER'$'\\n'
while zpty -r z line; do print -r -- "$line"; [[ $line == *OVER* ]] && break; done
zpty -d z`;
    return (await run('zsh', ['-f', '-c', script], { env })).stdout;
  },
};

describe.each(Object.keys(offers))('in %s', (shell) => {
  const offered = (...words: string[]) => (offers[shell] as (typeof offers)['bash'])(words);

  it.skipIf(!has(shell))('asks are offered by id with their questions, and no flags between them', async () => {
    const asks = await offered('answer', '');
    expect(asks).toContain(ids[0]);
    expect(asks).toContain('Which database should we use?');
    expect(asks).toContain('Which cache: Redis or none?');
    expect(asks).not.toContain('--json');
  });

  it.skipIf(!has(shell))('values of flags, flags and commands are offered', async () => {
    const kinds = await offered('list', '--kind', '');
    for (const kind of ['question', 'permission', 'plan', 'idle']) expect(kinds).toContain(kind);
    expect(await offered('list', '--project', '')).toContain('app');
    expect(await offered('list', '--pro')).toMatch(/--project[\s\S]*--program|--program[\s\S]*--project/);
    expect(await offered('route', '')).toContain('explain');
  });
});

it.skipIf(!has('bash'))('bash inserts ids only, never their descriptions', async () => {
  expect((await offers.bash?.(['answer', ''], false))?.trim().split('\n').toSorted()).toEqual(ids.toSorted());
});
