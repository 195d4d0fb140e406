// A service that refuses requests for a while because there were too many, and notices who comes back too early.
export function createWaiting() {
  let armed: number | undefined;
  let until = 0;
  let busy = 0;
  let early = 0;
  return {
    busy(seconds: number): void {
      armed = seconds;
    },
    refused: () => ({ busy, early }),
    /** For how many seconds this request is refused; undefined if it is not. */
    refuses(): number | undefined {
      const left = until - Date.now();
      if (armed === undefined && left <= 0) return undefined;
      if (armed === undefined) {
        early += 1;
        return Math.ceil(left / 1_000);
      }
      const seconds = armed;
      armed = undefined;
      busy += 1;
      until = Date.now() + seconds * 1_000;
      return seconds;
    },
  };
}
