// Which channel watches a pane that a person points at.

type Watching<Channel> =
  | { readonly kind: 'found'; readonly channel: Channel }
  | { readonly kind: 'none'; readonly message: string; readonly fix: string };

/** `watching` are those that can read an agent's screen, by program. Nothing is read as if it were another agent. */
export function paneChannel<Channel>(watching: ReadonlyMap<string, Channel>, program: string | undefined): Watching<Channel> {
  const [only, ...others] = watching.values();
  const channel = program === undefined ? (others.length === 0 ? only : undefined) : watching.get(program);
  if (channel !== undefined) return { kind: 'found', channel };
  const programs = [...watching.keys()].map((name) => `"${name}"`).join(', ');
  const message =
    program === undefined
      ? 'the program is missing, and several kinds of agents can be watched'
      : `the screen of "${program}" cannot be read`;
  return {
    kind: 'none',
    message,
    fix: programs === '' ? 'No agent can be watched in a pane.' : `Agents that can be watched in a pane: ${programs}.`,
  };
}
