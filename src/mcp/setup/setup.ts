// answerback setup mcp <client>: plans how our entry gets into the client's settings, and how it goes again.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBackup } from '../../setup/backup.ts';
import { type Change, changeTo, isAsWeLeftIt, planRestore, type Reversal, reversal } from '../../setup/change.ts';
import type { Misuse, OutputLine, Plans, SetupContext, SetupPlan, UndoPlan } from '../../setup/connection.ts';
import { find, notUtf8, type Refusal, refused, refusedAt, textOf } from '../../setup/file.ts';
import { type Format, NAME } from '../../setup/format.ts';
import { jsonFormat } from '../../setup/json-format.ts';
import { withoutBom } from '../../setup/json-settings.ts';
import { type OwnFile, planOwnFile } from '../../setup/own-file.ts';
import { diffText } from '../../text/diff.ts';
import { commandEntry, jsonc, type McpClient, type Scope, type Where } from './client.ts';
import { isOurs, serverFor } from './server.ts';
import { tomlFormat } from './toml-format.ts';

export type McpSetupOptions = {
  readonly project: boolean;
  readonly hold: { readonly text: string; readonly ms: number } | undefined;
  readonly elicit: boolean;
  readonly skill: boolean;
};

/** The client ends a call a while after we return "pending". */
const MARGIN_MS = 60_000;
const SKILL = 'ask-user-question';

/** For any other client: the form that most of them read. */
const ANY: Pick<McpClient, 'title' | 'format' | 'entry' | 'limit' | 'hold'> = {
  title: 'your client',
  format: jsonc('mcpServers'),
  entry: commandEntry,
};

export function setupFor(client: McpClient, options: McpSetupOptions): Plans {
  return {
    plan: async (at) => plan(at, client, options),
    planUndo: async (at) => planUndo(at, client, options),
  };
}

/** What setup would write, for people who write it themselves. Without a client: the form that most of them read. */
export function printed(
  at: SetupContext,
  client: McpClient | undefined,
  options: McpSetupOptions,
): { readonly file: string | null; readonly text: string } {
  const text = formatOf(client ?? ANY).print(entryFor(at, client ?? ANY, options));
  return { file: (client && fileFor(at, client, scopeOf(options))) ?? null, text };
}

// ── adding ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function plan(at: SetupContext, client: McpClient, options: McpSetupOptions): SetupPlan | Refusal | Misuse {
  const scope = scopeOf(options);
  const path = fileFor(at, client, scope);
  if (path === undefined) return noProject(client);
  if (options.skill && !client.skills) return noSkills(client);
  const entry = planEntry(at, client, path, options);
  if (entry && 'kind' in entry) return entry;
  const skill = options.skill ? planOwnFile(skillFile(at, client, scope)) : undefined;
  if (skill?.kind === 'refused') return skill;
  const changes = [entry, skill && 'change' in skill ? skill.change : undefined].filter((change) => change !== undefined);
  const holdMs = (options.hold ?? client.hold)?.ms;
  return {
    kind: 'plan',
    heading: `${client.title}, ${path}`,
    warnings: [
      ...(at.programs.includes('/_npx/') && !options.project
        ? ['This program runs from the cache of npx, which may be emptied. Install it first: npm install -g answerback']
        : []),
      ...(options.hold && !client.limit
        ? [
            `${client.title} has no setting for how long a call may take. If its own limit is shorter than ${options.hold.text}, questions fail.`,
          ]
        : []),
    ],
    changes,
    left: skill?.kind === 'edited' ? [skillPath(at, client, scope)] : [],
    afterwards: [
      { kind: 'done', text: `${client.title} has the tool ask_user_question the next time it starts. Its questions appear in the inbox.` },
      ...(client.notes?.(scope, holdMs) ?? []).map((text): OutputLine => ({ kind: 'text', text })),
      ...(options.project
        ? [{ kind: 'text', text: 'The entry runs `answerback`, which has to be on the PATH of everybody who uses it.' } as const]
        : []),
    ],
    tryIt: `start ${client.title}, let it ask you something with ask_user_question, and run: answerback list`,
    report: { client: client.name, file: path, ...reportOf(changes) },
  };
}

function planEntry(at: SetupContext, client: McpClient, path: string, options: McpSetupOptions): Change | Refusal | undefined {
  const target = find(path);
  if (target.kind === 'refused') return target;
  const before = target.kind === 'existing' ? textOf(target.bytes) : '';
  if (target.kind === 'existing' && before === undefined) return notUtf8(target);
  const { bom, text } = withoutBom(before ?? '');
  const read = formatOf(client).read(text);
  const byHand = `To write it yourself, see: answerback setup mcp ${client.name} --print`;
  if ('reason' in read) return refusedAt(path, text, read.offset, read.reason, `${read.fix} ${byHand}`);
  if (read.entry !== undefined && !isOurs(read.entry))
    return refused(path, `there is a server "${NAME}" that is not ours`, `Rename or remove it, and try again. ${byHand}`);
  const after = formatOf(client).write(text, entryFor(at, client, options));
  if (typeof after !== 'string') return refusedAt(path, text, after.offset, after.reason, `${after.fix} ${byHand}`);
  return changeTo(target, Buffer.from(bom + after), { update: read.entry !== undefined });
}

