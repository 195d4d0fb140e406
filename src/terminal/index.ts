// The library's `answerback/terminal`: dist/terminal.js.
export type { Answer, Ask, Option, Question } from '../ask/schema/ask.ts';
export type { AnswerInput, VerdictInput } from '../ask/schema/input.ts';
export { type AskInTerminalOptions, askInTerminal } from './ask-in-terminal.ts';
export type { AskInTerminal } from './whole-ask.ts';
