// Coalesces calls: work that is requested while it runs is done once more afterwards. It never runs twice at once, and no request is lost.
export function coalesced(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
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
