// Which hook events a version of Claude Code knows. One that it does not know can void its whole settings file (2.1.100 does so, in silence).

type Version = readonly [number, number, number];

/** From which version on each of our events may be written: the oldest one that was seen to take it. */
const SINCE = {
  PreToolUse: [2, 1, 63],
  PermissionRequest: [2, 1, 63],
  PostToolUse: [2, 1, 63],
  PostToolUseFailure: [2, 1, 100],
  PostToolBatch: [2, 1, 160],
  Stop: [2, 1, 63],
  Notification: [2, 1, 63],
  UserPromptSubmit: [2, 1, 63],
  SessionStart: [2, 1, 63],
  SessionEnd: [2, 1, 63],
} as const satisfies Readonly<Record<string, Version>>;

export type EventName = keyof typeof SINCE;

/** The first version with hooks of type http. Before it the type itself is unknown and voids the file. */
export const OLDEST = '2.1.63';

/** From what `claude --version` prints: `2.1.325 (Claude Code)`. */
export function versionIn(printed: string): string | undefined {
  return /^\s*v?(\d+\.\d+\.\d+)/.exec(printed)?.[1];
}

export function isTooOld(version: string): boolean {
  return !isAtLeast(version, parsed(OLDEST));
}

/** Of a version nobody could tell, only what every supported one knows is assumed. */
export function eventsOf(version: string | undefined): readonly EventName[] {
  const names = Object.keys(SINCE) as EventName[];
  return names.filter((name) => isAtLeast(version ?? OLDEST, SINCE[name]));
}

function isAtLeast(version: string, wanted: Version): boolean {
  const have = parsed(version);
  const decisive = wanted.findIndex((part, index) => part !== have[index]);
  return decisive === -1 || (have[decisive] ?? 0) > (wanted[decisive] ?? 0);
}

function parsed(version: string): Version {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
}
