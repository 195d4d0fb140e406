// `web: public-url` of the configuration: an origin, over TLS unless it is the near end of a tunnel.
import { z } from 'zod';

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export const publicUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'write an address such as https://inbox.example.com')
  .refine((text) => isSafe(text), 'must begin with https://; only the near end of a tunnel (http://localhost:4547) may be without')
  .refine((text) => isOrigin(text), 'must have no path: the page needs a host name of its own, such as https://inbox.example.com')
  .transform((text) => new URL(text));

const isSafe = (text: string): boolean => !URL.canParse(text) || text.startsWith('https:') || LOOPBACK.test(new URL(text).hostname);

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { pathname, search, hash, username } = new URL(text);
  return pathname === '/' && search === '' && hash === '' && username === '';
}
