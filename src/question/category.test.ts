// The category of a question, tested on typical questions of agents and on hostile ones.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Category, category, delegatingOption } from './category.ts';
import { stance } from './category-words.ts';
import type { Question } from './words.generated.ts';

/** "text", then the labels; a header after "#"; a multi-select question ends its text with "[]". */
function question(text: string, ...labels: string[]): Question {
  const [body = '', header] = text.split(' #');
  return {
    text: body.replace(' []', ''),
    ...(header === undefined ? {} : { header }),
    options: labels.map((label) => ({ label })),
    multiSelect: body.includes(' []'),
  };
}

const TABLE: Record<Category, readonly (readonly [text: string, ...labels: string[]])[]> = {
  confirmation: [
    ['Shall I go on?', 'Yes', 'No'],
    ['The plan has four steps. Proceed?', 'Proceed', 'Cancel'],
    ['Here is the draft schema. What do you think?', 'Looks good', 'Change it'],
    ['Do you want me to run the linter over the whole tree?', 'Yes, run it', 'Yes, and do not ask again', 'No'],
    ['Ready to submit your answers?', 'Submit answers', 'Cancel'],
    ['Should I commit these changes?', 'Yes', 'Not yet'],
    ['Is this the right file?', 'Yep', 'Nope'],
    ['Does this summary match what you meant? #Check', 'Approve', 'Request changes', 'Let me review'],
    ['May I create a branch for this?', 'Go ahead', 'Hold off'],
    ['Use TypeScript for the scripts folder?', 'Yes (Recommended)', 'No'],
    ['I found the cause in the token parser. Continue with the fix?', 'OK', 'Stop', 'Show me first'],
    ['Shall I go on with the second batch?'],
    ['Everything is staged.\nOkay to push the branch?'],
    ['Would you like to proceed?', 'Yes, and auto-accept edits', 'Yes, and manually approve edits', 'No, keep planning'],
    ['Install the missing peer dependency?', '1. Sure', '2. No thanks'],
    ['Mind if I reorder the imports?', 'Fine', 'Leave it as is'],
    ['Should the worker retry on failure?', 'Yes', 'No', 'You decide'],
  ],
  style: [
    ['Tabs or spaces?', 'Tabs', 'Spaces'],
    ['Which naming convention for the database columns?', 'snake_case', 'camelCase'],
    ['What colour should the primary button have?', 'Teal', 'Navy', 'Orange'],
    ['Which tone should the onboarding mails have? #Tone', 'Formal', 'Friendly', 'Playful'],
    ['How should the test files be named?', 'foo.test.ts', 'foo.spec.ts', '__tests__/foo.ts'],
    ['What should the command be called?', 'answer', 'reply', 'respond'],
    ['Single or double quotes in the generated code? #Quotes', 'Single quotes', 'Double quotes'],
    ['Which commit message style do you follow? #Commits', 'Conventional commits', 'Plain sentences'],
    ['British or American spelling in the docs?', 'British', 'American'],
    ['How should the landing page look?', 'Minimalist', 'Bold and colourful', 'Newspaper-like'],
    ['Do the docs want emojis in headings? #Emoji', 'With emojis', 'Plain text only'],
    ['Which font for the headings? #Typography', 'Inter', 'Source Serif', 'System font'],
    ['Pick a theme for the terminal output #Theme', 'Solarized', 'Nord', 'Gruvbox'],
    ['How should the error message be worded?', 'Short and dry', 'Long with a hint'],
    ['Semicolons or not?', 'Semicolons', 'None, rely on ASI'],
    ['Tabs or spaces for the Makefile?'],
    ['Which prefix should the CSS classes carry? #Prefix', 'ab-', 'x-', 'Your call'],
  ],
  scope: [
    ['Which features should the first version have? []', 'Login', 'Search', 'Export', 'Dark mode'],
    ['Which of these tests should I write? []', 'Parser', 'Router', 'Storage driver'],
    ['How many of the 40 warnings should I fix?', 'All', 'Only the errors', 'The top ten'],
    ['What should the refactoring cover? #Scope', 'Only src/api', 'src/api and src/db', 'The whole repository'],
    ['Which phase should we tackle first? #Phase', 'Phase 1: parser', 'Phase 2: runtime'],
    ['Which platforms do we support? []', 'Linux', 'macOS', 'Windows'],
    ['How thorough should the review be?', 'Quick look', 'Every file', 'Every file and its history'],
    ['Should the export include archived projects too?', 'Active only', 'Active and archived', 'Everything'],
    ['Which parts of the guide need an update? []', 'Install', 'Configuration', 'FAQ'],
    ['What do you want in the MVP? [] #MVP', 'Invites', 'Billing', 'Audit log'],
    ['How far back should the changelog go?', 'Last release', 'Last year', 'Since the beginning'],
    ['Which endpoints need rate limiting? []', '/login', '/search', '/export'],
    ['What should I fix next? #Priority', 'The flaky test', 'The slow query', 'The typo in the footer'],
    ['Which of the following findings should be addressed? []', 'XSS in comments', 'Missing index', 'N+1 query'],
    ['How much test coverage do you want? #Coverage', 'Happy path', 'Edge cases too', 'Property tests'],
    ['Select the locales to ship [] #Locales', 'German', 'French', 'Japanese'],
    ['Which browsers are in scope? []', 'Firefox', 'Safari', 'Chrome', 'You decide'],
    ['Which files should I migrate? []'],
  ],
  architecture: [
    ['Which database should we use? #Database', 'PostgreSQL', 'SQLite', 'MongoDB'],
    ['Where should sessions live?', 'Redis', 'Signed cookie', 'Database table'],
    ['Which authentication method do you prefer? #Auth method', 'JWT', 'OAuth 2.0', 'Magic link'],
    ['REST or GraphQL for the public API?', 'REST', 'GraphQL'],
    ['How should the worker learn of new jobs?', 'Polling', 'LISTEN/NOTIFY', 'A message queue'],
    ['Which state management library fits? #State', 'Redux Toolkit', 'Zustand', 'Jotai'],
    ['Where do we deploy? #Hosting', 'Fly.io', 'Vercel', 'A VPS with Docker'],
    ['How should tenants be separated? #Data model', 'Schema per tenant', 'Row-level security', 'Database per tenant'],
    ['One package or a monorepo? #Structure', 'Single package', 'Monorepo'],
    ['Which test runner? #Tooling', 'Vitest', 'Jest', 'node:test'],
    ['How should errors travel through the layers? #Error handling', 'Exceptions', 'Result values'],
    ['Postgres or SQLite?', 'Postgres', 'SQLite', 'You decide'],
    ['Which ids do the rows get?', 'UUID', 'ULID', 'Serial numbers'],
    ['Left or right?', 'Left', 'Right'],
    ['How do we sign users in?', 'Continue with Google', 'Email and password', 'Passkeys'],
    ['Which ORM, if any?', 'Prisma', 'Drizzle', 'No ORM'],
    ['Which caching strategy should I pick?', 'Write-through', 'Write-behind', 'No cache'],
    ['Which protocol between the node and the inbox?', 'WebSocket', 'SSE', 'gRPC'],
    ['Which queue should we take, Kafka or RabbitMQ?'],
  ],
  'open floor': [
    ['Anything else?', 'Nothing else', 'Let me explain'],
    ['Is there anything else you would like to add?', 'No', 'Yes'],
    ['What do you want to work on?'],
    ['What should it be called?'],
    ['What is your project name?', "I'll type it", 'Skip'],
    ['Any other requirements?', "No, that's all", 'Yes, let me add some'],
    ['Please paste the error message.'],
    ['Tell me more about the users of this tool.', 'Let me describe them', 'Other'],
    ['How can I help you today?'],
    ['What next?'],
    ['Which customer reported it?', 'Other', 'Something else'],
    ['Why does the build need Python 2?'],
    [''],
  ],
  delegation: [
    ['Shall I choose the layout myself?', 'Yes', 'No'],
    ['Which linter?', 'You decide', 'I will think about it'],
    ['How should I proceed with the details? #Details', "Claude's discretion", 'Use your judgement', 'Ask me each time'],
    ['Do you want me to decide on the names?', 'Yes, go ahead', 'No, ask me'],
    ['The remaining choices are small. Can I use my own judgement?'],
    ['Who decides about the colours?', 'Your call', 'My call'],
    ['May I pick the libraries?', 'Sure', 'No'],
    ['Redis or memory?', 'No preference'],
    ['Should I leave the naming to you, or leave it to me?', 'Up to you', 'I will name them'],
  ],
};

