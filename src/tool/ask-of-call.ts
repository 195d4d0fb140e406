// Asks for one call of a tool, by the id of that call. The broker knows whether it has seen this call before.
import { createHash, randomUUID } from 'node:crypto';
import type { AskView } from '../ask/schema/history.ts';
import type { AskRequest, Client } from '../client/client.ts';

/** What the broker takes, if it has to say more than the id. */
const LONGEST_ID = 190;

/** Ids come from models, their servers and their clients: most are unique, some are used again. */
export function askOfCall(client: Pick<Client, 'call'>, call: AskRequest): Promise<AskView> {
  const id = call.toolUseId || randomUUID();
  const toolUseId = id.length > LONGEST_ID ? createHash('sha256').update(id).digest('hex') : id;
  return client.call('POST /v1/asks', { body: { ...call, toolUseId, idMayRepeat: true } });
}
