// The page takes the reply of another build only if it has the shape of its route.
import { expect, it } from 'vitest';
import { BUILD } from '../../client/version.ts';
import { createCall } from './api.ts';

const calling = (status: number, body: string, build = 'another') => {
  const seen = { loggedOut: 0 };
  const call = createCall({
    fetch: async () => new Response(body, { status, headers: { 'answerback-build': build } }),
    onLoggedOut: () => {
      seen.loggedOut += 1;
    },
    onBuild: () => {},
  });
  return { call, seen };
};
const asks = (status: number, body: string) => calling(status, body).call('GET /v1/asks', {});

it('a reply that fits is returned', async () => {
  expect(await asks(200, '{"asks":[]}')).toEqual({ asks: [] });
});

it('a broker of the same build is believed: the first view does not need the check', async () => {
  expect(await calling(200, '{"asks":[{"id":7}]}', String(BUILD)).call('GET /v1/asks', {})).toEqual({ asks: [{ id: 7 }] });
});

it('any other reply is said to be not understood', async () => {
  await expect(asks(200, '{"asks":[{"id":7}]}')).rejects.toMatchObject({
    name: 'Unavailable',
    message: expect.stringContaining('the reply to GET /v1/asks was not understood: asks[0]'),
  });
  await expect(asks(200, '<html>a login page of the network</html>')).rejects.toMatchObject({ name: 'Unavailable' });
});

it('a refusal is repeated, and one by another program is named by its status', async () => {
  const error = { code: 'no-such-ask', message: 'there is no ask 7', fix: 'See the list.' };
  await expect(asks(404, JSON.stringify({ error }))).rejects.toMatchObject({ name: 'Refused', status: 404, fix: 'See the list.' });
  await expect(asks(502, '{"oops":true}')).rejects.toMatchObject({ name: 'Refused', message: 'the broker replied with status 502' });
  const { call, seen } = calling(401, '{}');
  await expect(call('GET /v1/asks', {})).rejects.toMatchObject({ name: 'Refused' });
  expect(seen.loggedOut).toBe(1);
});