const rows = Object.entries(TABLE).flatMap(([expected, questions]) => questions.map(([text, ...labels]) => ({ expected, text, labels })));

describe('the category of a question', () => {
  it.each(rows)('$expected: $text $labels', ({ expected, text, labels }) => {
    expect(category(question(text, ...labels))).toBe(expected);
  });

  it('is tested on enough questions', () => {
    expect(rows.length).toBeGreaterThanOrEqual(60);
  });

  it('does not depend on the order of the options', () => {
    for (const { expected, text, labels } of rows) expect(category(question(text, ...labels.toReversed()))).toBe(expected);
  });

  it('does not depend on capitals, typographic apostrophes or spacing', () => {
    for (const { expected, text, labels } of rows) {
      const loud = (line: string) => line.replaceAll("'", '’').toUpperCase();
      const asked = question(text, ...labels.map((label) => `  ${loud(label)} `));
      expect(category({ ...asked, text: loud(asked.text) }), text).toBe(expected);
    }
  });

  it('finds the question at the end of a long text', () => {
    const text = `${'The parser reads every token twice. '.repeat(3000)}\nWhich naming convention should we use?`;
    expect(category(question(text, 'A', 'B'))).toBe('style');
  });

  it('never throws, and gives the same result twice', () => {
    const anyQuestion = fc.record({
      text: fc.string({ unit: 'binary' }),
      header: fc.option(fc.string(), { nil: undefined }),
      options: fc.array(fc.record({ label: fc.string({ unit: 'binary' }), description: fc.option(fc.string(), { nil: undefined }) })),
      multiSelect: fc.boolean(),
    });
    fc.assert(
      fc.property(anyQuestion, (asked) => {
        expect(category(asked)).toEqual(category(asked));
        delegatingOption(asked);
      }),
    );
  });

  it.each(['a', ' ', '\n', 'which ', 'what should the ', 'let me ', 'should i ', 'any other ', '-', "'", '😀', 'no '])(
    'returns on 100 kB of %j',
    (piece) => {
      const text = piece.repeat(100_000 / piece.length);
      expect(category(question(text, text, text))).toEqual(expect.any(String));
    },
  );
});

