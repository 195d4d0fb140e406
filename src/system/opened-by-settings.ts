// Drivers by their names in the configuration: each is opened when first needed, and again when its settings change.

export function openedBySettings<S, D extends { close(): Promise<void> }>(
  settings: () => Readonly<Record<string, S>>,
  open: (name: string, settings: S) => D,
) {
  const opened = new Map<string, { readonly stamp: string; readonly driver: D }>();
  /** A replaced driver may still be working, so it is closed with the broker. */
  const retired: D[] = [];
  return {
    /** Undefined if the configuration has none of this name. */
    get(name: string): D | undefined {
      const now = settings()[name];
      if (!now) return undefined;
      const stamp = JSON.stringify(now);
      const known = opened.get(name);
      if (known?.stamp === stamp) return known.driver;
      if (known) retired.push(known.driver);
      const driver = open(name, now);
      opened.set(name, { stamp, driver });
      return driver;
    },
    async close(): Promise<void> {
      await Promise.all([...retired, ...[...opened.values()].map(({ driver }) => driver)].map((driver) => driver.close()));
    },
  };
}
