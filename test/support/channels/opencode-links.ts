// For the conformance suite: how a broker and an opencode find each other, for the first time or again.
import { writeFileSync } from 'node:fs';
import { PATH, PROTOCOL } from '../../../src/channels/opencode/plugin/protocol.ts';
import { eventually } from '../eventually.ts';
import type { Home } from '../home.ts';
import { post } from './garbage.ts';

/** For a broker that starts later. */
export function configureServer({ place }: Home, url: string): void {
  writeFileSync(place.config, `opencode:\n  servers:\n    - url: ${url}\n`);
}

/** As the plugin does when it has lost the broker for a moment: the broker asks opencode for all pending requests again. */
export async function sayHello(at: Home, session: string): Promise<void> {
  const client = at.client();
  const { link, pid, project: directory } = await eventually(async () => (await client.sessions()).find(({ id }) => id === session));
  await post(at.place.socket, PATH, JSON.stringify({ protocol: PROTOCOL, kind: 'hello', link, pid, directory }));
}
