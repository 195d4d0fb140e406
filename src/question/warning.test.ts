// Warning words: on the option that contains them, and on a yes to a question, a command or a plan that does.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anAsk, anyQuestion, aQuestion } from '../../test/support/samples.ts';
import { firstWarning, warnings } from './warning.ts';
import type { Ask } from './words.generated.ts';

const asking = (text: string, ...labels: string[]): Ask =>
  anAsk({ questions: [aQuestion({ text, header: '', options: labels.map((label) => ({ label })) })] });
const marked = (ask: Ask) => warnings(ask).map(({ option, reason }) => `${option} ${reason}`);
const permission = (tool: string, input: unknown): Ask =>
  anAsk({
    kind: 'permission',
    questions: [aQuestion({ text: 'Allow?', options: [{ label: 'Yes' }, { label: "Yes, and don't ask again" }, { label: 'No' }] })],
    detail: { kind: 'permission', tool, input },
  });

describe('a warning', () => {
  it.each<[Ask, string[]]>([
    [asking('What now?', 'Delete it', 'Keep it'), ['1 it says "delete"']],
    [asking('Drop the table?', 'Yes', 'No'), ['1 the question says "drop"']],
    [asking('Before the release, which one?', 'Postgres', 'SQLite'), []],
    [asking('What now?', 'No, wipe everything'), ['1 it says "wipe"']],
    [asking('What now?', 'Dropped', 'Deploying', 'Removal', 'dropTable', 'delete_all'), ['1', '2', '3', '4', '5']],
    [asking('Which one?', 'A product', 'Armchair', 'Skill', 'Format the code'), []],
    [permission('Bash', { command: 'rm -rf dist' }), ['1 the call says "rm"', '2 the call says "rm"']],
    [permission('mcp__github__delete_repo', {}), ['1 the tool says "delete"', '2 the tool says "delete"']],
    [permission('Write', { file_path: 'src/a.ts', content: 'delete everything' }), []],
    [permission('Bash', { command: 'npm test' }), []],
  ])('%#', (ask, expected) => {
    const found = marked(ask);
    expect(found).toHaveLength(expected.length);
    expected.forEach((each, i) => {
      expect(found[i]).toContain(each);
    });
  });

  it('applies to an ask without options, and to a plan', () => {
    expect(firstWarning(asking('Which tables should I drop?'))).toBe('the question says "drop"');
    expect(firstWarning(anAsk({ kind: 'plan', detail: { kind: 'plan', plan: 'Then push with force.' } }))).toBe('the plan says "push"');
    expect(firstWarning(asking('Which one?', 'Red', 'Blue'))).toBeUndefined();
  });

  it('is given if a text is too long to be checked', () => {
    expect(firstWarning(asking('x '.repeat(50_000)))).toContain('too long');
  });

  it('always refers to an existing option', () => {
    fc.assert(
      fc.property(fc.array(anyQuestion, { maxLength: 3 }), (questions) => {
        for (const { question, option } of warnings(anAsk({ questions }))) expect(questions[question]?.options[option - 1]).toBeDefined();
      }),
    );
  });
});
