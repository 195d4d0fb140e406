// Plans the setup of OpenClaw as an answerer (a skill, a plugin, tokens, entries in its settings and in our configuration), and its undo.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chatTokenFile } from '../../client/place.ts';
import { type Backup, filesWithBackup } from '../../setup/backup.ts';
import { type Change, changeTo, planRestore, type Restore, type Reversal, reversal } from '../../setup/change.ts';
import type { OwnFlags, SetupContext } from '../../setup/connection.ts';
import { find, type Refusal, textOf } from '../../setup/file.ts';
import { planOwnFile } from '../../setup/own-file.ts';
import { type Entry, entriesText, hasEntries, withEntries, withoutEntries } from './config-lines.ts';
import { CHAT_ANSWERER, planPluginEntry, planPluginEntryUndo, pluginFiles } from './plugin-files.ts';
import { type OpenClaw, readOpenClaw } from './setup.ts';

export type OpenClawRequest = {
  readonly openclaw: OpenClaw;
  /** Where to put the skill, if not in OpenClaw's own workspace. */
  readonly workspace?: string | undefined;
  readonly skill: string;
  /** The built plugin. */
  readonly plugin: string;
  /** Our own files. */
  readonly folder: string;
  readonly chatToken: string;
  readonly config: string;
  readonly tokenFile: string;
  readonly undo: string;
};

type Part = 'skill' | 'plugin' | 'token' | 'settings' | 'config';
export type OpenClawPlan = {
  readonly kind: 'plan';
  /** Empty when it is set up already. */
  readonly changes: readonly (Change & { readonly part: Part })[];
  /** Files that the user changed since setup, and that are left alone. */
  readonly left: readonly string[];
  /** What the user has to paste into our configuration, and why we cannot write it. */
  readonly paste?: { readonly text: string; readonly reason: string };
};
export type OpenClawUndo = {
  readonly kind: 'plan';
  readonly changes: readonly (Reversal & { readonly part: Part })[];
  /** Files that the user changed since setup, and that are left alone. */
  readonly left: readonly string[];
};

export const ANSWERER = 'openclaw';
const PRIVATE = 0o600;

/** Only plans; writes nothing. */
export function planOpenClaw(request: OpenClawRequest): OpenClawPlan | Refusal {
  const changes: (Change & { readonly part: Part })[] = [];
  const left: string[] = [];
  for (const { part, path, content } of ownFiles(request)) {
    const file = planOwnFile({ path, content, undo: request.undo, what: part });
    if (file.kind === 'refused') return file;
    if (file.kind === 'edited') left.push(path);
    if ('change' in file) changes.push({ part, ...file.change });
  }
  for (const [part, change] of [
    ['token', planToken(request)],
    ['token', planChatToken(request)],
    ['settings', planPluginEntry(request.openclaw.file, { folder: request.folder, agent: request.openclaw.agent })],
  ] as const) {
    if (change && 'kind' in change) return change;
    if (change) changes.push({ part, ...change });
  }
  const config = planConfig(request);
  if (config && 'kind' in config) return config;
  if (config && 'target' in config) changes.push({ part: 'config', ...config });
  return { kind: 'plan', changes, left, ...(config && 'text' in config ? { paste: config } : {}) };
}

/** Restores the files that nobody changed since setup; from settings that were changed, removes only our entries. Only plans; writes nothing. */
export function planOpenClawUndo(request: OpenClawRequest): OpenClawUndo | Refusal {
  const { config, tokenFile, chatToken, undo, openclaw } = request;
  const changes: (Reversal & { readonly part: Part })[] = [];
  const left: string[] = [];
  for (const [part, path, planned] of [
    ...writtenFiles(request).map(({ part, path }) => [part, path, planRestore(path, undo)] as const),
    ['token', tokenFile, planRestore(tokenFile, undo)],
    ['token', chatToken, planRestore(chatToken, undo)],
    ['settings', openclaw.file, planPluginEntryUndo(openclaw.file, undo)],
    ['config', config, planConfigUndo(request)],
  ] as const) {
    if (planned.kind === 'refused') return planned;
    if (planned.kind === 'edited') left.push(path);
    if (planned.kind === 'reversal') changes.push({ part, ...(part === 'token' ? withoutSecret(planned.reversal) : planned.reversal) });
  }
  return { kind: 'plan', changes, left };
}

/** Whether the configuration contains our entry now. */
export function isConfigured({ config }: OpenClawRequest): boolean {
  const target = find(config);
  return target.kind === 'existing' && hasEntries(textOf(target.bytes) ?? '');
}

// ── inside ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function ownFiles(
  request: OpenClawRequest,
): readonly { readonly part: 'skill' | 'plugin'; readonly path: string; readonly content: string }[] {
  const plugin = pluginFiles(request.openclaw.extension, request.plugin);
  return [
    { part: 'skill', path: skillPath(request), content: request.skill },
    ...plugin.map((file) => ({ part: 'plugin' as const, ...file })),
  ];
}