describe('the option that lets the agent decide', () => {
  it.each([
    [['Postgres', 'SQLite', 'You decide'], 3],
    [['Use your best judgment', 'Ask me'], 1],
    [['Inter', "Claude's choice"], 2],
    [['Inter', 'Claude’s discretion', 'Up to you'], 2],
    [['Red', 'Whatever you think is best'], 2],
    [['Red', 'No strong preference'], 2],
    [['Red', "I don't care"], 2],
    [['Red', 'Let the agent decide'], 2],
    [['Let the user decide', 'Ask each time'], undefined],
    [['I decide', 'Let me decide'], undefined],
    [['Your own server', 'Your domain'], undefined],
    [['Either', 'Or'], undefined],
    [[], undefined],
  ])('in %j is %s', (labels, expected) => {
    expect(delegatingOption(question('Which?', ...labels))).toBe(expected);
  });

  it('may say so in its description', () => {
    const asked = { ...question('Which?'), options: [{ label: 'Flexible', description: 'You decide what fits.' }] };
    expect(delegatingOption(asked)).toBe(1);
  });
});

describe('the stance of a label', () => {
  it.each([
    ['Yes', 'yes'],
    ['OK', 'yes'],
    ['Token refresh', undefined],
    ['Okinawa', undefined],
    ['Continue', 'yes'],
    ['Continue with Google', undefined],
    ['No problem, go ahead', 'yes'],
    ['No, and tell Claude what to do differently (esc)', 'no'],
    ['No ORM', undefined],
    ['Notion', undefined],
    ["Don't touch the schema", 'no'],
    ['Cancel', 'no'],
    ['Change streams', undefined],
    ['Right-aligned', undefined],
    ['', undefined],
  ])('%j is %s', (label, expected) => {
    expect(stance(label)).toBe(expected);
  });
});
