// Calls of the library's tool that have the id of an earlier call.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AskView } from '../src/ask/schema/history.ts';
import { createAskUserQuestionTool } from '../src/library/index.ts';
import { DATABASE } from './support/agents/asking-model.ts';
import type { Client } from './support/client.ts';
import { eventually } from './support/eventually.ts';
import { by, type Home, home } from './support/home.ts';

let at: Home;
let reader: Client;
beforeEach(async () => {
  at = home();
  reader = at.client();
  await reader.status();
});
afterEach(() => at.close());

const asked = (): Promise<AskView> => eventually(async () => (await reader.list({ state: ['open'] })).asks[0]);
const decide = ({ id }: AskView, option: number) => reader.decide(id, { kind: 'answers', answers: [option] }, by('ada'));

it.each([undefined, 'night-shift'])('is asked, however alike they are, in the session %s', async (session) => {
  const tool = createAskUserQuestionTool({ place: at.place, session });
  const given: unknown[] = [];
  for (const option of [1, 2, 1]) {
    const calls = [tool.call('call_0', { questions: [DATABASE] }), tool.call('call_0', { questions: [DATABASE] })];
    await decide(await asked(), option);
    const [one, two] = await Promise.all(calls);
    expect(one).toEqual(two);
    given.push(one);
  }
  const texts = given.map((each) => (each as { details: { answers: Record<string, string> } }).details.answers.Database);
  expect(texts).toEqual([DATABASE.options[0]?.label, DATABASE.options[1]?.label, DATABASE.options[0]?.label]);
  expect((await reader.list({ state: ['verified'] })).asks).toHaveLength(3);
});
