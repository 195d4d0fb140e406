// Checks that the code accepts the examples in docs/ANSWERING.md.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseProjectFile, parseRouting } from '../../../test/support/routing.ts';
import { anAsk, aQuestion } from '../../../test/support/samples.ts';
import { TEMPLATE_NAMES } from '../brief/templates.ts';
import { jsonIn } from '../replies/json.ts';
import { readReply } from '../replies/read.ts';
import { RULE_KINDS } from '../rules/kinds.ts';

const page = readFileSync('docs/ANSWERING.md', 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, body = '']) => body);
const ID = 'k3f9x2m1q8zt';
const one = anAsk({ id: ID, project: '/srv/shop' });
const four = anAsk({ id: ID, questions: [aQuestion(), aQuestion({ multiSelect: true }), aQuestion(), aQuestion()] });
const problems = (parsed: ReturnType<typeof parseRouting> | ReturnType<typeof parseProjectFile>) =>
  parsed.kind === 'invalid' ? parsed.problems.map((p) => p.message) : [];

describe('the page about automatic answers', () => {
  it.each(blocks('yaml').filter((block) => block.startsWith('# your own file')))('a user’s file: %s', (block) => {
    expect(problems(parseRouting(parse(block)))).toEqual([]);
  });

  it.each(blocks('yaml').filter((block) => block.startsWith('# .answerback.yaml')))('a project’s file: %s', (block) => {
    expect(problems(parseProjectFile(parse(block)))).toEqual([]);
  });

  it('has no YAML that is not tested here', () => {
    expect(blocks('yaml').length).toBeGreaterThan(4);
    for (const block of blocks('yaml')) expect(block).toMatch(/^# (?:your own file|\.answerback\.yaml)\n/);
  });

  it.each(blocks('json'))('a reply: %s', (block) => {
    expect(jsonIn(block)).toHaveLength(1);
    expect(readReply(block, block.includes('skip') ? four : one)).toMatchObject({ kind: 'reply' });
  });

  it.each(blocks('text').flatMap((block) => block.split('\n').filter((line) => /^<(?:cc_)?answer/.test(line))))('a tag: %s', (line) => {
    const read = readReply(line, line.includes(';') ? four : one);
    if (line.includes('question='))
      expect(readReply(line, four)).toMatchObject({ problems: [{ message: expect.stringContaining('no tag answers question 1') }] });
    else expect(read).toMatchObject({ kind: 'reply' });
  });

  it('has a row with an example for every kind of rule', () => {
    const [, section = ''] = page.split('\n## Rules\n');
    const examples = [...(section.split('\n## ')[0]?.matchAll(/^\| `(\w+: .+?)` \|/gm) ?? [])].map(([, example = '']) => parse(example));
    expect(examples.map((example) => Object.keys(example))).toEqual(RULE_KINDS.map(({ name }) => [name]));
    for (const rule of examples)
      expect(problems(parseRouting({ routes: [{ when: { kind: ['question', 'permission'] }, decide: [{ rule }] }] }))).toEqual([]);
  });

  it('names every template', () => {
    for (const name of TEMPLATE_NAMES) expect(page).toContain(`\`${name}\``);
  });
});
