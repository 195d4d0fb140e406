// The command line's process: loads the half of the program that has the command. A screen opens sooner without the other half.
import { setFlagsFromString } from 'node:v8';

// V8 makes bytecode of a regular expression first and machine code when it is used again. For ours, which tell what a question is about,
// the bytecode is the slower of the two to make by far: without it the first screen of the inbox is there 30 ms sooner.
setFlagsFromString('--no-regexp-tier-up');

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
