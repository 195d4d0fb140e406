// The port to an agent's transcript, and a way to wait until something is in it.

export interface Transcript {
  /** The last lines of the file; empty when it cannot be read. */
  tail(path: string): Promise<readonly string[]>;
  /** Calls back whenever the file may have grown. Returns how to stop. */
  watch(path: string, changed: () => void): () => void;
}

/** Calls `read` each time the transcript grows, until it finds something. Undefined when the signal aborts first. Without a path, just waits for that. */
export async function awaitInTranscript<T>(
  transcript: Transcript,
  path: string | undefined,
  read: (lines: readonly string[]) => T | undefined,
  signal: AbortSignal,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    let queue = Promise.resolve();
    const finish = (found: T | undefined) => {
      stop();
      signal.removeEventListener('abort', giveUp);
      resolve(found);
    };
    const giveUp = () => finish(undefined);
    const look = () => {
      queue = queue
        .then(async () => {
          if (signal.aborted) return;
          const found = path === undefined ? undefined : read(await transcript.tail(path));
          if (found !== undefined) finish(found);
        })
        .catch(reject);
    };
    const stop = path === undefined ? () => {} : transcript.watch(path, look);
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp);
    look();
  });
}
