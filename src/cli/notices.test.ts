// What the command line says about a failure.
import { expect, it } from 'vitest';
import { failureWords } from './notices.ts';

it('an ask that auto-answer failed on is named, with why and where to read more, and nothing that moves the cursor', () => {
  const words = failureWords('759p35hzxxxx: auto-answer failed, so people decide: no: \u001b[2J');
  expect(words).toMatch(/^✗ 759p35hz: auto-answer failed, so people decide: no: .* {2}\(answerback log --why 759p35hz\)$/);
  expect(words).not.toContain('\u001b');
});
