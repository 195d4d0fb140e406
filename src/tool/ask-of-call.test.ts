// The ids under which calls of a tool are asked.
import { expect, it } from 'vitest';
import type { AskView } from '../ask/schema/history.ts';
import type { AskRequest, Client } from '../client/client.ts';
import { askOfCall } from './ask-of-call.ts';

async function sent(toolUseId: string): Promise<AskRequest> {
  let body: AskRequest | undefined;
  const call = async (_: string, given: { readonly body: AskRequest }) => {
    body = given.body;
    return {} as AskView;
  };
  await askOfCall(
    { call: call as unknown as Client['call'] },
    { session: { id: 's', program: 'test', project: '/' }, toolUseId, questions: [] },
  );
  return body as AskRequest;
}

it('the id of a call is sent as one that a later call may have too', async () => {
  expect(await sent('call_0')).toMatchObject({ toolUseId: 'call_0', idMayRepeat: true });
});

it('a call without an id has one of its own', async () => {
  expect((await sent('')).toolUseId).not.toBe((await sent('')).toolUseId);
});

it('an id that is too long for the broker becomes a shorter one, the same each time', async () => {
  const long = 'x'.repeat(5_000);
  expect((await sent(long)).toolUseId.length).toBeLessThanOrEqual(200);
  expect((await sent(long)).toolUseId).toBe((await sent(long)).toolUseId);
  expect((await sent(`${long}y`)).toolUseId).not.toBe((await sent(long)).toolUseId);
});
