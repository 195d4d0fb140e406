// Rows h and i: a question through Claude Code's hooks, and what hooks cost a tool call that asks nothing. Over TCP, like Claude Code.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { follow } from '../src/client/events.ts';
import { type Measured, withBroker } from './broker.ts';
import { type Floor, timed, withFloor } from './floor.ts';
import { type Row, timingRow } from './table.ts';

type Post = (payload: object) => Promise<unknown>;

export async function hooks(quick: boolean): Promise<Row[]> {
  const [warmUp, rounds] = quick ? [10, 30] : [100, 400];
  return withFloor((floor) =>
    withBroker(async (broker) => {
      const post = await hookDoor(broker);
      const away = new AbortController();
      const answering = answerEverything(broker, away.signal);
      const asked: { floor: number; measured: number }[] = [];
      const idle: { floor: number; measured: number }[] = [];
      for (let i = 0; i < warmUp + rounds; i += 1) {
        const question = { floor: await timed(() => bareQuestion(floor)), measured: await timed(() => aQuestion(post, i)) };
        const tool = { floor: await timed(() => bareTool(floor)), measured: await timed(() => aTool(post, i)) };
        if (i < warmUp) continue;
        asked.push(question);
        idle.push(tool);
      }
      away.abort();
      await answering;
      return [
        timingRow({
          what: `h. hook → durable → on the stream → answered → hook reply (${rounds} questions; floor: 4 round trips, 3 durable rows)`,
          ...columns(asked),
          p50AtMost: 5,
        }),
        timingRow({
          what: `i. what three hooks add to a tool call that asks nothing (${rounds} calls; floor: 3 round trips)`,
          ...columns(idle),
          p50AtMost: 2,
        }),
      ];
    }),
  );
}

const columns = (samples: readonly { floor: number; measured: number }[]) => ({
  floor: samples.map((s) => s.floor),
  measured: samples.map((s) => s.measured),
});

async function aQuestion(post: Post, i: number): Promise<void> {
  const options = [{ label: 'Yes' }, { label: 'No' }];
  const call = {
    session_id: 'bench',
    cwd: '/home/ada/shop',
    tool_name: 'AskUserQuestion',
    tool_input: { questions: [{ question: `Question ${i}?`, header: 'Q', options }] },
  };
  await post({ ...call, hook_event_name: 'PreToolUse', tool_use_id: `q${i}` });
  const reply = await post({ ...call, hook_event_name: 'PermissionRequest' });
  if (!JSON.stringify(reply).includes('allow')) throw new Error(`the hook got ${JSON.stringify(reply)}`);
}

async function aTool(post: Post, i: number): Promise<void> {
  const call = {
    session_id: 'bench',
    cwd: '/home/ada/shop',
    tool_name: 'Bash',
    tool_use_id: `b${i}`,
    tool_input: { command: `make test-${i}` },
  };
  await post({ ...call, hook_event_name: 'PreToolUse' });
  await post({ ...call, hook_event_name: 'PostToolUse', tool_response: { stdout: 'ok', stderr: '', interrupted: false } });
  await post({
    session_id: 'bench',
    cwd: '/home/ada/shop',
    hook_event_name: 'PostToolBatch',
    tool_calls: [{ ...call, tool_response: 'ok' }],
  });
}

async function bareQuestion(floor: Floor): Promise<void> {
  await floor.trip();
  floor.insert();
  await floor.trip();
  await floor.trip();
  floor.insert();
  floor.insert();
  await floor.trip();
}

async function bareTool(floor: Floor): Promise<void> {
  for (let i = 0; i < 3; i += 1) await floor.trip();
}

async function answerEverything(broker: Measured, signal: AbortSignal): Promise<void> {
  const [listener, answerer] = [broker.wire(), broker.wire()];
  for await (const item of follow(listener, async () => {}, { signal })) {
    if (item.kind !== 'event' || !('ask' in item.event) || item.event.happening.kind !== 'asked') continue;
    await answerer.call({ method: 'POST', path: `/v1/asks/${item.event.ask}/decision`, body: { kind: 'answers', answers: [1] } });
  }
}

async function hookDoor(broker: Measured): Promise<Post> {
  const { body } = await broker.wire().call<{ url: string }>({ method: 'GET', path: '/v1/status' });
  const token = readFileSync(broker.home.place.hookToken, 'utf8').trim();
  const agent = new Agent({ keepAlive: true });
  return (payload) =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${body.url}/v1/channels/claude-code`,
        { method: 'POST', agent, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('end', () => resolve(JSON.parse(text)));
        },
      );
      sent.on('error', reject);
      sent.end(JSON.stringify(payload));
    });
}
