// The command line's process: loads the half of the program that has the command. A screen opens sooner without the other half.

/** What asks and answers, with the screens for it. All other commands, and everything that is no command, are in the other half. */
const ASKS: readonly (string | undefined)[] = [
  undefined,
  'inbox',
  'list',
  'show',
  'answer',
  'redirect',
  'decline',
  'ask',
  'wait',
  'withdraw',
];

void (ASKS.includes(process.argv[2]) ? import('./asks.ts') : import('./commands.ts'));
