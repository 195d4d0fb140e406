// Replies of a real broker about a real pane: each fits the schema of its route.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Status } from '../../src/contract/route.ts';
import { type RouteName, routeOf } from '../../src/server/routes/routes.ts';
import { type Home, home } from '../support/home.ts';
import { type PrivateTmux, privateTmux } from '../support/private-tmux.ts';
import { WITH_TMUX } from '../support/reply-cases.ts';
import { call } from '../support/web.ts';

let at: Home;
let tmux: PrivateTmux;
beforeEach(() => {
  at = home();
  tmux = privateTmux();
});
afterEach(async () => {
  await at.close();
  tmux.end();
});

const NAME: RouteName = 'POST /v1/panes';
const parsed = new Set<RouteName>();

it('a pane that is watched from now on, and one that was already', async () => {
  const pane = tmux.session('agent', 'exec cat', [120, 40]);
  const { port, token } = await at.tcp();
  const watch = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const body = { tmux: tmux.socket, pane, project: '/srv/app' };
    const { status, text, json } = await call(`http://127.0.0.1:${port}`, '/v1/panes', { headers, body });
    const schema = routeOf(NAME).replies[status as Status];
    expect(schema, `${status} ${text}`).toBeDefined();
    parsed.add(NAME);
    return { status, reply: schema?.parse(json) };
  };
  const session = { project: '/srv/app', pane };
  expect(await watch()).toMatchObject({ status: 201, reply: { kind: 'watched', session } });
  expect(await watch()).toMatchObject({ status: 200, reply: { kind: 'known', session } });
});

it('every route of the list was tried', () => {
  expect([...parsed]).toEqual(WITH_TMUX);
});
