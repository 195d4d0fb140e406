// The arguments of a command: flags, operands, dry runs, and the acts that names give away.

/** Looks at the arguments of one program; answers why they cannot be undone, or nothing. */
export type CommandRule = (args: readonly string[]) => string | undefined;

export const words = (line: string): ReadonlySet<string> => new Set(line.split(/\s+/));

/** The arguments that are not flags; all of them after `--`. */
export function operands(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  const before = end < 0 ? args : args.slice(0, end);
  return [...before.filter((arg) => !arg.startsWith('-')), ...(end < 0 ? [] : args.slice(end + 1))];
}

/** A long flag (`--force`, also with a value) or a short one (`-f`, also inside `-uf`). */
export function has(args: readonly string[], ...flags: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).some((arg) =>
    flags.some((flag) =>
      flag.startsWith('--') ? arg === flag || arg.startsWith(`${flag}=`) : /^-[a-z]+$/i.test(arg) && arg.includes(flag.slice(1)),
    ),
  );
}

export const dry = (args: readonly string[]): boolean =>
  args.some((arg) => (arg.startsWith('--dry-run') && !/=(?:none|false)$/.test(arg)) || arg === '--dryrun');

export const always =
  (reason: string): CommandRule =>
  () =>
    reason;

/** True when one of the first operands is among `acts`; a dry run is harmless. */
export const among = (name: string, acts: string, reason: string): CommandRule => {
  const known = words(acts);
  return (args) => {
    const act = operands(args)
      .slice(0, 4)
      .find((arg) => known.has(arg));
    return act === undefined || dry(args) ? undefined : `${name} ${act} ${reason}`;
  };
};

/** Names in which one of these words stands alone (`db:drop`, `deploy.sh`) are taken at their word. */
const ACTS = words(
  'deploy deploys publish unpublish release destroy delete drop purge wipe nuke teardown truncate reset flush erase terminate rollback revoke rotate charge refund pay payout send broadcast promote fresh remove rm rmi prune sendmail mainnet flushall flushdb dropall undeploy decommission downgrade',
);
/** Somewhere in the name, or only at one end of it ("db:reset:test", but not "delete-test-users"). */
const SAFE = words('staging preview dry dryrun sandbox simulate lint help');
const SAFE_AT_AN_END = words('test tests spec local dev notes plan check');
const ASKS_ONLY = words('list get read show view find search describe log status');

/** The act in the name of a script, target, tool or subcommand. */
export function actInName(name: string): string | undefined {
  const parts = name
    .slice(0, 200)
    .toLowerCase()
    .replace(/\.(?:[cm]?[jt]sx?|py|rb|sh|pl|php)$/, '')
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '');
  const ends = [parts.at(0) ?? '', parts.at(-1) ?? ''];
  if (ASKS_ONLY.has(ends[0] ?? '') || parts.some((part) => SAFE.has(part)) || ends.some((part) => SAFE_AT_AN_END.has(part)))
    return undefined;
  return parts.find((part) => ACTS.has(part));
}
