// The commands about auto-answer: route check, explain and test, reply and roster.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  agent,
  ask,
  at,
  claw,
  configure,
  freshForEach,
  named,
  program,
  project,
  question,
  route,
  story,
  until,
} from './support/auto-answer-home.ts';
import { by } from './support/home.ts';
import { answers } from './support/samples.ts';

freshForEach();

describe('on the command line', () => {
  it('route check prints file, line and fix, and the last valid configuration stays in use', async () => {
    configure({ routes: named({ rule: 'affirm' }) });
    expect((await at.run(['route', 'check'])).out).toContain('night: rule affirm → people');
    writeFileSync(at.place.config, 'routes:\n  - name: night\n    decide:\n      - agent: nobody\n');
    const broken = await at.run(['route', 'check']);
    expect([broken.code, broken.out]).toEqual([1, expect.stringMatching(/config\.yaml:4:16: .*no answerer is called "nobody"/)]);
    const { id } = await ask(question('Shall I go on?', 'Yes', 'No'));
    expect((await at.client().result(id)).by?.name).toBe('affirm');
    expect((await at.run(['doctor'])).out).toMatch(/✗ routes .*config\.yaml:4/);
  });

  it('route check says that people decide if the file was broken from the start', async () => {
    configure({ routes: [{ name: 'night', decide: [{ agent: 'nobody' }] }] });
    const { code, out } = await at.run(['route', 'check']);
    expect([code, out]).toEqual([1, expect.stringContaining('There is no valid config: every ask goes to you')]);
    expect((await at.client().checkRoutes()).inForce).toBe(false);
    expect((await at.run(['doctor'])).out).toContain('there is no valid config');
  });

  it('a pause is shown with the ask, before a dialog, in the plain inbox and in the roster', async () => {
    const { id } = await ask();
    expect((await at.run(['pause', '--session', 'nope'])).err).toContain('no agent session "nope"');
    expect((await at.run(['pause', '--project', 'nowhere'])).out).toContain('No session has been seen in a project "nowhere" yet');
    expect((await at.run(['show', id])).out).not.toContain('‖ Auto-answer');
    await at.run(['pause', '--session', 's']);
    expect((await at.run(['show', id])).out).toContain('‖ Auto-answer: paused for session s by ada');
    expect((await at.run(['answer', id, '--plain'], { input: '' })).err).toContain('‖ Auto-answer: paused for session s by ada');
    expect((await at.run(['inbox', '--plain'], { input: 'q\n' })).out).toContain('‖ Auto-answer: paused');
    expect((await at.run(['roster'])).out).toMatch(/^Auto-answer is paused by a person where \[PAUSED\] stands/);
  });

  it('answer says who was first, even without a choice', async () => {
    const { id } = await ask();
    await at.client().decide(id, answers(1), by('ada'));
    const { code, err } = await at.run(['answer', id]);
    expect([code, err]).toEqual([1, expect.stringContaining(`ask ${id} was already answered by ada`)]);
  });

  it('route test leaves out the questions of doctor', async () => {
    await at.run(['doctor']);
    expect(JSON.parse((await at.run(['route', 'test', '--json'])).out).counts.all).toBe(0);
  });

  it('route explain shows every criterion, also for an ask in a file', async () => {
    configure({ routes: [{ name: 'tests', when: { text: 'run the tests' }, decide: [{ rule: 'affirm' }] }] });
    const { id } = await ask();
    const asked = await at.run(['route', 'explain', id]);
    expect(asked.out).toMatch(/No route matches: people decide\.[\s\S]*✗ tests[\s\S]*✗ text: run the tests/);
    const input = JSON.stringify({ project, program: 'x', ...question('Shall I run the tests?', 'Yes', 'No') });
    const never = await at.run(['route', 'explain', '--from', '-'], { input });
    expect(never.out).toMatch(/Route tests\n {2}1\. rule affirm\n {2}2\. people/);
    expect((await at.run(['route', 'explain'])).code).toBe(2);
  });

  it('route test compares with what people decided', async () => {
    for (const choice of [1, 2]) {
      const { id } = await ask(question('Shall I go on?', 'Yes', 'No'));
      await at.client().decide(id, answers(choice), by('ada'));
    }
    const other = await ask(question('Which colour?', 'Red', 'Blue'));
    await at.client().decide(other.id, answers(1), by('ada'));
    configure({
      answerers: agent(['true']),
      routes: [
        { name: 'go', when: { text: 'go on' }, decide: [{ rule: 'affirm' }] },
        { name: 'rest', decide: [claw()] },
      ],
    });
    const own = JSON.parse((await at.run(['route', 'test', '--json'])).out);
    expect(own.counts).toEqual({ all: 3, rule: 2, agree: 1, differ: 1, agent: 1, people: 0 });
    const file = join(at.place.folder, 'past.json');
    writeFileSync(file, (await at.run(['log', '--json'])).out);
    const text = (await at.run(['route', 'test', file])).out;
    expect(text).toContain('3 asks: 2 by rules (1 as people did, 1 otherwise), 1 would go to an agent, 0 to people.');
    expect(text).toContain('✗ Yes (affirm)');
  });

  it('log, show and the statistics say which category the answering agent stated; an unknown one is none', async () => {
    const replies = {
      Scope: '{"answers": [1], "risk": "reversible", "reason": "it fits", "category": "scope"}',
      Tag: '<answer ask="ID" risk="reversible" reason="it fits" category="style">1</answer>',
      Other: '{"answers": [1], "risk": "reversible", "reason": "it fits", "category": "weather"}',
    };
    const body = `const found = Object.entries(${JSON.stringify(replies)}).find(([name]) => text.includes('| question: ' + name));
      console.log(found[1].replace('ID', /The id of this ask is (\\w+)/.exec(text)[1]));`;
    configure({ answerers: agent(program('decides', body)), routes: route(claw()) });
    const seen: (string | undefined)[] = [];
    for (const name of Object.keys(replies)) {
      const { id } = await ask({ ...question(`${name}?`, 'Yes', 'No'), toolUseId: name });
      await until(id, 'claw', 'answered');
      const { route: stated } = await at.client().show(id);
      seen.push(stated?.category);
      const [shown, why] = [(await at.run(['show', id])).out, (await at.run(['log', '--why', id])).out];
      expect(shown.includes(`category: ${stated?.category}`)).toBe(stated?.category !== undefined);
      expect(why.includes(`category ${stated?.category}`)).toBe(stated?.category !== undefined);
    }
    expect(seen).toEqual(['scope', 'style', undefined]);
    expect((await at.run(['log'])).out.match(/category: \w+/g)).toEqual(['category: style', 'category: scope']);
    const { answerers } = JSON.parse((await at.run(['stats', '--json'])).out);
    expect(answerers).toMatchObject([{ name: 'claw', decided: 3, categories: { scope: 1, style: 1 } }]);
  });

  it('brief shows what an agent is told, and log warns of a design question that was decided while the plan is carried out', async () => {
    const reply = JSON.stringify({ answers: [1], risk: 'reversible', reason: 'it fits', category: 'architecture' });
    configure({
      answerers: agent(program('decides', `console.log(${JSON.stringify(reply)})`)),
      routes: route({ ...claw(), 'always-answers': true }),
    });
    const session = { id: 's', program: 'tester', project, lastPrompt: '/execute-phase 3' };
    const { id } = await ask({ ...question('Which database should we use?', 'Postgres', 'SQLite'), session });
    await until(id, 'claw', 'answered');
    expect((await at.run(['log'])).out).toContain('⚠ a design question was decided while the plan is being carried out');
    const next = await ask({
      ...question('Which cache should we use?', 'Redis', 'None'),
      session: { ...session, lastPrompt: 'yes' },
      toolUseId: 't2',
    });
    const text = (await at.run(['brief', next.id])).out;
    for (const part of [
      '| event: the agent asks a question',
      'The plan is being carried out',
      '| you decided: Which database should we use? → Postgres',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('"pass"');
    await at.run(['list', '--all']);
    expect((await at.run(['brief', '@1'])).out).toContain('| question: Which cache should we use?');
    const plain = JSON.parse((await at.run(['brief', next.id, '--by', 'somebody', '--json'])).out);
    expect(plain).toMatchObject({ ask: next.id, by: 'somebody', brief: expect.stringContaining('"pass"'), tokens: expect.any(Number) });
    expect(plain.brief).not.toContain('you decided');
  });

  it('a chat agent answers what the roster shows, within its time', async () => {
    configure({ answerers: { helper: { kind: 'chat' } }, routes: [{ name: 'chat', decide: [{ agent: 'helper', within: '10m' }] }] });
    const { id } = await ask();
    await until(id, 'helper', 'woken');
    expect((await at.run(['roster'])).out).toContain(`[ASKING: ${id}]`);
    const { code, out } = await at.run(['reply', '--by', 'agent:helper'], {
      input: `<cc_answer project="${basename(project)}" risk="reversible" reason="one file">2</cc_answer>`,
    });
    expect([code, out]).toEqual([0, expect.stringContaining('answered: SQLite')]);
    expect(await story(id)).toEqual(['helper asked', 'helper woken', 'helper answered']);
  });

  it('reply handles every answer it finds, and reports the outcome of each', async () => {
    const [one, two] = [await ask(), await ask(question('Which colour?', 'Red', 'Blue'))];
    const text = `Done.\n<answer ask="${one.id}">2</answer>\n<answer ask="${two.id}">7</answer>`;
    const { code, out } = await at.run(['reply', '--by', 'person:ada'], { input: text });
    expect(code).toBe(1);
    expect(out).toMatch(/✓ \w+ {2}answered: SQLite\n✗ \w+ {2}refused: .*has no option 7/);
    expect((await at.run(['reply', '--by', 'person:ada', 'nothing here'])).code).toBe(2);
    expect((await at.run(['reply', 'nobody said this'])).code).toBe(2);
    expect((await at.run(['roster'])).out).toContain(`[ASKING: ${two.id}]`);
  });
});
