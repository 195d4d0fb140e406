// The cookie of a device: no script can read it, and no other site can make a browser send it.
import type { Access } from '../../http/request.ts';

/** A device that was not used for this long has to get in again. */
export const UNUSED_FOR_MS = 90 * 24 * 3_600_000;

/** The values of all cookies of this name: another program on the same host may have set one as well. */
export function cookiesIn(header: string | undefined, { cookieName }: Access): readonly string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1));
}

export const cookieHeader = (access: Access, value: string): string => setCookie(access, value, UNUSED_FOR_MS / 1000);

export const noCookieHeader = (access: Access): string => setCookie(access, '', 0);

function setCookie({ cookieName, isSecure }: Access, value: string, seconds: number): string {
  return `${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}
