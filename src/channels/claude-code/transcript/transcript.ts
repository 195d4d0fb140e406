// The port to an agent's transcript, and the waiting for what it will say.

export interface Transcript {
  /** The last lines of the file; empty when it cannot be read. */
  tail(path: string): Promise<readonly string[]>;
  /** Calls whenever the file may have grown; returns how to stop. */
  watch(path: string, changed: () => void): () => void;
}

/** The first thing `read` finds in the transcript, looked for again each time it grows; undefined when the signal comes first. Without a path there is nothing to find. */
export async function awaitInTranscript<T>(
  transcript: Transcript,
  path: string | undefined,
  read: (lines: readonly string[]) => T | undefined,
  signal: AbortSignal,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    let looking = Promise.resolve();
    const end = (found: T | undefined) => {
      stop();
      signal.removeEventListener('abort', give);
      resolve(found);
    };
    const give = () => end(undefined);
    const look = () => {
      looking = looking
        .then(async () => {
          if (signal.aborted) return;
          const found = path === undefined ? undefined : read(await transcript.tail(path));
          if (found !== undefined) end(found);
        })
        .catch(reject);
    };
    const stop = path === undefined ? () => {} : transcript.watch(path, look);
    if (signal.aborted) return give();
    signal.addEventListener('abort', give);
    look();
  });
}
