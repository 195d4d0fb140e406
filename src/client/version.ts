// This program's version, inserted by the build (scripts/build.mjs).
declare const ANSWERBACK_VERSION: string | undefined;

export const VERSION: string = typeof ANSWERBACK_VERSION === 'string' ? ANSWERBACK_VERSION : '0.0.0-source';

declare const ANSWERBACK_BUILD: number | undefined;

/** When this was built; 0 if it runs from source. */
export const BUILD: number = typeof ANSWERBACK_BUILD === 'number' ? ANSWERBACK_BUILD : 0;

/** Whether `a` is an older release than `b`. */
export function isOlder(a: string, b: string): boolean {
  const parts = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number);
  const [left, right] = [parts(a), parts(b)];
  for (let i = 0; i < 3; i += 1) {
    const difference = (left[i] || 0) - (right[i] || 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
