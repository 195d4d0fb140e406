// Plain refusals, and those that only begin like one.
import { expect, it } from 'vitest';
import { isRefusal } from './refusal.ts';

it.each([
  'No',
  'no.',
  '2. No',
  'No thanks',
  'No, keep it',
  'No, keep planning',
  'No, and tell Claude what to do differently (esc)',
  'Cancel',
  'Keep the old table',
  "Don't delete anything",
  'Do not deploy yet',
  'Not now',
  'Leave them',
  'Nein',
  'Nicht löschen',
  'Ne pas supprimer',
])('%s refuses', (label) => {
  expect(isRefusal(label)).toBe(true);
});

it.each([
  'Stop asking and do it',
  'Leave nothing behind',
  'None should survive',
  'Wait no more, run it',
  'No problem, go',
  'No, go on with it',
  "Don't wait",
  "Don't keep it",
  'Keep only the last 10',
  'Keep going',
  'Keep the index and drop the rest',
  'Never mind the backup, go',
  'Cancel the backup and go on',
  'Not only this one',
  'No, delete everything',
  'N\u043e',
  '',
])('%s does not', (label) => {
  expect(isRefusal(label)).toBe(false);
});
