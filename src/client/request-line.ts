// Method and path of a call: the route with its parameters and query filled in. Without Node, because the web page uses it too.

import type { Method } from '../contract/method.ts';
import type { Contract } from '../contract/types.ts';

export function requestLine(
  name: keyof Contract,
  params: Readonly<Record<string, string>>,
  query: object,
): { readonly method: Method; readonly path: string } {
  const [method = '', path = ''] = name.split(' ');
  const filled = path.replaceAll(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''));
  return { method: method as Method, path: filled + queryString(query) };
}

/** Lists are joined with commas. Empty lists and flags that are not true are left out. */
function queryString(query: object): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === false || (Array.isArray(value) && value.length === 0) ? [] : [[key, String(value)] as const],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(pairs))}`;
}