/** Also those in a workspace that is no longer known: it was given with --workspace, or OpenClaw's settings are gone. */
function writtenFiles(request: OpenClawRequest): readonly { readonly part: 'skill' | 'plugin'; readonly path: string }[] {
  const own = ownFiles(request);
  const ends = own.map(({ part, path }) => ({ part, end: path.slice(path.lastIndexOf(part === 'skill' ? '/skills/' : '/extensions/')) }));
  const others = filesWithBackup(request.undo).flatMap((path) =>
    ends.flatMap(({ part, end }) => (path.endsWith(end) && !own.some((each) => each.path === path) ? [{ part, path }] : [])),
  );
  return [...own, ...others];
}

export const skillPath = ({ workspace, openclaw }: OpenClawRequest): string =>
  join(workspace ?? openclaw.workspace, 'skills', 'answerback', 'SKILL.md');

/** One is asked in conversations of its own, the other is told in its ordinary one. */
function entriesFor({ openclaw, tokenFile }: OpenClawRequest): readonly Entry[] {
  const asked = {
    name: ANSWERER,
    fields: { kind: 'openclaw', url: openclaw.url, 'token-file': /^[\w./~+-]+$/.test(tokenFile) ? tokenFile : JSON.stringify(tokenFile) },
  };
  return [asked, { name: CHAT_ANSWERER, fields: { kind: 'chat' } }];
}

function planToken({ openclaw: { token }, tokenFile }: OpenClawRequest): Change | Refusal | undefined {
  if (token === undefined) return undefined;
  const target = find(tokenFile);
  if (target.kind === 'refused') return target;
  return changeTo(target, Buffer.from(`${token}\n`), {
    update: true,
    mode: PRIVATE,
    instead: "a copy of the gateway's token, readable only by you",
  });
}

/** What the plugin shows to the broker. One that exists stays. */
function planChatToken({ chatToken }: OpenClawRequest): Change | Refusal | undefined {
  const target = find(chatToken);
  if (target.kind !== 'absent') return target.kind === 'refused' ? target : undefined;
  const token = randomBytes(32).toString('base64url');
  return changeTo(target, Buffer.from(`${token}\n`), {
    update: false,
    mode: PRIVATE,
    instead: 'a token for the plugin, which is good for nothing else',
  });
}

function withoutSecret(planned: Reversal): Reversal {
  return {
    ...planned,
    diff: [],
    instead: `the token is ${planned.after === undefined ? 'removed' : 'restored to what it was before setup'}`,
  };
}

function planConfig(request: OpenClawRequest): Change | Refusal | OpenClawPlan['paste'] {
  const target = find(request.config);
  if (target.kind === 'refused') return target;
  const before = target.kind === 'existing' ? textOf(target.bytes) : '';
  const entries = entriesFor(request);
  const entered = before === undefined ? ({ kind: 'by hand', reason: 'it is not UTF-8' } as const) : withEntries(before, entries);
  if (entered.kind === 'by hand') return { text: entriesText(entries), reason: entered.reason };
  return changeTo(target, Buffer.from(entered.text), { update: hasEntries(before ?? '') });
}

function planConfigUndo({ config, undo }: OpenClawRequest): Restore | Refusal {
  const restore = planRestore(config, undo);
  const text = restore.kind === 'edited' ? textOf(restore.target.bytes) : undefined;
  if (restore.kind !== 'edited' || text === undefined || !hasEntries(text)) return restore;
  const { target, backup } = restore;
  return { kind: 'reversal', reversal: reversal('remove', target, emptied(Buffer.from(withoutEntries(text)), backup), backup) };
}

/** A file that we created is deleted when nothing else is in it. */
const emptied = (bytes: Buffer, backup: Backup): Buffer | undefined =>
  backup.original === undefined && bytes.toString().trim() === '' ? undefined : bytes;

export function requestFrom(
  { env, cwd, place, programs }: SetupContext,
  { workspace }: OwnFlags,
  orGone?: 'orGone',
): OpenClawRequest | Refusal {
  const openclaw = readOpenClaw(env, cwd, orGone);
  if (openclaw.kind === 'refused') return openclaw;
  return {
    openclaw,
    workspace: typeof workspace === 'string' ? resolve(cwd, workspace) : undefined,
    // It is part of the package, next to dist/.
    skill: readFileSync(join(programs, '..', 'skills', 'answerback', 'SKILL.md'), 'utf8'),
    plugin: readFileSync(join(programs, 'openclaw-plugin.js'), 'utf8'),
    folder: place.folder,
    chatToken: chatTokenFile(place, CHAT_ANSWERER),
    config: place.config,
    tokenFile: join(place.folder, 'openclaw-token'),
    undo: place.undo,
  };
}
