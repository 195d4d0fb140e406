// What is loaded when a screen opens: dist/terminal.mjs. Also the library's `answerback/terminal`.
export type { Answer, Ask, Option, Question, Verdict } from '../../question/words.ts';
export { type AskInTerminal, type AskInTerminalOptions, askInTerminal } from './ask-in-terminal.ts';
export { type Ending, endingLine } from './dialog/ending.ts';
export { answerOnTerminal } from './dialog/live.ts';
export { runPlainInbox } from './inbox/plain.ts';
export { runInbox } from './inbox/run.ts';
export { answerInPlain } from './plain-live.ts';
