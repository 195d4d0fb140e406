// `answerback setup claude-code`: adds our hooks to the settings of Claude Code, or removes them.

import { serviceOf } from '../../../client/start.ts';
import type { Misuse, OutputLine, OwnFlags, Setup, SetupContext, SetupPlan, UndoPlan } from '../../../setup/connection.ts';
import { type Refusal, refused } from '../../../setup/file.ts';
import { otherUsers } from '../../../setup/other-users.ts';
import { diffText } from '../../../text/diff.ts';
import { check } from './check.ts';
import { claudeVersion, remarkOn, settingsPath } from './claude.ts';
import { type HookEndpoint, hookEndpoint } from './hook-endpoint.ts';
import { throughHooks } from './self-test.ts';
import type { Via } from './settings.ts';
import { type SetupPlan as HooksPlan, hasTokenInEnvironment, planSetup, profileLine } from './setup.ts';
import { planUndo as planHooksUndo } from './undo.ts';
import { headlessWords, SOCKET_COST } from './words.ts';

/** In a sentence about other users. */
const MOST_NAMED = 3;

export const setup: Setup = { plan, planUndo, check, selfTest: throughHooks };

// ── adding ─────────────────────────────────────────────────────────────────────────────────────────────────────────

async function plan(at: SetupContext, flags: OwnFlags): Promise<SetupPlan | Refusal | Misuse> {
  const path = pathFor(at, flags);
  if (typeof path !== 'string') return path;
  const version = await claudeVersion(at.env);
  const endpoint = await hookEndpoint(at);
  if (endpoint.portProblem)
    return refused(path, endpoint.portProblem, 'Free the port, restart the broker (answerback broker stop), and try again.');
  const others = otherUsers();
  const planned = planSetup({ ...endpoint, path, version, env: at.env, via: viaFor(flags, others) });
  if (planned.kind === 'refused') return planned;
  const { change, tokenIn, events, via } = planned;
  return {
    kind: 'plan',
    heading: `${version ? `Claude Code ${version}` : 'Claude Code'}, ${path}`,
    warnings: [...(version ? remarksOn(version) : [NO_CLAUDE]), ...wayRemarks(others, via)],
    changes: change ? [change] : [],
    afterwards: afterwards(at, planned, endpoint),
    tryIt: 'start `claude`, let it ask something, and run: answerback list',
    report: {
      file: path,
      changed: change !== undefined,
      diff: diffText(change?.diff ?? []),
      via,
      tokenIn,
      events,
      claudeVersion: version ?? null,
    },
  };
}

function remarksOn(version: string): readonly string[] {
  const remark = remarkOn(version);
  return remark === undefined ? [] : [`This version: ${remark}.`];
}

const NO_CLAUDE =
  'There is no `claude` on the PATH, so hook events that only newer versions support are not added. Run this again once it is installed.';

/** If others may be able to log in, hooks use the socket, unless the user decides otherwise. */
export function viaFor({ socket, port }: OwnFlags, others: readonly string[]): Via | undefined {
  if (port) return 'port';
  return socket || others.length > 0 ? 'socket' : undefined;
}

/** What either way costs. Nothing is said about the port where nobody else can use it. */
function wayRemarks(others: readonly string[], via: Via): readonly string[] {
  const who =
    others.length === 0
      ? undefined
      : `Others may be able to log in to this computer (${others.slice(0, MOST_NAMED).join(', ')}${others.length > MOST_NAMED ? ', …' : ''})`;
  if (via === 'socket')
    return [
      `${who === undefined ? 'The' : `${who}, so the`} hooks use the broker's socket, where nobody else can answer in its place. ${SOCKET_COST} --port uses the port.`,
    ];
  return who === undefined
    ? []
    : [
        `${who}. While no broker is running, any of them can listen on its port and answer in its place. Without --port the hooks use the socket.`,
      ];
}

function afterwards(
  { env, place }: SetupContext,
  { events, tokenIn, change, via }: HooksPlan,
  { hookToken, headless }: HookEndpoint,
): readonly OutputLine[] {
  const lines: OutputLine[] = [
    { kind: 'done', text: `Claude Code now sends what it asks to the inbox: ${events.length} hooks (${events.join(', ')}).` },
  ];
  if (tokenIn === 'environment' && !hasTokenInEnvironment(env, hookToken))
    lines.push(
      {
        kind: 'warning',
        text: 'This file may end up in a commit, so the token is not in it. Add this line to your shell profile, and start Claude Code from a new shell:',
      },
      { kind: 'code', text: profileLine(place.hookToken) },
    );
  if (change?.mode !== undefined)
    lines.push({ kind: 'text', text: `The file contains a token, so only you can read it now (mode ${change.mode.toString(8)}).` });
  if (via === 'port' && serviceOf(place) === undefined)
    lines.push({
      kind: 'text',
      text: 'While no broker is running, Claude Code prints an error for each of these hooks. To keep the port open: answerback service install',
    });
  lines.push(
    { kind: 'text', text: `Headless runs (claude -p) ${headlessWords(headless)}.` },
    { kind: 'gap' },
    {
      kind: 'text',
      text: 'Running sessions use the new hooks within seconds, without a restart. Only the SessionStart hook needs a new session.',
    },
  );
  return lines;
}

// ── removing ─────────────────────────────────────────────────────────────────────────────────────────────────────

async function planUndo(at: SetupContext, flags: OwnFlags): Promise<UndoPlan | Refusal | Misuse> {
  const file = pathFor(at, flags);
  if (typeof file !== 'string') return file;
  const planned = planHooksUndo(file, at.place.undo);
  if (planned.kind === 'refused') return planned;
  if (planned.kind === 'nothing') {
    const kept: OutputLine[] = planned.backup ? [{ kind: 'text', text: `The original file is kept in ${planned.backup}.` }] : [];
    return {
      kind: 'plan',
      changes: [],
      afterwards: [],
      nothing: [{ kind: 'text', text: `Nothing to undo: ${file} contains none of our hooks.` }, ...kept],
      report: { file, changed: false, diff: '', backup: planned.backup ?? null },
    };
  }
  const { way, after, diff } = planned.reversal;
  return {
    kind: 'plan',
    changes: [planned.reversal],
    afterwards: [{ kind: 'done', text: undone(file, way, after) }],
    nothing: [],
    report: { file, changed: true, diff: diffText(diff), way, backup: null },
  };
}

function undone(file: string, way: 'restore' | 'remove', after: Buffer | undefined): string {
  if (after === undefined) return `Deleted ${file}, which setup had created.`;
  if (way === 'restore') return `Restored ${file} to what it was before setup, byte for byte.`;
  return `Removed our hooks from ${file}. It was changed since setup, so all other values stay as they are now; spaces and comments next to our hooks may be different.`;
}

function pathFor({ env, cwd }: SetupContext, { user, project, socket, port }: OwnFlags): string | Misuse {
  if (user && project)
    return { kind: 'misuse', message: '--user and --project cannot be used together', fix: 'Choose one; --user is the default.' };
  if (socket && port) return { kind: 'misuse', message: '--socket and --port cannot be used together', fix: 'Choose one, or neither.' };
  return settingsPath(project ? 'project' : 'user', env, cwd);
}
