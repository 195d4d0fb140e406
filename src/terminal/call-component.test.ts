import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { width } from '../text/width.ts';
import { type CallTheme, callComponent } from './call-component.ts';

const theme: CallTheme = { fg: (_, text) => text, bold: (text) => text };
const lines = (args: unknown, columns = 80, isExpanded = false) => callComponent(args, theme, isExpanded).render(columns);
const option = (label: string) => ({ label, description: `about ${label}` });
const database = { question: 'Which database?', header: 'Database', options: [option('Postgres'), option('SQLite')] };
const features = { question: 'Which features?', header: 'Features', options: [option('Auth'), option('Search')] };

describe('the title of a call', () => {
  it.each([
    [{ questions: [database] }, 'ask_user_question Which database?'],
    [{ questions: [database, features] }, 'ask_user_question 2 questions: Database, Features'],
    [{ questions: [database, { question: 'Which colour?' }] }, 'ask_user_question 2 questions: Database, Which colour?'],
    [{ questions: [{ header: 'Database' }] }, 'ask_user_question Database'],
    [{ questions: [{}, {}] }, 'ask_user_question 2 questions'],
    [{ questions: [{ ...database, question: 'Which\n\u001b[31mdatabase?' }] }, 'ask_user_question Which ␛[31mdatabase?'],
    [{ questions: 'Which?' }, 'ask_user_question'],
    [{ questions: [null, 5] }, 'ask_user_question 2 questions'],
    [undefined, 'ask_user_question'],
  ])('says what is asked: %j', (args, title) => {
    expect(lines(args)).toEqual([title]);
  });

  it('is one line, shortened to what fits', () => {
    expect(lines({ questions: [database] }, 25)).toEqual(['ask_user_question Which …']);
    expect(lines({ questions: [database] }, 8)).toEqual(['ask_use…']);
  });

  it('expanded, is followed by the questions and their options', () => {
    const title = 'ask_user_question 2 questions: Database, Features';
    const shown = ['', 'Database: Which database?', '- Postgres', '- SQLite', '', 'Features: Which features?', '- Auth', '- Search'];
    expect(lines({ questions: [database, features] }, 80, true)).toEqual([title, ...shown]);
  });

  it('has no line that is too wide, whatever the model writes', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    const question = fc.record({ question: text, header: text, options: fc.array(fc.record({ label: text })) }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.array(question, { maxLength: 4 }), fc.integer({ min: 1, max: 60 }), fc.boolean(), (questions, columns, isExpanded) => {
        for (const line of lines({ questions }, columns, isExpanded)) expect(width(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
