// Plans the setup of OpenClaw as an answerer (a skill in its workspace, a copy of its token, an entry in our configuration), and its undo.
import { join } from 'node:path';
import type { Backup } from '../../setup/backup.ts';
import { type Change, changeTo, planRestore, type Restore, type Reversal, reversal } from '../../setup/change.ts';
import { find, type Refusal, textOf } from '../../setup/file.ts';
import { planOwnFile } from '../../setup/own-file.ts';
import { type Entry, entryText, hasEntry, withEntry, withoutEntry } from './answerer-entry.ts';
import type { OpenClaw } from './setup.ts';

export type OpenClawRequest = {
  readonly openclaw: OpenClaw;
  /** Where to put the skill, if not in OpenClaw's own workspace. */
  readonly workspace?: string | undefined;
  readonly skill: string;
  /** Our own files. */
  readonly config: string;
  readonly tokenFile: string;
  readonly undo: string;
};

type Part = 'skill' | 'token' | 'config';
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
  const skill = planOwnFile({ path: skillPath(request), content: request.skill, undo: request.undo, what: 'skill' });
  if (skill.kind === 'refused') return skill;
  const token = planToken(request);
  if (token && 'kind' in token) return token;
  const config = planConfig(request);
  if (config && 'kind' in config) return config;
  const paste = config && 'text' in config ? config : undefined;
  return {
    kind: 'plan',
    changes: [
      ...('change' in skill ? [{ part: 'skill' as const, ...skill.change }] : []),
      ...(token ? [{ part: 'token' as const, ...token }] : []),
      ...(config && 'target' in config ? [{ part: 'config' as const, ...config }] : []),
    ],
    left: skill.kind === 'edited' ? [skillPath(request)] : [],
    ...(paste ? { paste } : {}),
  };
}

/** Restores the files that nobody changed since setup; from a configuration that was changed, removes only our entry. Only plans; writes nothing. */
export function planOpenClawUndo(request: OpenClawRequest): OpenClawUndo | Refusal {
  const { config, tokenFile, undo } = request;
  const changes: (Reversal & { readonly part: Part })[] = [];
  const left: string[] = [];
  for (const [part, path, planned] of [
    ['skill', skillPath(request), planRestore(skillPath(request), undo)],
    ['token', tokenFile, planRestore(tokenFile, undo)],
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
  return target.kind === 'existing' && hasEntry(textOf(target.bytes) ?? '');
}

// ── inside ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const skillPath = ({ workspace, openclaw }: OpenClawRequest): string =>
  join(workspace ?? openclaw.workspace, 'skills', 'answerback', 'SKILL.md');

export function entryFor({ openclaw, tokenFile }: OpenClawRequest): Entry {
  return {
    name: ANSWERER,
    fields: { kind: 'openclaw', url: openclaw.url, 'token-file': /^[\w./~+-]+$/.test(tokenFile) ? tokenFile : JSON.stringify(tokenFile) },
  };
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

function withoutSecret(planned: Reversal): Reversal {
  return {
    ...planned,
    diff: [],
    instead: `the gateway's token is ${planned.after === undefined ? 'removed' : 'restored to what it was before setup'}`,
  };
}

function planConfig(request: OpenClawRequest): Change | Refusal | OpenClawPlan['paste'] {
  const target = find(request.config);
  if (target.kind === 'refused') return target;
  const before = target.kind === 'existing' ? textOf(target.bytes) : '';
  const entry = entryFor(request);
  const entered = before === undefined ? ({ kind: 'by hand', reason: 'it is not UTF-8' } as const) : withEntry(before, entry);
  if (entered.kind === 'by hand') return { text: entryText(entry), reason: entered.reason };
  return changeTo(target, Buffer.from(entered.text), { update: hasEntry(before ?? '') });
}

function planConfigUndo({ config, undo }: OpenClawRequest): Restore | Refusal {
  const restore = planRestore(config, undo);
  const text = restore.kind === 'edited' ? textOf(restore.target.bytes) : undefined;
  if (restore.kind !== 'edited' || text === undefined || !hasEntry(text)) return restore;
  const { target, backup } = restore;
  return { kind: 'reversal', reversal: reversal('remove', target, emptied(Buffer.from(withoutEntry(text)), backup), backup) };
}

/** A file that we created is deleted when nothing else is in it. */
const emptied = (bytes: Buffer, backup: Backup): Buffer | undefined =>
  backup.original === undefined && bytes.toString().trim() === '' ? undefined : bytes;
