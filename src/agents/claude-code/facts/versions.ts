// What is known about each version of Claude Code: whether it was tested, and which hook events it knows. An unknown event may make it ignore the whole settings file (2.1.100 does, silently).

type Version = readonly [number, number, number];

/** The first version that each event may be used with: the oldest one that was tested and accepts it. */
const SINCE = {
  PreToolUse: [2, 1, 63],
  PermissionRequest: [2, 1, 63],
  PostToolUse: [2, 1, 63],
  PostToolUseFailure: [2, 1, 100],
  PostToolBatch: [2, 1, 160],
  Stop: [2, 1, 63],
  Notification: [2, 1, 63],
  SubagentStart: [2, 1, 63],
  SubagentStop: [2, 1, 63],
  UserPromptSubmit: [2, 1, 63],
  SessionStart: [2, 1, 63],
  SessionEnd: [2, 1, 63],
} as const satisfies Readonly<Record<string, Version>>;

export type EventName = keyof typeof SINCE;

/** The first version with hooks of type http. Older ones do not know the type and ignore the whole file. */
export const OLDEST = '2.1.63';

/** docs/agents/claude-code-versions.md has what works between these two. */
const TESTED = { oldest: '2.1.150', newest: '2.1.328' } as const;

/** Undefined for a version in the range that was tested. */
export function untested(version: string): string | undefined {
  if (!isAtLeast(version, parsed(TESTED.oldest))) return `older than ${TESTED.oldest}, the oldest version that Answerback is tested with`;
  if (!isAtLeast(TESTED.newest, parsed(version))) return `newer than ${TESTED.newest}, the newest version that Answerback is tested with`;
  return undefined;
}

/** Parses the output of `claude --version`: `2.1.325 (Claude Code)`. */
export function versionIn(printed: string): string | undefined {
  return /^\s*v?(\d+\.\d+\.\d+)/.exec(printed)?.[1];
}

export function isTooOld(version: string): boolean {
  return !isAtLeast(version, parsed(OLDEST));
}

/** For an unknown version, only the events that every supported version knows, and those that were set up when the version was known. */
export function eventsOf(version: string | undefined, installed: readonly string[] = []): readonly EventName[] {
  const names = Object.keys(SINCE) as EventName[];
  return names.filter((name) => isAtLeast(version ?? OLDEST, SINCE[name]) || (version === undefined && installed.includes(name)));
}

function isAtLeast(version: string, wanted: Version): boolean {
  const have = parsed(version);
  const firstDifference = wanted.findIndex((part, index) => part !== have[index]);
  return firstDifference === -1 || (have[firstDifference] ?? 0) > (wanted[firstDifference] ?? 0);
}

function parsed(version: string): Version {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
}
