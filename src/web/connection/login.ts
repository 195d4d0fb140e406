// Exchanges a one-time code for this browser's cookie.
import { errorIn } from '../../client/reply.ts';

/** Undefined if it worked, otherwise what is wrong. */
export async function login(code: string): Promise<string | undefined> {
  try {
    const response = await fetch('/v1/web/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: code.trim(), name: deviceName(navigator.userAgent) }),
    });
    if (response.ok) return undefined;
    const { message, fix } = errorIn(await response.json(), response.status);
    return `${message}. ${fix}`;
  } catch {
    return 'Answerback cannot be reached. Is it running?';
  }
}

const BROWSERS = [
  ['Firefox', /Firefox|FxiOS/],
  ['Edge', /Edg/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const;
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['macOS', /Mac OS/],
  ['Windows', /Windows/],
  ['Linux', /Linux/],
] as const;

/** "Firefox on Android": how this browser is called in the list of devices until somebody names it. */
export function deviceName(agent: string): string {
  const find = (table: readonly (readonly [string, RegExp])[]) => table.find(([, pattern]) => pattern.test(agent))?.[0];
  return `${find(BROWSERS) ?? 'A browser'} on ${find(SYSTEMS) ?? 'a computer'}`;
}
