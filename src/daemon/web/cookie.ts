// The cookie of a device: no script can read it, and no other site can make a browser send it.
import { UNUSED_FOR_MS } from './devices.ts';
import type { Entrance } from './entrance.ts';

/** The values of all cookies of this name: another program on the same host may have set one as well. */
export function cookiesIn(header: string | undefined, { cookie: name }: Entrance): readonly string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

export const cookieHeader = (entrance: Entrance, value: string): string => written(entrance, value, UNUSED_FOR_MS / 1000);

export const noCookieHeader = (entrance: Entrance): string => written(entrance, '', 0);

function written({ cookie, isSecure }: Entrance, value: string, seconds: number): string {
  return `${cookie}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}
