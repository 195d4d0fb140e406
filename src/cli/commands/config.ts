// answerback config path|init|edit|check|schema: the user's configuration file.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { printable } from '../../text/printable.ts';
import { command, group } from '../app/command.ts';
import { examples, flag, json } from '../app/parameters.ts';
import { type Context, EXIT, surroundings, UsageError } from '../context.ts';

const configCommands = group({
  commands: {
    path: command(path, {
      parameters: { flags: { json } },
      docs: { brief: 'Print where the configuration is' },
    }),
    init: command(init, {
      people: true,
      parameters: { flags: { json } },
      docs: {
        brief: 'Write a configuration to start from, with comments',
        fullDescription: examples(
          'Everything in it is commented out, so it changes nothing. An existing file is left alone. Puts a JSON Schema next to it, which editors use to complete and check it.',
          ['answerback config init'],
        ),
      },
    }),
    edit: command(edit, {
      people: true,
      parameters: { flags: { json } },
      docs: {
        brief: 'Open the configuration in your editor, and check it afterwards',
        fullDescription: examples('Uses $VISUAL or $EDITOR. Creates the file if there is none.', ['answerback config edit']),
      },
    }),
    check: command(check, {
      parameters: { flags: { json } },
      docs: {
        brief: 'Check the configuration and the files of this project, with line and column of every mistake',
        fullDescription: examples('Exit code 1 if something is wrong.', ['answerback config check']),
      },
    }),
    schema: command(schema, {
      parameters: { flags: { json, project: flag("The schema of a project's own file, .answerback.yaml") } },
      docs: {
        brief: 'Print the JSON Schema of the configuration, for editors',
        fullDescription: examples('`config init` puts it next to the file, where editors find it.', [
          'answerback config schema > config.schema.json',
          'answerback config schema --project',
        ]),
      },
    }),
  },
});
export const commands = { config: configCommands };

type Json = { readonly json: boolean };

const LAST_GOOD = 'Still using the last valid config.';
const NONE_IN_FORCE = 'There is no valid config: every ask goes to you until this is fixed.';

function path(this: Context, flags: Json): void {
  const file = this.place.config;
  if (flags.json) return this.out.json({ file, exists: existsSync(file) });
  this.out.line(file);
}

function init(this: Context, flags: Json): void {
  const { out, place } = this;
  const made = makeFile(this);
  if (flags.json) return out.json({ file: place.config, made, schema: schemaBeside(place.config) });
  out.line(made ? `${out.style('✓', 'green')} Wrote ${place.config}` : `${place.config} exists already; it was left as it is.`);
  if (!made && !readFileSync(place.config, 'utf8').includes('yaml-language-server'))
    out.line(`For completion and checks in your editor, make this its first line:\n  ${FIRST_LINE}`);
  out.line('answerback config edit    opens it in your editor');
  out.line('answerback config check   checks it');
}

async function edit(this: Context, flags: Json): Promise<void> {
  const { process, env, place } = this;
  if (!process.stdin.isTTY)
    throw new UsageError('there is no terminal for an editor', `Edit ${place.config}, then: answerback config check`);
  makeFile(this);
  const editor = env.VISUAL || env.EDITOR || 'vi';
  // A shell, because it may have arguments: EDITOR="code --wait".
  const { status, error } = spawnSync('sh', ['-c', `${editor} "$1"`, 'sh', place.config], { stdio: 'inherit' });
  if (error || status !== 0)
    throw new UsageError(`the editor "${editor}" ended with ${error?.message ?? `code ${status}`}`, 'Set EDITOR to the one you use.');
  return check.call(this, flags);
}

/** The user's file, and the files of the project in this folder. */
export async function check(this: Context, flags: Json): Promise<void> {
  const { out, process } = this;
  const client = this.client();
  const own = await client.call('GET /v1/route/check');
  const here = await client.call('POST /v1/route/explain', {
    body: { project: process.cwd(), program: 'check', questions: [{ text: 'Here?', options: [] }] },
  });
  if (own.problems.length > 0 || here.problem !== undefined) process.exitCode = EXIT.failed;
  if (flags.json) return out.json({ ...own, ...(here.problem === undefined ? {} : { projectProblem: here.problem }) });
  for (const { text } of own.problems) out.line(`${out.style('✗', 'red')} ${printable(text)}`);
  if (own.problems.length > 0) out.line(out.style(own.inForce ? LAST_GOOD : NONE_IN_FORCE, 'dim'));
  else {
    out.line(
      `${out.style('✓', 'green')} ${printable(own.file)}${existsSync(own.file) ? '' : ' (does not exist; answerback config init writes one)'}`,
    );
    if (own.routes.length === 0) out.line('  No routes: every ask goes to you.');
    for (const { name, steps } of own.routes) out.line(`  ${out.style(printable(name), 'bold')}: ${steps.map(printable).join(' → ')}`);
  }
  for (const { text } of own.warnings ?? []) out.line(`${out.style('!', 'yellow')} ${printable(text)}`);
  if (here.problem === undefined) return;
  out.line(`${out.style('✗', 'red')} ${printable(here.problem)}`);
  out.line(out.style('Until it is fixed, every ask in this project goes to you.', 'dim'));
}

function schema(this: Context, flags: Json & { readonly project: boolean }): void {
  this.out.raw(shipped(this, flags.project ? 'project.schema.json' : 'config.schema.json'));
}

/** Editors look for the schema relative to the file. */
const FIRST_LINE = '# yaml-language-server: $schema=./config.schema.json';
const schemaBeside = (config: string): string => join(dirname(config), 'config.schema.json');

/** False if there is one already. The schema is always written: a newer version may have more settings. */
function makeFile(context: Context): boolean {
  const { config } = context.place;
  mkdirSync(dirname(config), { recursive: true, mode: 0o700 });
  writeFileSync(schemaBeside(config), shipped(context, 'config.schema.json'));
  if (existsSync(config)) return false;
  writeFileSync(config, `${FIRST_LINE}\n${shipped(context, 'config.example.yaml')}`, { flag: 'wx', mode: 0o600 });
  return true;
}

const shipped = (context: Context, name: string): string => readFileSync(join(surroundings(context).programs, '..', 'docs', name), 'utf8');
