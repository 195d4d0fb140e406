// For the conformance suite: our plugin in opencode finds the broker again.
import { PATH, PROTOCOL } from '../../../src/agents/opencode/plugin/protocol.ts';
import { eventually } from '../eventually.ts';
import type { Home } from '../home.ts';
import { post } from './garbage.ts';

/** As the plugin does when it has lost the broker for a moment: the broker asks opencode for all pending requests again. */
export async function sayHello(at: Home, session: string): Promise<void> {
  const client = at.client();
  const { link, pid, project: directory } = await eventually(async () => (await client.sessions()).find(({ id }) => id === session));
  await post(at.place.socket, PATH, JSON.stringify({ protocol: PROTOCOL, kind: 'hello', link, pid, directory }));
}
