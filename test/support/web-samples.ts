// Asks for the browser tests and the screenshots: one of each kind, as an agent would send them.
import type { AskRequest } from '../../src/client/client.ts';

let calls = 0;
const calling = (project: string, program = 'claude-code', session = `${program}-${project}`) => {
  calls += 1;
  return {
    session: { id: session, program, project: `/home/ada/code/${project}` },
    toolUseId: `call-${process.pid}-${calls}`,
    rules: 'tolerant' as const,
  };
};

export const simple = (text = 'Which database should the session store use?'): AskRequest => ({
  ...calling('webshop'),
  questions: [
    {
      question: text,
      header: 'Storage',
      multiSelect: false,
      options: [
        { label: 'SQLite', description: 'One file, no server; enough for a single machine' },
        { label: 'PostgreSQL', description: 'A server that several machines can share' },
        { label: 'Redis', description: 'Fast, but sessions are lost when it restarts' },
      ],
    },
  ],
});

export const multi = (): AskRequest => ({
  ...calling('webshop'),
  questions: [
    {
      question: 'Which checks should run before each commit?',
      header: 'Checks',
      multiSelect: true,
      options: [
        { label: 'Types' },
        { label: 'Linter' },
        { label: 'Unit tests', description: 'About 20 seconds' },
        { label: 'End-to-end tests' },
      ],
    },
  ],
});

export const several = (): AskRequest => ({
  ...calling('billing', 'opencode'),
  questions: [
    {
      question: 'How should invoices be numbered?',
      header: 'Numbers',
      multiSelect: false,
      options: [
        { label: 'Per year', description: '2026-0001, starting again every January' },
        { label: 'Continuous', description: 'One sequence for ever' },
      ],
    },
    {
      question: 'Which formats does the export need?',
      header: 'Export',
      multiSelect: true,
      options: [{ label: 'PDF' }, { label: 'CSV' }, { label: 'XRechnung' }],
    },
    {
      question: 'Who should get an e-mail when an invoice is overdue?',
      header: 'Reminders',
      multiSelect: false,
      options: [{ label: 'The customer' }, { label: 'Accounting' }],
    },
  ],
});

export const permission = (command = 'npm run test -- --coverage', description = 'Run the tests with coverage'): AskRequest => ({
  ...calling('webshop'),
  kind: 'permission',
  questions: [
    {
      question: `Allow Bash: ${command}?`,
      header: 'Permission',
      multiSelect: false,
      options: [{ label: 'Yes' }, { label: 'Yes, and don’t ask again' }, { label: 'No' }],
    },
  ],
  detail: { kind: 'permission', tool: 'Bash', input: { command, description } },
});

const editing = (file_path: string): AskRequest => ({
  ...calling('api-gateway'),
  kind: 'permission',
  questions: [
    {
      question: `Allow Edit: ${file_path}?`,
      header: 'Permission',
      multiSelect: false,
      options: [{ label: 'Yes' }, { label: 'No' }],
    },
  ],
  detail: {
    kind: 'permission',
    tool: 'Edit',
    input: {
      file_path,
      old_string: 'export const limits = {\n  perMinute: 60,\n  burst: 10,\n};\n',
      new_string: 'export const limits = {\n  perMinute: 120,\n  burst: 10,\n  byUser: true,\n};\n',
    },
  },
});

export const edit = (): AskRequest => editing('/home/ada/code/api-gateway/src/limits.ts');
export const outside = (): AskRequest => editing('/home/ada/.config/limits.ts');

const PLAN = `# Move sessions from memory to SQLite

Sessions are lost at every restart. The store moves into the database that is already there.

## Steps
1. Add a table \`sessions\` with an index on \`expires_at\`
2. Write \`SqliteSessionStore\` with the same interface as the one in memory
3. Clean up expired sessions once an hour

\`\`\`sql
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL
);
\`\`\`

| | before | after |
|---|---|---|
| survives a restart | no | yes |
| reads per request | 0 | 1 |

- [x] The interface stays as it is
- [ ] Load test with 1,000 sessions
`;

export const plan = (): AskRequest => ({
  ...calling('webshop'),
  kind: 'plan',
  questions: [
    {
      question: 'Approve this plan?',
      header: 'Plan',
      multiSelect: false,
      options: [
        { label: 'Yes', description: 'Start, and ask before each edit' },
        { label: 'No, keep planning', description: 'Or say in your own words what to change' },
      ],
    },
  ],
  detail: { kind: 'plan', plan: PLAN, file: '/home/ada/.claude/plans/sessions.md' },
});

export const idle = (): AskRequest => ({
  ...calling('docs-site', 'codex'),
  kind: 'idle',
  questions: [{ question: 'The agent finished its turn. What next?', header: 'Idle', multiSelect: false, options: [] }],
  detail: {
    kind: 'idle',
    lastMessage: 'The search works on all pages. **42 tests pass.** I did not touch the navigation; it still has the old links.',
  },
});

export const previews = (): AskRequest => ({
  ...calling('dashboard', 'pi'),
  questions: [
    {
      question: 'Which layout should the start page have?',
      header: 'Layout',
      multiSelect: false,
      options: [
        {
          label: 'Sidebar',
          description: 'Navigation at the left',
          preview:
            '```\n┌────┬──────────┐\n│nav │ charts   │\n│    │          │\n└────┴──────────┘\n```\n\nKeeps the **navigation** visible.',
        },
        { label: 'Tabs', description: 'Navigation on top', preview: '```ts\nexport const layout = { tabs: true, sidebar: false };\n```' },
      ],
    },
  ],
});

export const openQuestion = (): AskRequest => ({
  ...calling('webshop'),
  questions: [{ question: 'What should the release be called?', header: 'Name', multiSelect: false, options: [] }],
});

/** Agents send HTML as a preview too, and nobody knows what is in it. */
export const htmlPreview = (html: string): AskRequest => ({
  ...calling('dashboard', 'pi'),
  questions: [
    {
      question: 'Which card looks better?',
      header: 'Card',
      multiSelect: false,
      options: [
        { label: 'Round', preview: html },
        { label: 'Square', preview: '<div>square</div>' },
      ],
    },
  ],
});
