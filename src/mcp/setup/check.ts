// For `doctor` and `setup`: which clients are there, which have our server, and whether what they would start still exists.
import { existsSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { Finding, SetupContext } from '../../setup/connection.ts';
import type { McpClient } from './client.ts';
import { isOurs, wordsOf } from './server.ts';
import { entryIn } from './setup.ts';

export function checkClients(at: SetupContext, clients: readonly McpClient[]): Finding {
  const all = clients.map((client) => checkClient(at, client));
  const broken = all.find(({ state }) => state === 'warning');
  if (broken) return broken;
  const titles = clients.filter((_, i) => all[i]?.state === 'ok').map(({ title }) => title);
  return titles.length === 0
    ? { state: 'off', message: 'no client has our server (to add it: answerback setup mcp)' }
    : { state: 'ok', message: titles.join(', ') };
}

export function checkClient(at: SetupContext, client: McpClient): Finding {
  const { name, title, files } = client;
  const settings = (['user', 'project'] as const).flatMap((scope) => files(at, scope).map((file) => ({ scope, file })));
  const connected = settings.flatMap(({ scope, file }) => {
    const entry = entryIn(client, file);
    return isOurs(entry) ? [{ scope, file, missing: wordsOf(entry).find((word) => isAbsolute(word) && !existsSync(word)) }] : [];
  });
  const broken = connected.find(({ missing }) => missing !== undefined);
  if (broken)
    return {
      state: 'warning',
      message: `${broken.file} starts ${broken.missing}, which does not exist`,
      fix: `Update it: answerback setup mcp ${name}${broken.scope === 'project' ? ' --project' : ''}`,
    };
  if (connected.length > 0) return { state: 'ok', message: `${title}: connected` };
  // A file may be shared with other programs or lie in the home folder, but its own folder is a sign.
  const isThere = settings.some(({ scope, file }) => scope === 'user' && (existsSync(file) || existsSync(dirname(file))));
  return { state: 'off', message: `${title}: ${isThere ? `not connected (to connect it: answerback setup mcp ${name})` : 'not found'}` };
}
