// Work that is asked for while it is being done is done once more afterwards: never twice at once, and never forgotten.
export function onceMore(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let running = false;
  let wanted = false;
  const run = async () => {
    running = true;
    while (wanted) {
      wanted = false;
      await work().catch(onError);
    }
    running = false;
  };
  return () => {
    wanted = true;
    if (!running) void run();
  };
}
