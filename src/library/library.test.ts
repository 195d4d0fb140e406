import { expect, it } from 'vitest';
import { ask } from './index.ts';

it('a dialog in the terminal fails at once where there is no terminal', async () => {
  const options = [
    { label: 'Postgres', description: 'relational' },
    { label: 'SQLite', description: 'one file' },
  ];
  const asked = ask([{ question: 'Which database?', header: 'Database', options }], { presenter: 'terminal' });
  await expect(asked).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('this program has no terminal') });
});