function entryFor(at: SetupContext, client: typeof ANY, { hold = client.hold, project, elicit }: McpSetupOptions): object {
  const server = serverFor(at, { project, elicit, hold: hold?.text });
  return { ...client.entry(server), ...(hold && client.limit?.(hold.ms + MARGIN_MS)) };
}

// ── removing ─────────────────────────────────────────────────────────────────────────────────────────────────────

function planUndo(at: SetupContext, client: McpClient, options: McpSetupOptions): UndoPlan | Refusal | Misuse {
  const scope = scopeOf(options);
  const path = fileFor(at, client, scope);
  if (path === undefined) return noProject(client);
  const entry = planRemoval(client, path, at.place.undo);
  if (entry && 'kind' in entry) return entry;
  const skill = client.skills ? planRestore(skillPath(at, client, scope), at.place.undo) : undefined;
  if (skill?.kind === 'refused') return skill;
  const changes = [entry, skill?.kind === 'reversal' ? skill.reversal : undefined].filter((change) => change !== undefined);
  const left: OutputLine[] =
    skill?.kind === 'edited' ? [{ kind: 'text', text: `${skill.target.path} was changed since setup, so it stays as it is.` }] : [];
  return {
    kind: 'plan',
    changes,
    afterwards: [{ kind: 'done', text: entry ? undone(path, entry) : `Removed our skill from ${client.title}.` }, ...left],
    nothing: [{ kind: 'text', text: `Nothing to undo: ${path} has no server of ours.` }, ...left],
    report: { file: path, ...reportOf(changes) },
  };
}

/** Restores the file if nobody has changed it since setup, else removes only our entry. */
function planRemoval(client: McpClient, path: string, undo: string): Reversal | Refusal | undefined {
  const target = find(path);
  if (target.kind === 'refused') return target;
  if (target.kind === 'absent') return undefined;
  const backup = readBackup(undo, target.real);
  if (backup && isAsWeLeftIt(backup, target)) return reversal('restore', target, backup.original, backup);
  const whole = textOf(target.bytes);
  if (whole === undefined) return notUtf8(target);
  const { bom, text } = withoutBom(whole);
  const read = formatOf(client).read(text);
  if ('reason' in read) return refusedAt(path, text, read.offset, read.reason, read.fix);
  if (!isOurs(read.entry)) return undefined;
  const original = backup?.original && textOf(backup.original);
  const rest = formatOf(client).remove(text, original === undefined ? undefined : withoutBom(original).text);
  if (rest === text) return undefined;
  const wasAbsent = backup !== undefined && backup.original === undefined;
  return reversal('remove', target, wasAbsent && formatOf(client).isEmpty(rest) ? undefined : Buffer.from(bom + rest), backup);
}

function undone(file: string, { way, after }: Reversal): string {
  if (after === undefined) return `Deleted ${file}, which setup had created.`;
  if (way === 'restore') return `Restored ${file} to what it was before setup, byte for byte.`;
  return `Removed our entry from ${file}. It was changed since setup, so all other values stay as they are now; spaces and comments next to our entry may be different.`;
}

// ── both ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export function formatOf({ title, format }: Pick<McpClient, 'title' | 'format'>): Format {
  const { container } = format;
  return format.kind === 'toml' ? tomlFormat(container) : jsonFormat(container, { ...format, program: title });
}

const scopeOf = ({ project }: McpSetupOptions): Scope => (project ? 'project' : 'user');

/** The file with our entry, else one that exists, else the usual one. */
function fileFor(at: Where, client: McpClient, scope: Scope): string | undefined {
  const files = client.files(at, scope);
  return files.find((file) => isOurs(entryIn(client, file))) ?? files.find((file) => existsSync(file)) ?? files.at(-1);
}

/** Undefined if there is none, or if the file cannot be read. */
export function entryIn(client: McpClient, file: string): unknown {
  try {
    const read = formatOf(client).read(withoutBom(readFileSync(file, 'utf8')).text);
    return 'entry' in read ? read.entry : undefined;
  } catch {
    return undefined;
  }
}

const skillPath = (at: Where, client: McpClient, scope: Scope): string => join(client.skills?.(at, scope) ?? '', SKILL, 'SKILL.md');

function skillFile(at: SetupContext, client: McpClient, scope: Scope): OwnFile {
  // It is part of the package, next to dist/.
  const content = readFileSync(join(at.programs, '..', 'skills', SKILL, 'SKILL.md'), 'utf8');
  return { path: skillPath(at, client, scope), content, undo: at.place.undo, what: 'skill' };
}

const reportOf = (changes: readonly (Change | Reversal)[]) => ({
  changed: changes.length > 0,
  files: changes.map(({ target, diff }) => ({ file: target.path, diff: diffText(diff) })),
});

const noProject = ({ title }: McpClient): Misuse => ({
  kind: 'misuse',
  message: `${title} has no settings for one project`,
  fix: 'Leave out --project.',
});

const noSkills = ({ title }: McpClient): Misuse => ({
  kind: 'misuse',
  message: `setup does not know a folder for skills of ${title}`,
  fix: `Copy skills/${SKILL}/SKILL.md by hand, and leave out --skill.`,
});
